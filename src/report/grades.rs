//! Players graded against the truth: text, and plots over training.
//!
//! In: [`Grade`]s. Out: a table with what stands out, and a chart over the iterations of a run.

use std::fmt;
use std::path::Path;

use serde::Serialize;

use super::chart::{Across, Chart, Graph, Lines};
use super::colour::{Colour, OFFICERS, REBELS};
use super::figure::{Content, Marker, Panel, Point, Scale, Series};
use super::image::write_images;
use super::table::{Align, Table};
use super::text;
use crate::arena::grade::{Answer, Grade, Group, Source};
use crate::base::fault::Fault;
use crate::base::file;
use crate::base::stats::{Interval, wilson};
use crate::rules::Side;

/// Grades, and what they were given for.
#[derive(Clone, Debug, Serialize)]
pub struct GradeReport {
    /// The directory of the tables.
    pub exact: String,
    /// The strong player whose games positions come from.
    pub strong: String,
    /// Fixes every random choice.
    pub seed: u64,
    /// The grades.
    pub grades: Vec<Grade>,
}

/// What [`write_grades`] leaves in its folder.
pub const GRADE_FILES: &str = "grades.json, grades.svg and grades.png";

/// Writes the grades of a run's checkpoints, and their plot.
///
/// # Errors
/// A file that cannot be written; those written before it are whole.
pub fn write_grades(dir: &Path, report: &GradeReport) -> Result<(), Fault> {
    file::create_dir(dir)?;
    file::write_json(&dir.join("grades.json"), report)?;
    write_images(dir, &chart(report)).map(drop)
}

fn chart(report: &GradeReport) -> Chart {
    let share = |count: usize, grade: &Grade| {
        let (count, asked) = (count as f64, grade.asked as f64);
        (count / asked, Some(wilson(count, asked)))
    };
    let kept = |grade: &Grade| share(grade.kept, grade);
    let seen = |grade: &Grade| share(grade.seen, grade);
    let turns = |grade: &Grade| (grade.resistance, grade.resistance_95);
    let sides = Side::ALL.into_iter().filter(|&side| report.grades.iter().any(|grade| grade.side == side));
    let row = |side: Side| {
        let heading = |what: &str| format!("{side}' wins {what}");
        let held = format!("turns that it holds out as {}", side.other());
        vec![
            lines(report, side, heading("that its move keeps"), Scale::Percent, &kept),
            lines(report, side, heading("that it thinks better than even"), Scale::Percent, &seen),
            lines(report, side, held, Scale::FromZero, &turns),
        ]
    };
    Chart {
        name: "grades",
        title: "What the network has learnt of the truth".to_owned(),
        note: "forced wins, from games of a strong player and from all over the tables; bands are 95 % intervals"
            .to_owned(),
        rows: sides.map(row).collect(),
    }
}

fn lines(
    report: &GradeReport,
    side: Side,
    heading: String,
    scale: Scale,
    value: &dyn Fn(&Grade) -> (f64, Option<Interval>),
) -> Graph {
    let of = |source: Source, colour: Colour, marker: Marker| {
        let asked = |grade: &&Grade| (grade.side, grade.source) == (side, source) && grade.asked > 0;
        let grades = report.grades.iter().filter(asked);
        let points = grades.filter_map(|grade| {
            let (y, interval) = value(grade);
            let band = interval.map(|Interval { low, high }| (low, high));
            Some(Point { x: f64::from(grade.iteration?), y, band, width: 1.0, together: 1 })
        });
        Series { name: name(source).to_owned(), colour, marker, points: points.collect() }
    };
    let series = vec![of(Source::Games, REBELS, Marker::Square), of(Source::Tables, OFFICERS, Marker::Dot)];
    let iterations = report.grades.iter().filter_map(|grade| grade.iteration).map(f64::from);
    let (low, high) = iterations.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    let room = ((high - low) / 20.0).max(0.5);
    let across = Across { name: "iteration".to_owned(), ends: (low - room, high + room), ticks: Vec::new() };
    let panel = Panel { heading, scale, content: Content::Lines(series), empty: "nothing was asked".to_owned() };
    Graph::Lines(Lines { panel, across, levels: Vec::new() })
}

fn name(source: Source) -> &'static str {
    match source {
        Source::Games => "games",
        Source::Tables => "tables",
    }
}

impl fmt::Display for GradeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = [("player", Align::Left), ("to win", Align::Left), ("positions", Align::Left)];
        let answers = [("asked", Align::Right), ("win kept", Align::Right)];
        let more = [("value", Align::Right), ("seen as won", Align::Right), ("holds out", Align::Right)];
        let mut table = Table::new(columns.into_iter().chain(answers).chain(more));
        for grade in &self.grades {
            let known = |text: String| if grade.asked == 0 { "-".to_owned() } else { text };
            table.row([
                grade.player.clone(),
                grade.side.to_string(),
                name(grade.source).to_owned(),
                grade.asked.to_string(),
                known(text::percent_in(grade.share, grade.share_95)),
                known(format!("{:+.2}", grade.mean_value)),
                known(text::percent(grade.seen as f64 / grade.asked as f64)),
                known(format!("{:.1} turns ({} games)", grade.resistance, grade.resisted)),
            ]);
        }
        write!(f, "wins forced by {}; not every step keeps them\n{table}", self.exact)?;
        for grade in self.grades.iter().filter(|grade| grade.asked > 0) {
            writeln!(f, "\n{} on wins of the {} from {}", grade.player, grade.side, name(grade.source))?;
            write!(f, "{}", line("rebels", "", &grade.by_rebels))?;
            write!(f, "{}", line("level", "+", &grade.by_level))?;
            write!(f, "{}", line("winrate", "+ %", &grade.by_winrate))?;
            for answer in &grade.worst {
                let Answer { position, played, winning, value, .. } = answer;
                writeln!(f, "  {position}  played {played} ({value:+.2}), won by {winning}")?;
            }
        }
        Ok(())
    }
}

fn line(what: &str, unit: &str, groups: &[Group]) -> String {
    let cells: Vec<String> =
        groups.iter().map(|group| format!("{}{unit}: {}/{}", group.of, group.kept, group.asked)).collect();
    format!("  kept by {what:<7}  {}\n", cells.join("  "))
}
