//! What a word leaves to be done, in 3-cycles.

use super::Facts;
use super::pieces::{Orbit, Pieces};

/// Triples of a node that are looked up, at most.
const TRIPLES: usize = 1500;
/// Cycles longer than that are divided at their first pieces only.
const LONG: usize = 26;

/// Words of 64 bits for the pieces of an orbit.
pub const WORDS: usize = 32;

/// Pieces that go round.
#[derive(Clone, Debug, Default)]
pub struct Cycle {
    /// A point of each piece, each taken to the next one.
    points: Vec<u16>,
    /// Whether the last one is taken to another point of the first piece.
    twisted: bool,
}

impl Cycle {
    fn cost(&self) -> usize {
        fewest(self.points.len(), self.twisted)
    }

    fn is_even(&self) -> bool {
        self.points.len().is_multiple_of(2)
    }
}

/// The fewest 3-cycles that undo a cycle of pieces, together with others like it.
fn fewest(length: usize, twisted: bool) -> usize {
    length / 2 + usize::from(twisted && length % 2 == 1)
}

/// The cycles of what is to be done in an orbit, but those of pieces that are done.
fn cycles(orbit: &Orbit, piece: &[u16], to: impl Fn(u16) -> u16) -> Vec<Cycle> {
    let first = piece[usize::from(orbit.points[0])];
    let mut met = vec![false; orbit.pieces.len()];
    let mut cycles = Vec::new();
    for (nth, own) in orbit.pieces.iter().enumerate() {
        if met[nth] || to(own[0]) == own[0] {
            continue;
        }
        let (mut points, mut at) = (Vec::new(), own[0]);
        loop {
            let nth = usize::from(piece[usize::from(at)] - first);
            if std::mem::replace(&mut met[nth], true) {
                break;
            }
            points.push(at);
            at = to(at);
        }
        cycles.push(Cycle {
            twisted: at != points[0],
            points,
        });
    }
    cycles
}

/// What the [`cycles`] of an orbit cost together, without a list of them: it is asked for every node.
fn cost(orbit: &Orbit, piece: &[u16], to: impl Fn(u16) -> u16) -> usize {
    let first = piece[usize::from(orbit.points[0])];
    let mut met = [0u64; WORDS];
    let mut cost = 0;
    for (nth, own) in orbit.pieces.iter().enumerate() {
        if met[nth / 64] >> (nth % 64) & 1 == 1 || to(own[0]) == own[0] {
            continue;
        }
        let (mut length, mut at) = (0, own[0]);
        loop {
            let nth = usize::from(piece[usize::from(at)] - first);
            if met[nth / 64] >> (nth % 64) & 1 == 1 {
                break;
            }
            met[nth / 64] |= 1 << (nth % 64);
            length += 1;
            at = to(at);
        }
        cost += fewest(length, at != own[0]);
    }
    cost
}

/// What is left to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The orbit that is to be solved next, by its number in the order of orbits.
    pub phase: usize,
    /// The fewest 3-cycles that this takes.
    pub cycles: usize,
    /// What those of all orbits will cost, by experience.
    pub worth: usize,
}

/// What an image leaves to be done; `None` if nothing.
pub fn left(facts: &Facts, image: impl Fn(u16) -> u16) -> Option<Left> {
    let mut left: Option<Left> = None;
    for (phase, &(orbit, worth)) in facts.order.iter().enumerate() {
        let cycles = cost(&facts.pieces.orbits[orbit], &facts.pieces.piece, &image);
        if cycles > 0 {
            left.get_or_insert(Left {
                phase,
                cycles,
                worth: 0,
            })
            .worth += worth * cycles;
        }
    }
    left
}

/// What 3-cycles cannot change: of each orbit whether its pieces are in an odd order, and how far they are turned together.
pub fn class(pieces: &Pieces, image: &[u16]) -> Vec<(bool, usize)> {
    let class = |orbit: &Orbit| {
        let all = cycles(orbit, &pieces.piece, |point| image[usize::from(point)]);
        let turn = |piece: &Vec<u16>| {
            let to = image[usize::from(piece[0])];
            slot(pieces, to)
                .iter()
                .position(|&point| point == to)
                .unwrap_or(0)
        };
        let turns: usize = orbit.pieces.iter().map(turn).sum();
        (
            all.iter().filter(|cycle| cycle.is_even()).count() % 2 == 1,
            turns % orbit.pieces[0].len(),
        )
    };
    pieces.orbits.iter().map(class).collect()
}

/// The triples of an orbit whose cycle leaves one 3-cycle less; `wanted` is what is to be done.
pub fn triples(pieces: &Pieces, orbit: usize, wanted: &[u16]) -> Vec<[u16; 3]> {
    let orbit = &pieces.orbits[orbit];
    let own = cycles(orbit, &pieces.piece, |point| wanted[usize::from(point)]);
    let mut list = Vec::new();
    own.iter().for_each(|cycle| divide(cycle, &mut list));
    if own.iter().any(|cycle| cycle.is_even() || cycle.twisted) {
        let before: usize = own.iter().map(Cycle::cost).sum();
        let room = TRIPLES.saturating_sub(list.len()).max(TRIPLES / 4);
        join(pieces, orbit, &own, room, |points| {
            // What remains to be done after the cycle: first what was wanted, then the cycle back.
            let to = |point: u16| back(pieces, points, wanted[usize::from(point)]);
            let helps = cost(orbit, &pieces.piece, to) < before;
            if helps {
                list.push(points);
            }
            helps
        });
    }
    list
}

/// Where the inverse of a cycle that does not twist takes a point.
fn back(pieces: &Pieces, [x, y, z]: [u16; 3], point: u16) -> u16 {
    carried(pieces, [(y, x), (z, y), (x, z)], point)
}

/// The points of a point's piece.
fn slot(pieces: &Pieces, point: u16) -> &[u16] {
    let orbit = &pieces.orbits[usize::from(pieces.orbit[usize::from(point)])];
    let first = pieces.piece[usize::from(orbit.points[0])];
    &orbit.pieces[usize::from(pieces.piece[usize::from(point)] - first)]
}

/// Where a point goes if pieces go where points of them go.
fn carried(pieces: &Pieces, pairs: [(u16, u16); 3], point: u16) -> u16 {
    let piece = |point: u16| pieces.piece[usize::from(point)];
    let Some(&(from, to)) = pairs.iter().find(|(from, _)| piece(*from) == piece(point)) else {
        return point;
    };
    let (own, other) = (slot(pieces, from), slot(pieces, to));
    // Points of all pieces are in the order in which the pieces turn.
    let at = |list: &[u16], point| list.iter().position(|&own| own == point).unwrap_or(0);
    let by = at(own, point) + own.len() - at(own, from);
    other[(at(other, to) + by) % own.len()]
}

/// All ways to divide a cycle into three of which all are odd, or two if it is even.
fn divide(cycle: &Cycle, list: &mut Vec<[u16; 3]>) {
    let (points, n) = (&cycle.points, cycle.points.len());
    let firsts = if n > LONG { 1 } else { n };
    for i in 0..n {
        for j in i + 1..n.min(i + 1 + firsts) {
            for l in j + 1..n {
                let odd = (j - i) % 2 + (l - j) % 2 + (n - l + i) % 2;
                if odd == 3 || n.is_multiple_of(2) && odd == 2 {
                    list.push([points[i], points[j], points[l]]);
                }
            }
        }
        if list.len() > TRIPLES {
            return;
        }
    }
}

/// Triples of more than one cycle that may help, until as many as there is room for do.
fn join(
    pieces: &Pieces,
    orbit: &Orbit,
    own: &[Cycle],
    mut room: usize,
    mut helps: impl FnMut([u16; 3]) -> bool,
) {
    let first = pieces.piece[usize::from(orbit.points[0])];
    let slot = |point: u16| &orbit.pieces[usize::from(pieces.piece[usize::from(point)] - first)];
    let mut tries = 8 * room;
    let mut offer = |points: [u16; 3]| {
        let piece = points.map(|point| pieces.piece[usize::from(point)]);
        if piece[0] == piece[1] || piece[1] == piece[2] || piece[2] == piece[0] {
            return true;
        }
        tries = tries.saturating_sub(1);
        room = room.saturating_sub(usize::from(helps(points)));
        room > 0 && tries > 0
    };
    let uneven = |cycle: &&Cycle| cycle.is_even() || cycle.twisted;
    for (nth, one) in own.iter().enumerate().filter(|(_, cycle)| uneven(cycle)) {
        // Two of one cycle at an odd distance, and one of another.
        for (_, other) in own
            .iter()
            .enumerate()
            .filter(|(other, cycle)| *other != nth && uneven(cycle))
        {
            for i in 0..one.points.len() {
                for by in (1..one.points.len()).step_by(2) {
                    let j = (i + by) % one.points.len();
                    for &z in other.points.iter().flat_map(|&point| slot(point)) {
                        if !offer([one.points[i], one.points[j], z]) {
                            return;
                        }
                    }
                }
            }
        }
        if one.is_even() {
            continue;
        }
        // Both twisted, and any third one.
        for other in own[nth + 1..]
            .iter()
            .filter(|cycle| cycle.twisted && !cycle.is_even())
        {
            for &x in &one.points {
                for &y in other.points.iter().flat_map(|&point| slot(point)) {
                    for &z in orbit.pieces.iter().flatten() {
                        if !offer([x, y, z]) {
                            return;
                        }
                    }
                }
            }
        }
    }
}
