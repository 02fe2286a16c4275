//! Distances of pairs of numbers, where numbers that symmetries make of each other share a row.

use super::classes::Classes;

/// A distance that is not known yet.
const UNKNOWN: u8 = u8::MAX;

/// Numbers of which one for each class has a row.
pub struct Rows<'a> {
    pub classes: &'a Classes,
    /// For each class the symmetries that leave its first number as it is.
    pub own: Vec<Vec<usize>>,
    /// A number after a turn. The first number is home.
    pub turned: &'a dyn Fn(usize, usize) -> usize,
}

/// Numbers that all have a column.
pub struct Columns<'a> {
    pub count: usize,
    pub home: usize,
    /// A number after a turn.
    pub turned: &'a dyn Fn(usize, usize) -> usize,
    /// A number as a symmetry shows it.
    pub seen: &'a dyn Fn(usize, usize) -> usize,
}

/// The least number of `turns` that bring both numbers home, by row and column.
pub fn distances(rows: &Rows<'_>, columns: &Columns<'_>, turns: &[usize]) -> Vec<u8> {
    let count = columns.count;
    let mut known = vec![UNKNOWN; rows.own.len() * count];
    known[columns.home] = 0;
    let (mut layer, mut next, mut depth) = (vec![columns.home], Vec::new(), 0);
    while !layer.is_empty() {
        depth += 1;
        for at in layer.drain(..) {
            let (first, column) = (usize::from(rows.classes.first[at / count]), at % count);
            for &turn in turns {
                let (class, symmetry) = rows.classes.of((rows.turned)(first, turn));
                let column = (columns.seen)((columns.turned)(column, turn), symmetry);
                for &own in &rows.own[class] {
                    let at = class * count + (columns.seen)(column, own);
                    if known[at] == UNKNOWN {
                        known[at] = depth;
                        next.push(at);
                    }
                }
            }
        }
        std::mem::swap(&mut layer, &mut next);
    }
    known
}
