//! A cube as numbers: what each phase has to bring home, and the cubes that have a number.
//!
//! Phase one looks at the twists of the corners, the flips of the edges and the places of the four edges between U and D.
//! Phase two looks at the order of the corners, of the other eight edges and of those four. Pieces are numbered by fours:
//! a set of four places, and the order of the pieces in it.

use quarterturn_core::cube::Cube3;
use quarterturn_core::cube::orbit::Orbit;

/// Turns, by face and number of quarters.
pub const TURNS: usize = 18;
/// Twists of the corners: of seven, and the last follows.
pub const TWISTS: usize = 2187;
/// Flips of the edges: of eleven, and the last follows.
pub const FLIPS: usize = 2048;
/// Sets of four of twelve places.
pub const SETS: usize = 495;
/// Orders of four pieces.
pub const ORDERS: usize = 24;
/// Orders of eight pieces: sets of four of eight places, and two orders.
pub const EIGHTS: usize = 70 * ORDERS * ORDERS;
/// The set of the places between U and D, the last of all sets.
pub const SLICE: u16 = SETS as u16 - 1;

/// The places of four pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Four {
    /// The places, as the number of a set.
    pub set: u16,
    /// The number of the order of the pieces in these places.
    pub order: u8,
}

/// The places of all pieces, by fours; where they are turned does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The corners of U and those of D.
    pub corners: [Four; 2],
    /// The edges of U, those of D and those between.
    pub edges: [Four; 3],
}

impl Pieces {
    /// Those of a cube.
    pub fn of(cube: &Cube3, numbers: &Numbers) -> Self {
        let corner = |piece: usize| cube.corners.slot(piece) / 3;
        let edge = |piece: usize| cube.edges.slot(piece) / 2;
        let four = |first: usize, place: &dyn Fn(usize) -> usize| {
            numbers.four([0, 1, 2, 3].map(|nth| place(first + nth)))
        };
        Self {
            corners: [0, 4].map(|first| four(first, &corner)),
            edges: [0, 4, 8].map(|first| four(first, &edge)),
        }
    }

    /// The order of the corners, below [`EIGHTS`].
    #[inline]
    pub fn corner_order(&self) -> usize {
        eight(self.corners[0], self.corners[1])
    }

    /// The order of the edges of U and D, below [`EIGHTS`] where all of them are there.
    #[inline]
    pub fn edge_order(&self) -> usize {
        eight(self.edges[0], self.edges[1])
    }

    /// The order of the edges between U and D.
    #[inline]
    pub fn slice_order(&self) -> usize {
        self.edges[2].order.into()
    }
}

/// The number of an order of eight pieces. Sets within the first eight places have the first numbers.
#[inline]
fn eight(first: Four, second: Four) -> usize {
    let orders = usize::from(first.order) * ORDERS + usize::from(second.order);
    usize::from(first.set) * ORDERS * ORDERS + orders
}

/// The twist of a cube.
pub fn twist(cube: &Cube3) -> usize {
    turned::<8, 3>(&cube.corners)
}

/// The flip of a cube.
pub fn flip(cube: &Cube3) -> usize {
    turned::<12, 2>(&cube.edges)
}

/// How the pieces are turned, by place: a number with a digit for each place but the last.
fn turned<const N: usize, const K: usize>(orbit: &Orbit<N, K>) -> usize {
    let mut by_place = [0; N];
    for &slot in orbit.slots() {
        by_place[usize::from(slot) / K] = usize::from(slot) % K;
    }
    by_place[..N - 1].iter().fold(0, |sum, turn| sum * K + turn)
}

/// A cube of that twist.
pub fn of_twist(twist: usize) -> Cube3 {
    Cube3 {
        corners: untwisted(twist),
        ..Cube3::SOLVED
    }
}

/// A cube of that flip.
pub fn of_flip(flip: usize) -> Cube3 {
    Cube3 {
        edges: untwisted(flip),
        ..Cube3::SOLVED
    }
}

fn untwisted<const N: usize, const K: usize>(mut number: usize) -> Orbit<N, K> {
    let mut turns = [0; N];
    let mut sum = 0;
    for turn in turns[..N - 1].iter_mut().rev() {
        *turn = number % K;
        sum += *turn;
        number /= K;
    }
    turns[N - 1] = (K - sum % K) % K;
    let mut slots = [0; N];
    for (place, slot) in slots.iter_mut().enumerate() {
        *slot = (place * K + turns[place]) as u8;
    }
    placed(slots)
}

/// Slots of which each place has one.
fn placed<const N: usize, const K: usize>(slots: [u8; N]) -> Orbit<N, K> {
    Orbit::from_slots(slots).unwrap_or(Orbit::SOLVED)
}

/// The numbers of sets and orders.
#[derive(Debug)]
pub struct Numbers {
    /// The sets of four places as bits, in the order of their numbers.
    sets: Vec<u16>,
    /// The orders: which piece is in each place, from the first place to the last.
    pub orders: Vec<[u8; 4]>,
}

impl Numbers {
    pub fn new() -> Self {
        let all = (0..1u16 << 12).filter(|set| set.count_ones() == 4);
        let digits = |code: usize| [code / 64, code / 16 % 4, code / 4 % 4, code % 4];
        let orders = (0..256).map(|code| digits(code).map(|digit| digit as u8));
        let each = |order: &[u8; 4]| (0..4).all(|piece| order.contains(&piece));
        Self {
            sets: all.collect(),
            orders: orders.filter(each).collect(),
        }
    }

    /// The places of a set, the first first.
    pub fn places(&self, set: usize) -> [usize; 4] {
        let mut bits = self.sets[set];
        [(); 4].map(|()| {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            place
        })
    }

    /// The set of four places.
    pub fn set(&self, places: [usize; 4]) -> u16 {
        let set: u16 = places.iter().map(|place| 1 << place).sum();
        self.sets.partition_point(|&other| other < set) as u16
    }

    /// Four pieces by the place of each.
    pub fn four(&self, places: [usize; 4]) -> Four {
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|&piece| places[usize::from(piece)]);
        Four {
            set: self.set(places),
            order: self.orders.partition_point(|other| *other < order) as u8,
        }
    }

    /// The place of each of four pieces.
    fn places_of(&self, four: Four) -> [usize; 4] {
        let mut places = [0; 4];
        let order = self.orders[usize::from(four.order)];
        for (piece, place) in order.into_iter().zip(self.places(four.set.into())) {
            places[usize::from(piece)] = place;
        }
        places
    }

    /// The fours of an order of eight pieces.
    pub fn fours(&self, order: usize) -> [Four; 2] {
        let set = order / (ORDERS * ORDERS);
        let others = 0xff & !self.sets[set];
        [
            Four {
                set: set as u16,
                order: (order / ORDERS % ORDERS) as u8,
            },
            Four {
                set: self.sets.partition_point(|&other| other < others) as u16,
                order: (order % ORDERS) as u8,
            },
        ]
    }

    /// A cube whose corners are in that order.
    pub fn of_corner_order(&self, order: usize) -> Cube3 {
        let mut slots = [0; 8];
        let fours = self.fours(order).map(|four| self.places_of(four));
        for (slot, place) in slots.iter_mut().zip(fours.into_iter().flatten()) {
            *slot = 3 * place as u8;
        }
        Cube3 {
            corners: placed(slots),
            ..Cube3::SOLVED
        }
    }

    /// A cube whose edges are in such orders: those of U and D, and those between, whose places are a set.
    pub fn of_edge_order(&self, order: usize, slice: Four) -> Cube3 {
        let mut slots = [0; 12];
        let slice_places = self.places_of(slice);
        let free: Vec<usize> = (0..12).filter(|p| !slice_places.contains(p)).collect();
        let fours = self.fours(order).map(|four| self.places_of(four));
        let places = fours.into_iter().flatten().map(|place| free[place]);
        for (slot, place) in slots.iter_mut().zip(places.chain(slice_places)) {
            *slot = 2 * place as u8;
        }
        Cube3 {
            edges: placed(slots),
            ..Cube3::SOLVED
        }
    }
}
