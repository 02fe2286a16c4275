//! Sokoban, whose moves cannot be undone: walks go backwards from its goals, by steps back and pulls.

use super::rows::{self, Rows};
use super::{Dynamics, Shape, Walks, moves_in_frames};
use quarterturn_core::Move;
use quarterturn_core::puzzle::sokoban::{Position, Sokoban};
use quarterturn_core::random::below;
use rand_xoshiro::Xoshiro256PlusPlus;
use tch::{Device, Tensor};

/// A level; see the module's page.
#[derive(Debug)]
pub struct Pulls {
    level: Sokoban,
    /// Those that anything leads to.
    goals: Vec<Position>,
    moves_in_frames: Tensor,
    device: Device,
}

impl Pulls {
    /// `None` where no move leads to any goal.
    pub fn new(level: &Sokoban, device: Device) -> Option<Self> {
        let reached = |goal: &Position| level.predecessors(goal).next().is_some();
        let goals: Vec<Position> = level.goals().filter(reached).collect();
        (!goals.is_empty()).then(|| Self {
            goals,
            moves_in_frames: moves_in_frames(level, device),
            level: level.clone(),
            device,
        })
    }
}

impl Dynamics for Pulls {
    fn shape(&self) -> Shape {
        Shape::of(&self.level)
    }

    fn device(&self) -> Device {
        self.device
    }

    fn moves_in_frames(&self) -> &Tensor {
        &self.moves_in_frames
    }

    fn walks(&self, walks: i64, steps: i64) -> Walks {
        let (level, goals) = (&self.level, &self.goals[..]);
        let walk =
            |rng: &mut _, states: &mut [_], back: &mut [_]| walk(level, goals, rng, states, back);
        let (states, back) = rows::walks(goals[0], walks as usize, steps as usize, walk);
        Walks {
            states: Box::new(Rows {
                puzzle: level.clone(),
                states,
                device: self.device,
            }),
            back: Tensor::from_slice(&back)
                .to(self.device)
                .reshape([walks, steps]),
            onward: None,
        }
    }
}

/// One walk from any goal. It does not turn back while there is another way, and begins anew at a
/// goal where there is none at all: what was said of the states after it stays true.
fn walk(
    level: &Sokoban,
    goals: &[Position],
    rng: &mut Xoshiro256PlusPlus,
    states: &mut [Position],
    back: &mut [u8],
) {
    let any = |rng: &mut _, from: &[(Position, Move)]| {
        (!from.is_empty()).then(|| from[below(rng, from.len() as u32) as usize])
    };
    states[0] = goals[below(rng, goals.len() as u32) as usize];
    let mut ways = Vec::with_capacity(8);
    for k in 0..back.len() {
        let before = states[k.saturating_sub(1)];
        ways.clear();
        ways.extend(level.predecessors(&states[k]));
        let ahead = ways.iter().copied().filter(|&(state, _)| state != before);
        let ahead: Vec<_> = ahead.collect();
        let way = any(rng, &ahead).or_else(|| any(rng, &ways));
        let anew = || (goals[below(rng, goals.len() as u32) as usize], Move(0));
        let (state, mv) = way.unwrap_or_else(anew);
        (states[k + 1], back[k]) = (state, mv.0);
    }
}
