//! `quarterturn bench --signature`: one number over what nets and searches do.

use super::error::{CliError, Exit};
use quarterturn::core::fnv::Fnv;
use quarterturn::limits::Limits;
use quarterturn::models::{EMBEDDED, Model};
use quarterturn::puzzles::{self, Seeded};
use quarterturn::solver::{SearchKind, Settings, Solver};
use quarterturn_lab::networks;
use std::io::{self, Write};

/// Scrambles per puzzle, with half of them made by few moves so that they are solved.
const SCRAMBLES: usize = 8;

/// Prints the signature of the embedded weights.
pub fn run() -> Result<Exit, CliError> {
    let mut hash = Fnv::default();
    for puzzle in puzzles::all() {
        if !EMBEDDED.iter().any(|e| e.family == puzzle.family()) {
            continue;
        }
        let model = Model::embedded_in(puzzle.family(), puzzle.metric().name())?;
        let mut rng = Seeded::new(1);
        let scrambles: Vec<_> = (0..SCRAMBLES)
            .map(|i| puzzle.draw(&mut rng, Some(if i % 2 == 0 { 6 } else { 30 })))
            .collect();
        let states: Vec<String> = scrambles.into_iter().map(|s| s.state.to_string()).collect();
        for cost in networks::outputs(&puzzle, &model, &states)? {
            number(&mut hash, cost as u64);
        }
        for search in [SearchKind::Beam, SearchKind::Greedy] {
            // Small, so that it takes seconds without optimisation.
            let (width, views) = match search {
                SearchKind::Beam => (Some(64), Some(1)),
                _ => (None, None),
            };
            let settings = Settings {
                search: Some(search),
                width,
                views,
                ..Settings::default()
            };
            let solver = Solver::builder().puzzle(&puzzle).settings(settings);
            let solver = solver.loaded_model(model.clone()).build()?;
            for state in &states {
                let task = solver
                    .read(state)
                    .map_err(|r| CliError::System(r.message))?;
                let answer = task.solve(&Limits::default())?;
                let counters = answer.outcome.counters;
                for count in [counters.generated, counters.expanded, counters.evaluated] {
                    number(&mut hash, count);
                }
                hash.bytes(answer.solution.as_deref().unwrap_or("none").as_bytes());
            }
        }
    }
    if EMBEDDED.is_empty() {
        return Err(CliError::System(
            "no weights are embedded in this build".into(),
        ));
    }
    writeln!(io::stdout(), "{:016x}", hash.get())?;
    Ok(Exit::Done)
}

fn number(hash: &mut Fnv, n: u64) {
    hash.bytes(&n.to_le_bytes());
}
