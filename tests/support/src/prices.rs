//! Random price lists for `--costs`.

use crate::judge::{Prices, Puzzle};
use quarterturn_core::random::below;
use rand_core::Rng;

/// How moves are priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pricing {
    /// One each.
    None,
    /// From 0.5 to 3, every other face alike in both directions.
    Priced,
    /// Some forbidden, most of the others 1. Enough are left to solve most states.
    Forbidden,
}

impl Pricing {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::None, Self::Priced, Self::Forbidden];

    /// A list of prices; none where moves have none.
    pub fn draw(self, rng: &mut impl Rng, puzzle: Puzzle) -> Option<Prices> {
        let mut list = Vec::new();
        for face in puzzle.faces().chars() {
            let price = |rng: &mut _| Some(0.5 * f64::from(1 + below(rng, 6)));
            let mut prices: Vec<_> = match self {
                Self::None => return None,
                Self::Priced => puzzle.suffixes().iter().map(|_| price(rng)).collect(),
                Self::Forbidden => puzzle.suffixes().iter().map(|_| Some(1.0)).collect(),
            };
            match (self, below(rng, 4)) {
                (Self::Priced, 0 | 1) => {
                    let last = prices.len() - 1;
                    prices[last] = prices[0];
                }
                (Self::Forbidden, 0 | 1) => {
                    let one = below(rng, prices.len() as u32) as usize;
                    prices[one] = None;
                }
                (Self::Forbidden, 2) => prices[0] = price(rng),
                _ => {}
            }
            let names = puzzle
                .suffixes()
                .iter()
                .map(|suffix| format!("{face}{suffix}"));
            list.extend(names.zip(prices));
        }
        if self == Self::Forbidden && !puzzle.small {
            // A robot without a motor at the bottom.
            let bottom = list.iter_mut().filter(|(name, _)| name.starts_with('D'));
            bottom.for_each(|(_, price)| *price = None);
        }
        Some(Prices(list))
    }
}
