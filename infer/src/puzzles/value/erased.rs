//! Type-erased puzzles: one copy of every search serves all of them.
//!
//! A search is compiled for each type of puzzle. For the 3×3×3 cube the speed is worth the code. The other
//! puzzles are called through a table, which costs about half a microsecond a state. Their states are
//! bytes of one of two capacities. Puzzles with larger states have a type of their own, on the heap.

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
use quarterturn_core::{Metric, Move, Puzzle};
use std::fmt;
use std::sync::Arc;

/// A state that fits into bytes and comes back from them.
pub trait Packed: Copy {
    /// Its bytes, then zeros.
    fn pack<const N: usize>(&self) -> [u8; N];

    /// The state that [`Packed::pack`] packed.
    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self;
}

impl<const CELLS: usize> Packed for Tiles<CELLS> {
    #[inline]
    fn pack<const N: usize>(&self) -> [u8; N] {
        self.cells().pack()
    }

    #[inline]
    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self {
        Self::from_cells(Packed::unpack(bytes))
    }
}

impl<const CELLS: usize> Packed for [u8; CELLS] {
    #[inline]
    fn pack<const N: usize>(&self) -> [u8; N] {
        const { assert!(CELLS <= N) };
        let mut bytes = [0; N];
        bytes[..CELLS].copy_from_slice(self);
        bytes
    }

    #[inline]
    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self {
        let mut cells = [0; CELLS];
        cells.copy_from_slice(&bytes[..CELLS]);
        cells
    }
}

impl Packed for Lit {
    #[inline]
    fn pack<const N: usize>(&self) -> [u8; N] {
        const { assert!(16 <= N) };
        let mut bytes = [0; N];
        bytes[..16].copy_from_slice(&self.bits().to_le_bytes());
        bytes
    }

    #[inline]
    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self {
        let mut bits = [0; 16];
        bits.copy_from_slice(&bytes[..16]);
        Self::from_bits(u128::from_le_bytes(bits))
    }
}

impl Packed for Cube2 {
    #[inline]
    fn pack<const N: usize>(&self) -> [u8; N] {
        const { assert!(7 <= N) };
        let mut bytes = [0; N];
        bytes[..7].copy_from_slice(self.corners.slots());
        bytes
    }

    #[inline]
    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self {
        let mut slots = [0; 7];
        slots.copy_from_slice(&bytes[..7]);
        let corners = Orbit::from_slots(slots).expect("it was packed");
        Self { corners }
    }
}

impl Packed for Position {
    #[inline]
    fn pack<const N: usize>(&self) -> [u8; N] {
        Lit::from_bits(self.bits()).pack()
    }

    #[inline]
    fn unpack<const N: usize>(bytes: &[u8; N]) -> Self {
        Self::from_bits(Lit::unpack(bytes).bits())
    }
}

/// A puzzle of any type, its states in `N` bytes.
#[derive(Clone)]
pub struct Erased<const N: usize>(Arc<dyn Object<N>>);

impl<const N: usize> Erased<N> {
    /// Erases the type of a puzzle.
    pub fn new<P: Text<State: Packed>>(puzzle: P) -> Self {
        Self(Arc::new(puzzle))
    }
}

impl<const N: usize> fmt::Debug for Erased<N> {
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
        trait Object<const N: usize>: Ends<N> + Send + Sync {$(
            $(fn $p(&self, $($pa: $pt),*) -> $pr;)*
            $(fn $o(&self, state: &[u8; N], $($oa: $ot),*) -> $or;)*
            $(fn $t(&self, state: &[u8; N], $($ta: $tt),*) -> [u8; N];)*
        )*}

        impl<const N: usize, P: Text<State: Packed>> Object<N> for P {$(
            $(fn $p(&self, $($pa: $pt),*) -> $pr {
                $trait::$p(self, $($pa),*)
            })*
            $(fn $o(&self, state: &[u8; N], $($oa: $ot),*) -> $or {
                $trait::$o(self, &Packed::unpack(state), $($oa),*)
            })*
            $(fn $t(&self, state: &[u8; N], $($ta: $tt),*) -> [u8; N] {
                $trait::$t(self, &Packed::unpack(state), $($ta),*).pack()
            })*
        )*}

        $(impl<const N: usize> $trait for Erased<N> {
            $(fn $p(&self, $($pa: $pt),*) -> $pr {
                self.0.$p($($pa),*)
            })*
            $(fn $o(&self, state: &[u8; N], $($oa: $ot),*) -> $or {
                self.0.$o(state, $($oa),*)
            })*
            $(fn $t(&self, state: &[u8; N], $($ta: $tt),*) -> [u8; N] {
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
            type State = [u8; N];

            fn goal(&self) -> Option<[u8; N]> {
                self.0.goal()
            }

            fn invert(&self, state: &[u8; N]) -> Option<[u8; N]> {
                self.0.invert(state)
            }

            fn then(&self, state: &[u8; N], next: &[u8; N]) -> Option<[u8; N]> {
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
            fn start(&self) -> [u8; N] {
                self.0.start()
            }

            fn random(&self, rng: &mut Seeded) -> [u8; N] {
                self.0.random(rng)
            }

            fn scramble(
                &self,
                rng: &mut Seeded,
                length: usize,
            ) -> (Option<Vec<Move>>, [u8; N]) {
                self.0.scramble(rng, length)
            }

            fn read(&self, text: &str) -> Result<(Self, [u8; N]), Refusal> {
                self.0.read(text)
            }

            fn read_far(&self, text: &str) -> Result<(Self, [u8; N]), Refusal> {
                self.0.read_far(text)
            }

            fn places(&self) -> Option<crate::puzzles::Places<[u8; N]>> {
                self.0.places()
            }

            fn finest(&self) -> Option<Self> {
                self.0.finest()
            }

            fn within(&self, places: usize) -> Option<Self> {
                self.0.within(places)
            }

            fn arranged(&self, from: &[u16]) -> Option<[u8; N]> {
                self.0.arranged(from)
            }
        }
    }
}

/// The methods that the list cannot express: they return states in another form.
trait Ends<const N: usize> {
    fn goal(&self) -> Option<[u8; N]>;
    fn invert(&self, state: &[u8; N]) -> Option<[u8; N]>;
    fn then(&self, state: &[u8; N], next: &[u8; N]) -> Option<[u8; N]>;
    fn start(&self) -> [u8; N];
    fn random(&self, rng: &mut Seeded) -> [u8; N];
    fn scramble(&self, rng: &mut Seeded, n: usize) -> (Option<Vec<Move>>, [u8; N]);
    fn read(&self, text: &str) -> Result<(Erased<N>, [u8; N]), Refusal>;
    fn read_far(&self, text: &str) -> Result<(Erased<N>, [u8; N]), Refusal>;
    fn places(&self) -> Option<crate::puzzles::Places<[u8; N]>>;
    fn finest(&self) -> Option<Erased<N>>;
    fn within(&self, places: usize) -> Option<Erased<N>>;
    fn arranged(&self, from: &[u16]) -> Option<[u8; N]>;
}

impl<const N: usize, P: Text<State: Packed>> Ends<N> for P {
    fn goal(&self) -> Option<[u8; N]> {
        Puzzle::goal(self).map(|state| state.pack())
    }

    fn invert(&self, state: &[u8; N]) -> Option<[u8; N]> {
        Puzzle::invert(self, &Packed::unpack(state)).map(|state| state.pack())
    }

    fn then(&self, state: &[u8; N], next: &[u8; N]) -> Option<[u8; N]> {
        let product = Puzzle::then(self, &Packed::unpack(state), &Packed::unpack(next));
        product.map(|state| state.pack())
    }

    fn start(&self) -> [u8; N] {
        Text::start(self).pack()
    }

    fn random(&self, rng: &mut Seeded) -> [u8; N] {
        Text::random(self, rng).pack()
    }

    fn scramble(&self, rng: &mut Seeded, n: usize) -> (Option<Vec<Move>>, [u8; N]) {
        let (moves, state) = Text::scramble(self, rng, n);
        (moves, state.pack())
    }

    fn read(&self, text: &str) -> Result<(Erased<N>, [u8; N]), Refusal> {
        let (puzzle, state) = Text::read(self, text)?;
        Ok((Erased::new(puzzle), state.pack()))
    }

    fn read_far(&self, text: &str) -> Result<(Erased<N>, [u8; N]), Refusal> {
        let (puzzle, state) = Text::read_far(self, text)?;
        Ok((Erased::new(puzzle), state.pack()))
    }

    fn places(&self) -> Option<crate::puzzles::Places<[u8; N]>> {
        Some(Text::places(self)?.of_form(Packed::pack, Packed::unpack))
    }

    fn finest(&self) -> Option<Erased<N>> {
        Text::finest(self).map(Erased::new)
    }

    fn within(&self, places: usize) -> Option<Erased<N>> {
        Text::within(self, places).map(Erased::new)
    }

    fn arranged(&self, from: &[u16]) -> Option<[u8; N]> {
        Text::arranged(self, from).map(|state| state.pack())
    }
}
