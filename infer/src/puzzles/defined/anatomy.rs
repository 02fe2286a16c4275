//! The pieces of a puzzle that is given as stickers.
//!
//! Stickers that always move together are a piece. In terms of groups: what commutes with all moves takes each sticker
//! of a piece to the next one. So a piece with n stickers in one orbit has n orientations, and moves add to them.

use crate::group::orbit_of;
use crate::puzzles::formats::Tables;
use crate::puzzles::formats::orbits::{Layout, Orbit, Placed, Turn};
use std::collections::HashMap;

/// The most orientations of a piece that are looked for: those of the dials of a clock.
const MOST: usize = 12;
/// The most places that are looked at for all pieces. What is not found then is stickers by themselves.
const STEPS: usize = 1 << 24;

/// A puzzle of stickers as pieces.
#[derive(Clone, Debug)]
pub struct Anatomy {
    /// Its pieces.
    pub layout: Layout,
    /// Of each place of the layout, the place of the tables.
    pub places: Vec<u16>,
}

impl Anatomy {
    /// Finds the pieces. Orbits are called `ORBIT1`, `ORBIT2` and so on.
    pub fn of(tables: &Tables) -> Self {
        let (mut orbits, mut places) = (Vec::new(), Vec::new());
        let mut steps = STEPS;
        for (nth, points) in orbits_of(tables).iter().enumerate() {
            let next = next_sticker(tables, points, &mut steps);
            let slots = slots(points, &next);
            orbits.push(looks(&slots, tables, &format!("ORBIT{}", nth + 1)));
            places.extend(slots.into_iter().flatten());
        }
        let layout = Layout { name: None, orbits };
        Self { layout, places }
    }

    /// The pieces that a file has: its stickers are in their order.
    pub fn given(layout: Layout) -> Self {
        let places = (0..layout.stickers() as u16).collect();
        Self { layout, places }
    }

    /// Each sticker as a piece by itself.
    pub fn flat(tables: &Tables) -> Self {
        let (mut orbits, mut places) = (Vec::new(), Vec::new());
        for (nth, points) in orbits_of(tables).iter().enumerate() {
            let slots: Vec<Vec<u16>> = points.iter().map(|&point| vec![point]).collect();
            orbits.push(looks(&slots, tables, &format!("ORBIT{}", nth + 1)));
            places.extend(points);
        }
        let layout = Layout { name: None, orbits };
        Self { layout, places }
    }

    /// What a move does to each orbit; `from` is that of the tables.
    pub fn turns(&self, from: &[u16]) -> Vec<Turn> {
        let mut home = vec![0u16; self.places.len()];
        for (place, &point) in self.places.iter().enumerate() {
            home[usize::from(point)] = place as u16;
        }
        let mut first = 0;
        let turns = self.layout.orbits.iter().map(|orbit| {
            let n = orbit.orientations as u16;
            let slots = (0..orbit.slots()).map(|slot| {
                let place = usize::from(first) + slot * orbit.orientations;
                let from = home[usize::from(from[usize::from(self.places[place])])] - first;
                (from / n, (n - from % n) % n)
            });
            let (from, by) = slots.unzip();
            first += orbit.stickers() as u16;
            Turn { from, by }
        });
        turns.collect()
    }
}

/// The points of each orbit, in their order.
pub(in crate::puzzles) fn orbits_of(tables: &Tables) -> Vec<Vec<u16>> {
    let moves: Vec<&[u16]> = tables.moves.iter().map(|(_, from)| &**from).collect();
    let mut met = vec![false; tables.stickers()];
    let mut orbits = Vec::new();
    for start in 0..tables.stickers() {
        if !met[start] {
            orbits.push(orbit_of(start as u16, &moves, &mut met));
        }
    }
    orbits
}

/// Of each point the partner that moves take along with it, if `start` has `partner`; nothing where they part.
pub(super) fn partners(tables: &Tables, start: u16, partner: u16) -> Option<HashMap<u16, u16>> {
    let mut steps = usize::MAX;
    partners_within(tables, start, partner, &mut steps)
}

/// The same, or nothing where that takes more than `steps` steps.
fn partners_within(
    tables: &Tables,
    start: u16,
    partner: u16,
    steps: &mut usize,
) -> Option<HashMap<u16, u16>> {
    let mut known = HashMap::from([(start, partner)]);
    let mut open = vec![(start, partner)];
    while let Some((point, with)) = open.pop() {
        *steps = steps.checked_sub(tables.moves.len())?;
        for (_, from) in &tables.moves {
            let (next, its) = (from[usize::from(point)], from[usize::from(with)]);
            match known.insert(next, its) {
                None => open.push((next, its)),
                Some(before) if before == its => {}
                Some(_) => return None,
            }
        }
    }
    Some(known)
}

/// Of each point of an orbit the next sticker of its piece: what commutes with all moves, of the greatest order.
fn next_sticker(tables: &Tables, points: &[u16], steps: &mut usize) -> HashMap<u16, u16> {
    let start = points[0];
    let mut best = (1, points.iter().map(|&point| (point, point)).collect());
    // Moves that leave one of them where it is leave the other one.
    let moved = |point: u16| {
        tables
            .moves
            .iter()
            .map(move |mv| mv.1[usize::from(point)] != point)
    };
    for &partner in points[1..]
        .iter()
        .filter(|&&point| moved(point).eq(moved(start)))
    {
        let Some(next) = partners_within(tables, start, partner, steps) else {
            continue;
        };
        let (mut length, mut at) = (1, partner);
        while at != start && length <= MOST {
            (at, length) = (next[&at], length + 1);
        }
        if (best.0 + 1..=MOST).contains(&length) {
            best = (length, next);
        }
    }
    best.1
}

/// The stickers of each slot, from the least on, one after another.
fn slots(points: &[u16], next: &HashMap<u16, u16>) -> Vec<Vec<u16>> {
    let mut slots: Vec<Vec<u16>> = Vec::new();
    let mut met = HashMap::new();
    for &point in points {
        if met.contains_key(&point) {
            continue;
        }
        let mut slot = Vec::new();
        let mut at = point;
        while met.insert(at, ()).is_none() {
            slot.push(at);
            at = next[&at];
        }
        slots.push(slot);
    }
    slots
}

/// An orbit of the solved puzzle: pieces are alike if their stickers look the same in one orientation.
fn looks(slots: &[Vec<u16>], tables: &Tables, name: &str) -> Orbit {
    let n = slots[0].len();
    let shown = |slot: &Vec<u16>| -> Vec<u16> {
        let colours = slot.iter().map(|&point| tables.colours[usize::from(point)]);
        colours.collect()
    };
    let turned = |look: &[u16], by: usize| {
        let mut turned = look.to_vec();
        turned.rotate_right(by);
        turned
    };
    // Of each look the piece that shows it, and how far that is turned then.
    let mut known: HashMap<Vec<u16>, (u16, u16)> = HashMap::new();
    let mut placed = Placed::default();
    let mut moduli = Vec::new();
    for (nth, slot) in slots.iter().enumerate() {
        let look = shown(slot);
        let period = (1..=n).find(|&by| turned(&look, by) == look).unwrap_or(n);
        if !known.contains_key(&look) {
            for by in 0..period {
                known.insert(turned(&look, by), (nth as u16, by as u16));
            }
        }
        let (piece, by) = known[&look];
        placed.pieces.push(piece);
        placed.orientations.push(by);
        moduli.push(period as u16);
    }
    Orbit {
        moduli,
        ..Orbit::new(name, n, placed)
    }
}
