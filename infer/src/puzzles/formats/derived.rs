//! Moves that are sequences of others: the derived moves of KPuzzle, the `MoveSequence` of twsearch.
//!
//! A sequence may name others that stand behind it. Each is read once, in an order that has those that it needs before
//! it, and only if the work for all of them is within its limit.

use super::names::From;
use quarterturn_core::notation::{NotationError, NotationErrorKind, Product, read_named};
use std::cell::{Cell, RefCell};

/// The most work for the sequences of a file, in places of stickers and in comparisons of names.
const WORK: usize = 1 << 28;

/// A sequence by its name, and where it stands.
pub(super) struct Sequence<'a> {
    pub name: &'a str,
    pub at: usize,
    pub moves: &'a str,
}

/// Counts the products that a sequence is.
#[derive(Clone)]
struct Counted<'a>(&'a Cell<usize>);

impl Product for Counted<'_> {
    fn append(&mut self, _: &Self) {
        self.0.set(self.0.get() + 1);
    }

    fn inverse(&self) -> Self {
        self.0.set(self.0.get() + 1);
        self.clone()
    }
}

/// What sequences do, in their order: of moves that are known by name, and of each other.
///
/// # Errors
/// Which sequence is at fault, and why.
pub(super) fn derive(
    known: &[(String, From)],
    sequences: &[Sequence<'_>],
    places: usize,
) -> Result<Vec<From>, (usize, String)> {
    let names = known.iter().map(|(name, _)| &**name);
    let names: Vec<&str> = names.chain(sequences.iter().map(|s| s.name)).collect();
    let fault = |nth: usize, what: &str| {
        let message = format!("the move {:.80?}: {what}", sequences[nth].name);
        (nth, message)
    };
    // What a sequence calls by its own name is another move, with its marks: `"R2": "R2"`.
    let others = |nth: usize| {
        let own = known.len() + nth;
        let names = names.iter().enumerate();
        names.map(move |(at, &name)| if at == own { "" } else { name })
    };
    let mut work = 0usize;
    let mut needs = Vec::with_capacity(sequences.len());
    for (nth, sequence) in sequences.iter().enumerate() {
        let (steps, used) = (Cell::new(0), RefCell::new(Vec::new()));
        work += sequence.moves.len() * names.len();
        if work <= WORK {
            let read = read_named(sequence.moves, others(nth), &Counted(&steps), |other, _| {
                used.borrow_mut().push(other);
                Counted(&steps)
            });
            read.map_err(|error| fault(nth, &said(sequence.moves, error)))?;
        }
        work = work.saturating_add(steps.get().saturating_mul(places));
        if work > WORK {
            return Err(fault(nth, "the sequences of this file are too long"));
        }
        let mut used = used.into_inner();
        used.retain(|&other| other >= known.len());
        used.sort_unstable();
        used.dedup();
        needs.push(used);
    }
    let none = From::none(places);
    let mut made: Vec<Option<From>> = vec![None; sequences.len()];
    for nth in order(&needs, known.len()).map_err(|nth| fault(nth, "it is made of itself"))? {
        let moves = sequences[nth].moves;
        let of = |other: usize, _| match known.get(other) {
            Some((_, from)) => from.clone(),
            None => made[other - known.len()]
                .clone()
                .unwrap_or_else(|| none.clone()),
        };
        let read = read_named(moves, others(nth), &none, of);
        made[nth] = Some(read.map_err(|error| fault(nth, &said(moves, error)))?);
    }
    Ok(made.into_iter().flatten().collect())
}

/// All sequences, each behind those that it needs, which are numbered from `first`.
///
/// # Errors
/// One that needs itself.
fn order(needs: &[Vec<usize>], first: usize) -> Result<Vec<usize>, usize> {
    let mut order = Vec::with_capacity(needs.len());
    // How many of its needs were looked at, and whether it is done.
    let mut looked = vec![None; needs.len()];
    let mut done = vec![false; needs.len()];
    for start in 0..needs.len() {
        let mut open = vec![start];
        while let Some(&nth) = open.last() {
            if done[nth] {
                open.pop();
                continue;
            }
            let at = looked[nth].map_or(0, |at| at + 1);
            looked[nth] = Some(at);
            match needs[nth].get(at).map(|&other| other - first) {
                None => {
                    done[nth] = true;
                    order.push(nth);
                }
                Some(other) if done[other] => {}
                Some(other) if looked[other].is_some() => return Err(nth),
                Some(other) => open.push(other),
            }
        }
    }
    Ok(order)
}

/// What is wrong with a sequence.
fn said(moves: &str, error: NotationError) -> String {
    match error.kind {
        NotationErrorKind::UnknownMove(_) => {
            let rest = moves.get(error.at..).unwrap_or_default();
            let word = rest.split_whitespace().next().unwrap_or_default();
            format!("{word:.40?} is no move")
        }
        _ => error.to_string(),
    }
}
