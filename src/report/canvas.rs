//! Drawing on any plotters backend, in the units of the page.
//!
//! In: shapes and text at places in page units (1200 by 720), a backend, and how many of its pixels one unit is.
//! Out: the same drawing on either backend. Invariant: no shape depends on the backend, so PNG and SVG show the same.

use std::fmt::Display;

use plotters::backend::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, RGBAColor, RGBColor, ShapeStyle, TextStyle};

use super::colour::{Colour, INK};
use super::figure::Marker;

/// The family under which the font is registered; viewers of an SVG have a font of that name.
pub(super) const FONT: &str = "sans-serif";

/// A place on the page, from its upper left corner.
pub(super) type Place = (f64, f64);

/// What drawing gives: nothing, or the backend's words for what went wrong.
pub(super) type Drawn = Result<(), String>;

/// Where a text stands, seen from its place.
#[derive(Clone, Copy)]
pub(super) enum Stand {
    /// It begins there.
    After,
    /// It ends there.
    Before,
    /// Its middle is there.
    Around,
}

/// A page on a backend.
pub(super) struct Canvas<'b, B: DrawingBackend> {
    pub backend: &'b mut B,
    /// Backend pixels in a page unit.
    pub scale: f64,
    /// Who sets the letters.
    pub letters: Letters,
}

/// Who sets the letters of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    /// The viewer of the document, in its own font.
    Viewer,
    /// Plotters, in the built-in font: it sets them a little too high, and the font's blanks are too narrow to read.
    Plotters,
}

/// The width of a blank, as a share of the font's size.
const BLANK: f64 = 0.27;
/// How far plotters sets letters above the middle line that is asked for, as a share of the font's size.
const TOO_HIGH: f64 = 0.13;

impl<B: DrawingBackend> Canvas<'_, B> {
    fn pixel(&self, (x, y): Place) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }

    /// A line through `places`, with round joints.
    pub fn line(&mut self, places: &[Place], colour: Colour, width: f64) -> Drawn {
        let stroke = (width * self.scale).round().max(1.0);
        let style = shape(colour, 1.0, stroke as u32);
        for pair in places.windows(2) {
            let (from, to) = (self.pixel(pair[0]), self.pixel(pair[1]));
            said(self.backend.draw_line(from, to, &style))?;
        }
        let joints = places.get(1..places.len().saturating_sub(1)).unwrap_or_default();
        // A disk of radius r is 2 r + 1 pixels wide; a wider one would show as a knot.
        let radius = (stroke - 1.0) / 2.0 / self.scale;
        joints.iter().filter(|_| stroke > 2.0).try_for_each(|&place| self.dot(place, radius, colour))
    }

    /// A filled shape; `strength` 1 covers all below it.
    pub fn fill(&mut self, corners: &[Place], colour: Colour, strength: f64) -> Drawn {
        let corners: Vec<_> = corners.iter().map(|&corner| self.pixel(corner)).collect();
        said(self.backend.fill_polygon(corners, &shape(colour, strength, 1)))
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, upper_left: Place, lower_right: Place, colour: Colour) -> Drawn {
        let (from, to) = (self.pixel(upper_left), self.pixel(lower_right));
        said(self.backend.draw_rect(from, to, &shape(colour, 1.0, 1), true))
    }

    fn dot(&mut self, centre: Place, radius: f64, colour: Colour) -> Drawn {
        let centre = self.pixel(centre);
        let radius = (radius * self.scale).max(1.0) as u32;
        said(self.backend.draw_circle(centre, radius, &shape(colour, 1.0, 1), true))
    }

    /// A marker of about twice `size`.
    pub fn marker(&mut self, marker: Marker, (x, y): Place, size: f64, colour: Colour) -> Drawn {
        match marker {
            Marker::Dot => self.dot((x, y), size, colour),
            Marker::Square => {
                let size = 0.9 * size;
                self.rectangle((x - size, y - size), (x + size, y + size), colour)
            }
            Marker::Triangle => self.fill(
                &[(x, y - 1.25 * size), (x + 1.15 * size, y + 0.8 * size), (x - 1.15 * size, y + 0.8 * size)],
                colour,
                1.0,
            ),
            Marker::Diamond => self.fill(
                &[(x, y - 1.3 * size), (x + 1.3 * size, y), (x, y + 1.3 * size), (x - 1.3 * size, y)],
                colour,
                1.0,
            ),
        }
    }

    /// A text, its middle line at `place`.
    pub fn text(&mut self, text: &str, (x, y): Place, stand: Stand, size: f64, colour: Colour) -> Drawn {
        if self.letters == Letters::Viewer {
            return self.words(text, (x, y), stand, size, colour);
        }
        let width = self.text_width(text, size);
        let mut left = match stand {
            Stand::After => x,
            Stand::Before => x - width,
            Stand::Around => x - width / 2.0,
        };
        for word in text.split(' ') {
            self.words(word, (left, y + TOO_HIGH * size), Stand::After, size, colour)?;
            left += self.text_width(word, size) + BLANK * size;
        }
        Ok(())
    }

    /// How wide a text is.
    pub fn text_width(&self, text: &str, size: f64) -> f64 {
        let style = self.font(size, INK);
        // Without a font there is no width; drawing the text will say what is wrong.
        let word = |word: &str| {
            self.backend.estimate_text_size(word, &style).map_or(0.0, |(width, _)| f64::from(width) / self.scale)
        };
        text.split(' ').map(word).sum::<f64>() + BLANK * size * text.matches(' ').count() as f64
    }

    fn words(&mut self, text: &str, place: Place, stand: Stand, size: f64, colour: Colour) -> Drawn {
        let across = match stand {
            Stand::After => HPos::Left,
            Stand::Before => HPos::Right,
            Stand::Around => HPos::Center,
        };
        let style = self.font(size, colour).pos(Pos::new(across, VPos::Center));
        let place = self.pixel(place);
        // A run's or an anchor's name may hold anything; control characters would make the SVG no XML.
        let text: String = text.chars().filter(|char| !char.is_control()).collect();
        said(self.backend.draw_text(&text, &style, place))
    }

    fn font(&self, size: f64, Colour(red, green, blue): Colour) -> TextStyle<'static> {
        let mut style = TextStyle::from((FONT, size * self.scale).into_font());
        style.color = RGBColor(red, green, blue).to_backend_color();
        style
    }
}

fn said(drawn: Result<(), impl Display>) -> Drawn {
    drawn.map_err(|error| error.to_string())
}

fn shape(Colour(red, green, blue): Colour, strength: f64, stroke_width: u32) -> ShapeStyle {
    ShapeStyle { color: RGBAColor(red, green, blue, strength), filled: true, stroke_width }
}
