//! A puzzle of your own, written in Rust, and an evaluator of your own: the Tower of Hanoi.
//!
//! `cargo run --release -p quarterturn --example hanoi`

use quarterturn::core::{Move, Puzzle as Rules};
use quarterturn::puzzles::{Packed, Puzzle, State, Text};
use quarterturn::solver::{Estimate, SearchKind, Settings, Solver};

/// Discs, the smallest first.
const DISCS: usize = 5;

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

/// The peg of each disc.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Pegs([u8; DISCS]);

impl Pegs {
    fn top(&self, peg: u8) -> Option<usize> {
        self.0.iter().position(|&own| own == peg)
    }
}

impl Rules for Hanoi {
    type State = Pegs;

    fn name(&self) -> &str {
        "hanoi"
    }

    fn move_count(&self) -> usize {
        MOVES.len()
    }

    fn move_name(&self, mv: Move) -> &str {
        MOVES[mv.index()].0
    }

    fn allowed(&self, pegs: &Pegs, mv: Move) -> bool {
        let (_, from, to) = MOVES[mv.index()];
        let onto = pegs.top(to).unwrap_or(DISCS);
        pegs.top(from).is_some_and(|disc| disc < onto)
    }

    fn apply(&self, pegs: &Pegs, mv: Move) -> Pegs {
        let (_, from, to) = MOVES[mv.index()];
        let mut pegs = *pegs;
        if let Some(disc) = pegs.top(from) {
            pegs.0[disc] = to;
        }
        pegs
    }

    fn is_solved(&self, pegs: &Pegs) -> bool {
        pegs.0 == [2; DISCS]
    }

    fn key(&self, pegs: &Pegs) -> u64 {
        let number = pegs.0.iter().fold(1, |all, &peg| all * 3 + u64::from(peg));
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    // With these two, searches can work from both ends.

    fn goal(&self) -> Option<Pegs> {
        Some(Pegs([2; DISCS]))
    }

    fn undo(&self, mv: Move) -> Option<Move> {
        let (_, from, to) = MOVES[mv.index()];
        let back = MOVES.iter().position(|&(_, f, t)| (f, t) == (to, from))?;
        Some(Move(back as u8))
    }
}

impl Text for Hanoi {
    fn start(&self) -> Pegs {
        Pegs([0; DISCS])
    }
}

impl Packed for Pegs {
    fn pack<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        bytes[..DISCS].copy_from_slice(&self.0);
        bytes
    }

    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self {
        Self(std::array::from_fn(|disc| bytes[disc]))
    }
}

/// Discs that are not on the last peg: a state shows its pegs.
struct Astray;

impl Estimate for Astray {
    fn cost_to_go(&self, states: &[State]) -> Vec<f32> {
        let astray = |state: &State| state.to_string().matches(['0', '1']).count() as f32;
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
    let answer = guided.request_for(hanoi.start()).run()?;
    let solution = answer.solution.ok_or("no solution")?;
    println!("{} moves, guided: {solution}", solution.length());
    Ok(())
}
