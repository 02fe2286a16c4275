//! Length against time, and against the size of weights or tables, as a picture.

use super::report::{Report, Row};
use crate::chart::{Chart, Entry, Names, Panel};
use crate::display::counted;
use crate::error::CliError;
use std::path::Path;

/// Draws the picture.
pub fn draw(report: &Report, path: &Path) -> Result<(), CliError> {
    let optimum = report.mean_optimal();
    let panel = |across, of: fn(&Row) -> f64| Panel {
        across,
        along: "mean length",
        points: points(report, of),
        line: optimum,
    };
    Chart {
        title: [
            format!("{}: {}", report.puzzle, report.states),
            format!(
                "{}, {}",
                report.metric_in_words(),
                counted(report.threads, "thread")
            ),
        ],
        // A solver that needs less than a tenth of a millisecond or no tables stands at the beginning of
        // an axis, and the legend says so.
        panels: [
            panel("mean seconds a state", |row| {
                row.measured.seconds_mean.max(1e-4)
            }),
            panel("MB of weights or tables", |row| {
                (row.bytes as f64 / 1e6).max(1e-3)
            }),
        ],
        legend: report.rows.iter().enumerate().map(entry).collect(),
        line: optimum.map(|optimum| format!("optimum, {optimum:.2}")),
        names: Names::Below,
    }
    .save(path)
}

/// The rows that solved anything, with their places.
fn points(report: &Report, across: fn(&Row) -> f64) -> Vec<(usize, (f64, f64))> {
    let rows = report.rows.iter().enumerate();
    rows.filter_map(|(i, row)| Some((i, (across(row), row.measured.mean_length?))))
        .collect()
}

fn entry((colour, row): (usize, &Row)) -> Entry {
    let measured = &row.measured;
    let mut text = row.solver.clone();
    if measured.solved < measured.states {
        text += &format!(", solved {} of {}", measured.solved, measured.states);
    }
    if row.bytes == 0 {
        text += ", no tables";
    }
    Entry {
        text,
        colour,
        marked: measured.solved > 0,
    }
}
