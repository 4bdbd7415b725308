//! A value for each point, on the real board.

use plotters::backend::DrawingBackend;

use super::super::canvas::{Canvas, Drawn, Place, Stand};
use super::super::colour::{FAINT, GRID, INK};
use super::super::draw::{Area, TEXT};
use super::super::figure::Marker;
use super::Shade;
use crate::rules::{Bitboard, Direction, Point, RuleSet, Rules};

/// A board with its values.
#[derive(Clone, Debug)]
pub struct BoardMap {
    pub heading: String,
    /// The rules whose lines are drawn.
    pub rules: RuleSet,
    /// A value for each point that is shown, in reading order; `None` = only its dot.
    pub values: Vec<Option<f64>>,
    /// The text of a value.
    pub text: fn(f64) -> String,
    /// How values are coloured.
    pub shade: Shade,
    /// Only these points are drawn.
    pub points: Bitboard,
}

/// Of a point's disk, where points are so far apart.
fn radius(gap: f64) -> f64 {
    (0.40 * gap).min(34.0)
}

impl BoardMap {
    pub(super) fn draw<B: DrawingBackend>(&self, area: Area, canvas: &mut Canvas<'_, B>) -> Drawn {
        let (files, ranks) = self.extent();
        let gap = ((area.right - area.left - 60.0) / files).min((area.bottom - area.top - 30.0) / ranks).min(130.0);
        let first = self.points.iter().map(Point::file).min().unwrap_or(0);
        let top_rank = self.points.iter().map(Point::rank).max().unwrap_or(7);
        let left = area.left + 60.0;
        let place = |point: Point| -> Place {
            let (across, down) = (point.file() - first, top_rank - point.rank());
            (left + gap * (across as f64 + 0.25), area.top + gap * (down as f64 + 0.5))
        };
        // Rules that make no game have no lines to draw.
        if let Ok(rules) = Rules::new(self.rules.clone()) {
            self.lines(rules, place, canvas)?;
        }
        let radius = radius(gap);
        for point in self.points.iter() {
            let (x, y) = place(point);
            let Some(value) = self.values[point.index()] else {
                canvas.marker(Marker::Dot, (x, y), 4.0, FAINT)?;
                continue;
            };
            canvas.marker(Marker::Dot, (x, y), radius, GRID.shaded(-0.35))?;
            canvas.marker(Marker::Dot, (x, y), radius - 1.5, self.shade.ground(value))?;
            let size = (0.62 * radius).clamp(9.0, TEXT);
            canvas.text(&(self.text)(value), (x, y), Stand::Around, size, self.shade.ink(value))?;
        }
        self.names(place, gap, area, canvas)
    }

    /// Files and ranks across and down.
    fn extent(&self) -> (f64, f64) {
        let span = |part: fn(Point) -> usize| {
            let (low, high) = self.points.iter().map(part).fold((7, 0), |(low, high), x| (low.min(x), high.max(x)));
            (high.max(low) - low + 1) as f64
        };
        (span(Point::file), span(Point::rank))
    }

    fn lines<B: DrawingBackend>(
        &self,
        rules: Rules,
        place: impl Fn(Point) -> Place,
        canvas: &mut Canvas<'_, B>,
    ) -> Drawn {
        for point in self.points.iter() {
            for direction in Direction::ALL.into_iter().filter(|direction| rules.has_line(point, *direction)) {
                if let Some(other) =
                    direction.from(point, 1).filter(|other| *other > point && self.points.contains(*other))
                {
                    canvas.line(&[place(point), place(other)], GRID.shaded(-0.2), 1.5)?;
                }
            }
        }
        Ok(())
    }

    /// The names of files below and of ranks to the left.
    fn names<B: DrawingBackend>(
        &self,
        place: impl Fn(Point) -> Place,
        gap: f64,
        area: Area,
        canvas: &mut Canvas<'_, B>,
    ) -> Drawn {
        let lowest = self.points.iter().map(|point| place(point).1).fold(area.top, f64::max);
        let mut files: Vec<(f64, &str)> = Vec::new();
        let mut ranks: Vec<(f64, &str)> = Vec::new();
        for point in self.points.iter() {
            let ((x, y), name) = (place(point), point.name());
            if !files.iter().any(|(_, known)| *known == &name[..1]) {
                files.push((x, &name[..1]));
            }
            if !ranks.iter().any(|(_, known)| *known == &name[1..]) {
                ranks.push((y, &name[1..]));
            }
        }
        let leftmost = self.points.iter().map(|point| place(point).0).fold(area.right, f64::min);
        for (x, name) in files {
            canvas.text(name, (x, lowest + radius(gap) + 16.0), Stand::Around, 15.0, INK)?;
        }
        for (y, name) in ranks {
            canvas.text(name, (leftmost - radius(gap) - 14.0, y), Stand::Around, 15.0, INK)?;
        }
        Ok(())
    }
}
