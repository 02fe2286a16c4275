//! Type-erased puzzles: one copy of every search serves all of them.
//!
//! A search is compiled for each type of puzzle. For the 3×3×3 cube the speed is worth the code. The other
//! puzzles are called through a table, and their states have one form.

use super::{Aim, Seeded};
use crate::costs::MoveCosts;
use crate::group::{Group, Size};
use crate::puzzles::Inspection;
use crate::puzzles::formats::Described;
use crate::puzzles::{Open, Repair, Text, Turns};
use crate::refusal::Refusal;
use quarterturn_core::cube::Cube2;
use quarterturn_core::cube::orbit::Orbit;
use quarterturn_core::puzzle::Inputs;
use quarterturn_core::puzzle::lights::Lit;
use quarterturn_core::puzzle::sliding::Tiles;
use quarterturn_core::puzzle::sokoban::Position;
use quarterturn_core::puzzle::symbols::{ROOM, Symbols};
use quarterturn_core::{Metric, Move, Puzzle};
use std::fmt;
use std::sync::Arc;

/// A state that can be written as [`Symbols`], the one form of the states of all [`Erased`] puzzles.
pub trait AsSymbols: Sized {
    /// The state as symbols.
    fn pack(self) -> Symbols;

    /// Calls `then` with the state of what [`AsSymbols::pack`] made.
    fn unpack<T>(symbols: &Symbols, then: impl FnOnce(&Self) -> T) -> T;
}

impl AsSymbols for Symbols {
    #[inline]
    fn pack(self) -> Symbols {
        self
    }

    #[inline]
    fn unpack<T>(symbols: &Symbols, then: impl FnOnce(&Self) -> T) -> T {
        then(symbols)
    }
}

impl<const CELLS: usize> AsSymbols for [u8; CELLS] {
    #[inline]
    fn pack(self) -> Symbols {
        Symbols::of_bytes(&self)
    }

    #[inline]
    fn unpack<T>(symbols: &Symbols, then: impl FnOnce(&Self) -> T) -> T {
        const { assert!(CELLS <= ROOM) };
        then(symbols.array().expect("they were packed"))
    }
}

/// States that are made of an array of bytes, which is packed in their place.
macro_rules! packed_as {
    ($($state:ty [$(const $n:ident: usize)?] is $bytes:ty: $into:expr, $from:expr;)*) => {$(
        impl$(<const $n: usize>)? AsSymbols for $state {
            #[inline]
            fn pack(self) -> Symbols {
                let into: fn(Self) -> $bytes = $into;
                into(self).pack()
            }

            #[inline]
            fn unpack<T>(symbols: &Symbols, then: impl FnOnce(&Self) -> T) -> T {
                let from: fn(&$bytes) -> Self = $from;
                AsSymbols::unpack(symbols, |bytes| then(&from(bytes)))
            }
        }
    )*};
}

packed_as! {
    Tiles<N> [const N: usize] is [u8; N]: |tiles| *tiles.cells(), |&cells| Self::from_cells(cells);
    Lit [] is [u8; 16]: |lit| lit.bits().to_le_bytes(), |&bytes| Self::from_bits(u128::from_le_bytes(bytes));
    Position [] is [u8; 16]: |at| at.bits().to_le_bytes(), |&bytes| Self::from_bits(u128::from_le_bytes(bytes));
    Cube2 [] is [u8; 7]: |cube| *cube.corners.slots(), |&slots| Self {
        corners: Orbit::from_slots(slots).expect("they were packed"),
    };
}

/// A puzzle of any type.
#[derive(Clone)]
pub struct Erased(Arc<dyn Object>);

impl Erased {
    /// Erases the type of a puzzle.
    pub fn new<P: Text<State: AsSymbols>>(puzzle: P) -> Self {
        Self(Arc::new(puzzle))
    }
}

impl fmt::Debug for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Erased({})", Puzzle::name(self))
    }
}

/// Writes the same list of methods three times: as an object's, as what a typed puzzle does for them,
/// and as what [`Erased`] asks of the object. Those of `of` take a state first, those of `to` return
/// one too.
macro_rules! forward {
    ($($trait:ident {
        plain { $(fn $p:ident($($pa:ident: $pt:ty),*) -> $pr:ty;)* }
        of { $(fn $o:ident($($oa:ident: $ot:ty),*) -> $or:ty;)* }
        to { $(fn $t:ident($($ta:ident: $tt:ty),*);)* }
        rest { $($rest:tt)* }
    })*) => {
        trait Object: Ends + Send + Sync {$(
            $(fn $p(&self, $($pa: $pt),*) -> $pr;)*
            $(fn $o(&self, state: &Symbols, $($oa: $ot),*) -> $or;)*
            $(fn $t(&self, state: &Symbols, $($ta: $tt),*) -> Symbols;)*
        )*}

        impl<P: Text<State: AsSymbols>> Object for P {$(
            $(fn $p(&self, $($pa: $pt),*) -> $pr {
                $trait::$p(self, $($pa),*)
            })*
            $(fn $o(&self, state: &Symbols, $($oa: $ot),*) -> $or {
                AsSymbols::unpack(state, |state| $trait::$o(self, state, $($oa),*))
            })*
            $(fn $t(&self, state: &Symbols, $($ta: $tt),*) -> Symbols {
                AsSymbols::unpack(state, |state| $trait::$t(self, state, $($ta),*)).pack()
            })*
        )*}

        $(impl $trait for Erased {
            $(fn $p(&self, $($pa: $pt),*) -> $pr {
                self.0.$p($($pa),*)
            })*
            $(fn $o(&self, state: &Symbols, $($oa: $ot),*) -> $or {
                self.0.$o(state, $($oa),*)
            })*
            $(fn $t(&self, state: &Symbols, $($ta: $tt),*) -> Symbols {
                self.0.$t(state, $($ta),*)
            })*
            $($rest)*
        })*
    };
}

forward! {
    Puzzle {
        plain {
            fn name() -> &str;
            fn family() -> &str;
            fn is_read_by(family: &str) -> bool;
            fn metric() -> Metric;
            fn move_count() -> usize;
            fn inputs() -> Inputs;
            fn move_name(mv: Move) -> &str;
            fn redundant(previous: Move, next: Move) -> bool;
            fn undo(mv: Move) -> Option<Move>;
            fn length_step() -> usize;
            fn frames() -> usize;
            fn conjugate_move(mv: Move, frame: usize) -> Move;
            fn inverse_frame(frame: usize) -> usize;
            fn is_group() -> bool;
        }
        of {
            fn is_solved() -> bool;
            fn features(out: &mut [u16]) -> ();
            fn key() -> u64;
            fn allowed(mv: Move) -> bool;
            fn useful(mv: Move) -> bool;
            fn useless(tell: &mut dyn FnMut(Move)) -> ();
            fn bound() -> u32;
        }
        to {
            fn apply(mv: Move);
            fn conjugate(frame: usize);
        }
        rest {
            type State = Symbols;

            fn heap_bytes(&self) -> usize {
                self.0.heap_bytes()
            }

            fn goal(&self) -> Option<Symbols> {
                self.0.goal()
            }

            fn invert(&self, state: &Symbols) -> Option<Symbols> {
                self.0.invert(state)
            }

            fn then(&self, state: &Symbols, next: &Symbols) -> Option<Symbols> {
                self.0.then(state, next)
            }
        }
    }
    Text {
        plain {
            fn id() -> &str;
            fn order() -> Option<u128>;
            fn states() -> Option<Size>;
            fn longest() -> usize;
            fn is_direct() -> bool;
            fn constructs() -> bool;
            fn doubt() -> Option<&'static str>;
            fn read_moves(text: &str) -> Result<Vec<Move>, Refusal>;
            fn is_remark(line: &str) -> bool;
            fn span(lines: &[&str], ended: bool) -> Option<usize>;
            fn warning(text: &str) -> Option<String>;
            fn repairs(text: &str) -> Vec<Repair>;
            fn inspect(text: &str, near: Option<usize>) -> Option<Inspection>;
            fn kpattern(text: &str) -> Option<String>;
            fn turns(moves: &[Move]) -> Option<Turns>;
            fn described() -> Option<Described>;
            fn open_places(text: &str) -> Option<Result<Open, Refusal>>;
            fn aimed(target: &str) -> Option<Result<Aim, Refusal>>;
            fn group() -> Option<&Group>;
            fn has_all_symmetries() -> bool;
        }
        of {
            fn write() -> String;
            fn solution() -> Option<Vec<Move>>;
            fn constructed() -> Option<Vec<Move>>;
            fn told_apart() -> Option<Vec<u16>>;
            fn colours() -> Option<Vec<u16>>;
            fn picture(colour: bool) -> String;
            fn write_moves(moves: &[Move], costs: Option<&MoveCosts>) -> String;
        }
        to {}
        rest {
            fn start(&self) -> Symbols {
                self.0.start()
            }

            fn random(&self, rng: &mut Seeded) -> Symbols {
                self.0.random(rng)
            }

            fn scramble(
                &self,
                rng: &mut Seeded,
                length: usize,
            ) -> (Option<Vec<Move>>, Symbols) {
                self.0.scramble(rng, length)
            }

            fn read(&self, text: &str) -> Result<(Self, Symbols), Refusal> {
                self.0.read(text)
            }

            fn read_far(&self, text: &str) -> Result<(Self, Symbols), Refusal> {
                self.0.read_far(text)
            }

            #[cfg(feature = "places")]
            fn places(&self) -> Option<crate::puzzles::Places<Symbols>> {
                self.0.places()
            }

            fn finest(&self) -> Option<Self> {
                self.0.finest()
            }

            fn within(&self, places: usize) -> Option<Self> {
                self.0.within(places)
            }

            fn arranged(&self, from: &[u16]) -> Option<Symbols> {
                self.0.arranged(from)
            }
        }
    }
}

/// The methods that the list cannot express: they return states in another form.
trait Ends {
    fn heap_bytes(&self) -> usize;
    fn goal(&self) -> Option<Symbols>;
    fn invert(&self, state: &Symbols) -> Option<Symbols>;
    fn then(&self, state: &Symbols, next: &Symbols) -> Option<Symbols>;
    fn start(&self) -> Symbols;
    fn random(&self, rng: &mut Seeded) -> Symbols;
    fn scramble(&self, rng: &mut Seeded, n: usize) -> (Option<Vec<Move>>, Symbols);
    fn read(&self, text: &str) -> Result<(Erased, Symbols), Refusal>;
    fn read_far(&self, text: &str) -> Result<(Erased, Symbols), Refusal>;
    #[cfg(feature = "places")]
    fn places(&self) -> Option<crate::puzzles::Places<Symbols>>;
    fn finest(&self) -> Option<Erased>;
    fn within(&self, places: usize) -> Option<Erased>;
    fn arranged(&self, from: &[u16]) -> Option<Symbols>;
}

impl<P: Text<State: AsSymbols>> Ends for P {
    fn heap_bytes(&self) -> usize {
        Text::start(self).pack().heap_bytes()
    }

    fn goal(&self) -> Option<Symbols> {
        Puzzle::goal(self).map(|state| state.pack())
    }

    fn invert(&self, state: &Symbols) -> Option<Symbols> {
        AsSymbols::unpack(state, |state| Puzzle::invert(self, state)).map(AsSymbols::pack)
    }

    fn then(&self, state: &Symbols, next: &Symbols) -> Option<Symbols> {
        AsSymbols::unpack(state, |state| {
            AsSymbols::unpack(next, |next| Puzzle::then(self, state, next)).map(AsSymbols::pack)
        })
    }

    fn start(&self) -> Symbols {
        Text::start(self).pack()
    }

    fn random(&self, rng: &mut Seeded) -> Symbols {
        Text::random(self, rng).pack()
    }

    fn scramble(&self, rng: &mut Seeded, n: usize) -> (Option<Vec<Move>>, Symbols) {
        let (moves, state) = Text::scramble(self, rng, n);
        (moves, state.pack())
    }

    fn read(&self, text: &str) -> Result<(Erased, Symbols), Refusal> {
        let (puzzle, state) = Text::read(self, text)?;
        Ok((Erased::new(puzzle), state.pack()))
    }

    fn read_far(&self, text: &str) -> Result<(Erased, Symbols), Refusal> {
        let (puzzle, state) = Text::read_far(self, text)?;
        Ok((Erased::new(puzzle), state.pack()))
    }

    #[cfg(feature = "places")]
    fn places(&self) -> Option<crate::puzzles::Places<Symbols>> {
        Some(Text::places(self)?.packed())
    }

    fn finest(&self) -> Option<Erased> {
        Text::finest(self).map(Erased::new)
    }

    fn within(&self, places: usize) -> Option<Erased> {
        Text::within(self, places).map(Erased::new)
    }

    fn arranged(&self, from: &[u16]) -> Option<Symbols> {
        Text::arranged(self, from).map(|state| state.pack())
    }
}
