//! A puzzle as tensors on the training device, so that states are generated without host work.

mod reductions;

use quarterturn_core::{Move, Puzzle};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reductions::{Past, Reductions};
use tch::{Device, Kind, Tensor};

/// Move tables of a puzzle whose pieces move independently of each other: a state is the list of
/// its active features, and a move sends each feature to another, whatever the rest.
#[derive(Debug)]
pub struct Tables {
    /// Number of moves.
    pub moves: i64,
    /// Width of the one-hot input.
    pub features: i64,
    /// Active features of a state.
    pub active: i64,
    /// The device everything lives on.
    pub device: Device,
    /// Feature after a move: `[moves × features]`, int64.
    step: Tensor,
    /// The inverse of each move: `[moves]`, int64.
    inverse: Tensor,
    /// The features of the goal: `[active]`, int64.
    solved: Tensor,
    /// Symmetry frames.
    frames: Frames,
    /// Which moves a walk may take.
    reductions: Reductions,
    /// A random 63-bit number per feature: `[features]`, int64; their wrapping sum is a hash.
    zobrist: Tensor,
}

/// What a puzzle looks like in its symmetry frames.
#[derive(Debug)]
struct Frames {
    /// Number of frames.
    count: i64,
    /// Feature in a frame: `[frames × features]`, int64.
    features: Tensor,
    /// Move in a frame: `[frames × moves]`, int64.
    moves: Tensor,
}

/// Random walks from the goal without reducible parts.
#[derive(Debug)]
pub struct Walks {
    /// Active features: `[walks, steps + 1, active]`, int64; step 0 is the goal.
    pub states: Tensor,
    /// The move from each step to the next: `[walks, steps]`, int64.
    pub moves: Tensor,
}

impl Tables {
    /// Builds the tables of `puzzle` on `device`, or `None` when its features do not move
    /// independently of each other, or moves cannot be undone, or there is more than one goal.
    pub fn new<P: Puzzle>(puzzle: &P, device: Device) -> Option<Self> {
        let goal = puzzle.goal()?;
        let inverse: Option<Vec<i64>> = puzzle
            .moves()
            .map(|m| Some(puzzle.undo(m)?.0.into()))
            .collect();
        let inverse = inverse?;
        let mut step = vec![-1i64; puzzle.move_count() * puzzle.inputs().width];
        let (mut before, mut after) = (
            vec![0u16; puzzle.inputs().active],
            vec![0u16; puzzle.inputs().active],
        );
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut state = goal;
        // A long random walk meets every feature; a contradiction on the way means dependence.
        for _ in 0..200 * puzzle.inputs().width {
            puzzle.features(&state, &mut before);
            for mv in puzzle.moves() {
                puzzle.features(&puzzle.apply(&state, mv), &mut after);
                for (&b, &a) in before.iter().zip(&after) {
                    let entry = &mut step[mv.index() * puzzle.inputs().width + b as usize];
                    if *entry != -1 && *entry != i64::from(a) {
                        return None;
                    }
                    *entry = i64::from(a);
                }
            }
            state = puzzle.apply(
                &state,
                Move((rng.next_u32() % puzzle.move_count() as u32) as u8),
            );
        }
        puzzle.features(&goal, &mut before);
        let solved: Vec<i64> = before.iter().map(|&f| i64::from(f)).collect();
        let zobrist: Vec<i64> = (0..puzzle.inputs().width)
            .map(|_| rng.next_u64() as i64)
            .collect();
        Some(Self {
            moves: puzzle.move_count() as i64,
            features: puzzle.inputs().width as i64,
            active: puzzle.inputs().active as i64,
            device,
            step: Tensor::from_slice(&step).to(device),
            inverse: Tensor::from_slice(&inverse).to(device),
            solved: Tensor::from_slice(&solved).to(device),
            zobrist: Tensor::from_slice(&zobrist).to(device),
            frames: Frames::new(puzzle, goal, device),
            reductions: Reductions::new(puzzle, goal, device),
        })
    }

    /// States after one move each: `states` is `[n, active]`, `moves` is `[n]`.
    pub fn apply(&self, states: &Tensor, moves: &Tensor) -> Tensor {
        self.step
            .take(&(states + moves.unsqueeze(-1) * self.features))
    }

    /// States after every move: `[n, active]` to `[n, moves, active]`.
    pub fn children(&self, states: &Tensor) -> Tensor {
        let options = (Kind::Int64, self.device);
        let offsets = Tensor::arange(self.moves, options) * self.features;
        self.step
            .take(&(states.unsqueeze(1) + offsets.reshape([1, -1, 1])))
    }

    /// Whether each state is the goal: `[…, active]` to `[…]`, bool.
    pub fn is_goal(&self, states: &Tensor) -> Tensor {
        states.eq_tensor(&self.solved).all_dim(-1, false)
    }

    /// The inverse of each move.
    pub fn invert(&self, moves: &Tensor) -> Tensor {
        self.inverse.take(moves)
    }

    /// Looks at each walk in a symmetry frame drawn at random. The features of a state come in
    /// another order than the puzzle's own.
    pub fn in_random_frames(&self, walks: &Walks) -> Walks {
        let Frames {
            count,
            features,
            moves,
        } = &self.frames;
        let options = (Kind::Int64, self.device);
        let frame = Tensor::randint(*count, [walks.states.size()[0], 1, 1], options);
        Walks {
            states: features.take(&(&walks.states + &frame * self.features)),
            moves: moves.take(&(&walks.moves + frame.squeeze_dim(2) * self.moves)),
        }
    }

    /// A 64-bit hash of each state: `[…, active]` to `[…]`.
    pub fn keys(&self, states: &Tensor) -> Tensor {
        self.zobrist
            .take(states)
            .sum_dim_intlist(-1, false, Kind::Int64)
    }

    /// Random walks in which no moves cancel or merge, not even across moves that commute with
    /// them: each move is drawn evenly from those left. The caller seeds LibTorch's generator.
    pub fn walks(&self, walks: i64, steps: i64) -> Walks {
        let mut states = vec![self.solved.expand([walks, self.active], false)];
        let mut moves: Vec<Tensor> = Vec::new();
        let mut past = Past::new(walks, self);
        for k in 0..steps as usize {
            let mv = past.draw();
            past.add(&mv, &self.reductions);
            states.push(self.apply(&states[k], &mv));
            moves.push(mv);
        }
        Walks {
            states: Tensor::stack(&states, 1),
            moves: Tensor::stack(&moves, 1),
        }
    }
}

impl Frames {
    /// Reads off many states what each feature becomes in each frame: the only feature that all
    /// images of states with it have in common.
    fn new<P: Puzzle>(puzzle: &P, goal: P::State, device: Device) -> Self {
        let words = puzzle.inputs().width.div_ceil(64);
        let mut common = vec![u64::MAX; puzzle.frames() * puzzle.inputs().width * words];
        let (mut features, mut image) = (
            vec![0u16; puzzle.inputs().active],
            vec![0u16; puzzle.inputs().active],
        );
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut state = goal;
        for _ in 0..20 * puzzle.inputs().width {
            puzzle.features(&state, &mut features);
            for frame in 0..puzzle.frames() {
                puzzle.features(&puzzle.conjugate(&state, frame), &mut image);
                let mut seen = vec![0u64; words];
                for &f in &image {
                    seen[f as usize / 64] |= 1 << (f % 64);
                }
                for &f in &features {
                    let at = (frame * puzzle.inputs().width + f as usize) * words;
                    for (common, seen) in common[at..at + words].iter_mut().zip(&seen) {
                        *common &= seen;
                    }
                }
            }
            state = puzzle.apply(
                &state,
                Move((rng.next_u32() % puzzle.move_count() as u32) as u8),
            );
        }
        let image = |set: &[u64]| {
            let (word, bits) = set.iter().enumerate().find(|(_, b)| **b != 0)?;
            Some(word as i64 * 64 + i64::from(bits.trailing_zeros()))
        };
        let features: Vec<i64> = common
            .chunks(words)
            .map(|set| image(set).unwrap_or(0))
            .collect();
        let moves: Vec<i64> = (0..puzzle.frames())
            .flat_map(|frame| {
                puzzle
                    .moves()
                    .map(move |mv| i64::from(puzzle.conjugate_move(mv, frame).0))
            })
            .collect();
        Self {
            count: puzzle.frames() as i64,
            features: Tensor::from_slice(&features).to(device),
            moves: Tensor::from_slice(&moves).to(device),
        }
    }
}
