//! A puzzle of your own, written in Rust, and an evaluator of your own: the Tower of Hanoi.
//!
//! `cargo run --release -p quarterturn --example hanoi`

use quarterturn::puzzles::{Own, Puzzle, State};
use quarterturn::solver::{Estimate, SearchKind, Settings, Solver};

/// The peg of each disc, the smallest first.
type Pegs = [u8; 5];

/// A move takes the top disc of one peg to another.
const MOVES: [(&str, u8, u8); 6] = [
    ("ab", 0, 1),
    ("ac", 0, 2),
    ("ba", 1, 0),
    ("bc", 1, 2),
    ("ca", 2, 0),
    ("cb", 2, 1),
];

#[derive(Clone, Debug)]
struct Hanoi;

impl Own for Hanoi {
    type State = Pegs;

    fn name(&self) -> &str {
        "hanoi"
    }

    fn moves(&self) -> Vec<String> {
        MOVES.iter().map(|(name, ..)| (*name).into()).collect()
    }

    fn after(&self, pegs: &Pegs, mv: usize) -> Option<Pegs> {
        let (_, from, to) = MOVES[mv];
        let top = |peg| pegs.iter().position(|&own| own == peg);
        let disc = top(from)?;
        let mut after = *pegs;
        after[disc] = to;
        top(to).is_none_or(|onto| disc < onto).then_some(after)
    }

    fn start(&self) -> Pegs {
        [0; 5]
    }

    fn goal(&self) -> Option<Pegs> {
        Some([2; 5])
    }

    fn undo(&self, mv: usize) -> Option<usize> {
        let (_, from, to) = MOVES[mv];
        MOVES.iter().position(|&(_, f, t)| (f, t) == (to, from))
    }
}

/// Discs that are not on the last peg.
struct Astray;

impl Estimate for Astray {
    fn cost_to_go(&self, states: &[State]) -> Vec<f32> {
        let pegs = |state: &State| state.own::<Pegs>().unwrap_or_default();
        let astray = |state| pegs(state).iter().filter(|&&peg| peg < 2).count() as f32;
        states.iter().map(astray).collect()
    }
}

/// Solves.
///
/// # Errors
/// Whatever went wrong, in words.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hanoi = Puzzle::own(Hanoi);
    println!("from {}", hanoi.start());

    // Without a network the search is exact.
    let exact = Solver::new(&hanoi)?;
    let answer = exact.request_for(hanoi.start()).run()?;
    let solution = answer.solution.ok_or("no solution")?;
    println!("{} moves: {solution}", solution.length());

    let settings = Settings {
        search: Some(SearchKind::Bwas),
        ..Settings::default()
    };
    let builder = Solver::builder().puzzle(&hanoi).settings(settings);
    let guided = builder.evaluator(Astray).build()?;
    let answer = guided.request_for(hanoi.holding([0; 5])?).run()?;
    let solution = answer.solution.ok_or("no solution")?;
    println!("{} moves, guided: {solution}", solution.length());
    Ok(())
}
