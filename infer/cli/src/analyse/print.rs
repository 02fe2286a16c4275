//! An analysis for people.

use super::{Report, mirror};
use quarterturn_lab::along::Step;
use quarterturn_lab::analysis::{Analysis, Band, Used};
use std::io::{self, Write};

impl Report {
    /// Prints it for people.
    pub fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let Analysis {
            solutions,
            length_mean,
            triplets,
            forms,
            most_used,
            ..
        } = &self.analysis;
        let length = length_mean.unwrap_or(0.0);
        writeln!(out, "puzzle     {} ({})", self.puzzle, self.metric)?;
        writeln!(out, "solutions  {solutions}, mean length {length:.3}")?;
        writeln!(out, "triplets   {triplets}")?;
        for share in forms {
            let (form, percent) = (share.form, share.percent);
            writeln!(out, "  {form:<8} {percent:.2} %")?;
        }
        if let (Some(one), Some(other)) = (
            self.analysis.conjugation_uses_mean,
            self.analysis.other_uses_mean,
        ) {
            writeln!(
                out,
                "uses       {one:.1} of an a b a⁻¹, {other:.1} of another triplet, on average"
            )?;
        }
        let name = |used: &Used| {
            let mark = if used.conjugation { "*" } else { "" };
            format!("{}{mark} {}", used.moves, used.count)
        };
        let names: Vec<String> = most_used.iter().map(name).collect();
        for (nth, names) in names.chunks(5).enumerate() {
            let head = if nth == 0 { "most used" } else { "" };
            writeln!(out, "{head:<10} {}", names.join(", "))?;
        }
        if most_used.iter().any(|used| used.conjugation) {
            writeln!(out, "{:<10} * a b a⁻¹", "")?;
        }
        if let Some(b) = &self.corner_block {
            writeln!(
                out,
                "2×2×2      complete after {:.1} % of the moves on average; halfway in {:.1} % of the solutions",
                b.first_percent_mean, b.halfway_percent
            )?;
        }
        if let Some(s) = &self.symmetry {
            writeln!(
                out,
                "mirrored   {:.2} % of {} symmetric; of the others {:.2} % as long",
                s.symmetric_percent, s.pairs, s.same_length_percent
            )?;
        }
        for (pair, nth) in self.pairs.iter().zip(1..) {
            mirror::show(&mut out, nth, pair)?;
        }
        if let (Some(e), Some(model)) = (&self.estimates, &self.model) {
            writeln!(out, "model      {model}, on {} states", e.states)?;
            writeln!(
                out,
                "  not above the moves left {:.1} %, at most one above {:.1} %",
                e.not_above_percent, e.one_above_percent
            )?;
            writeln!(
                out,
                "  above by {:.2} on average; error {:+.2} on average",
                e.above_mean, e.error_mean
            )?;
            let error = |band: &Band| format!("{}: {:+.2}", band.from, band.error_mean);
            let errors: Vec<String> = self.by_moves_left.iter().map(error).collect();
            for errors in errors.chunks(6) {
                writeln!(out, "  error by moves left     {}", errors.join(", "))?;
            }
            let step = |step: &Step| format!("{}: {:.2}", step.moves_left, step.value);
            let steps: Vec<String> = self.first_solution.iter().map(step).collect();
            for (nth, steps) in steps.chunks(6).enumerate() {
                let head = if nth == 0 { "first, by moves left" } else { "" };
                writeln!(out, "  {head:<24}{}", steps.join(", "))?;
            }
        }
        Ok(())
    }
}
