//! Your own puzzle: a value with moves and a goal. The searches take it as it is.
//! `cargo run --release --example own_puzzle`

use quarterturn::core::puzzle::Inputs;
use quarterturn::search::{Bidirectional, Search};
use quarterturn::{Limits, Move, Puzzle};

/// Coins in a row: a move turns one and its neighbours, and all shall show heads.
#[derive(Clone, Debug)]
struct Coins {
    count: usize,
}

const NAMES: [&str; 7] = ["1", "2", "3", "4", "5", "6", "7"];

impl Puzzle for Coins {
    /// A bit for each coin that shows tails.
    type State = u8;

    fn name(&self) -> &str {
        "coins"
    }

    fn move_count(&self) -> usize {
        self.count
    }

    fn inputs(&self) -> Inputs {
        Inputs {
            width: 2 * self.count,
            active: self.count,
        }
    }

    fn move_name(&self, mv: Move) -> &str {
        NAMES[mv.index()]
    }

    fn apply(&self, state: &u8, mv: Move) -> u8 {
        let turned = 0b111 << mv.index() >> 1;
        (state ^ turned as u8) & ((1 << self.count) - 1) as u8
    }

    fn is_solved(&self, state: &u8) -> bool {
        *state == 0
    }

    fn features(&self, state: &u8, out: &mut [u16]) {
        for (i, out) in out[..self.count].iter_mut().enumerate() {
            *out = 2 * i as u16 + u16::from(state >> i & 1);
        }
    }

    fn key(&self, state: &u8) -> u64 {
        u64::from(*state).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    // What it knows about itself: one goal, and every move undoes itself.

    fn goal(&self) -> Option<u8> {
        Some(0)
    }

    fn undo(&self, mv: Move) -> Option<Move> {
        Some(mv)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let coins = Coins { count: 7 };
    let outcome = Bidirectional.run(&coins, &0b011_0010, &Limits::default());
    let solution = outcome.solution.ok_or("no solution")?;
    let names: Vec<&str> = solution.iter().map(|&mv| coins.move_name(mv)).collect();
    println!("turn the coins {}", names.join(", "));
    Ok(())
}
