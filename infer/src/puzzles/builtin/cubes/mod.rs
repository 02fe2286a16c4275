//! The cubes as text: moves in WCA notation, facelets, a coloured net.

mod changes;
mod faces;
pub(in crate::puzzles) mod inspect;
mod kpattern;
mod reid;
mod repair;
mod sides;
mod turns;
mod wildcards;

pub use turns::Cube3Turns;

use crate::costs::MoveCosts;
use crate::puzzles::Seeded;
use crate::puzzles::defined::pieces;
use crate::puzzles::formats::Described;
use crate::puzzles::formats::orbits::{Layout, Orbit, Placed, Turn};
use crate::puzzles::text::{Open, Repair, Text, Turns, plain, written};
use crate::refusal::Refusal;
use inspect::Inspection;
use quarterturn_core::cube::orbit::Orbit as Slotted;
use quarterturn_core::cube::{Cube2, Cube2Htm, Cube2Qtm, Cube3};
use quarterturn_core::facelets::{is_net, is_net_row};
use quarterturn_core::notation::{
    capital_rotation, counted_rotation, read_turns, write_merged_where,
};
use quarterturn_core::random::Random;
use quarterturn_core::{Metric, Move, Puzzle};
use sides::Sided;

/// Corners and edges in any places, turned in any ways, but for a parity and the last of each kind's turn.
const CUBE3: u128 = 40_320 * 479_001_600 / 2 * 2_187 * 2_048;
/// Seven corners in any places, turned in any ways but for the last one's.
const CUBE2: u128 = 5_040 * 729;

macro_rules! cube {
    ($($puzzle:ty: $state:ty, $places:ident, $order:expr, $orbits:expr, $made:expr, $pattern:expr, $homes:expr, $open:expr;)*) => {$(
        impl Text for $puzzle {
            fn start(&self) -> $state {
                <$state>::SOLVED
            }

            fn order(&self) -> Option<u128> {
                Some($order)
            }

            fn random(&self, rng: &mut Seeded) -> $state {
                <$state>::random(rng)
            }

            fn read(&self, text: &str) -> Result<(Self, $state), Refusal> {
                let pattern: Option<Result<String, Refusal>> = ($pattern)(text);
                let pattern = pattern.transpose()?;
                let plain = plain(text);
                let text = pattern.as_deref().unwrap_or(&plain);
                let read = text.parse::<$state>();
                let state = read.map_err(|error| {
                    let refusal = repair::refusal(<$state>::SIDES, error, text);
                    // A place in the facelets is none in what was given.
                    let at = refusal.at.filter(|_| pattern.is_none());
                    Refusal { at, ..refusal }
                })?;
                Ok((*self, state))
            }

            fn described(&self) -> Option<Described> {
                Some(described(self, $orbits))
            }

            fn colours(&self, state: &$state) -> Option<Vec<u16>> {
                ($homes)(state)
            }

            fn arranged(&self, from: &[u16]) -> Option<$state> {
                ($made)(&slots(from))
            }

            fn told_apart(&self, state: &$state) -> Option<Vec<u16>> {
                Some(sources(&($orbits)(state)))
            }

            fn open_places(&self, text: &str) -> Option<Result<Open, Refusal>> {
                ($open)(text)
            }

            fn span(&self, lines: &[&str], ended: bool) -> Option<usize> {
                match lines {
                    [first, ..] if first.starts_with('{') => pieces::span(lines, ended),
                    _ => net(lines, ended, <$state>::SIDES.side),
                }
            }

            fn warning(&self, text: &str) -> Option<String> {
                let text = &plain(text);
                rotation(text, <$state>::shows_facelets(text))
            }

            fn repairs(&self, text: &str) -> Vec<Repair> {
                repair::repairs(<$state>::SIDES, text)
            }

            fn inspect(&self, text: &str, near: Option<usize>) -> Option<Inspection> {
                let shown = <$state>::shows_facelets(text);
                shown.then(|| inspect::inspect(<$state>::SIDES, text, near)).flatten()
            }

            fn kpattern(&self, text: &str) -> Option<String> {
                if let Some(shown) = self.inspect(text, None) {
                    return kpattern::written(&shown.stickers);
                }
                kpattern::written(&Text::read(self, text).ok()?.1.to_string())
            }

            fn turns(&self, moves: &[Move]) -> Option<Turns> {
                Some(turns(self, moves))
            }

            fn write(&self, state: &$state) -> String {
                state.to_string()
            }

            fn picture(&self, state: &$state, colour: bool) -> String {
                written(|out| state.write_net(colour, out))
            }

            fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refusal> {
                Ok(read_turns(self, &plain(text)).collect::<Result<_, _>>()?)
            }

            fn write_moves(&self, _: &$state, moves: &[Move], costs: Option<&MoveCosts>) -> String {
                let even = |mv| costs.is_none_or(|costs| costs.even(self, mv));
                written(|out| write_merged_where(self, moves.iter().copied(), even, out))
            }

            #[cfg(feature = "places")]
            fn places(&self) -> Option<crate::puzzles::Places<$state>> {
                crate::puzzles::places::$places(self)
            }
        }
    )*};
}

cube! {
    Cube3Turns: Cube3, cube3, CUBE3, orbits3, cube3, named, homes, wildcards::facelets;
    Cube2Qtm: Cube2, cube2, CUBE2, orbits2, cube2, |text| kpattern::facelets(text, 2), |_| None, |_| None;
    Cube2Htm: Cube2, cube2, CUBE2, orbits2, cube2, |text| kpattern::facelets(text, 2), |_| None, |_| None;
}

/// What is turned into what: of each orbit the slot of each piece, and how many orientations it has.
type Slots = Vec<(&'static str, Vec<u8>, usize)>;

/// The facelets of a cube whose pieces are named.
fn named(text: &str) -> Option<Result<String, Refusal>> {
    kpattern::facelets(text, 3).or_else(|| reid::facelets(text).map(Ok))
}

fn homes(cube: &Cube3) -> Option<Vec<u16>> {
    Some(wildcards::homes(cube))
}

fn orbits3(cube: &Cube3) -> Slots {
    vec![
        ("CORNERS", cube.corners.slots().to_vec(), 3),
        ("EDGES", cube.edges.slots().to_vec(), 2),
    ]
}

fn orbits2(cube: &Cube2) -> Slots {
    vec![("CORNERS", cube.corners.slots().to_vec(), 3)]
}

/// Of each sticker the place that it is at, where the sticker at each place comes from `from`.
fn slots(from: &[u16]) -> Vec<u16> {
    let mut slots = vec![0; from.len()];
    for (place, &sticker) in (0..).zip(from) {
        if let Some(slot) = slots.get_mut(usize::from(sticker)) {
            *slot = place;
        }
    }
    slots
}

/// The slots of `N` pieces whose stickers begin at `first`, `K` for each.
fn orbit<const N: usize, const K: usize>(slots: &[u16], first: u16) -> Option<[u8; N]> {
    let own = |piece: usize| slots.get(usize::from(first) + piece * K);
    let slot = |piece| own(piece)?.checked_sub(first)?.try_into().ok();
    let slots: Option<Vec<u8>> = (0..N).map(slot).collect();
    slots?.try_into().ok()
}

fn cube3(slots: &[u16]) -> Option<Cube3> {
    Some(Cube3 {
        corners: Slotted::from_slots(orbit::<8, 3>(slots, 0)?)?,
        edges: Slotted::from_slots(orbit::<12, 2>(slots, 24)?)?,
    })
}

fn cube2(slots: &[u16]) -> Option<Cube2> {
    let corners = Slotted::from_slots(orbit::<7, 3>(slots, 0)?)?;
    Some(Cube2 { corners })
}

/// Of each place, in the order of [`described`], the place that its sticker comes from, as text.
fn sources(orbits: &Slots) -> Vec<u16> {
    let stickers = orbits.iter().map(|(_, slots, n)| slots.len() * n).sum();
    let (mut from, mut first) = (vec![0; stickers], 0);
    for (_, slots, n) in orbits {
        for (piece, &slot) in slots.iter().enumerate() {
            let (place, by) = (usize::from(slot) / n, usize::from(slot) % n);
            for k in 0..*n {
                from[first + place * n + (k + by) % n] = (first + piece * n + k) as u16;
            }
        }
        first += slots.len() * n;
    }
    from
}

/// A cube as pieces, in the order of the cube's own slots.
fn described<P: Text>(puzzle: &P, orbits: fn(&P::State) -> Slots) -> Described {
    let start = puzzle.start();
    let solved = orbits(&start).into_iter().map(|(name, slots, n)| {
        let placed = Placed {
            pieces: (0..slots.len() as u16).collect(),
            orientations: vec![0; slots.len()],
        };
        Orbit::new(name, n, placed)
    });
    let layout = Layout {
        name: None,
        orbits: solved.collect(),
    };
    let moves = puzzle.moves().map(|mv| {
        let turns = orbits(&puzzle.apply(&start, mv))
            .into_iter()
            .map(|(_, slots, n)| {
                let mut turn = Turn::none(slots.len());
                for (piece, &slot) in slots.iter().enumerate() {
                    let place = usize::from(slot) / n;
                    (turn.from[place], turn.by[place]) = (piece as u16, u16::from(slot) % n as u16);
                }
                turn
            });
        (puzzle.move_name(mv).to_owned(), turns.collect())
    });
    let moves: Vec<(String, Vec<Turn>)> = moves.collect();
    Described {
        tables: layout.tables(&moves),
        layout: Some(layout),
        symbols: Vec::new(),
        left_out: Vec::new(),
    }
}

/// As many lines as these have of a net, blank ones between its faces included; the first alone, if they are
/// none.
fn net(lines: &[&str], ended: bool, side: usize) -> Option<usize> {
    let (mut row, mut end) = (0, 0);
    let mut fits = true;
    for (nth, line) in lines.iter().enumerate() {
        if line.trim().is_empty() && row % side == 0 {
            continue;
        }
        fits = is_net_row(line, row, side);
        if !fits {
            // With a mark behind it the last row is one all the same: the mark is refused where it stands.
            let bare = line.replace(|c: char| c.is_ascii_punctuation(), "");
            if row + 1 == 3 * side && is_net_row(&bare, row, side) {
                return Some(nth + 1);
            }
            break;
        }
        (row, end) = (row + 1, nth + 1);
    }
    let told = !fits || ended || row == 3 * side;
    let of_net = |end: &usize| is_net(&lines[..*end].join("\n"), side);
    told.then(|| Some(end).filter(of_net).unwrap_or(1))
}

/// What to say where a rotation may have been meant as something else.
fn rotation(text: &str, facelets: bool) -> Option<String> {
    if let Some(at) = counted_rotation(text).filter(|_| !facelets) {
        return Some(format!(
            "x at byte {at} is read as a rotation of the whole cube; to repeat what is in the bracket, write (R U)2"
        ));
    }
    let at = capital_rotation(text).filter(|_| !facelets)?;
    let letter = text[at..].chars().next()?;
    let rotation = letter.to_ascii_lowercase();
    Some(format!(
        "{letter} at byte {at} is read as {rotation}, a rotation of the whole cube; if these are stickers, \
         all of them are needed"
    ))
}

/// Both lengths of moves, as [`Text::write_moves`] writes them where costs make no difference.
fn turns<P: Puzzle>(puzzle: &P, moves: &[Move]) -> Turns {
    let count = moves.len();
    let halves = moves
        .iter()
        .filter(|&&mv| puzzle.move_name(mv).ends_with('2'));
    if puzzle.metric() == Metric::Half {
        let quarter = count + halves.count();
        return Turns {
            quarter,
            half: count,
        };
    }
    // Two equal quarter turns in a row are a half turn.
    let runs = moves.chunk_by(|a, b| a == b);
    Turns {
        quarter: count,
        half: runs.map(|run| run.len().div_ceil(2)).sum(),
    }
}
