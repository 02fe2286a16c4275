//! Facts about a puzzle from a file, computed when they are first needed.

use super::Tables;
use crate::group::Group;
use quarterturn_core::Move;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::{Definition, Permutation};
use quarterturn_core::walk::Reductions;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A puzzle from a file, in a type that holds up to `N` stickers.
pub type FromFile<const N: usize> = Permutation<N, Shared<N>>;

/// A definition, shared, with its group.
#[derive(Clone)]
pub struct Shared<const N: usize> {
    all: Arc<All<N>>,
    /// Whether a state was read for which it is not known whether moves lead there.
    pub(super) doubted: bool,
}

struct All<const N: usize> {
    definition: Box<Definition<N>>,
    group: OnceLock<Group>,
    reductions: OnceLock<Vec<Reductions>>,
}

impl<const N: usize> Shared<N> {
    /// Shares a definition.
    pub fn new(definition: Box<Definition<N>>) -> Self {
        let all = All {
            definition,
            group: OnceLock::new(),
            reductions: OnceLock::new(),
        };
        Self {
            all: all.into(),
            doubted: false,
        }
    }

    /// What the moves generate: of each place, the place that its sticker comes from. Places whose stickers
    /// look like no others are held first, which leaves a search little choice.
    pub fn group(&self) -> &Group {
        self.all.group.get_or_init(|| {
            let definition = &*self.all.definition;
            let stickers = definition.stickers();
            let solved = &definition.solved().symbols()[..stickers].to_vec();
            let alike = |place: u8| {
                let own = solved[usize::from(place)];
                solved.iter().filter(|&&symbol| symbol == own).count()
            };
            let mut base: Vec<u8> = (0..stickers as u8).collect();
            base.sort_by_key(|&place| alike(place));
            let moves = (0..definition.moves() as u8).map(|mv| definition.from(Move(mv)));
            Group::new(stickers, &base, moves)
        })
    }

    /// The puzzle with the same moves where all stickers differ; `None` where they do so here.
    pub(super) fn finest(&self) -> Option<FromFile<N>> {
        let own = FromFile::new(self.clone());
        let moves = own.moves().map(|mv| {
            let from = self.from(mv).to_vec();
            (own.move_name(mv).to_owned(), from)
        });
        let tables = Tables {
            colours: (0..self.stickers() as u8).collect(),
            moves: moves.collect(),
        };
        let definition = tables.identified(own.name(), &tables.former());
        let definition = definition.ok().filter(|_| !own.is_group())?;
        Some(FromFile::new(Self::new(definition)))
    }

    /// Of each move, as random walks need it.
    pub fn reductions(&self, puzzle: &FromFile<N>) -> &[Reductions] {
        let of = |mv| Reductions::of(puzzle, mv);
        let all = || puzzle.moves().map(of).collect();
        self.all.reductions.get_or_init(all)
    }
}

impl<const N: usize> Deref for Shared<N> {
    type Target = Definition<N>;

    fn deref(&self) -> &Definition<N> {
        &self.all.definition
    }
}

impl<const N: usize> fmt::Debug for Shared<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.definition.fmt(f)
    }
}
