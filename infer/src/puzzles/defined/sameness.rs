//! Whether two definitions are of one puzzle, whatever their stickers and moves are called.

use super::anatomy::{Anatomy, orbits_of, partners};
use crate::puzzles::formats::Tables;
use crate::puzzles::formats::orbits::{Layout, Orbit, Turn};
use std::collections::{HashMap, HashSet};

/// The most pairs of moves that are tried, and the most points that are looked at for each.
const WORK: usize = 1 << 24;

/// What two definitions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sameness {
    /// The same stickers in the same order, and the same moves in the same order.
    Identical,
    /// The same states and moves by other names: of each move of the first its name, and that in the second.
    Renamed(Vec<(String, String)>),
    /// Two puzzles.
    Different,
    /// The work for finding out is limited.
    Unknown,
}

/// Compares two definitions.
pub fn same(a: &Tables, b: &Tables) -> Sameness {
    if a.identity() == b.identity() {
        return Sameness::Identical;
    }
    let (a, b) = (essence(&seen(a)), essence(&seen(b)));
    if a.stickers() != b.stickers() || a.moves.len() != b.moves.len() {
        return Sameness::Different;
    }
    if a.moves.len().pow(2).saturating_mul(a.stickers()) > 16 * WORK {
        return Sameness::Unknown;
    }
    let mut search = Search {
        pairs: [pairs(&a), pairs(&b)],
        a: &a,
        b: &b,
        work: WORK,
    };
    match search.moves(&mut Vec::new()) {
        Ok(Some(images)) => {
            let moves = a.moves.iter().zip(images);
            let names = moves.map(|((name, _), nth)| (name.clone(), b.moves[nth].0.clone()));
            Sameness::Renamed(names.collect())
        }
        Ok(None) => Sameness::Different,
        Err(Exhausted) => Sameness::Unknown,
    }
}

/// A puzzle without the orientations of pieces that cannot be seen.
fn seen(tables: &Tables) -> Tables {
    let anatomy = Anatomy::of(tables);
    let moves = tables.moves.iter();
    let moves = moves.map(|(name, from)| (name.clone(), anatomy.turns(from)));
    let moves: Vec<(String, Vec<Turn>)> = moves.collect();
    let orbits = anatomy.layout.orbits.into_iter().map(Orbit::reduced);
    let layout = Layout {
        name: None,
        orbits: orbits.collect(),
    };
    layout.tables(&moves)
}

/// A puzzle without stickers that say nothing: those that no move moves, those that look like all others of their
/// orbit, and those that others determine. Stickers look alike if whole pieces do.
fn essence(tables: &Tables) -> Tables {
    let mut orbits = orbits_of(tables);
    let look = |point: u16| tables.colours[usize::from(point)];
    orbits.retain(|points| points.iter().any(|&point| look(point) != look(points[0])));
    let pieces = Anatomy::of(tables);
    let mut colours: Vec<Vec<u16>> = vec![Vec::new(); tables.stickers()];
    let looks = pieces
        .layout
        .colours(&pieces.layout.solved())
        .unwrap_or_default();
    for (&point, look) in pieces.places.iter().zip(looks) {
        colours[usize::from(point)].push(look);
    }
    let mut kept: Vec<Vec<u16>> = Vec::new();
    for points in orbits {
        let twin = kept.iter().find_map(|own| {
            let partners = |&point: &u16| partners(tables, own[0], point);
            let found = (own.len() == points.len()).then(|| points.iter().find_map(partners));
            found.flatten()
        });
        match twin {
            // Its stickers show no more than that one is at a place; how they look is shown with it.
            Some(twin) => twin.into_iter().for_each(|(own, other)| {
                let look = colours[usize::from(other)].clone();
                colours[usize::from(own)].extend(look);
            }),
            None => kept.push(points),
        }
    }
    let points: Vec<u16> = kept.into_iter().flatten().collect();
    let new: HashMap<u16, u16> = points.iter().copied().zip(0..).collect();
    let mut numbers = HashMap::new();
    let looks = points.iter().map(|&point| {
        let count = numbers.len() as u16;
        *numbers.entry(&colours[usize::from(point)]).or_insert(count)
    });
    let colours = looks.collect();
    let moves = tables.moves.iter().map(|(name, from)| {
        let from = points.iter().map(|&point| new[&from[usize::from(point)]]);
        (name.clone(), from.collect())
    });
    Tables {
        colours,
        moves: moves.collect(),
    }
}

/// Lengths of cycles, and how often each is there.
type Cycles = Vec<(usize, usize)>;

/// How often each length of cycles is there in a move, or in one after another.
fn cycles(points: usize, from: impl Fn(usize) -> usize) -> Cycles {
    let mut met = vec![false; points];
    let mut lengths = std::collections::BTreeMap::new();
    for start in 0..points {
        let (mut length, mut at) = (0, start);
        while !std::mem::replace(&mut met[at], true) {
            (at, length) = (from(at), length + 1);
        }
        if length > 0 {
            *lengths.entry(length).or_insert(0) += 1;
        }
    }
    lengths.into_iter().collect()
}

/// Of each pair of moves the cycles of their product, by a number that both puzzles share.
fn pairs(tables: &Tables) -> Vec<Vec<Cycles>> {
    let moves = tables.moves.iter().map(|(_, first)| {
        let next = tables.moves.iter().map(|(_, next)| {
            let both = |at: usize| usize::from(first[usize::from(next[at])]);
            cycles(tables.stickers(), both)
        });
        next.collect()
    });
    moves.collect()
}

struct Exhausted;

struct Search<'a> {
    a: &'a Tables,
    b: &'a Tables,
    pairs: [Vec<Vec<Cycles>>; 2],
    work: usize,
}

impl Search<'_> {
    /// Of each move of the first puzzle the move of the second, once the first of them are chosen.
    fn moves(&mut self, images: &mut Vec<usize>) -> Result<Option<Vec<usize>>, Exhausted> {
        let nth = images.len();
        if nth == self.a.moves.len() {
            return Ok(self.fits(images)?.then(|| images.clone()));
        }
        // Moves of one name first.
        let name = &self.a.moves[nth].0;
        let mut order: Vec<usize> = (0..self.b.moves.len()).collect();
        order.sort_by_key(|&other| self.b.moves[other].0 != *name);
        for image in order {
            self.work = self.work.checked_sub(nth + 1).ok_or(Exhausted)?;
            images.push(image);
            let like = |(first, &own): (usize, &usize)| {
                let [a, b] = &self.pairs;
                a[first][nth] == b[own][image] && a[nth][first] == b[image][own]
            };
            let fresh = !images[..nth].contains(&image);
            if fresh
                && images.iter().enumerate().all(like)
                && let Some(found) = self.moves(images)?
            {
                return Ok(Some(found));
            }
            images.pop();
        }
        Ok(None)
    }

    /// Whether the stickers can be renamed so that moves become these, and what looks alike does.
    fn fits(&mut self, images: &[usize]) -> Result<bool, Exhausted> {
        let mut left: Vec<Vec<u16>> = orbits_of(self.b);
        for own in orbits_of(self.a) {
            let mut found = None;
            for (nth, points) in left.iter().enumerate() {
                if points.len() != own.len() {
                    continue;
                }
                for &image in points {
                    self.work = self.work.checked_sub(own.len()).ok_or(Exhausted)?;
                    if self.renames(images, own[0], image) {
                        found = Some(nth);
                        break;
                    }
                }
                if found.is_some() {
                    break;
                }
            }
            let Some(found) = found else { return Ok(false) };
            left.swap_remove(found);
        }
        Ok(true)
    }

    /// Whether an orbit can be renamed so that a point becomes another.
    fn renames(&self, images: &[usize], start: u16, image: u16) -> bool {
        let mut known = HashMap::from([(start, image)]);
        let mut open = vec![(start, image)];
        while let Some((point, its)) = open.pop() {
            for ((_, from), &nth) in self.a.moves.iter().zip(images) {
                let next = from[usize::from(point)];
                let its = self.b.moves[nth].1[usize::from(its)];
                match known.insert(next, its) {
                    None => open.push((next, its)),
                    Some(before) if before == its => {}
                    Some(_) => return false,
                }
            }
        }
        let looks: HashSet<(u16, u16)> = known
            .iter()
            .map(|(&own, &its)| {
                let look = |tables: &Tables, point: u16| tables.colours[usize::from(point)];
                (look(self.a, own), look(self.b, its))
            })
            .collect();
        // Looks are renamed one to one.
        let own: HashSet<u16> = looks.iter().map(|&(own, _)| own).collect();
        let its: HashSet<u16> = looks.iter().map(|&(_, its)| its).collect();
        own.len() == looks.len() && its.len() == looks.len()
    }
}
