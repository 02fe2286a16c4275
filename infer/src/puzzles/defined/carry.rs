//! States of one puzzle as states of another that is the same but for names: of stickers, of moves, and of stickers that
//! say nothing.

use super::anatomy::orbits_of;
use super::sameness::{Sameness, same};
use crate::puzzles::formats::Tables;
use std::collections::HashMap;

/// How states and moves of one puzzle are called in another.
#[derive(Debug)]
pub(crate) struct Carry {
    /// Of each move of the one its number in the other.
    there: Vec<u8>,
    /// Of each move of the other its number in the one.
    back: Vec<u8>,
    /// Of each sticker of the other one of the one that moves as it does; none where no move moves it.
    model: Vec<Option<u16>>,
    /// Of each sticker of the other its orbit.
    orbit: Vec<usize>,
}

impl Carry {
    /// From a puzzle to another; `None` where they are two puzzles, or it was not found out.
    pub fn new(one: &Tables, other: &Tables) -> Option<Self> {
        let there: Vec<u8> = match same(one, other) {
            Sameness::Identical => (0..one.moves.len() as u8).collect(),
            Sameness::Renamed(names) => {
                let nth = |name: &String| other.moves.iter().position(|(own, _)| own == name);
                let all: Option<Vec<usize>> = names.iter().map(|(_, name)| nth(name)).collect();
                all?.into_iter().map(|nth| nth as u8).collect()
            }
            Sameness::Different | Sameness::Unknown => return None,
        };
        let mut back = vec![0; other.moves.len()];
        for (nth, &image) in (0..).zip(&there) {
            *back.get_mut(usize::from(image))? = nth;
        }
        let stickers = other.stickers();
        let (mut model, mut orbit) = (vec![None; stickers], vec![0; stickers]);
        let own = orbits_of(one);
        for (nth, points) in orbits_of(other).iter().enumerate() {
            for &point in points {
                orbit[usize::from(point)] = nth;
            }
            if points.len() == 1 {
                continue;
            }
            // What no move tells apart is carried alike, so any orbit that moves as this one does will do.
            let like = own.iter().filter(|own| own.len() == points.len()).flatten();
            let found = like
                .copied()
                .find_map(|image| alike(one, other, &there, points[0], image))?;
            for (point, image) in found {
                model[usize::from(point)] = Some(image);
            }
        }
        Some(Self {
            there,
            back,
            model,
            orbit,
        })
    }

    /// Where the stickers come from in the other puzzle, where in the one they come from `from`.
    pub fn state(&self, from: &[u16]) -> Option<Vec<u16>> {
        let stickers = (0u16..).zip(self.model.iter().zip(&self.orbit));
        let of: HashMap<(usize, u16), u16> = stickers
            .filter_map(|(sticker, (&model, &orbit))| Some(((orbit, model?), sticker)))
            .collect();
        let places = (0u16..).zip(self.model.iter().zip(&self.orbit));
        let source = |(place, (&model, &orbit)): (u16, (&Option<u16>, &usize))| match model {
            None => Some(place),
            Some(model) => of.get(&(orbit, *from.get(usize::from(model))?)).copied(),
        };
        places.map(source).collect()
    }

    /// The number of a move in the other puzzle.
    pub fn there(&self, mv: u8) -> u8 {
        self.there[usize::from(mv)]
    }

    /// The number that a move of the other puzzle has in the one.
    pub fn back(&self, mv: u8) -> u8 {
        self.back[usize::from(mv)]
    }
}

/// Of each sticker in the orbit of `start` in the other puzzle one of the one puzzle that moves as it does, if `image` moves as
/// `start` does.
fn alike(
    one: &Tables,
    other: &Tables,
    there: &[u8],
    start: u16,
    image: u16,
) -> Option<HashMap<u16, u16>> {
    let mut known = HashMap::from([(start, image)]);
    let mut open = vec![(start, image)];
    while let Some((point, its)) = open.pop() {
        for ((_, from), &nth) in one.moves.iter().zip(there) {
            let next = other.moves[usize::from(nth)].1[usize::from(point)];
            let its = from[usize::from(its)];
            match known.insert(next, its) {
                None => open.push((next, its)),
                Some(before) if before == its => {}
                Some(_) => return None,
            }
        }
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{Puzzle, formats};

    /// A ring of four and a swap, and the same with a sticker that nothing moves, twins, and names of its own.
    #[test]
    fn states_are_carried_as_moves_carry_them() {
        let one = formats::read(b"turn:=(1,2,3,4); swap:=(1,2);").unwrap();
        let other = formats::read(b"b:=(2,9)(7,6); a:=(2,9,5,3)(7,6,4,8);").unwrap();
        let carry = Carry::new(&one, &other).unwrap();
        let puzzle = Puzzle::of(&one).unwrap();
        let image = Puzzle::of(&other).unwrap();
        let (mut here, mut there) = (puzzle.solved().unwrap(), image.solved().unwrap());
        let (moves, images): (Vec<_>, Vec<_>) = (puzzle.moves().collect(), image.moves().collect());
        for nth in [0, 1, 0, 0, 1, 2, 1] {
            here = here.after(&moves[nth]).unwrap();
            let its = carry.there(nth as u8);
            assert_eq!(usize::from(carry.back(its)), nth);
            there = there.after(&images[usize::from(its)]).unwrap();
            let numbers = |text: String| -> Vec<u16> {
                text.split(' ').map(|n| n.parse().unwrap()).collect()
            };
            let carried = carry.state(&numbers(here.to_string())).unwrap();
            assert_eq!(carried, numbers(there.to_string()));
        }
        let third = formats::read(b"turn:=(1,2,3,4); swap:=(1,3);").unwrap();
        assert!(Carry::new(&one, &third).is_none());
    }
}
