//! Puzzles from files: the symbol in each place, including symbols that no sticker has.

use super::{Places, blank_tables, of_bytes};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::{Definition, Permutation};
use quarterturn_core::puzzle::symbols::{KEYED, Symbols};
use quarterturn_core::puzzle::tables::Tables;
use std::fmt::Debug;
use std::ops::Deref;

/// Moves bring symbols to other places and change none.
pub fn stickers<D>(puzzle: &Permutation<D>) -> Option<Places<Symbols>>
where
    D: Deref<Target = Definition> + Clone + Debug + Send + Sync + 'static,
{
    let definition = puzzle.definition();
    // Places and symbols are bytes there. The key of a large state is that of longer numbers.
    let (stickers, places) = (definition.stickers(), KEYED);
    if stickers > places {
        return None;
    }
    let goal = Symbols::new(definition.solved());
    let solved: Vec<u8> = (0..places).map(|place| goal.at(place) as u8).collect();
    let symbols = usize::from(*solved.iter().max()?) + 1;
    let mut from: Vec<Vec<usize>> = Vec::new();
    for mv in puzzle.moves() {
        let table = definition.from(mv).iter().map(|&place| place.into());
        from.push(table.chain(stickers..places).collect());
    }
    // The symbols that moves bring to each place.
    let mut comes = vec![[false; 256]; places];
    for (comes, &symbol) in comes.iter_mut().zip(&solved) {
        comes[usize::from(symbol)] = true;
    }
    loop {
        let before = comes.clone();
        for from in &from {
            for (place, &source) in from.iter().enumerate() {
                let more = comes[source];
                let both = comes[place].iter_mut().zip(more);
                both.for_each(|(here, there)| *here |= there);
            }
        }
        if comes == before {
            break;
        }
    }
    let mut features = vec![None; places * symbols];
    let shown = |place: usize, symbol: usize| {
        let mut state: Vec<u16> = solved.iter().map(|&symbol| symbol.into()).collect();
        state[place] = symbol as u16;
        let mut active = vec![0; puzzle.inputs().active];
        puzzle.features(&Symbols::new(&state[..stickers]), &mut active);
        active
    };
    for place in 0..places {
        let all: Vec<usize> = (0..symbols).filter(|&s| comes[place][s]).collect();
        let &[first, second, ..] = &all[..] else {
            continue;
        };
        let [a, b] = [first, second].map(|symbol| shown(place, symbol));
        // A place that is not shown changes nothing.
        let Some(at) = (0..a.len()).find(|&at| a[at] != b[at]) else {
            continue;
        };
        for symbol in all {
            features[place * symbols + symbol] = Some(shown(place, symbol)[at]);
        }
    }
    let from = from.into_iter().flatten().map(|place| place as u8);
    let tables = Tables {
        from: from.collect(),
        features,
        ..blank_tables(puzzle, [places, symbols], of_bytes())
    };
    Some(Places {
        tables,
        symbols: Box::new(move |state| (0..places).map(|place| state.at(place) as u8).collect()),
        state: Box::new(move |symbols| Symbols::of_bytes(&symbols[..stickers])),
    })
}
