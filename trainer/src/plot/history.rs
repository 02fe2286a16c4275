//! Reads a run's metrics file.

use crate::folder::METRICS;
use crate::input;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// A run that cannot be plotted.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// The file cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The metrics file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file has no losses.
    #[error("{0} has no losses yet; train for a while first")]
    Empty(PathBuf),
}

/// The results of greedy descent and of the value head at one time, by scramble depth from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// Examples seen.
    pub examples: f64,
    /// Share of scrambles solved.
    pub solved: Vec<f64>,
    /// Mean cost-to-go.
    pub value: Vec<f64>,
}

/// The metrics of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Each loss by name: examples seen and value.
    pub losses: BTreeMap<String, Vec<(f64, f64)>>,
    /// Evaluations in their order.
    pub evaluations: Vec<Evaluation>,
}

impl History {
    /// Reads the metrics of the run in `folder`.
    ///
    /// # Errors
    /// [`HistoryError`].
    pub fn load(folder: &Path) -> Result<Self, HistoryError> {
        let path = folder.join(METRICS);
        let text = input::text(&path).map_err(|source| HistoryError::Read {
            path: path.clone(),
            source,
        })?;
        let history = Self::parse(&text);
        if history.losses.is_empty() {
            return Err(HistoryError::Empty(path));
        }
        Ok(history)
    }

    /// Reads metrics lines. Lines that are none are left out: a killed run may end in half a line.
    pub fn parse(text: &str) -> Self {
        let mut history = Self::default();
        for line in text.lines() {
            let Ok(line) = serde_json::from_str::<Value>(line) else {
                continue;
            };
            let Some(examples) = line["examples"].as_f64() else {
                continue;
            };
            for (name, loss) in line["loss"].as_object().into_iter().flatten() {
                if let Some(loss) = loss.as_f64() {
                    let curve = history.losses.entry(name.clone()).or_default();
                    curve.push((examples, loss));
                }
            }
            let numbers = |value: &Value| -> Vec<f64> {
                let array = value.as_array().into_iter().flatten();
                array.filter_map(Value::as_f64).collect()
            };
            if line["greedy"].is_object() {
                history.evaluations.push(Evaluation {
                    examples,
                    solved: numbers(&line["greedy"]["solved"]),
                    value: numbers(&line["greedy"]["value"]),
                });
            }
        }
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_become_curves_and_half_lines_are_left_out() {
        let history = History::parse(
            "{\"examples\":10,\"loss\":{\"value\":2.5,\"q\":3.0}}\n\
             {\"examples\":20,\"loss\":{\"value\":1.5,\"q\":2.0}}\n\
             {\"examples\":20,\"greedy\":{\"solved\":[1.0,0.5],\"value\":[1.1,2.2]}}\n\
             {\"examples\":30,\"loss\":{\"val",
        );
        assert_eq!(history.losses["value"], [(10.0, 2.5), (20.0, 1.5)]);
        assert_eq!(history.losses["q"], [(10.0, 3.0), (20.0, 2.0)]);
        let expected = Evaluation {
            examples: 20.0,
            solved: vec![1.0, 0.5],
            value: vec![1.1, 2.2],
        };
        assert_eq!(history.evaluations, [expected]);
    }
}
