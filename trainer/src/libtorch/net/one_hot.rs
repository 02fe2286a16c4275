//! The input of networks: pieces or stickers, as linear functions of a puzzle's features.
//!
//! A piece in its place decides the colours of that place. So the one-hot sticker input is a sum of rows, one row
//! for each active feature. The code here uses no geometry of any puzzle: it finds the rows from many states of the
//! puzzle itself.

use crate::net::stickers::COLOURS;
use crate::recipe::Input;
use quarterturn_core::cube::{Cube2, Cube2Qtm, Cube3, Cube3Qtm};
use quarterturn_core::random::below;
use quarterturn_core::{Move, Puzzle};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tch::{Device, Tensor};

/// States from which the rows are read: each piece is in each place hundreds of times.
const SAMPLE: usize = 10_000;

/// A one-hot input as a linear function of the features.
#[derive(Debug)]
pub struct OneHot {
    /// Number of one-hot groups: stickers, or 1 for the features themselves.
    pub positions: i64,
    /// `[features, positions × COLOURS]`, float; `None` for the features themselves.
    pub rows: Option<Tensor>,
    /// The constant part of every state, such as centres: `[positions × COLOURS]`, float.
    pub always: Option<Tensor>,
}

impl OneHot {
    /// The view of a puzzle that networks with `input` have.
    ///
    /// # Panics
    /// If it is to show [`crate::net::stickers::stickers`] and the puzzle has none.
    pub fn new(puzzle: &str, input: Input, device: Device) -> Self {
        let stickers = match (input, puzzle) {
            (Input::Pieces, _) => {
                return Self {
                    positions: 1,
                    rows: None,
                    always: None,
                };
            }
            (_, "cube3" | "cube3-htm") => Stickers::read(&Cube3Qtm, Cube3::SOLVED, Cube3::facelets),
            (_, "cube2" | "cube2-htm") => Stickers::read(&Cube2Qtm, Cube2::SOLVED, Cube2::facelets),
            _ => panic!("{puzzle} has no stickers"),
        };
        let kept = match input {
            Input::TwoStickers => stickers.two_of_each_place(),
            _ => (0..stickers.seen.len()).collect(),
        };
        stickers.view(&kept, device)
    }
}

/// Which colours each sticker position has been seen with.
struct Stickers {
    /// By position: a set of colours as bits.
    seen: Vec<u8>,
    /// By position and feature: the colours seen while the feature was active.
    with: Vec<Vec<u8>>,
}

impl Stickers {
    fn read<P: Puzzle, const N: usize>(
        puzzle: &P,
        goal: P::State,
        facelets: impl Fn(&P::State) -> [u8; N],
    ) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut stickers = Self {
            seen: vec![0; N],
            with: vec![vec![0; puzzle.inputs().width]; N],
        };
        let mut features = vec![0; puzzle.inputs().active];
        let mut state = goal;
        for _ in 0..SAMPLE {
            // A few moves between two looks, so that they have little in common.
            for _ in 0..5 {
                state = puzzle.apply(
                    &state,
                    Move(below(&mut rng, puzzle.move_count() as u32) as u8),
                );
            }
            puzzle.features(&state, &mut features);
            for (position, colour) in facelets(&state).into_iter().enumerate() {
                stickers.seen[position] |= 1 << colour;
                for &feature in &features {
                    stickers.with[position][feature as usize] |= 1 << colour;
                }
            }
        }
        stickers
    }

    fn changes(&self, position: usize) -> bool {
        !self.seen[position].is_power_of_two()
    }

    /// Whether a feature decides the colour of a position.
    fn decides(&self, feature: usize, position: usize) -> bool {
        self.changes(position) && self.with[position][feature].is_power_of_two()
    }

    /// Two positions of each place that pieces move through.
    fn two_of_each_place(&self) -> Vec<usize> {
        let deciders = |position: usize| -> Vec<bool> {
            let features = 0..self.with[position].len();
            features.map(|f| self.decides(f, position)).collect()
        };
        let mut kept: Vec<usize> = Vec::new();
        for position in (0..self.seen.len()).filter(|&p| self.changes(p)) {
            let place = deciders(position);
            if kept.iter().filter(|&&k| deciders(k) == place).count() < 2 {
                kept.push(position);
            }
        }
        kept
    }

    fn view(&self, positions: &[usize], device: Device) -> OneHot {
        let features = self.with[0].len();
        let width = positions.len() * COLOURS as usize;
        let mut rows = vec![0f32; features * width];
        let mut always = vec![0f32; width];
        for (i, &position) in positions.iter().enumerate() {
            let column = |colours: u8| i * COLOURS as usize + colours.trailing_zeros() as usize;
            if !self.changes(position) {
                always[column(self.seen[position])] = 1.0;
            }
            for feature in (0..features).filter(|&f| self.decides(f, position)) {
                rows[feature * width + column(self.with[position][feature])] = 1.0;
            }
        }
        let rows = Tensor::from_slice(&rows).reshape([features as i64, width as i64]);
        OneHot {
            positions: positions.len() as i64,
            rows: Some(rows.to(device)),
            always: Some(Tensor::from_slice(&always).to(device)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn_torch::rows::one_hot;
    use tch::Kind;

    /// The view must show exactly the stickers of states it was not read from.
    fn assert_shows<P: Puzzle, const N: usize>(
        puzzle: &P,
        goal: P::State,
        facelets: impl Fn(&P::State) -> [u8; N],
    ) {
        let view = OneHot::new(puzzle.name(), Input::Stickers, Device::Cpu);
        let rng = &mut Xoshiro256PlusPlus::seed_from_u64(1);
        let mut state = goal;
        for _ in 0..200 {
            state = puzzle.apply(&state, Move(below(rng, puzzle.move_count() as u32) as u8));
            let mut features = vec![0; puzzle.inputs().active];
            puzzle.features(&state, &mut features);
            let features: Vec<i64> = features.iter().map(|&f| i64::from(f)).collect();
            let features = Tensor::from_slice(&features).unsqueeze(0);
            let seen = one_hot(&features, puzzle.inputs().width as i64, Kind::Float)
                .matmul(view.rows.as_ref().unwrap())
                + view.always.as_ref().unwrap();
            let mut expected = vec![0f32; N * 6];
            for (position, colour) in facelets(&state).into_iter().enumerate() {
                expected[position * 6 + colour as usize] = 1.0;
            }
            let seen: Vec<f32> = Vec::try_from(seen.reshape([-1])).unwrap();
            assert!(seen == expected);
        }
    }

    #[test]
    fn views_show_the_stickers() {
        assert_shows(&Cube3Qtm, Cube3::SOLVED, Cube3::facelets);
        assert_shows(&Cube2Qtm, Cube2::SOLVED, Cube2::facelets);
    }

    #[test]
    fn two_stickers_of_each_corner_make_the_input_of_the_2x2x2_report() {
        let view = OneHot::new("cube2", Input::TwoStickers, Device::Cpu);
        assert_eq!(view.positions * COLOURS, 84);
        let rows = view.rows.unwrap();
        assert_eq!(rows.size(), [147, 84]);
        // Each corner in each place shows two colours.
        let shown: Vec<f32> = Vec::try_from(rows.sum_dim_intlist(1, false, None)).unwrap();
        assert!(shown.iter().all(|&s| s == 2.0));
    }
}
