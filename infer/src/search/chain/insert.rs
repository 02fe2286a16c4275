//! 3-cycles inserted into a word: at any place, where they cost least.

use super::Facts;
use super::alphabet::Room;
use super::ball::mix;
use super::cycles::Word;
use super::residue::{left, triples};
use super::solve::Ends;
use crate::group::{Image, inverse, product};
use crate::parallel;
use std::collections::HashSet;
use std::sync::atomic::Ordering::Relaxed;

/// Letters at each side of a place that a word may cancel.
const NEAR: usize = 14;
/// The width of a beam that is to end soon.
const LAST: usize = 4;
/// Children of a node that are kept, at most.
pub(super) const CHILDREN: usize = 24;
/// Children of a node that are made for each that is kept.
const MADE: usize = 3;

/// A word and what it leaves to be done.
#[derive(Clone, Debug)]
pub struct Node {
    /// The word, reduced.
    pub word: Vec<u8>,
    /// What it makes of the state.
    pub image: Image,
}

/// A node with what its word will be worth when it is complete, and a hash of its image.
type Rated = (usize, u64, Node);

/// Beams of words, by the orbit that is to be solved next and the 3-cycles that it takes.
pub struct Beams<'a> {
    facts: &'a Facts,
    width: usize,
    /// Of each phase, from the last one, and number of 3-cycles the words that leave it; first those that leave nothing.
    open: Vec<Vec<Rated>>,
}

impl<'a> Beams<'a> {
    /// Beams of a width that begin with some words.
    pub fn new(facts: &'a Facts, width: usize, starts: impl IntoIterator<Item = Node>) -> Self {
        let mut beams = Self {
            facts,
            width,
            open: Vec::new(),
        };
        starts
            .into_iter()
            .for_each(|node| beams.put(rated(facts, node)));
        beams
    }

    fn put(&mut self, node: Rated) {
        let image = &node.2.image;
        let at = left(self.facts, |point| image[usize::from(point)]);
        let at = at.map_or(0, |left| {
            let later = &self.facts.order[left.phase + 1..];
            let pieces =
                |&(orbit, _): &(usize, usize)| self.facts.pieces.orbits[orbit].pieces.len() + 1;
            left.cycles + later.iter().map(pieces).sum::<usize>()
        });
        if at >= self.open.len() {
            self.open.resize(at + 1, Vec::new());
        }
        self.open[at].push(node);
    }

    /// The shortest word that leaves nothing to be done. No word may be as long as `bound`.
    pub fn run(mut self, bound: usize, ends: &Ends<'_>) -> Option<Vec<u8>> {
        while let Some(mut nodes) = self.open.pop() {
            nodes.retain(|node| node.2.word.len() < bound);
            if self.open.is_empty() {
                return nodes
                    .into_iter()
                    .map(|node| node.2.word)
                    .min_by_key(Vec::len);
            }
            nodes.sort_by(|a, b| (a.0, a.1, &a.2.word).cmp(&(b.0, b.1, &b.2.word)));
            let mut met = HashSet::new();
            nodes.retain(|node| met.insert(node.1));
            if (ends.now)() {
                return None;
            }
            if (ends.soon)() {
                // A narrow beam ends in time.
                self.width = self.width.min(LAST);
            }
            nodes.truncate(self.width);
            let each = CHILDREN.min(self.width);
            let lists = parallel::map(nodes.len(), &|nth| {
                children(self.facts, &nodes[nth].2, each)
            });
            let lists = lists.into_iter().flatten().collect::<Vec<_>>();
            ends.made.fetch_add(lists.len() as u64, Relaxed);
            lists.into_iter().for_each(|node| self.put(node));
        }
        None
    }
}

fn rated(facts: &Facts, node: Node) -> Rated {
    let more = left(facts, |point| node.image[usize::from(point)]).map_or(0, |left| left.worth);
    (
        super::LETTER * node.word.len() + more,
        hash(facts, |point| node.image[usize::from(point)]),
        node,
    )
}

/// A hash of what comes to the first points of all pieces.
pub(super) fn hash(facts: &Facts, to: impl Fn(u16) -> u16) -> u64 {
    let terms = facts.firsts.iter().map(|&point| mix(point, to(point)));
    terms.fold(0, u64::wrapping_add)
}

/// What a word makes of an image.
pub(super) fn after(facts: &Facts, image: &Image, word: &[u8]) -> Image {
    product(image, &facts.alphabet.image(word, facts.points))
}

/// A 3-cycle at a place of a node's word, which is of some length then.
#[derive(Clone, Copy)]
struct Child {
    place: usize,
    cycle: Word,
    length: usize,
}

/// The node that a child is.
fn made(facts: &Facts, node: &Node, child: &Child) -> Rated {
    let (before, after) = node.word.split_at(child.place);
    let cycle = facts.cycles.letters(&child.cycle);
    let word = facts
        .alphabet
        .reduced(before.iter().chain(cycle).chain(after));
    let rest = facts.alphabet.image(after, facts.points);
    let changed = product(
        &product(&inverse(&rest), &facts.alphabet.image(cycle, facts.points)),
        &rest,
    );
    rated(
        facts,
        Node {
            word,
            image: product(&node.image, &changed),
        },
    )
}

/// The best nodes that a 3-cycle makes of a node.
fn children(facts: &Facts, node: &Node, most: usize) -> Vec<Rated> {
    let wanted = inverse(&node.image);
    let Some(phase) = left(facts, |point| wanted[usize::from(point)]).map(|left| left.phase) else {
        return Vec::new();
    };
    let orbit = facts.order[phase].0;
    let triples = triples(&facts.pieces, orbit, &wanted);
    let (mut best, count): (Vec<Child>, usize) = (Vec::new(), MADE * most);
    let mut worst = usize::MAX;
    let mut room = Room::default();
    let length = node.word.len();
    // Of each point where the letters after the place take it.
    let mut map: Image = (0..facts.points as u16).collect();
    for place in (0..=length).rev() {
        if let Some(&letter) = node.word.get(place) {
            let mv = &facts.alphabet.moves[usize::from(letter)];
            map.iter_mut()
                .for_each(|point| *point = mv[usize::from(*point)]);
        }
        let (before, after) = node.word.split_at(place);
        let tail = facts.alphabet.saving_after(before.iter().copied());
        let head = facts.alphabet.saving_after(after.iter().rev().copied());
        let near = [
            &before[place.saturating_sub(NEAR)..],
            &after[..after.len().min(NEAR)],
        ];
        for triple in &triples {
            let at = triple.map(|point| facts.pieces.place[usize::from(map[usize::from(point)])]);
            for cycle in facts.cycles.words(orbit, at) {
                let longer = if cycle.firsts & tail != 0 || cycle.lasts & head != 0 {
                    let letters = facts.cycles.letters(cycle);
                    let joined = facts
                        .alphabet
                        .joined([near[0], letters, near[1]], &mut room);
                    joined + length - near[0].len() - near[1].len()
                } else {
                    length + usize::from(cycle.length)
                };
                if longer >= worst {
                    continue;
                }
                best.push(Child {
                    place,
                    cycle: *cycle,
                    length: longer,
                });
                if best.len() > 2 * count {
                    best.sort_by_key(|child| child.length);
                    best.truncate(count);
                    worst = best[count - 1].length;
                }
            }
        }
    }
    best.sort_by_key(|child| child.length);
    best.truncate(count);
    let mut nodes: Vec<Rated> = best.iter().map(|child| made(facts, node, child)).collect();
    nodes.sort_by(|a, b| (a.0, a.1, &a.2.word).cmp(&(b.0, b.1, &b.2.word)));
    nodes.dedup_by_key(|node| node.1);
    nodes.truncate(most);
    nodes
}
