//! Sokoban, whose moves cannot be undone: walks go backwards from the goals of its levels, by steps
//! back and pulls.

use super::rows::{self, Rows};
use super::{Dynamics, Shape, Walks, moves_in_frames};
use crate::levels::{At, Levels};
use crate::random::Random;
use quarterturn_core::random::below;
use quarterturn_core::{Move, Puzzle};

/// Levels, of which each walk draws one; see the module's page.
#[derive(Debug)]
pub struct Pulls {
    levels: Levels,
    moves_in_frames: Vec<u8>,
}

impl Pulls {
    /// Walks in these levels.
    pub fn new(levels: Levels) -> Self {
        Self {
            moves_in_frames: moves_in_frames(&levels),
            levels,
        }
    }
}

impl Dynamics for Pulls {
    fn shape(&self) -> Shape {
        Shape::of(&self.levels)
    }

    fn moves_in_frames(&self) -> &[u8] {
        &self.moves_in_frames
    }

    fn walks(&self, rng: &mut Random, walks: usize, steps: usize) -> Walks {
        let levels = &self.levels;
        let walk = |rng: &mut _, states: &mut [_], back: &mut [_]| walk(levels, rng, states, back);
        let start = quarterturn::puzzles::Text::start(levels);
        let (states, back) = rows::walks(rng, start, walks, steps, walk);
        Walks {
            states: Box::new(Rows {
                puzzle: levels.clone(),
                places: None,
                states,
            }),
            steps,
            back,
            onward: None,
        }
    }
}

/// One walk from any goal of any level. It does not turn back while there is another way. Where there is none
/// at all it begins again at a goal: what was said of the states after it stays true.
///
/// Random steps hardly leave the goal. So the walk pulls in half of the cases where it can. With a probability
/// that it draws at its beginning, it pulls only boxes that raise the bound.
fn walk(levels: &Levels, rng: &mut Random, states: &mut [At], back: &mut [u8]) {
    let any = |rng: &mut _, from: &[(At, Move)]| {
        (!from.is_empty()).then(|| from[below(rng, from.len() as u32) as usize])
    };
    let climbs = below(rng, 100);
    states[0] = levels.any_goal(rng);
    for k in 0..back.len() {
        let (here, before) = (states[k], states[k.saturating_sub(1)]);
        let ways: Vec<_> = levels.predecessors(&here).collect();
        let mut ahead = ways.clone();
        ahead.retain(|&(state, _)| state != before);
        let mut pulls = ahead.clone();
        pulls.retain(|(state, mv)| levels.pushes(state, *mv));
        if below(rng, 100) < climbs {
            let height = levels.bound(&here);
            pulls.retain(|(state, _)| levels.bound(state) > height);
            ahead.retain(|(state, mv)| !levels.pushes(state, *mv) || levels.bound(state) >= height);
        }
        let pull = if below(rng, 2) == 0 {
            any(rng, &pulls)
        } else {
            None
        };
        let way = pull
            .or_else(|| any(rng, &ahead))
            .or_else(|| any(rng, &ways));
        let (state, mv) = way.unwrap_or_else(|| (levels.any_goal(rng), Move(0)));
        (states[k + 1], back[k]) = (state, mv.0);
    }
}
