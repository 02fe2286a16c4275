//! Ways to change one sticker of a cube or two, after which it is possible.

use super::sides::Sides;
use crate::puzzles::text::Repair;

/// All ways to give another colour to one of the facelets `free` after which there is a `state` or, if there is none, to two.
pub(super) fn changes(
    sides: Sides,
    stickers: &[char],
    palette: &[char],
    free: &[usize],
    state: &dyn Fn(&[char]) -> Option<String>,
) -> Vec<Repair> {
    let mut changes = Changes {
        sides,
        stickers,
        palette,
        free,
        state,
        blank: stickers.iter().filter(|&&sticker| sticker == BLANK).count(),
        work: stickers.to_vec(),
        changed: Vec::new(),
        found: Vec::new(),
    };
    for count in 1..=2 {
        changes.try_out(0, count);
        if !changes.found.is_empty() {
            break;
        }
    }
    changes.found
}

/// What stands for a sticker that has no colour yet.
pub(super) const BLANK: char = '\0';

/// Ways to change a few stickers.
struct Changes<'a> {
    sides: Sides,
    stickers: &'a [char],
    palette: &'a [char],
    /// The facelets that may be changed.
    free: &'a [usize],
    /// What the changed stickers are, if they are possible.
    state: &'a dyn Fn(&[char]) -> Option<String>,
    blank: usize,
    work: Vec<char>,
    /// The facelets that `work` has changed.
    changed: Vec<usize>,
    found: Vec<Repair>,
}

impl Changes<'_> {
    /// Changes `left` more stickers, from the free facelet of that number on.
    fn try_out(&mut self, from: usize, left: usize) {
        // A change puts one sticker right at most.
        if self.surplus() > left {
            return;
        }
        if left == 0 {
            let repair = (self.state)(&self.work).map(|state| Repair {
                what: self.describe(),
                state,
                stickers: self.changed.clone(),
            });
            self.found.extend(repair);
            return;
        }
        for nth in from..self.free.len() {
            let at = self.free[nth];
            let now = self.work[at];
            self.changed.push(at);
            for colour in 0..self.palette.len() {
                if self.palette[colour] != now {
                    self.work[at] = self.palette[colour];
                    self.try_out(nth + 1, left - 1);
                }
            }
            self.changed.pop();
            self.work[at] = now;
        }
    }

    /// Stickers beyond those that each of the six colours has.
    fn surplus(&self) -> usize {
        let each = self.work.len() / 6;
        let count = |colour| self.work.iter().filter(|&&s| s == colour).count();
        let fitting = self.palette.iter().map(|&colour| count(colour).min(each));
        self.work.len() - self.blank - fitting.sum::<usize>()
    }

    /// The changes in words.
    fn describe(&self) -> String {
        let name = |at: usize| self.sides.name(at);
        if let [a, b] = self.changed[..]
            && (self.work[a], self.work[b]) == (self.stickers[b], self.stickers[a])
        {
            return format!("exchange {} and {}", name(a), name(b));
        }
        let change = |&at: &usize| format!("change {} to {}", name(at), self.work[at]);
        let changes: Vec<_> = self.changed.iter().map(change).collect();
        changes.join(" and ")
    }
}
