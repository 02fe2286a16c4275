//! How often triplets are used: Figure 8 of DeepCube.

use super::bars::{Bars, key};
use super::{Drawn, page, saved};
use crate::error::CliError;
use quarterturn_lab::analysis::Analysis;
use quarterturn_lab::measure::percent;
use quarterturn_lab::picture::{Area, Fault, Picture, tick};
use std::collections::BTreeMap;
use std::path::Path;

/// Most bins.
const BINS: usize = 30;

/// The picture.
pub struct Triplets<'a> {
    /// Its title.
    pub title: String,
    /// Whose triplets they are.
    pub analysis: &'a Analysis,
}

impl Triplets<'_> {
    /// Draws it into a file.
    pub fn save(&self, path: &Path) -> Result<(), CliError> {
        saved(self, path, 2)
    }

    fn drawn(&self, area: &Area<'_>) -> Drawn {
        let (chart, legend) = page(area, &[self.title.clone(), String::new()])?;
        let of = self.analysis;
        let kinds = [
            (
                "conjugations",
                &of.conjugation_uses_counts,
                of.conjugation_uses_mean,
            ),
            ("other triplets", &of.other_uses_counts, of.other_uses_mean),
        ];
        let name = |(name, _, mean): (&str, _, Option<f64>)| match mean {
            Some(mean) => format!("{name}: {mean:.1} uses on average (dashed)"),
            None => format!("{name}: none"),
        };
        let names = kinds.map(name);
        key(&legend, names.iter().map(|name| &**name))?;
        let most = kinds
            .iter()
            .filter_map(|(_, counts, _)| counts.keys().last());
        let width = most.max().map_or(1, |most| most.div_ceil(BINS));
        Bars {
            across: "uses of a triplet",
            along: "% of the triplets",
            series: kinds.map(|(_, counts, _)| shares(counts, width)).into(),
            // The middle of the whole numbers in a bin.
            shift: (width - 1) as f64 / (2 * width) as f64,
            label: &|x| tick(x * width as f64),
            lines: kinds.map(|(_, _, mean)| Some(mean? / width as f64)).into(),
        }
        .draw(&chart)?;
        area.present()
    }
}

/// Per cent of the triplets in each bin, from how many are used so often.
fn shares(counts: &BTreeMap<usize, usize>, width: usize) -> BTreeMap<i32, f64> {
    let all = counts.values().sum();
    let mut shares = BTreeMap::new();
    for (&uses, &triplets) in counts {
        *shares.entry((uses / width) as i32).or_default() += percent(triplets, all);
    }
    shares
}

impl Picture for Triplets<'_> {
    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        self.drawn(area).map_err(|e: Fault| e.to_string())
    }
}
