//! One number over what networks and searches do.

use super::outputs;
use quarterturn::core::fnv::Fnv;
use quarterturn::models::Model;
use quarterturn::puzzles::{self, Puzzle, Seeded, is_identity};
use quarterturn::solver::{RequestError, SearchKind, Settings, Solution, Solver};

/// Scrambles per puzzle, with half of them made by few moves so that they are solved.
const SCRAMBLES: usize = 8;

/// The signature of networks: one number over what they say of fixed scrambles and over what searches do with them. It is
/// the same on every machine. Puzzles that a file defines are left out, so that it stays when one is added. Of several networks of a puzzle's family, the first that counts in its metric is taken, else the first.
///
/// # Errors
/// Whatever a solver says of a network.
pub fn signature(models: &[Model]) -> Result<u64, RequestError> {
    let mut hash = Fnv::default();
    for puzzle in puzzles::all().filter(|puzzle| !is_identity(puzzle.id())) {
        let fits = |m: &&Model| m.family == puzzle.family() && m.metric == puzzle.metric().name();
        let serves = |m: &&Model| m.family == puzzle.family();
        let mut all = models.iter();
        if let Some(model) = all.find(fits).or_else(|| models.iter().find(serves)) {
            add(&mut hash, &puzzle, model)?;
        }
    }
    Ok(hash.get())
}

fn add(hash: &mut Fnv, puzzle: &Puzzle, model: &Model) -> Result<(), RequestError> {
    let mut rng = Seeded::new(1);
    let scrambles: Vec<_> = (0..SCRAMBLES)
        .map(|i| puzzle.draw(&mut rng, Some(if i % 2 == 0 { 6 } else { 30 })))
        .collect();
    let states: Vec<_> = scrambles.into_iter().map(|s| s.state).collect();
    let texts: Vec<String> = states.iter().map(ToString::to_string).collect();
    for cost in outputs(puzzle, model, &texts)? {
        number(hash, cost as u64);
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
        let solver = Solver::builder().puzzle(puzzle).settings(settings);
        let solver = solver.loaded_model(model.clone()).build()?;
        for state in &states {
            // More moves than any of them needs: a search in circles ends.
            let answer = solver.request_for(state.clone()).max_length(100).run()?;
            let counters = answer.counters;
            for count in [counters.generated, counters.expanded, counters.evaluated] {
                number(hash, count);
            }
            let solution = answer.solution.as_ref().map_or("none", Solution::text);
            hash.bytes(solution.as_bytes());
        }
    }
    Ok(())
}

fn number(hash: &mut Fnv, n: u64) {
    hash.bytes(&n.to_le_bytes());
}
