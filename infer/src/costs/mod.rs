//! The costs of moves, for example for a robot: a price for each move, and moves that it cannot make.
//!
//! ```
//! use quarterturn::core::cube::Cube3Htm;
//! use quarterturn::costs::MoveCosts;
//!
//! let costs = MoveCosts::of_moves(&Cube3Htm, &[("R2", 1.5), ("D", f64::INFINITY)])?;
//! assert_eq!(costs.forbidden(), 1);
//! # Ok::<(), quarterturn::costs::CostsError>(())
//! ```
//!
//! With the feature `config` they are read from TOML, see `MoveCosts::parse`.

#[cfg(feature = "config")]
mod config;

use crate::eval::MOVE_COST;
use quarterturn_core::search::View;
use quarterturn_core::{Move, Puzzle};

/// One unit of cost, in the fixed point of all costs.
const UNIT: f64 = MOVE_COST as f64;
/// The highest cost of a move that may be made.
const MOST: f64 = 1000.0;
/// The lowest: costs are counted in units of 1/1024.
const LEAST: f64 = 1.0 / UNIT;

/// The cost of each move of a puzzle; `None` where it is forbidden.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveCosts {
    of: Vec<Option<u32>>,
    /// As they were given, where `of` is in fixed point.
    given: Vec<f64>,
}

/// A text that does not give costs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct CostsError {
    /// The line at fault, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: CostsErrorKind,
}

/// What is wrong with a line of costs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostsErrorKind {
    /// Not TOML, or a key that means nothing.
    #[error("{0}")]
    Toml(String),
    /// Neither a cost nor `inf`.
    #[error(
        "a cost is a number from {LEAST} (1/1024) to {MOST}, or inf for a move that is forbidden"
    )]
    Cost,
    /// A name that no move of the puzzle has.
    #[error("{0:?} is not a move of {1}")]
    Move(String, String),
    /// A name that no face of the puzzle has.
    #[error("{0:?} is not a face of {1}")]
    Face(String, String),
    /// A price of half turns where they are two moves.
    #[error("{0} has no half turns as moves: use the puzzle in the half-turn metric")]
    Half(String),
    /// Nothing may be moved.
    #[error("every move is forbidden")]
    Nothing,
}

impl CostsError {
    /// A stable name of the kind of error.
    pub const fn code(&self) -> &'static str {
        match self.kind {
            CostsErrorKind::Toml(_) => "not-toml",
            CostsErrorKind::Cost => "no-cost",
            CostsErrorKind::Move(..) => "unknown-move",
            CostsErrorKind::Face(..) => "unknown-face",
            CostsErrorKind::Half(_) => "no-half-turns",
            CostsErrorKind::Nothing => "nothing-allowed",
        }
    }
}

/// Whether a number may be a price.
fn is_price(price: f64) -> bool {
    (LEAST..=MOST).contains(&price) || price == f64::INFINITY
}

/// A price in the fixed point of all costs; `None` forbids.
fn fixed(price: f64) -> Option<u32> {
    let units = (price * UNIT).round().max(1.0) as u32;
    price.is_finite().then_some(units)
}

impl MoveCosts {
    /// Prices of single moves by their names; the others cost one. `f64::INFINITY` forbids.
    ///
    /// # Errors
    /// [`CostsError`] with the place of the price in the list, from 1, as its line.
    pub fn of_moves<P: Puzzle>(puzzle: &P, prices: &[(&str, f64)]) -> Result<Self, CostsError> {
        let mut costs = Self::unit(puzzle);
        for (line, &(name, price)) in (1..).zip(prices) {
            let fail = |kind| CostsError { line, kind };
            let unknown = || CostsErrorKind::Move(name.into(), puzzle.name().into());
            let mv = puzzle.moves().find(|&mv| puzzle.move_name(mv) == name);
            let at = mv.ok_or_else(|| fail(unknown()))?.index();
            if !is_price(price) {
                return Err(fail(CostsErrorKind::Cost));
            }
            costs.given[at] = price;
            costs.of[at] = fixed(price);
        }
        if costs.of.iter().all(Option::is_none) {
            let kind = CostsErrorKind::Nothing;
            return Err(CostsError { line: 1, kind });
        }
        Ok(costs)
    }

    /// Every move costs one: the cheapest solution is a shortest one.
    pub fn unit<P: Puzzle>(puzzle: &P) -> Self {
        Self {
            of: vec![Some(MOVE_COST as u32); puzzle.move_count()],
            given: vec![1.0; puzzle.move_count()],
        }
    }

    /// The same moves allowed, each at a cost of one.
    #[must_use]
    pub fn levelled(&self) -> Self {
        let level = |cost: &Option<u32>| cost.map(|_| MOVE_COST as u32);
        let given = |&cost: &f64| if cost.is_finite() { 1.0 } else { cost };
        Self {
            of: self.of.iter().map(level).collect(),
            given: self.given.iter().map(given).collect(),
        }
    }

    /// The costs of the moves in a view of a state: a solution of the view costs there what the
    /// solution of the state costs here.
    pub fn seen_from<P: Puzzle>(&self, puzzle: &P, view: View) -> Self {
        let restored = |mv| {
            let mut moves = [mv];
            view.restore(puzzle, &mut moves);
            moves[0]
        };
        let restored: Vec<Move> = puzzle.moves().map(restored).collect();
        self.renamed(&restored)
    }

    /// The costs where each move does what that one does here.
    pub(crate) fn renamed(&self, moves: &[Move]) -> Self {
        Self {
            of: moves.iter().map(|&mv| self.of(mv)).collect(),
            given: moves.iter().map(|mv| self.given[mv.index()]).collect(),
        }
    }

    /// The cost of a move in units of 1/1024; `None` where it is forbidden.
    ///
    /// # Panics
    /// When the move is not one of the puzzle's.
    pub fn of(&self, mv: Move) -> Option<u32> {
        self.of[mv.index()]
    }

    /// The cost of each move in index order, in units of 1/1024; `None` where it is forbidden.
    pub fn fixed(&self) -> &[Option<u32>] {
        &self.of
    }

    /// The moves that are not forbidden, in index order.
    pub fn allowed(&self) -> impl Iterator<Item = Move> {
        let moves = (0..self.of.len() as u8).map(Move);
        moves.filter(|&mv| self.of(mv).is_some())
    }

    /// Whether a move and its inverse cost the same, so that either may stand for a half turn.
    pub fn even<P: Puzzle>(&self, puzzle: &P, mv: Move) -> bool {
        puzzle
            .undo(mv)
            .is_some_and(|back| self.of(mv) == self.of(back))
    }

    /// Number of moves that are forbidden.
    pub fn forbidden(&self) -> usize {
        self.of.iter().filter(|cost| cost.is_none()).count()
    }

    /// The cost of the cheapest move, in units of 1/1024.
    pub fn least(&self) -> u32 {
        self.of.iter().flatten().copied().min().unwrap_or(1)
    }

    /// The mean cost of a move that is allowed, in units of 1/1024.
    pub fn mean(&self) -> u32 {
        let allowed: Vec<u64> = self.of.iter().flatten().map(|&c| c.into()).collect();
        (allowed.iter().sum::<u64>() / allowed.len().max(1) as u64) as u32
    }

    /// The cost of a sequence of moves in units of 1/1024; `None` when one of them is forbidden.
    pub fn sum(&self, moves: &[Move]) -> Option<u64> {
        moves.iter().map(|&mv| self.of(mv).map(u64::from)).sum()
    }

    /// The cost of a sequence of moves by the prices given, to nine decimals; `None` when one of them
    /// is forbidden.
    pub fn total(&self, moves: &[Move]) -> Option<f64> {
        self.sum(moves)?;
        let total: f64 = moves.iter().map(|mv| self.given[mv.index()]).sum();
        // Sums of decimal fractions have rounding errors.
        Some((total * 1e9).round() / 1e9)
    }
}

#[cfg(all(test, feature = "config"))]
mod tests {
    use super::*;
    use quarterturn_core::cube::{Cube3Htm, Cube3Qtm};

    fn cost(costs: &MoveCosts, name: &str) -> Option<f64> {
        let mv = Cube3Htm.moves().find(|&m| Cube3Htm.move_name(m) == name);
        costs.total(&[mv.unwrap()])
    }

    #[test]
    fn totals_are_the_sums_of_the_prices_as_given() {
        let costs = MoveCosts::parse(&Cube3Qtm, "quarter = 1.2\nfaces.R = 0.1").unwrap();
        let moves: Vec<Move> = Cube3Qtm.moves().collect();
        let sum = |names: &[&str]| {
            let named = |name: &&str| {
                *moves
                    .iter()
                    .find(|&&m| Cube3Qtm.move_name(m) == *name)
                    .unwrap()
            };
            costs.total(&names.iter().map(named).collect::<Vec<_>>())
        };
        assert_eq!(sum(&["U", "R", "U", "U"]), Some(3.72));
        assert_eq!(sum(&["U"; 30]), Some(36.0));
    }

    #[test]
    fn the_most_particular_price_counts() {
        let text = "half = 1.5\n[faces]\nB = 2\nD = inf\n[moves]\n\"B'\" = 0.5\n\"D2\" = 9\n";
        let costs = MoveCosts::parse(&Cube3Htm, text).unwrap();
        for (name, expected) in [
            ("R", Some(1.0)),
            ("R2", Some(1.5)),
            ("B", Some(2.0)),
            ("B2", Some(3.0)),
            ("B'", Some(0.5)),
            ("D", None),
            ("D2", Some(9.0)),
        ] {
            assert_eq!(cost(&costs, name), expected, "{name}");
        }
        assert_eq!(costs.forbidden(), 2);
    }

    #[test]
    fn single_prices_are_those_of_a_file() {
        let prices = [("R2", 1.5), ("D'", f64::INFINITY)];
        let file = "[moves]\nR2 = 1.5\n\"D'\" = inf";
        let read = MoveCosts::parse(&Cube3Htm, file).unwrap();
        assert_eq!(MoveCosts::of_moves(&Cube3Htm, &prices).unwrap(), read);
        let fault = |prices| MoveCosts::of_moves(&Cube3Htm, prices).unwrap_err();
        let named = CostsErrorKind::Move("X".into(), "cube3-htm".into());
        for (prices, line, kind) in [
            (&[("R", 1.0), ("X", 1.0)][..], 2, named),
            (&[("R", -1.0)], 1, CostsErrorKind::Cost),
            (&[("R", f64::NAN)], 1, CostsErrorKind::Cost),
            (&[("R", 1e-9)], 1, CostsErrorKind::Cost),
        ] {
            assert_eq!(fault(prices), CostsError { line, kind });
        }
    }

    #[test]
    fn faults_name_their_line() {
        use CostsErrorKind::{Cost, Face, Half, Move, Nothing};
        let fault = |text| MoveCosts::parse(&Cube3Qtm, text).unwrap_err();
        for (text, line, kind) in [
            ("quarter = 0", 1, Cost),
            ("quarter = 1\n\n[moves]\nR = -3\n", 4, Cost),
            ("quarter = nan", 1, Cost),
            ("quarter = 1e-320", 1, Cost),
            ("[moves]\nR = 0.0009", 2, Cost),
            ("quarter = 0.01\n[faces]\nR = 0.05", 3, Cost),
            ("\nhalf = 2", 2, Half("cube3".into())),
            ("[moves]\nX = 1\n", 2, Move("X".into(), "cube3".into())),
            (
                "[faces]\nR = 2\n\"R'\" = 1\n",
                3,
                Face("R'".into(), "cube3".into()),
            ),
            ("quarter = inf", 1, Nothing),
        ] {
            assert_eq!(fault(text), CostsError { line, kind }, "{text}");
        }
        for (text, line) in [
            ("quarter = ", 1),
            ("\nspeed = 1\n", 2),
            ("\n\nquarter = \"1\"", 3),
        ] {
            let fault = fault(text);
            assert_eq!(fault.line, line, "{fault}");
            assert!(matches!(fault.kind, CostsErrorKind::Toml(_)), "{fault}");
        }
    }
}
