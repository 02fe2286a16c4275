//! What turns do to four pieces.

use super::coordinates::{Four, Numbers, ORDERS, TURNS};

/// Four pieces of one kind under all turns.
#[derive(Debug)]
pub struct Fours {
    /// By set and turn: the set after the turn.
    pub sets: Vec<u16>,
    /// By set and turn: the order in which the places of the set come to their new places.
    shifts: Vec<u8>,
    /// By order and order: one after the other.
    products: Vec<u8>,
}

impl Fours {
    /// `turned(set, turn)` is where a turn takes four pieces that are in the places of a set, in the first order.
    pub fn new(numbers: &Numbers, sets: usize, turned: &dyn Fn(usize, usize) -> Four) -> Self {
        let all = (0..sets).flat_map(|set| (0..TURNS).map(move |turn| turned(set, turn)));
        let (sets, shifts) = all.map(|four| (four.set, four.order)).unzip();
        let products = by(ORDERS, ORDERS, |first, then| {
            let (first, then) = (numbers.orders[first], numbers.orders[then]);
            let product = then.map(|place| first[usize::from(place)]);
            numbers.orders.partition_point(|order| *order < product)
        });
        Self {
            sets,
            shifts,
            products: products.iter().map(|&order| order as u8).collect(),
        }
    }

    /// Four pieces after a turn.
    #[inline]
    pub fn turned(&self, four: Four, turn: usize) -> Four {
        let at = usize::from(four.set) * TURNS + turn;
        let product = usize::from(four.order) * ORDERS + usize::from(self.shifts[at]);
        Four {
            set: self.sets[at],
            order: self.products[product],
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        2 * self.sets.len() + self.shifts.len() + self.products.len()
    }
}

/// A table by two numbers, of numbers below 65,536.
pub fn by(count: usize, columns: usize, value: impl Fn(usize, usize) -> usize) -> Vec<u16> {
    let all = (0..count).flat_map(|n| (0..columns).map(move |column| (n, column)));
    all.map(|(n, column)| value(n, column) as u16).collect()
}
