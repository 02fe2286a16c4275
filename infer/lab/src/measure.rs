//! Statistics of many answers.

use quarterturn::solver::Answer;
use serde::Serialize;
use std::collections::BTreeMap;

/// The measurements of one solver over many states.
#[derive(Debug, Serialize)]
pub struct Measurement {
    /// States tried.
    pub states: usize,
    /// How many were solved.
    pub solved: usize,
    /// Mean length of the solutions.
    pub mean_length: Option<f64>,
    /// Their five-number summary: the least, the quartiles with the median between them, and the most.
    pub length_quartiles: Option<[f64; 5]>,
    /// How many solutions have each length.
    pub length_counts: BTreeMap<usize, usize>,
    /// Over the solved ones whose optimal length is known.
    pub known_optimal: usize,
    /// The mean of those optimal lengths.
    pub mean_optimal: Option<f64>,
    /// Solved in that length.
    pub optimal: usize,
    /// At most two moves above the optimum.
    pub within_two: usize,
    /// Nodes, on average over all states.
    pub mean_generated: f64,
    /// See [`Counters`](quarterturn::Counters).
    pub mean_expanded: f64,
    /// See [`Counters`](quarterturn::Counters).
    pub mean_evaluated: f64,
    /// Seconds of wall-clock time a state.
    pub seconds_mean: f64,
    /// The median of the seconds.
    pub seconds_median: f64,
    /// The most seconds.
    pub seconds_max: f64,
    /// The five-number summary of the seconds.
    pub seconds_quartiles: Option<[f64; 5]>,
    /// Bytes.
    pub peak_memory: usize,
    #[serde(flatten)]
    named: Named,
}

/// The same under names that end in their statistic, as those of seconds do. The others are their
/// former names, for programs that read them.
#[derive(Debug, Serialize)]
struct Named {
    length_mean: Option<f64>,
    optimal_mean: Option<f64>,
    generated_mean: f64,
    expanded_mean: f64,
    evaluated_mean: f64,
    memory_max: usize,
}

impl Measurement {
    /// Of answers with the optimal lengths of their states, where known.
    pub fn of(results: &[(Option<usize>, Answer)]) -> Self {
        let known = || {
            results
                .iter()
                .filter_map(|(best, a)| Some(((*best)?, a.length()?)))
        };
        let counted =
            |f: fn(&Answer) -> u64| mean(results.iter().map(|(_, a)| f(a) as f64)).unwrap_or(0.0);
        let mut seconds: Vec<f64> = results
            .iter()
            .map(|(_, a)| a.elapsed.as_secs_f64())
            .collect();
        seconds.sort_by(f64::total_cmp);
        let mut sorted: Vec<f64> = lengths(results).collect();
        sorted.sort_by(f64::total_cmp);
        let mut length_counts = BTreeMap::new();
        for length in results.iter().filter_map(|(_, a)| a.length()) {
            *length_counts.entry(length).or_default() += 1;
        }
        let seconds_quartiles = quartiles(&seconds);
        let named = Named {
            length_mean: mean(lengths(results)),
            optimal_mean: mean(known().map(|(best, _)| best as f64)),
            generated_mean: counted(|a| a.counters.generated),
            expanded_mean: counted(|a| a.counters.expanded),
            evaluated_mean: counted(|a| a.counters.evaluated),
            memory_max: results.iter().map(|(_, a)| a.memory).max().unwrap_or(0),
        };
        Self {
            states: results.len(),
            solved: lengths(results).count(),
            mean_length: named.length_mean,
            length_quartiles: quartiles(&sorted),
            length_counts,
            known_optimal: known().count(),
            mean_optimal: named.optimal_mean,
            optimal: known().filter(|(best, found)| found <= best).count(),
            within_two: known().filter(|(best, found)| *found <= best + 2).count(),
            mean_generated: named.generated_mean,
            mean_expanded: named.expanded_mean,
            mean_evaluated: named.evaluated_mean,
            seconds_mean: mean(seconds.iter().copied()).unwrap_or(0.0),
            seconds_median: seconds_quartiles.map_or(0.0, |[_, _, median, _, _]| median),
            seconds_max: seconds.last().copied().unwrap_or(0.0),
            seconds_quartiles,
            peak_memory: named.memory_max,
            named,
        }
    }

    /// Solved optimally, of those whose optimum is known.
    pub fn optimal_percent(&self) -> Option<f64> {
        (self.known_optimal > 0).then(|| percent(self.optimal, self.known_optimal))
    }
}

/// A part as a percentage of a whole; 0 if the whole is 0.
pub fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// Lengths of the solutions found.
fn lengths(results: &[(Option<usize>, Answer)]) -> impl Iterator<Item = f64> {
    results
        .iter()
        .filter_map(|(_, a)| a.length())
        .map(|n| n as f64)
}

/// The least, the first quartile, the median, the third quartile and the greatest of sorted numbers, between two of
/// them in proportion; `None` without numbers.
pub fn quartiles(sorted: &[f64]) -> Option<[f64; 5]> {
    let last = sorted.len().checked_sub(1)?;
    Some([0, 1, 2, 3, 4].map(|quarter| {
        let (below, rest) = (quarter * last / 4, quarter * last % 4);
        let above = (below + 1).min(last);
        let (low, high) = (sorted[below], sorted[above]);
        low + (high - low) * rest as f64 / 4.0
    }))
}

/// The mean; `None` without numbers.
pub fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, n) = values.fold((0.0, 0), |(sum, n), x| (sum + x, n + 1));
    (n > 0).then(|| sum / f64::from(n))
}

/// The progress over many states, for a progress bar.
pub fn so_far(results: &[(Option<usize>, Answer)]) -> String {
    let solved = lengths(results).count();
    let mean = mean(lengths(results)).map(|mean| format!(", mean length {mean:.2}"));
    format!("{solved} solved{}", mean.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_between_numbers_in_proportion() {
        assert_eq!(quartiles(&[]), None);
        assert_eq!(quartiles(&[3.0]), Some([3.0; 5]));
        assert_eq!(quartiles(&[1.0, 2.0]), Some([1.0, 1.25, 1.5, 1.75, 2.0]));
        let five = [1.0, 2.0, 4.0, 8.0, 16.0];
        assert_eq!(quartiles(&five), Some(five));
    }
}
