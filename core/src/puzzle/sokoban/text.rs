//! Levels, positions and solutions as text.

use core::fmt::{self, Write};

use super::bound::{DEAD, Distances};
use super::{
    GRID, MAX_BOXES, MAX_SIDE, Move, Position, Puzzle, Sokoban, SokobanError, SokobanErrorKind,
    stepped,
};
use crate::puzzle::bits::ones;

/// The parts of a level that were read.
#[derive(Default)]
struct Level {
    walls: u128,
    targets: u128,
    boxes: u128,
    player: u128,
    rows: usize,
    columns: usize,
}

/// A cell's row and column from 1.
const fn place(cell: usize) -> (usize, usize) {
    (cell / MAX_SIDE + 1, cell % MAX_SIDE + 1)
}

/// Columns from one tab stop to the next.
const TAB: usize = 8;

/// The symbols of the numbers of a grid, in which programs that learn print levels: a wall, floor, a target, a box on a
/// target, a box, the player.
const GRID_SYMBOLS: [char; 6] = ['#', '-', '.', '*', '$', '@'];

/// How a text shows a level.
#[derive(Clone, Copy)]
struct Layout<'a> {
    text: &'a str,
    /// Whether it is a grid of numbers.
    grid: bool,
    /// The columns before all rows that have nothing but blanks.
    indent: usize,
}

/// Whether a text has nothing but numbers of one digit, and what stands between them.
fn is_grid(text: &str) -> bool {
    let (mut digits, mut before) = (false, false);
    text.chars().all(|c| {
        let digit = c.is_ascii_digit();
        let apart = !(digit && before);
        (digits, before) = (digits || digit, digit);
        apart && (digit || c.is_whitespace() || "[](),;/|\u{feff}".contains(c))
    }) && digits
}

impl<'a> Layout<'a> {
    fn of(text: &'a str) -> Self {
        let mut layout = Self {
            text,
            grid: is_grid(text),
            indent: 0,
        };
        let begin = |(_, row): (usize, &str)| {
            let mut cells = layout.cells(0, row);
            cells
                .find(|(_, _, c)| !c.is_whitespace())
                .map(|(column, ..)| column)
        };
        layout.indent = layout.all().filter_map(begin).min().unwrap_or(0);
        layout
    }

    /// Lines, or what is between `/` or `|`, each with its byte offset.
    fn all(&self) -> impl Iterator<Item = (usize, &'a str)> + Clone + use<'a> {
        let text = self.text;
        let text = text
            .strip_prefix('\u{feff}')
            .map_or((0, text), |text| (3, text));
        let grid = self.grid;
        let ends = move |c: char| matches!(c, '\n' | '/' | '|') || grid && matches!(c, ']' | ';');
        let mut start = text.0;
        let rows = text.1.split_inclusive(ends).map(move |row| {
            start += row.len();
            (start - row.len(), row.trim_end_matches(ends).trim_end())
        });
        rows.filter(move |(_, row)| !grid || row.contains(|c: char| c.is_ascii_digit()))
    }

    /// The rows, from the first that is not blank to the last.
    fn rows(&self) -> impl Iterator<Item = (usize, &'a str)> + use<'a> {
        let blank = |&(_, row): &(usize, &str)| row.is_empty();
        let last = self.all().filter(|row| !blank(row)).last();
        let last = last.map_or(0, |(start, _)| start);
        self.all()
            .skip_while(blank)
            .take_while(move |row| row.0 <= last)
    }

    /// The symbols of a row, each with its column and byte offset.
    fn cells(&self, start: usize, row: &'a str) -> impl Iterator<Item = (usize, usize, char)> {
        let (grid, indent) = (self.grid, self.indent);
        let stands =
            move |&(_, c): &(usize, char)| !grid || !(c.is_whitespace() || "[](),".contains(c));
        let mut next = 0;
        let cells = row.char_indices().filter(stands).map(move |(at, c)| {
            let column = next;
            next = if c == '\t' {
                (column / TAB + 1) * TAB
            } else {
                column + 1
            };
            let number = c
                .to_digit(10)
                .filter(|_| grid)
                .map(|number| number as usize);
            let symbol = number.and_then(|number| GRID_SYMBOLS.get(number));
            (column, start + at, symbol.copied().unwrap_or(c))
        });
        cells.filter_map(move |(column, at, c)| Some((column.checked_sub(indent)?, at, c)))
    }
}

impl Level {
    /// Splits the text into rows.
    fn read(layout: &Layout<'_>) -> Result<Self, SokobanError> {
        let fail = |at, kind| Err(SokobanError { at: Some(at), kind });
        let mut level = Self::default();
        for (start, row) in layout.rows() {
            if level.rows == MAX_SIDE {
                return fail(start, SokobanErrorKind::TooLarge);
            }
            for (column, at, c) in layout.cells(start, row) {
                if column >= MAX_SIDE {
                    return fail(at, SokobanErrorKind::TooLarge);
                }
                let cell = 1 << (level.rows * MAX_SIDE + column);
                if matches!(c, '@' | '+') && level.player != 0 {
                    let (row, column) = (level.rows + 1, column + 1);
                    return fail(at, SokobanErrorKind::SecondPlayer { row, column });
                }
                match c {
                    ' ' | '-' | '_' | '\t' => {}
                    '#' => level.walls |= cell,
                    '.' => level.targets |= cell,
                    '$' => level.boxes |= cell,
                    '@' => level.player |= cell,
                    '*' => {
                        (level.boxes, level.targets) = (level.boxes | cell, level.targets | cell)
                    }
                    '+' => (level.player, level.targets) = (cell, level.targets | cell),
                    _ => return fail(at, SokobanErrorKind::UnknownSymbol(c)),
                }
                level.columns = level.columns.max(column + 1);
            }
            level.rows += 1;
        }
        Ok(level)
    }

    /// Turns every cell that the player can never reach into wall, beyond the level and within.
    fn close(&mut self) -> u128 {
        let row = (1u128 << self.columns) - 1;
        let inside = (0..self.rows).fold(0, |all, r| all | row << (r * MAX_SIDE));
        let floor = inside & !self.walls;
        let mut reached = self.player;
        loop {
            let more = (0..4).fold(reached, |all, mv| all | stepped(reached, Move(mv)) & floor);
            if more == reached {
                break;
            }
            reached = more;
        }
        self.walls = GRID & !(reached | self.boxes | self.targets);
        reached
    }

    /// Why nobody can solve the level, as far as a quick check shows; with the cell.
    fn fault(
        &self,
        distances: &Distances,
        reached: u128,
    ) -> Option<(Option<usize>, SokobanErrorKind)> {
        use SokobanErrorKind::*;
        let boxes = self.boxes.count_ones() as usize;
        let targets = self.targets.count_ones() as usize;
        let ninth = |set: u128| ones(set).nth(MAX_BOXES);
        if self.player == 0 {
            return Some((None, NoPlayer));
        } else if boxes == 0 {
            return Some((None, NoBoxes));
        } else if boxes > MAX_BOXES {
            return Some((ninth(self.boxes), TooManyBoxes(boxes)));
        } else if targets > MAX_BOXES {
            return Some((ninth(self.targets), TooManyTargets(targets)));
        } else if targets < boxes {
            return Some((None, FewerTargets { boxes, targets }));
        }
        for cell in ones(self.boxes & !self.targets) {
            let (row, column) = place(cell);
            let wall = |mv: u8| stepped(1 << cell, Move(mv)) & !self.walls == 0;
            if reached >> cell & 1 == 0 {
                return Some((Some(cell), Unreachable { row, column }));
            } else if (wall(0) || wall(1)) && (wall(2) || wall(3)) {
                return Some((Some(cell), Cornered { row, column }));
            } else if distances.dead() >> cell & 1 == 1 {
                return Some((Some(cell), Dead { row, column }));
            }
        }
        let start = Position::new(self.boxes, self.player);
        (distances.bound(start) == DEAD).then_some((None, Unmatched))
    }
}

/// The byte offset of a cell's symbol.
fn offset(layout: &Layout<'_>, cell: usize) -> Option<usize> {
    let (start, row) = layout.rows().nth(cell / MAX_SIDE)?;
    let mut cells = layout.cells(start, row);
    cells
        .find(|&(column, ..)| column == cell % MAX_SIDE)
        .map(|(_, at, _)| at)
}

impl Sokoban {
    /// Reads a level and the position in it: `#` wall, `-`, `_` or space floor, `.` target, `$` box,
    /// `@` player, `*` box and `+` player on a target, as XSB has it. Rows are lines, or joined by
    /// `/` or `|`. All that the player can never get to becomes wall. Or a grid of numbers: 0 wall, 1 floor, 2 target, 3
    /// box on a target, 4 box, 5 player.
    ///
    /// # Errors
    /// What is wrong with the text, or why nobody can solve the level, as far as a quick check
    /// shows; and where.
    pub fn from_text(text: &str) -> Result<(Self, Position), SokobanError> {
        let layout = &Layout::of(text);
        let mut level = Level::read(layout)?;
        let reached = level.close();
        let distances = Distances::new(level.walls, level.targets);
        if let Some((cell, kind)) = level.fault(&distances, reached) {
            let at = cell.and_then(|cell| offset(layout, cell));
            return Err(SokobanError { at, kind });
        }
        let sokoban = Self {
            walls: level.walls,
            targets: level.targets,
            distances,
            rows: level.rows as u8,
            columns: level.columns as u8,
        };
        Ok((sokoban, Position::new(level.boxes, level.player)))
    }

    /// The symbol of each cell of a row.
    fn row(&self, state: &Position, row: usize) -> impl Iterator<Item = char> {
        let (walls, targets) = (self.walls, self.targets);
        let (boxes, player) = (state.boxes(), state.player());
        (0..usize::from(self.columns)).map(move |column| {
            let is = |set: u128| set >> (row * MAX_SIDE + column) & 1 == 1;
            match (is(boxes), is(player), is(targets)) {
                (true, _, true) => '*',
                (true, ..) => '$',
                (_, true, true) => '+',
                (_, true, _) => '@',
                (.., true) => '.',
                _ if is(walls) => '#',
                _ => '-',
            }
        })
    }

    /// Writes the level and the position on one line: rows joined by `/`, floor as `-`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&self, state: &Position, out: &mut impl Write) -> fmt::Result {
        for row in 0..self.rows.into() {
            out.write_str(if row == 0 { "" } else { "/" })?;
            self.row(state, row).try_for_each(|c| out.write_char(c))?;
        }
        Ok(())
    }

    /// Draws the level on as many lines as it has rows, with ANSI colours or as plain XSB.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_picture(
        &self,
        state: &Position,
        colour: bool,
        out: &mut impl Write,
    ) -> fmt::Result {
        for row in 0..self.rows.into() {
            for symbol in self.row(state, row) {
                // Of the 256-colour palette: grey walls, brown boxes, green where a box is at home.
                let background = match symbol {
                    '#' => 240,
                    '$' => 172,
                    '*' => 40,
                    '@' | '+' => 39,
                    _ => 231,
                };
                match symbol {
                    _ if !colour => out.write_char(if symbol == '-' { ' ' } else { symbol })?,
                    '#' | '-' => write!(out, "\x1b[48;5;{background}m  ")?,
                    _ => write!(out, "\x1b[48;5;{background};38;5;16m{symbol} ")?,
                }
            }
            out.write_str(if colour { "\x1b[0m\n" } else { "\n" })?;
        }
        Ok(())
    }

    /// Writes the moves of a solution as one word: `u d l r`, capitals for pushes.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_moves(
        &self,
        from: &Position,
        moves: &[Move],
        out: &mut impl Write,
    ) -> fmt::Result {
        let mut state = *from;
        for &mv in moves {
            let push = self.pushes(&state, mv);
            for letter in self.move_name(mv).chars() {
                out.write_char(if push {
                    letter.to_ascii_uppercase()
                } else {
                    letter
                })?;
            }
            state = self.apply(&state, mv);
        }
        Ok(())
    }
}
