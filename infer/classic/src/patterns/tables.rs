//! Additive pattern databases of sliding tiles (Korf and Felner 2002).
//!
//! The tiles are divided into groups. For every arrangement of a group, a table gives the least number of
//! moves of its own tiles, wherever the other tiles are. A move moves a tile of one group only, so the
//! groups' costs add up to a lower bound. A table does not know where the blank is: a move may change the bound by
//! more than one.
//!
//! Making a table takes eight bytes for each arrangement's number beside the one that it keeps, and what
//! the widest layer of the search takes: for a group of five tiles on 6×6 cells, about 0.8 GB a thread.

use crate::kept::{Form, load_or_build};
use quarterturn::parallel;
use quarterturn::solver::{News, Tell};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The tiles of each group for a board of `cells` cells; `None` where tables would be too large.
const fn groups(cells: usize) -> Option<&'static [&'static [u8]]> {
    match cells {
        9 => Some(&[&[1, 2, 3, 4], &[5, 6, 7, 8]]),
        16 => Some(&[&[1, 5, 6, 9, 10, 13], &[7, 8, 11, 12, 14, 15], &[2, 3, 4]]),
        25 => Some(&[
            &[1, 2, 6, 7, 11],
            &[3, 4, 5, 9, 10],
            &[8, 13, 14, 15, 20],
            &[12, 16, 17, 21, 22],
            &[18, 19, 23, 24],
        ]),
        36 => Some(&[
            &[1, 2, 7, 8, 13],
            &[3, 4, 9, 10, 16],
            &[5, 6, 11, 12, 18],
            &[14, 15, 19, 20, 21],
            &[17, 22, 23, 24, 30],
            &[25, 26, 27, 31, 32],
            &[28, 29, 33, 34, 35],
        ]),
        _ => None,
    }
}

/// Begins a file; the digit is the version, of the groups too.
const MAGIC: &[u8; 8] = b"qttile1\n";
/// Bytes before the tables: the magic, the checksum and the number of cells.
const HEADER: usize = 8 + 4 + 4;

/// A cost that is not known yet.
const UNKNOWN: u8 = u8::MAX;

/// The tables of a board.
#[derive(Debug)]
pub struct Tables {
    cells: usize,
    side: usize,
    /// By group: the cost of each arrangement, which is the group's number in [`Tables::places`].
    costs: Vec<Vec<u8>>,
    /// By tile: its group, and what each cell that it is moved on adds to the group's number.
    /// The blank has none.
    places: Vec<(usize, u32)>,
}

impl Tables {
    /// Whether there are tables for a board of `cells` cells: 3×3 to 6×6.
    pub const fn fit(cells: usize) -> bool {
        groups(cells).is_some()
    }

    /// Bytes of tables for groups of as many tiles as `sizes` says, a byte for each number of an
    /// arrangement: the sum of `cells` to the power of each size.
    pub fn size(cells: usize, sizes: &[u32]) -> u64 {
        sizes.iter().map(|&tiles| (cells as u64).pow(tiles)).sum()
    }

    /// Makes the tables for a board of `cells` cells: in seconds, for 6×6 in minutes. `tell` reports how many
    /// groups are done, of how many. `None` for boards of other sizes than 3×3 to 6×6.
    pub fn new(cells: usize, tell: impl Fn(usize, usize) + Sync) -> Option<Self> {
        let groups = groups(cells)?;
        let done = AtomicUsize::new(0);
        let costs = parallel::map(groups.len(), &|nth| {
            let costs = table(groups[nth], cells, cells.isqrt());
            tell(done.fetch_add(1, Relaxed) + 1, groups.len());
            costs
        });
        Some(Self::with(cells, groups, costs))
    }

    /// Tables with such costs. Tiles that are in no group cost nothing.
    pub(super) fn with(cells: usize, groups: &[&[u8]], costs: Vec<Vec<u8>>) -> Self {
        let mut places = vec![(0, 0); cells];
        for (number, group) in groups.iter().enumerate() {
            for (i, &tile) in group.iter().enumerate() {
                places[usize::from(tile)] = (number, (cells as u32).pow(i as u32));
            }
        }
        Self {
            cells,
            side: cells.isqrt(),
            costs,
            places,
        }
    }

    /// Loads the tables from `folder`. If there are none or they are damaged, makes them and stores them
    /// there. Tables that cannot be stored are still used, and `tell` reports the error. `None` as for
    /// [`Tables::new`].
    pub fn cached(cells: usize, folder: &Path, tell: &Tell) -> Option<Self> {
        let groups = groups(cells)?;
        let path = folder.join(format!("patterns-puzzle{}.tables", cells - 1));
        let make = || Self::new(cells, |known, total| tell(News::Tables { known, total }));
        let form = Form {
            decode: &|bytes| Self::decode(cells, groups, bytes).map(Some),
            make: &make,
            encode: &|tables: &Option<Self>| tables.as_ref().map(Self::encode).unwrap_or_default(),
        };
        load_or_build(&path, &form, tell)
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        let mut check = crc32fast::Hasher::new();
        self.costs.iter().for_each(|costs| check.update(costs));
        let check = check.finalize().to_le_bytes();
        let cells = (self.cells as u32).to_le_bytes();
        // Copied once: some are larger than half a gigabyte.
        let parts = [MAGIC, &check[..], &cells].into_iter();
        let costs = self.costs.iter().map(Vec::as_slice);
        parts.chain(costs).collect::<Vec<_>>().concat()
    }

    /// `None` unless it is a whole file for such a board.
    pub(super) fn decode(cells: usize, groups: &[&[u8]], bytes: &[u8]) -> Option<Self> {
        let (header, mut body) = bytes.split_at_checked(HEADER)?;
        let check = crc32fast::hash(body).to_le_bytes();
        if header != [MAGIC, &check[..], &(cells as u32).to_le_bytes()].concat() {
            return None;
        }
        let mut costs = Vec::new();
        for group in groups {
            let (own, rest) = body.split_at_checked(cells.pow(group.len() as u32))?;
            costs.push(own.to_vec());
            body = rest;
        }
        body.is_empty().then(|| Self::with(cells, groups, costs))
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Cells in a row.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Number of groups.
    pub fn groups(&self) -> usize {
        self.costs.len()
    }

    /// The group of a tile.
    pub fn group(&self, tile: u8) -> usize {
        self.places[usize::from(tile)].0
    }

    /// What a tile in a cell adds to the number of its group's arrangement.
    pub fn share(&self, tile: u8, cell: usize) -> u32 {
        self.places[usize::from(tile)].1 * cell as u32
    }

    /// The least moves of the group's own tiles.
    pub fn cost(&self, group: usize, arrangement: u32) -> u8 {
        self.costs[group][arrangement as usize]
    }

    /// Memory of the tables.
    pub fn bytes(&self) -> usize {
        self.costs.iter().map(Vec::len).sum()
    }
}

/// Sets of cells, one bit each.
struct Cells {
    side: usize,
    all: u64,
    first_column: u64,
}

impl Cells {
    fn new(side: usize) -> Self {
        let rows = (0..side).map(|row| 1 << (row * side));
        Self {
            side,
            all: (1 << (side * side)) - 1,
            first_column: rows.sum(),
        }
    }

    /// A set and the cells beside its cells.
    fn grown(&self, set: u64) -> u64 {
        let last_column = self.first_column << (self.side - 1);
        let along = (set & !last_column) << 1 | (set & !self.first_column) >> 1;
        (set | along | set << self.side | set >> self.side) & self.all
    }

    /// All cells that can be reached from a set by way of free cells.
    fn reached(&self, mut set: u64, free: u64) -> u64 {
        loop {
            let next = self.grown(set) & free;
            if next == set {
                return set;
            }
            set = next;
        }
    }
}

/// The costs of a group's arrangements, found from the goal: moves of other tiles are free, so the
/// blank may be anywhere in a region that the group's tiles leave.
pub(super) fn table(group: &[u8], cells: usize, side: usize) -> Vec<u8> {
    let count = cells.pow(group.len() as u32);
    let mut costs = vec![UNKNOWN; count];
    // Where the blank has been, by arrangement.
    let mut seen = vec![0u64; count];
    let board = Cells::new(side);
    let place: Vec<usize> = (0..group.len()).map(|i| cells.pow(i as u32)).collect();
    let home = group.iter().zip(&place);
    let home: usize = home
        .map(|(&tile, place)| (usize::from(tile) - 1) * place)
        .sum();
    // Arrangements, and a cell in which the blank is.
    let mut layer = vec![(home as u32, cells as u8 - 1)];
    let mut cost = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for (arrangement, blank) in layer {
            let (number, blank) = (arrangement as usize, 1u64 << blank);
            if seen[number] & blank != 0 {
                continue;
            }
            let tiles = place.iter().map(|place| number / place % cells);
            let free = tiles
                .clone()
                .fold(board.all, |free, cell| free & !(1 << cell));
            let region = board.reached(blank, free);
            seen[number] |= region;
            costs[number] = costs[number].min(cost);
            for (cell, place) in tiles.zip(&place) {
                let mut beside = board.grown(1 << cell) & region;
                while beside != 0 {
                    let to = beside.trailing_zeros() as usize;
                    beside &= beside - 1;
                    let moved = number + to * place - cell * place;
                    // Most moves only undo one of the last layer.
                    if seen[moved] & (1u64 << cell) == 0 {
                        next.push((moved as u32, cell as u8));
                    }
                }
            }
        }
        (layer, cost) = (next, cost + 1);
    }
    costs
}
