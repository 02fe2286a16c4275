//! What turns do to the numbers of a cube, and how many turns bring them home at least.

use super::classes::{Classes, STRAIGHT, UPRIGHT, upright};
use super::coordinates::{
    EIGHTS, FLIPS, Four, Numbers, ORDERS, Pieces, SETS, SLICE, TURNS, TWISTS, flip, of_flip,
    of_twist, twist,
};
use super::distances::{Columns, Rows, distances};
use super::fours::{Fours, by};
use crate::limits::Stopped;
use quarterturn_core::cube::{Cube3, Cube3Htm};
use quarterturn_core::{Move, Puzzle};

/// Those of phase two, which keep what phase one has brought home.
pub const SECOND: [usize; 10] = [0, 1, 2, 4, 7, 9, 10, 11, 13, 16];

/// All tables.
#[derive(Debug)]
pub struct Tables {
    /// The numbers of pieces.
    pub numbers: Numbers,
    /// The solved cube after each turn.
    pub cubes: [Cube3; TURNS],
    /// By twist and turn.
    twists: Vec<u16>,
    /// By flip and turn.
    flips: Vec<u16>,
    corners: Fours,
    edges: Fours,
    twist_classes: Classes,
    flip_classes: Classes,
    corner_classes: Classes,
    edge_classes: Classes,
    /// By set and symmetry.
    sets_seen: Vec<u16>,
    /// By flip and symmetry.
    flips_seen: Vec<u16>,
    /// By order and symmetry.
    orders_seen: Vec<u16>,
    /// Turns of phase one, by class of twists and set of the edges between U and D.
    twist_set: Vec<u8>,
    /// By class of flips and set.
    flip_set: Vec<u8>,
    /// By class of twists and flip.
    twist_flip: Vec<u8>,
    /// Turns of phase two, by class of orders of corners and order of the edges between U and D.
    corner_slice: Vec<u8>,
    /// By class of orders of the other edges and order of these.
    edge_slice: Vec<u8>,
}

/// What phase one brings home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    pub twist: u16,
    pub flip: u16,
    /// The places of the edges between U and D.
    pub set: u16,
}

impl First {
    /// That of a cube.
    pub fn of(cube: &Cube3, numbers: &Numbers) -> Self {
        Self {
            twist: twist(cube) as u16,
            flip: flip(cube) as u16,
            set: numbers.set([8, 9, 10, 11].map(|piece| cube.edges.slot(piece) / 2)),
        }
    }
}

impl Tables {
    /// Makes them; `check` is asked now and then.
    ///
    /// # Errors
    /// Those of `check`.
    pub fn new(check: &dyn Fn() -> Result<(), Stopped>) -> Result<Self, Stopped> {
        let numbers = Numbers::new();
        let frames = upright();
        let turned = |cube: Cube3, turn: usize| Cube3Htm.apply(&cube, Move(turn as u8));
        let slice_at = |set: u16, order: u8| numbers.of_edge_order(0, Four { set, order });
        let slice = |cube: &Cube3| Pieces::of(cube, &numbers).edges[2];
        let twists = by(TWISTS, TURNS, |n, turn| twist(&turned(of_twist(n), turn)));
        let flips = by(FLIPS, TURNS, |n, turn| flip(&turned(of_flip(n), turn)));
        let edges = Fours::new(&numbers, SETS, &|set, turn| {
            slice(&turned(slice_at(set as u16, 0), turn))
        });
        let corners = Fours::new(&numbers, EIGHTS / ORDERS / ORDERS, &|set, turn| {
            let cube = numbers.of_corner_order(set * ORDERS * ORDERS);
            Pieces::of(&turned(cube, turn), &numbers).corners[0]
        });
        check()?;

        // As symmetries show them.
        let twist_seen = |n, nth| twist(&of_twist(n).conjugate(frames[nth]));
        let corners_seen = |n, nth| {
            let cube = numbers.of_corner_order(n).conjugate(frames[nth]);
            Pieces::of(&cube, &numbers).corner_order()
        };
        let home = Four {
            set: SLICE,
            order: 0,
        };
        let edges_seen = |n, nth| {
            let cube = numbers.of_edge_order(n, home).conjugate(frames[nth]);
            Pieces::of(&cube, &numbers).edge_order()
        };
        let sets_seen = by(SETS, STRAIGHT, |set, nth| {
            let seen = slice_at(set as u16, 0).conjugate(frames[nth]);
            slice(&seen).set.into()
        });
        let flips_seen = by(FLIPS, STRAIGHT, |n, nth| {
            flip(&of_flip(n).conjugate(frames[nth]))
        });
        let orders_seen = by(ORDERS, UPRIGHT, |order, nth| {
            let seen = slice_at(SLICE, order as u8).conjugate(frames[nth]);
            slice(&seen).order.into()
        });
        let set_seen = |n, nth| usize::from(sets_seen[n * STRAIGHT + nth]);
        let flip_seen = |n, nth| usize::from(flips_seen[n * STRAIGHT + nth]);
        let order_seen = |n, nth| usize::from(orders_seen[n * UPRIGHT + nth]);
        let (twist_classes, twist_own) = Classes::new(TWISTS, STRAIGHT, &twist_seen);
        let (flip_classes, flip_own) = Classes::new(FLIPS, STRAIGHT, &flip_seen);
        let (corner_classes, corner_own) = Classes::new(EIGHTS, UPRIGHT, &corners_seen);
        let (edge_classes, edge_own) = Classes::new(EIGHTS, UPRIGHT, &edges_seen);
        check()?;

        let twists_by = Rows {
            classes: &twist_classes,
            own: twist_own,
            turned: &|n, turn| twists[n * TURNS + turn].into(),
        };
        let flips_by = Rows {
            classes: &flip_classes,
            own: flip_own,
            turned: &|n, turn| flips[n * TURNS + turn].into(),
        };
        let corners_by = Rows {
            classes: &corner_classes,
            own: corner_own,
            turned: &|n, turn| {
                let corners = numbers.fours(n).map(|four| corners.turned(four, turn));
                let edges = Default::default();
                Pieces { corners, edges }.corner_order()
            },
        };
        let edges_by = Rows {
            classes: &edge_classes,
            own: edge_own,
            turned: &|n, turn| {
                let [up, down] = numbers.fours(n).map(|four| edges.turned(four, turn));
                let corners = Default::default();
                let edges = [up, down, home];
                Pieces { corners, edges }.edge_order()
            },
        };
        let sets = Columns {
            count: SETS,
            home: SLICE.into(),
            turned: &|n, turn| edges.sets[n * TURNS + turn].into(),
            seen: &set_seen,
        };
        let flips_across = Columns {
            count: FLIPS,
            home: 0,
            turned: &|n, turn| flips[n * TURNS + turn].into(),
            seen: &flip_seen,
        };
        let orders = Columns {
            count: ORDERS,
            home: 0,
            turned: &|n, turn| {
                let four = Four {
                    set: SLICE,
                    order: n as u8,
                };
                edges.turned(four, turn).order.into()
            },
            seen: &order_seen,
        };
        let all: [usize; TURNS] = std::array::from_fn(|turn| turn);
        let twist_set = distances(&twists_by, &sets, &all);
        let flip_set = distances(&flips_by, &sets, &all);
        check()?;
        let twist_flip = distances(&twists_by, &flips_across, &all);
        check()?;
        let corner_slice = distances(&corners_by, &orders, &SECOND);
        let edge_slice = distances(&edges_by, &orders, &SECOND);
        Ok(Self {
            numbers: Numbers::new(),
            cubes: all.map(|turn| turned(Cube3::SOLVED, turn)),
            twist_set,
            flip_set,
            twist_flip,
            corner_slice,
            edge_slice,
            twists,
            flips,
            corners,
            edges,
            twist_classes,
            flip_classes,
            corner_classes,
            edge_classes,
            sets_seen,
            flips_seen,
            orders_seen,
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let words = [
            &self.twists,
            &self.flips,
            &self.sets_seen,
            &self.flips_seen,
            &self.orders_seen,
        ];
        let bytes = [
            &self.twist_set,
            &self.flip_set,
            &self.twist_flip,
            &self.corner_slice,
            &self.edge_slice,
        ];
        let classes = [
            &self.twist_classes,
            &self.flip_classes,
            &self.corner_classes,
            &self.edge_classes,
        ];
        let words = words.iter().map(|table| 2 * table.len());
        let bytes = bytes.iter().map(|table| table.len());
        let classes = classes.iter().map(|classes| classes.bytes());
        let fours = self.corners.bytes() + self.edges.bytes();
        words.chain(bytes).chain(classes).sum::<usize>() + fours
    }

    /// What phase one brings home, after a turn.
    #[inline]
    pub fn turned(&self, first: First, turn: usize) -> First {
        let at = |number: u16| usize::from(number) * TURNS + turn;
        First {
            twist: self.twists[at(first.twist)],
            flip: self.flips[at(first.flip)],
            set: self.edges.sets[at(first.set)],
        }
    }

    /// All pieces after a turn.
    #[inline]
    pub fn moved(&self, pieces: &Pieces, turn: usize) -> Pieces {
        Pieces {
            corners: pieces.corners.map(|four| self.corners.turned(four, turn)),
            edges: pieces.edges.map(|four| self.edges.turned(four, turn)),
        }
    }

    /// Turns to the end of phase one, at least. Where they are more than `most`, it may be a number between.
    #[inline]
    pub fn to_second(&self, first: First, most: u8) -> u8 {
        let [twist, flip, set] = [first.twist, first.flip, first.set].map(usize::from);
        let (class, symmetry) = self.twist_classes.of(twist);
        let flip_there = usize::from(self.flips_seen[flip * STRAIGHT + symmetry]);
        let by_flip = self.twist_flip[class * FLIPS + flip_there];
        if by_flip > most {
            return by_flip;
        }
        let set_there = usize::from(self.sets_seen[set * STRAIGHT + symmetry]);
        let by_set = self.twist_set[class * SETS + set_there];
        let least = by_flip.max(by_set);
        if least > most {
            return least;
        }
        let (class, symmetry) = self.flip_classes.of(flip);
        let set_there = usize::from(self.sets_seen[set * STRAIGHT + symmetry]);
        least.max(self.flip_set[class * SETS + set_there])
    }

    /// Turns of phase two to the end, at least, for pieces that phase one has brought home.
    #[inline]
    pub fn to_end(&self, pieces: &Pieces) -> u8 {
        let slice = pieces.slice_order();
        let there = |symmetry: usize| usize::from(self.orders_seen[slice * UPRIGHT + symmetry]);
        let (class, symmetry) = self.corner_classes.of(pieces.corner_order());
        let corners = self.corner_slice[class * ORDERS + there(symmetry)];
        let (class, symmetry) = self.edge_classes.of(pieces.edge_order());
        corners.max(self.edge_slice[class * ORDERS + there(symmetry)])
    }
}
