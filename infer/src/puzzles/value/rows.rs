//! Moves of many states at once, for programs that keep states in arrays: to learn from them, or to search by themselves.

use super::{Puzzle, State};
use crate::parallel;
use crate::puzzles::formats::Described;
use crate::puzzles::is_identity;

/// Random states that tell the stickers of a cube apart: no two of them have the same colours in all of these.
const LOOKS: u64 = 64;
/// Numbers of a state that fit into a block, whose places need no check.
const BLOCK: usize = 64;

/// What a puzzle's moves do to rows of [`State::numbers`].
///
/// ```
/// use quarterturn::Puzzle;
///
/// let cube = Puzzle::named("cube3")?;
/// let rows = cube.rows().expect("its moves exchange stickers");
/// let state = cube.read("R U F'")?;
/// let from = state.numbers()?;
/// let mut children = vec![0; rows.moves() * from.len()];
/// rows.children(&from, &mut children);
/// for (mv, child) in cube.moves().zip(children.chunks(from.len())) {
///     assert_eq!(child, state.after(&mv)?.numbers()?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rows {
    places: usize,
    from: Vec<u16>,
}

impl Puzzle {
    /// What its moves do to rows of numbers. `None` where that depends on the state, as of tiles and Sokoban, and where moves
    /// change numbers, as of Lights Out and of puzzles of one's own.
    pub fn rows(&self) -> Option<Rows> {
        let Described { tables, .. } = self.described()?;
        let places = self.start().numbers().ok()?.len();
        let from = match is_identity(self.family()) {
            true => tables
                .moves
                .into_iter()
                .flat_map(|(_, from)| from)
                .collect(),
            false => self.looked_up(places)?,
        };
        Some(Rows { places, from })
    }

    /// The same found by looking at states before and after each move: of cubes, whose text has its stickers in another order
    /// than their pieces.
    fn looked_up(&self, places: usize) -> Option<Vec<u16>> {
        let states: Vec<State> = (0..LOOKS).map(|seed| self.random(seed)).collect();
        let looks = |states: &[State]| -> Option<Vec<Vec<u16>>> {
            let rows = states.iter().map(|state| state.numbers().ok());
            let rows = rows.collect::<Option<Vec<_>>>()?;
            let look = |place| rows.iter().map(|row| row[place]).collect();
            Some((0..places).map(look).collect())
        };
        let before = looks(&states)?;
        let mut from = Vec::new();
        for mv in self.moves() {
            let after = states.iter().map(|state| state.after(&mv).ok());
            for look in looks(&after.collect::<Option<Vec<_>>>()?)? {
                from.push(before.iter().position(|known| *known == look)? as u16);
            }
        }
        Some(from)
    }
}

impl Rows {
    /// Numbers of a row.
    pub fn places(&self) -> usize {
        self.places
    }

    /// Number of moves.
    pub fn moves(&self) -> usize {
        self.from.len() / self.places
    }

    /// For each place of a row the place whose number comes there, by the move with this number in [`Puzzle::moves`].
    ///
    /// # Panics
    /// If there is no such move.
    pub fn table(&self, mv: usize) -> &[u16] {
        &self.from[mv * self.places..][..self.places]
    }

    /// Makes a move of each row of `states`: one of `moves` each, or the same of all where that has one number. `out` is as
    /// long as `states`. It uses all cores.
    ///
    /// # Panics
    /// If the lengths do not fit, or there is no such move.
    pub fn apply<T: Copy + Default + Send + Sync>(
        &self,
        states: &[T],
        moves: &[u8],
        out: &mut [T],
    ) {
        let each = moves.len() != 1;
        assert_eq!(states.len(), out.len(), "as many rows come out as go in");
        assert!(
            !each || moves.len() * self.places == states.len(),
            "a move for each row"
        );
        self.fill(out, &|row| {
            let mv = moves[if each { row } else { 0 }];
            (&states[row * self.places..][..self.places], usize::from(mv))
        });
    }

    /// Makes every move of each row of `states`: for each of them `out` gets a row for every move, in their order. It uses all
    /// cores.
    ///
    /// # Panics
    /// If `states` are no whole rows, or `out` is not [`Rows::moves`] times as long.
    pub fn children<T: Copy + Default + Send + Sync>(&self, states: &[T], out: &mut [T]) {
        let moves = self.moves();
        assert_eq!(
            states.len() * moves,
            out.len(),
            "a row for every move of each row"
        );
        assert_eq!(states.len() % self.places, 0, "whole rows");
        self.fill(out, &|row| {
            (
                &states[row / moves * self.places..][..self.places],
                row % moves,
            )
        });
    }

    /// Fills each row of `out` with what a move makes of a row, which `of` says by its number.
    fn fill<'a, T: Copy + Default + Send + Sync>(
        &self,
        out: &mut [T],
        of: &(dyn Fn(usize) -> (&'a [T], usize) + Sync),
    ) {
        parallel::with_threads(|| {
            parallel::rows(out, self.places, &|first, part| {
                for (nth, to) in part.chunks_exact_mut(self.places).enumerate() {
                    let (state, mv) = of(first + nth);
                    gather(state, self.table(mv), to);
                }
            });
        });
    }
}

/// Puts the number of each place of the table into `to`.
fn gather<T: Copy + Default>(from: &[T], table: &[u16], to: &mut [T]) {
    if from.len() <= BLOCK {
        let mut block = [T::default(); BLOCK];
        block[..from.len()].copy_from_slice(from);
        let places = table.iter().map(|&place| usize::from(place) % BLOCK);
        to.iter_mut()
            .zip(places)
            .for_each(|(to, place)| *to = block[place]);
    } else {
        let places = table.iter().map(|&place| usize::from(place));
        to.iter_mut()
            .zip(places)
            .for_each(|(to, place)| *to = from[place]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::all;

    #[test]
    fn rows_move_as_states_do() {
        let mut with_rows = 0;
        for puzzle in all() {
            let Some(rows) = puzzle.rows() else {
                continue;
            };
            with_rows += 1;
            let states: Vec<State> = (100..110).map(|seed| puzzle.random(seed)).collect();
            let from: Vec<u16> = states
                .iter()
                .flat_map(|state| state.numbers().unwrap())
                .collect();
            let mut children = vec![0; from.len() * rows.moves()];
            rows.children(&from, &mut children);
            let mut children = children.chunks(rows.places());
            for state in &states {
                for mv in puzzle.moves() {
                    let child = state.after(&mv).unwrap().numbers().unwrap();
                    assert_eq!(children.next(), Some(&child[..]), "{puzzle}: {mv}");
                }
            }
            let last = (rows.moves() - 1) as u8;
            let (mut all, mut each) = (from.clone(), from.clone());
            rows.apply(&from, &[last], &mut all);
            rows.apply(&from, &[last; 10], &mut each);
            assert_eq!(all, each);
            assert_eq!(
                all[..rows.places()],
                *states[0]
                    .after(&puzzle.moves().last().unwrap())
                    .unwrap()
                    .numbers()
                    .unwrap()
            );
        }
        assert!(with_rows >= 5, "{with_rows}");
    }

    #[test]
    fn moves_that_look_at_the_state_have_no_rows() {
        for name in ["puzzle15", "lightsout5", "sokoban"] {
            assert!(Puzzle::named(name).unwrap().rows().is_none(), "{name}");
        }
    }
}
