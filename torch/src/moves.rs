//! The tables of a puzzle on a device, and what moves make of many states at once. A state is a row of bytes: the
//! symbol in each place, then zeros until whole words.

use quarterturn_core::puzzle::tables::{Key, Tables};
use tch::{Device, Kind, Tensor};

/// Bytes of a state in multiples of this, so that it is whole words too.
const WORD: usize = 8;

/// The tables on a device.
#[derive(Debug)]
pub struct Moves {
    pub(crate) places: i64,
    pub(crate) symbols: i64,
    pub(crate) moves: i64,
    pub(crate) key: Key,
    /// Bytes of a state: zeros after the last place.
    pub(crate) bytes: i64,
    blank: bool,
    /// `[moves × cases, bytes]`
    from: Option<Tensor>,
    /// `[moves × bytes × symbols]`
    becomes: Option<Tensor>,
    /// Whether a move is useless: `[(moves before or none) × cases, moves]`
    useless: Tensor,
}

impl Moves {
    /// The tables of a puzzle, copied to a device.
    ///
    /// # Panics
    /// When they have other sizes than they say, or the device fails; so do all that follow.
    pub fn new(tables: &Tables, device: Device) -> Self {
        let (places, symbols, moves) = (tables.places, tables.symbols, tables.moves);
        let (cases, bytes) = (tables.cases(), places.next_multiple_of(WORD));
        let from = (!tables.from.is_empty()).then(|| {
            let row = |row: &[u8]| {
                let padded = row.iter().map(|&from| i64::from(from));
                padded.chain(places as i64..bytes as i64).collect()
            };
            let rows: Vec<Vec<i64>> = tables.from.chunks(places).map(row).collect();
            Tensor::from_slice(&rows.concat())
                .reshape([-1, bytes as i64])
                .to(device)
        });
        let becomes = (!tables.becomes.is_empty()).then(|| {
            let of_move = tables.becomes.chunks(places * symbols).map(|table| {
                let mut padded = table.to_vec();
                padded.resize(bytes * symbols, 0);
                padded
            });
            let all: Vec<u8> = of_move.flatten().collect();
            Tensor::from_slice(&all).to(device)
        });
        let mut useless = Vec::new();
        for before in 0..=moves {
            for case in 0..cases {
                useless.extend((0..moves).map(|mv| {
                    let redundant = before < moves && tables.redundant[before * moves + mv];
                    redundant || tables.barred[mv * cases + case]
                }));
            }
        }
        Self {
            places: places as i64,
            symbols: symbols as i64,
            moves: moves as i64,
            key: tables.key,
            bytes: bytes as i64,
            blank: tables.blank,
            from,
            becomes,
            useless: Tensor::from_slice(&useless)
                .reshape([-1, moves as i64])
                .to(device),
        }
    }

    /// The same tables, shared.
    pub(crate) fn share(&self) -> Self {
        let again = |t: &Option<Tensor>| t.as_ref().map(Tensor::shallow_clone);
        Self {
            from: again(&self.from),
            becomes: again(&self.becomes),
            useless: self.useless.shallow_clone(),
            ..*self
        }
    }

    /// The states of these symbols, `[states][places]`, on the device.
    pub fn states(&self, symbols: &[u8], device: Device) -> Tensor {
        let states = Tensor::from_slice(symbols).reshape([-1, self.places]);
        let padding = [0, self.bytes - self.places];
        states.constant_pad_nd(padding).to(device)
    }

    /// Rows of a table by case: those of number `row` in the case of each state.
    fn in_case(&self, row: &Tensor, states: &Tensor) -> Tensor {
        if !self.blank {
            return row.shallow_clone();
        }
        let blank = states.narrow(1, 0, self.places).eq(0);
        row * self.places + blank.to_kind(Kind::Uint8).argmax(1, false)
    }

    /// The states after every move: `[states, bytes]` to `[states × moves, bytes]`, state by state. Where a move
    /// cannot be made, any state.
    pub fn children(&self, states: &Tensor) -> Tensor {
        let moves = Tensor::arange(self.moves, (Kind::Int64, states.device()));
        let each = states.repeat_interleave_self_int(self.moves, 0, None);
        self.apply(&each, &moves.repeat([states.size()[0]]))
    }

    /// Whether each move cannot be made: `[states, bytes]` to `[states, moves]`.
    pub fn barred(&self, states: &Tensor) -> Tensor {
        let before = Tensor::full(states.size()[0], self.moves, (Kind::Int64, states.device()));
        self.useless(states, &before)
    }

    /// The states after one move each: `[states, bytes]`, `[states]`.
    pub fn apply(&self, states: &Tensor, mv: &Tensor) -> Tensor {
        let moved = self.from.as_ref().map(|from| {
            let from = from.index_select(0, &self.in_case(mv, states));
            states.gather(1, &from, false)
        });
        let states = moved.as_ref().unwrap_or(states);
        let Some(becomes) = &self.becomes else {
            return states.shallow_clone();
        };
        let number = |count| Tensor::arange(count, (Kind::Int, states.device()));
        let place = number(self.bytes) * self.symbols;
        let table = mv.to_kind(Kind::Int) * (self.bytes * self.symbols);
        let entry = table.unsqueeze(1) + place + states;
        becomes
            .index_select(0, &entry.flatten(0, 1))
            .view([-1, self.bytes])
    }

    /// Whether each move is useless in each state: `[states, moves]`. `before` is the move that led
    /// there, or the number of moves where none did.
    pub(crate) fn useless(&self, states: &Tensor, before: &Tensor) -> Tensor {
        self.useless.index_select(0, &self.in_case(before, states))
    }
}
