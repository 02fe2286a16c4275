//! States as numbers, for programs that keep them in arrays.

use super::{Puzzle, State};
use crate::refusal::Refusal;

const FACES: &str = "URFDLB";

/// The text of a state that consists of digits, letters or words, one for each number.
enum Form {
    Letters,
    Digits,
    Words,
}

impl Form {
    fn of(puzzle: &Puzzle) -> Result<Self, Refusal> {
        match puzzle.family() {
            "sokoban" => Err(Refusal::new(
                "no-numbers",
                "levels of Sokoban have no form as numbers: use their text",
            )),
            "cube2" | "cube3" => Ok(Self::Letters),
            family if family.starts_with("lightsout") => Ok(Self::Digits),
            _ => Ok(Self::Words),
        }
    }
}

impl State {
    /// The state as numbers.
    ///
    /// | puzzle | a number for each | what it says |
    /// |---|---|---|
    /// | cubes | sticker, in the order of the text form | its colour: the place of its face in `URFDLB` |
    /// | tiles | cell | its tile, 0 for the blank |
    /// | Lights Out | cell | 1 where it is lit |
    /// | puzzles from files, and your own | sticker, or place | its colour, or what is there |
    ///
    /// Levels of Sokoban differ in size and shape, so they have no such form.
    ///
    /// # Errors
    /// [`Refusal`] with the code `no-numbers`, of levels of Sokoban.
    pub fn numbers(&self) -> Result<Vec<u16>, Refusal> {
        let text = self.to_string();
        Ok(match Form::of(&self.puzzle())? {
            Form::Letters => {
                let places = text.chars().filter_map(|face| FACES.find(face));
                places.map(|place| place as u16).collect()
            }
            Form::Digits => text.bytes().map(|digit| u16::from(digit == b'1')).collect(),
            Form::Words => {
                let words = text.split_whitespace();
                words.filter_map(|word| word.parse().ok()).collect()
            }
        })
    }
}

/// By the type of a puzzle of your own.
impl State {
    /// The state as the [`Own`](super::Own) puzzle has it; `None` where it is none of that type.
    pub fn own<S: for<'a> TryFrom<&'a [u8]>>(&self) -> Option<S> {
        let bytes = self.numbers().ok()?.into_iter().map(u8::try_from);
        S::try_from(&bytes.collect::<Result<Vec<u8>, _>>().ok()?).ok()
    }
}

impl Puzzle {
    /// The state that a state of an [`Own`](super::Own) puzzle is.
    ///
    /// # Errors
    /// [`Refusal`] as [`Puzzle::numbered`].
    pub fn holding(&self, state: impl AsRef<[u8]>) -> Result<State, Refusal> {
        let numbers = state.as_ref().iter().map(|&byte| byte.into());
        self.numbered(&numbers.collect::<Vec<i64>>())
    }

    /// The state that numbers say; see [`State::numbers`].
    ///
    /// # Errors
    /// [`Refusal`]: `impossible-number` of a number that means nothing there, else as [`Puzzle::read`].
    pub fn numbered(&self, numbers: &[i64]) -> Result<State, Refusal> {
        let refuse = |at: usize| {
            let message = format!(
                "number {at} is {}, which means nothing to {self}",
                numbers[at]
            );
            Refusal::new("impossible-number", message)
        };
        let mut text = String::new();
        let form = Form::of(self)?;
        for (at, &number) in numbers.iter().enumerate() {
            match form {
                Form::Letters => {
                    let place = usize::try_from(number).ok();
                    let face = place.and_then(|place| FACES.chars().nth(place));
                    text.push(face.ok_or_else(|| refuse(at))?);
                }
                Form::Digits if (0..=1).contains(&number) => text += &number.to_string(),
                Form::Words if number >= 0 => text += &format!("{number} "),
                _ => return Err(refuse(at)),
            }
        }
        self.read(&text)
    }
}
