//! Drawings as SVG and PNG bytes.
//!
//! In: a drawing. Out: the bytes of a file, made in memory, so that files are written whole.
//! Invariant: both show the same drawing; the PNG is made larger and averaged down, since the bitmap backend draws hard edges.

use std::io::{self, Write};
use std::path::Path;
use std::sync::OnceLock;

use flate2::write::ZlibEncoder;
use flate2::{Compression, Crc};
use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::style::{FontStyle, register_font};

use super::canvas::{Canvas, Drawn, FONT, Letters};
use super::draw::{self, HEIGHT, WIDTH};
use super::figure::Figure;
use crate::base::fault::Fault;
use crate::base::file;

/// Bitmap pixels that are averaged into one, each way.
const SMOOTH: usize = 2;
/// SVG units in a page unit: the backend knows whole units only.
const FINE: usize = 4;

/// What can be drawn on a page of [`WIDTH`] by [`HEIGHT`], on either backend.
pub(super) trait Drawing {
    /// The file's name without its ending.
    fn name(&self) -> &str;

    /// Draws the whole page.
    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<'_, B>) -> Drawn;
}

impl Drawing for Figure {
    fn name(&self) -> &str {
        self.name
    }

    fn draw<B: DrawingBackend>(&self, canvas: &mut Canvas<'_, B>) -> Drawn {
        draw::figure(self, canvas)
    }
}

/// The figure as an SVG document.
///
/// # Errors
/// The font cannot be used.
pub fn svg(figure: &Figure) -> Result<String, Fault> {
    svg_of(figure)
}

/// The figure as a PNG file.
///
/// # Errors
/// The font cannot be used.
pub fn png(figure: &Figure) -> Result<Vec<u8>, Fault> {
    png_of(figure)
}

/// Writes a drawing into `dir` as SVG and PNG, under its name; gives the SVG document.
///
/// # Errors
/// The font cannot be used, or a file not be written.
pub(super) fn write_images(dir: &Path, drawing: &impl Drawing) -> Result<String, Fault> {
    let (document, pixels) = (svg_of(drawing)?, png_of(drawing)?);
    file::write_atomic_unsynced(&dir.join(format!("{}.svg", drawing.name())), document.as_bytes())?;
    file::write_atomic_unsynced(&dir.join(format!("{}.png", drawing.name())), &pixels)?;
    Ok(document)
}

/// Any drawing as an SVG document.
///
/// # Errors
/// The font cannot be used.
fn svg_of(figure: &impl Drawing) -> Result<String, Fault> {
    let size = |scale: usize| (WIDTH as u32 * scale as u32, HEIGHT as u32 * scale as u32);
    let ((width, height), (fine_width, fine_height)) = (size(1), size(FINE));
    let mut document = String::new();
    drawn(figure, &mut SVGBackend::with_string(&mut document, (fine_width, fine_height)), FINE, Letters::Viewer)?;
    // The view box keeps its fine units; on the page the image has its own size, or less where there is less room.
    let sizes = |width, height| format!("width=\"{width}\" height=\"{height}\"");
    Ok(document.replacen(&sizes(fine_width, fine_height), &sizes(width, height), 1))
}

/// Any drawing as a PNG file.
///
/// # Errors
/// The font cannot be used.
fn png_of(figure: &impl Drawing) -> Result<Vec<u8>, Fault> {
    let (width, height) = (WIDTH as usize, HEIGHT as usize);
    let (large_width, large_height) = (width * SMOOTH, height * SMOOTH);
    let mut large = vec![0; 3 * large_width * large_height];
    drawn(
        figure,
        &mut BitMapBackend::with_buffer(&mut large, (large_width as u32, large_height as u32)),
        SMOOTH,
        Letters::Plotters,
    )?;
    Ok(encode(&averaged(&large, width), width, height).expect("memory can be written to"))
}

fn drawn<B: DrawingBackend>(
    figure: &impl Drawing,
    backend: &mut B,
    scale: usize,
    letters: Letters,
) -> Result<(), Fault> {
    register().map_err(|reason| Fault::failed(format!("cannot draw {}: {reason}", figure.name())))?;
    let failed = |reason: String| Fault::failed(format!("cannot draw {}: {reason}", figure.name()));
    figure.draw(&mut Canvas { backend, scale: scale as f64, letters }).map_err(failed)?;
    backend.present().map_err(|error| failed(error.to_string()))
}

/// Plotters looks fonts up by name in a table of the whole process; this fills it once.
fn register() -> Result<(), String> {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    let register = || register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT).is_ok();
    if *REGISTERED.get_or_init(register) { Ok(()) } else { Err("the built-in font is damaged".to_owned()) }
}

/// Each pixel the mean of a square of [`SMOOTH`] by [`SMOOTH`] large ones.
fn averaged(large: &[u8], width: usize) -> Vec<u8> {
    let mut small = Vec::with_capacity(large.len() / (SMOOTH * SMOOTH));
    let mut sums = vec![0u16; 3 * width];
    for rows in large.chunks_exact(3 * width * SMOOTH * SMOOTH) {
        sums.fill(0);
        for row in rows.chunks_exact(3 * width * SMOOTH) {
            for (sum, square) in sums.chunks_exact_mut(3).zip(row.chunks_exact(3 * SMOOTH)) {
                for pixel in square.chunks_exact(3) {
                    sum.iter_mut().zip(pixel).for_each(|(sum, part)| *sum += u16::from(*part));
                }
            }
        }
        small.extend(sums.iter().map(|sum| (sum / (SMOOTH * SMOOTH) as u16) as u8));
    }
    small
}

/// RGB pixels as a PNG file (PNG specification, third edition, sections 5 and 11).
fn encode(pixels: &[u8], width: usize, height: usize) -> io::Result<Vec<u8>> {
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    // Eight bits a part, RGB, the only compression and filter methods there are, not interlaced.
    header.extend([8, 2, 0, 0, 0]);
    // Plots are drawn again after every iteration: level 3 takes a third of the time of level 6, for files a few percent larger.
    let mut data = ZlibEncoder::new(Vec::new(), Compression::new(3));
    for row in pixels.chunks(3 * width) {
        // Filter 0: plain pixels. In drawings with large even areas the others gain little.
        data.write_all(&[0])?;
        data.write_all(row)?;
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    for (kind, body) in [(b"IHDR", header), (b"IDAT", data.finish()?), (b"IEND", Vec::new())] {
        let mut crc = Crc::new();
        crc.update(kind);
        crc.update(&body);
        file.extend((body.len() as u32).to_be_bytes());
        file.extend(kind);
        file.extend(&body);
        file.extend(crc.sum().to_be_bytes());
    }
    Ok(file)
}
