//! Random levels, made by the procedure of the Boxoban levels ("Imagination-Augmented Agents", Weber et al.
//! 2017, appendix). A random walk carves a room out of rock with patterns, and targets are placed in it. A
//! depth-first search then plays backwards from the solved room by pulling boxes. It looks for the hardest
//! position: the number of times that the player changed from one box to another, times the distance of the
//! boxes from their targets.
//!
//! The numbers are our own.

use super::{Level, Levels};
use quarterturn_core::Move;
use quarterturn_core::puzzle::sokoban::{MAX_SIDE, Position, Sokoban};
use quarterturn_core::random::below;
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::HashSet;

/// Boxes of a level.
const BOXES: usize = 4;
/// Steps of the walk that carves.
const STEPS: usize = 30;
/// Percentage of steps at which the walk turns.
const TURNS: u32 = 35;
/// Most positions that the backward search visits.
const POSITIONS: usize = 4000;
/// Most steps back from the solved room.
const DEPTH: usize = 300;

/// Patterns carved around the place of the walk, as (row, column) from there.
const PATTERNS: [&[(isize, isize)]; 5] = [
    &[(0, 0), (0, 1), (0, -1)],
    &[(0, 0), (1, 0), (-1, 0)],
    &[(0, 0), (0, 1), (1, 0)],
    &[(0, 0), (0, 1), (1, 0), (1, 1)],
    &[(0, 0), (0, -1), (1, 0), (1, -1)],
];

/// `count` levels, which the seed determines.
pub fn many(count: u32, seed: u64) -> Levels {
    let rng = &mut Xoshiro256PlusPlus::seed_from_u64(seed);
    let levels = (0..count.max(1)).map(|_| made(rng)).collect();
    Levels::new(levels).expect("at least one")
}

/// Generates a level with four boxes that can be solved.
pub fn made(rng: &mut Xoshiro256PlusPlus) -> Level {
    loop {
        let floor = carve(rng);
        // A walk that never leaves a corner carves too little for the boxes and the player.
        if floor.iter().filter(|&&free| free).count() <= BOXES {
            continue;
        }
        let (level, goal) = place_boxes(&floor, rng);
        if let Some(start) = hardest(&level, goal, rng) {
            return (level, start);
        }
    }
}

/// The floor of a room, by cell; the edge is always wall.
fn carve(rng: &mut Xoshiro256PlusPlus) -> [bool; MAX_SIDE * MAX_SIDE] {
    const LAST: isize = MAX_SIDE as isize - 2;
    let mut floor = [false; MAX_SIDE * MAX_SIDE];
    let mut inner = || 1 + below(rng, LAST as u32) as isize;
    let (mut row, mut column) = (inner(), inner());
    let ways = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let mut way = ways[below(rng, 4) as usize];
    for _ in 0..STEPS {
        if below(rng, 100) < TURNS {
            way = ways[below(rng, 4) as usize];
        }
        row = (row + way.0).clamp(1, LAST);
        column = (column + way.1).clamp(1, LAST);
        for (down, right) in PATTERNS[below(rng, PATTERNS.len() as u32) as usize] {
            let (row, column) = (row + down, column + right);
            if (1..=LAST).contains(&row) && (1..=LAST).contains(&column) {
                floor[(row * MAX_SIDE as isize + column) as usize] = true;
            }
        }
    }
    floor
}

/// The solved level: boxes on targets, and the player, on any floor.
fn place_boxes(floor: &[bool], rng: &mut Xoshiro256PlusPlus) -> (Sokoban, Position) {
    let mut free: Vec<usize> = (0..floor.len()).filter(|&cell| floor[cell]).collect();
    let mut text: Vec<u8> = floor.iter().map(|&f| if f { b'-' } else { b'#' }).collect();
    for symbol in [b'*'; BOXES].into_iter().chain([b'@']) {
        let cell = free.swap_remove(below(rng, free.len() as u32) as usize);
        text[cell] = symbol;
    }
    let rows: Vec<String> = text
        .chunks(MAX_SIDE)
        .map(|row| row.iter().map(|&b| char::from(b)).collect())
        .collect();
    Sokoban::from_text(&rows.join("/")).expect("boxes on targets, and a player")
}

/// A position of the search backwards.
#[derive(Clone, Copy)]
struct Node {
    position: Position,
    /// The cell of each box, in the order of their targets.
    boxes: [u8; BOXES],
    /// The box pulled last.
    last: Option<usize>,
    /// How often another box than the last one was pulled.
    changes: u32,
    depth: usize,
}

/// The hardest position met by the backward search from `goal`; `None` if no position has all boxes off their
/// targets.
fn hardest(level: &Sokoban, goal: Position, rng: &mut Xoshiro256PlusPlus) -> Option<Position> {
    let home = boxes(goal);
    let mut stack = vec![Node {
        position: goal,
        boxes: home,
        last: None,
        changes: 0,
        depth: 0,
    }];
    let mut seen = HashSet::from([goal]);
    let mut best = None;
    while let Some(node) = stack.pop() {
        let score = node.changes * distance_from_home(&node.boxes, &home);
        let begun = node
            .boxes
            .iter()
            .zip(&home)
            .all(|(cell, home)| cell != home);
        if begun && score > best.map_or(0, |(score, _)| score) {
            best = Some((score, node.position));
        }
        if node.depth == DEPTH {
            continue;
        }
        let mut before: Vec<(Position, Move)> = level.predecessors(&node.position).collect();
        while !before.is_empty() {
            let (position, _) = before.swap_remove(below(rng, before.len() as u32) as usize);
            if seen.len() < POSITIONS && seen.insert(position) {
                stack.push(node.pulled(position));
            }
        }
    }
    best.map(|(_, position)| position)
}

impl Node {
    /// The node one step before, at this position.
    fn pulled(&self, position: Position) -> Self {
        let mut next = Self {
            position,
            depth: self.depth + 1,
            ..*self
        };
        let there = |cell: u8| position.bits() >> cell & 1 == 1;
        let Some(moved) = self.boxes.iter().position(|&cell| !there(cell)) else {
            return next;
        };
        let others = |cell: &u8| !self.boxes.contains(cell);
        let to = boxes(position).into_iter().find(others);
        next.boxes[moved] = to.expect("boxes do not vanish");
        next.changes += u32::from(self.last.is_some_and(|last| last != moved));
        next.last = Some(moved);
        next
    }
}

/// The cells of the boxes, in order.
fn boxes(position: Position) -> [u8; BOXES] {
    let mut cells = (0..MAX_SIDE * MAX_SIDE).filter(|cell| position.bits() >> cell & 1 == 1);
    std::array::from_fn(|_| cells.next().expect("four boxes") as u8)
}

/// How many rows and columns the boxes are from home, in all.
fn distance_from_home(boxes: &[u8; BOXES], home: &[u8; BOXES]) -> u32 {
    let side = MAX_SIDE as u8;
    let each = boxes.iter().zip(home);
    let steps = each.map(|(a, b)| (a / side).abs_diff(b / side) + (a % side).abs_diff(b % side));
    steps.map(u32::from).sum()
}
