//! Facts about a puzzle from a file, computed when they are first needed.

use crate::group::Group;
use crate::puzzles::formats::{Described, Layout, Tables};
use quarterturn_core::Move;
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::{Definition, Permutation};
use quarterturn_core::walk::Reductions;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A definition, shared, with its group.
#[derive(Clone)]
pub struct Shared {
    all: Arc<All>,
    /// Whether a state was read for which it is not known whether moves lead there.
    pub(super) doubted: bool,
}

struct All {
    definition: Definition,
    layout: Option<Layout>,
    symbols: Vec<(String, u16)>,
    left_out: Vec<String>,
    group: OnceLock<Option<Group>>,
    reductions: OnceLock<Vec<Reductions>>,
}

impl Shared {
    /// Shares a definition.
    pub fn new(definition: Definition) -> Self {
        Self::with(definition, None, Vec::new(), Vec::new())
    }

    /// Shares a definition, and what else its file says: its pieces, the names of colours, and moves that are none here.
    pub(super) fn of(definition: Definition, described: Described) -> Self {
        let Described {
            layout,
            symbols,
            left_out,
            ..
        } = described;
        Self::with(definition, layout, symbols, left_out)
    }

    fn with(
        definition: Definition,
        layout: Option<Layout>,
        symbols: Vec<(String, u16)>,
        left_out: Vec<String>,
    ) -> Self {
        let all = All {
            definition,
            layout,
            symbols,
            left_out,
            group: OnceLock::new(),
            reductions: OnceLock::new(),
        };
        Self {
            all: all.into(),
            doubted: false,
        }
    }

    /// The pieces of the puzzle's file, if it has pieces and not stickers.
    pub fn layout(&self) -> Option<&Layout> {
        self.all.layout.as_ref()
    }

    /// What the puzzle's file calls the colours; empty where it does not name them.
    pub fn symbols(&self) -> &[(String, u16)] {
        &self.all.symbols
    }

    /// Moves of the puzzle's file that are none here, because the whole puzzle turns with them.
    pub fn left_out(&self) -> &[String] {
        &self.all.left_out
    }

    /// What the moves generate: of each place, the place that its sticker comes from. Places whose stickers
    /// look like no others are held first, which leaves a search little choice. `None` where the group is too
    /// large to be known.
    pub fn group(&self) -> Option<&Group> {
        let group = self.all.group.get_or_init(|| {
            let definition = &self.all.definition;
            let stickers = definition.stickers();
            let mut alike = vec![0; stickers];
            let solved = definition
                .solved()
                .iter()
                .map(|&symbol| usize::from(symbol));
            solved.clone().for_each(|symbol| alike[symbol] += 1);
            let alike: Vec<usize> = solved.map(|symbol| alike[symbol]).collect();
            let mut base: Vec<u16> = (0..stickers as u16).collect();
            base.sort_by_key(|&place| alike[usize::from(place)]);
            let moves = (0..definition.moves() as u8).map(|mv| definition.from(Move(mv)));
            Group::new(stickers, &base, moves)
        });
        group.as_ref()
    }

    /// Of each move, as random walks need it.
    pub fn reductions(&self, puzzle: &Permutation<Self>) -> &[Reductions] {
        let of = |mv| Reductions::of(puzzle, mv);
        let all = || puzzle.moves().map(of).collect();
        self.all.reductions.get_or_init(all)
    }
}

/// The puzzle with the same moves where all stickers differ; `None` where they do so here.
pub(super) fn finest(puzzle: &Permutation<Shared>) -> Option<Permutation<Shared>> {
    let moves = puzzle.moves().map(|mv| {
        let from = puzzle.definition().from(mv).to_vec();
        (puzzle.move_name(mv).to_owned(), from)
    });
    let tables = Tables {
        colours: (0..puzzle.definition().stickers() as u16).collect(),
        moves: moves.collect(),
    };
    let definition = tables.identified(puzzle.name(), &tables.former());
    let definition = definition.ok().filter(|_| !puzzle.is_group())?;
    let finest = Permutation::new(Shared::new(definition));
    Some(finest.within(puzzle.open_places()))
}

impl Deref for Shared {
    type Target = Definition;

    fn deref(&self) -> &Definition {
        &self.all.definition
    }
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.definition.fmt(f)
    }
}
