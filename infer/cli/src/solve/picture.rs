//! `--picture`: a state and its answer in a file, as a terminal shows them.

use crate::error::CliError;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};
use quarterturn_lab::picture::{Area, Fault, Picture, save, style};
use std::path::Path;

/// A terminal's cell, half as wide as high; two of them are a sticker.
const CELL: (i32, i32) = (14, 28);
/// Around everything, and between the state and the answer.
const MARGIN: i32 = 24;
/// A line of the answer: its height, its columns, and the width of a monospaced letter.
const LINE: i32 = 24;
const COLUMNS: usize = 54;
const LETTER: i32 = 8;
/// Columns of a label.
const LABEL: i32 = 10;

const GROUND: RGBColor = RGBColor(24, 27, 33);
const INK: RGBColor = RGBColor(235, 235, 235);
const FAINT: RGBColor = RGBColor(150, 156, 168);

/// Draws a state, coloured by escape sequences, and beside it how it was given and the lines of its answer.
pub fn draw(
    path: &Path,
    state: &str,
    input: &str,
    answer: Vec<(&str, String)>,
) -> Result<(), CliError> {
    let mut rows = vec![("state", input.to_owned())];
    rows.extend(answer);
    let shown = Shown {
        stickers: stickers(state),
        lines: rows.iter().flat_map(lines).collect(),
    };
    save(&shown, path, shown.size()).map_err(|e| CliError::System(e.to_string()))
}

struct Shown {
    stickers: Vec<Sticker>,
    /// Labels and texts; no label where a text goes on.
    lines: Vec<(String, String)>,
}

/// Cells of one colour beside each other.
#[derive(Debug, PartialEq)]
struct Sticker {
    row: i32,
    column: i32,
    width: i32,
    text: String,
    /// None for text on the ground.
    colour: Option<RGBColor>,
}

/// Reads a picture as [`quarterturn::puzzles::Text::picture`] makes it.
fn stickers(state: &str) -> Vec<Sticker> {
    let mut all = Vec::new();
    for (line, row) in state.lines().zip(0..) {
        let (mut column, mut colour) = (0, None);
        for (nth, part) in line.split("\x1b[").enumerate() {
            let (style, text) = match part.split_once('m') {
                Some(parts) if nth > 0 => parts,
                _ => ("", part),
            };
            if !style.is_empty() {
                colour = background(style);
            }
            let width = text.chars().count() as i32;
            if colour.is_some() || !text.trim().is_empty() {
                let text = text.trim().to_owned();
                all.push(Sticker {
                    row,
                    column,
                    width,
                    text,
                    colour,
                });
            }
            column += width;
        }
    }
    all
}

/// The background that a sequence of parameters sets: `48;5;` and a number of the 256-colour palette.
fn background(style: &str) -> Option<RGBColor> {
    let (_, number) = style.split_once("48;5;")?;
    let number: u8 = number.split(';').next()?.parse().ok()?;
    Some(match number.checked_sub(16) {
        Some(cube) if number < 232 => {
            let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            RGBColor(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
        }
        Some(_) => {
            let grey = 8 + 10 * (number - 232);
            RGBColor(grey, grey, grey)
        }
        None => FAINT,
    })
}

/// A text in as many lines as it takes.
fn lines((label, text): &(&str, String)) -> Vec<(String, String)> {
    let mut lines = vec![((*label).to_owned(), String::new())];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let line = &mut lines[last].1;
        if line.is_empty() {
            *line = word.into();
        } else if line.chars().count() + 1 + word.chars().count() <= COLUMNS {
            *line += " ";
            *line += word;
        } else {
            lines.push((String::new(), word.into()));
        }
    }
    lines
}

impl Shown {
    /// Width and height of the state.
    fn extent(&self) -> (i32, i32) {
        let ends = self
            .stickers
            .iter()
            .map(|s| (s.column + s.width, s.row + 1));
        let (columns, rows) = ends.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
        (columns * CELL.0, rows * CELL.1)
    }

    /// Where the answer's lines begin.
    fn left(&self) -> i32 {
        2 * MARGIN + self.extent().0
    }

    fn size(&self) -> (u32, u32) {
        let widest = self.lines.iter().map(|(_, text)| text.chars().count());
        let columns = LABEL + widest.max().unwrap_or(0) as i32;
        let height = self.extent().1.max(self.lines.len() as i32 * LINE);
        let size = (self.left() + columns * LETTER + MARGIN, height + 2 * MARGIN);
        (size.0.unsigned_abs(), size.1.unsigned_abs())
    }

    fn sticker(&self, area: &Area<'_>, sticker: &Sticker, top: i32) -> Result<(), Fault> {
        let at = (MARGIN + sticker.column * CELL.0, top + sticker.row * CELL.1);
        let end = (at.0 + sticker.width * CELL.0, at.1 + CELL.1);
        if let Some(colour) = sticker.colour {
            let inside = [(at.0 + 1, at.1 + 1), (end.0 - 1, end.1 - 1)];
            area.draw(&Rectangle::new(inside, colour.filled()))?;
        }
        let ink = if sticker.colour.is_some() { BLACK } else { INK };
        let style = style(area, ("monospace", 16), (HPos::Center, VPos::Center)).color(&ink);
        let middle = ((at.0 + end.0) / 2, (at.1 + end.1) / 2);
        area.draw_text(&sticker.text, &style, middle)
    }

    fn onto(&self, area: &Area<'_>) -> Result<(), Fault> {
        area.fill(&GROUND)?;
        let height = self.size().1 as i32;
        for sticker in &self.stickers {
            self.sticker(area, sticker, (height - self.extent().1) / 2)?;
        }
        let first = (height - (self.lines.len() as i32 - 1) * LINE) / 2;
        for ((label, text), nth) in self.lines.iter().zip(0..) {
            let y = first + nth * LINE;
            for (words, x, colour) in [(label, 0, FAINT), (text, LABEL * LETTER, INK)] {
                let style = style(area, ("monospace", 16), (HPos::Left, VPos::Center));
                let style = style.color(&colour);
                area.draw_text(words, &style, (self.left() + x, y))?;
            }
        }
        area.present()
    }
}

impl Picture for Shown {
    fn draw(&self, area: &Area<'_>) -> Result<(), String> {
        self.onto(area).map_err(|fault| fault.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_places_are_the_terminal_s() {
        let at = |row, column, text: &str, colour| Sticker {
            row,
            column,
            width: 2,
            text: text.into(),
            colour,
        };
        let read = stickers(
            "    \x1b[48;5;231;38;5;16mU \x1b[48;5;39;38;5;16mB \x1b[0m\n\x1b[48;5;240m  \x1b[0mok",
        );
        let expected = [
            at(0, 4, "U", Some(RGBColor(255, 255, 255))),
            at(0, 6, "B", Some(RGBColor(0, 175, 255))),
            at(1, 0, "", Some(RGBColor(88, 88, 88))),
            at(1, 2, "ok", None),
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn long_texts_go_on_in_other_lines_and_lose_no_word() {
        let text = "R U' ".repeat(60);
        let lines = lines(&("solution", text.clone()));
        assert!(
            lines
                .iter()
                .all(|(_, line)| line.chars().count() <= COLUMNS)
        );
        assert_eq!(
            lines.iter().filter(|(label, _)| !label.is_empty()).count(),
            1
        );
        let words: Vec<_> = lines.iter().flat_map(|(_, line)| line.split(' ')).collect();
        assert_eq!(words.join(" "), text.trim_end());
    }
}
