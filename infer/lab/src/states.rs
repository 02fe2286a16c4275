//! The states of a file: lines, or pictures over several of them.
//!
//! The puzzle decides what is a remark and what is a picture: a wall of Sokoban begins as a remark does, and
//! nine lines may be nine move sequences or the net of one cube.

use crate::lines::{LIMIT, Line, Lines};
use quarterturn::{Puzzle, Refusal, foreign};
use std::collections::VecDeque;
use std::io::{self, BufRead};

/// Lines that are looked at to name the format of a file that has no states.
const SAMPLE: usize = 64;

/// Reads states. A [`Line`] of several has the number of the first, and the ends of lines in its text.
pub struct States<'a, R> {
    lines: Lines<R>,
    puzzle: &'a Puzzle,
    waits: bool,
    /// Whether a state was read.
    begun: bool,
    /// Lines that were read to see what the first of them belongs to.
    ahead: VecDeque<Line>,
    ended: bool,
}

impl<R> std::fmt::Debug for States<'_, R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "States({})", self.puzzle.name())
    }
}

impl<'a, R: BufRead> States<'a, R> {
    /// Reads a file from the beginning.
    pub fn of_file(reader: R, puzzle: &'a Puzzle) -> Self {
        Self {
            lines: Lines::all(reader),
            puzzle,
            waits: true,
            begun: false,
            ahead: VecDeque::new(),
            ended: false,
        }
    }

    /// Reads a stream whose writer may wait for the answer to a line before it writes the next. So a line that is a
    /// state by itself, and not indented as pictures are, is taken as a state at once.
    pub fn of_stream(reader: R, puzzle: &'a Puzzle) -> Self {
        Self {
            waits: false,
            ..Self::of_file(reader, puzzle)
        }
    }

    /// The next state.
    fn state(&mut self) -> io::Result<Option<Line>> {
        while self.is_idle() {
            self.ahead.pop_front();
            if self.ahead.is_empty() && !self.read()? {
                return Ok(None);
            }
        }
        if !std::mem::replace(&mut self.begun, true)
            && let Some(line) = self.foreign()?
        {
            return Ok(Some(line));
        }
        let span = self.span()?;
        Ok(self.take(span))
    }

    /// Reads a line ahead; false at the end.
    fn read(&mut self) -> io::Result<bool> {
        if let Some(line) = self.lines.next().filter(|_| !self.ended) {
            self.ahead.push_back(line?);
            return Ok(true);
        }
        self.ended = true;
        Ok(false)
    }

    /// Whether there is no line ahead, or the first is blank or a remark.
    fn is_idle(&self) -> bool {
        self.ahead.front().is_none_or(|line| {
            let text = &line.text;
            line.fault.is_none() && (text.trim().is_empty() || self.puzzle.is_remark(text))
        })
    }

    /// The whole file as one line that is refused, if it is of another program's format.
    fn foreign(&mut self) -> io::Result<Option<Line>> {
        let named = |line: &Line| foreign::refusal(&line.text).filter(|_| line.fault.is_none());
        let first = self.ahead.front();
        let Some(first) = first.filter(|line| named(line).is_some()) else {
            return Ok(None);
        };
        // The puzzle reads that format, on this line or on more of them.
        let more = || self.puzzle.span(&[&first.text], false).is_none();
        if self.puzzle.is_state(&first.text) || more() {
            return Ok(None);
        }
        let whole = first.text.trim_end().ends_with(['}', ']', '>']);
        while !whole && self.ahead.len() < SAMPLE && self.read()? {}
        self.ended = true;
        let line = self.take(self.ahead.len());
        self.ahead.clear();
        Ok(line.map(|line| {
            let fault = foreign::refusal(&line.text).map(|refusal| Refusal {
                message: refusal.message + "; nothing after it is read",
                ..refusal
            });
            Line { fault, ..line }
        }))
    }

    /// How many of the lines ahead are a state together, once they are read.
    fn span(&mut self) -> io::Result<usize> {
        let alone = |line: &Line| {
            let set_in = line.text.starts_with([' ', '\t']);
            line.fault.is_some() || !(self.waits || set_in) && self.puzzle.is_state(&line.text)
        };
        if self.ahead.front().is_none_or(alone) {
            return Ok(1);
        }
        loop {
            let whole = self.ahead.iter().take_while(|line| line.fault.is_none());
            let texts: Vec<&str> = whole.map(|line| &*line.text).collect();
            let size: usize = texts.iter().map(|text| text.len()).sum();
            let ended = self.ended || texts.len() < self.ahead.len() || size > LIMIT;
            match self.puzzle.span(&texts, ended) {
                Some(span) => return Ok(span.clamp(1, texts.len())),
                None if ended => return Ok(1),
                None => self.read()?,
            };
        }
    }

    /// The first lines ahead as one.
    fn take(&mut self, count: usize) -> Option<Line> {
        let mut lines = self.ahead.drain(..count);
        let first = lines.next()?;
        Some(lines.fold(first, |mut line, next| {
            line.text.push('\n');
            line.text += &next.text;
            line
        }))
    }
}

impl<R: BufRead> Iterator for States<'_, R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        self.state().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The states of a file, each with the number of its first line.
    fn states(puzzle: &str, text: &str) -> Vec<(usize, String)> {
        let puzzle = &Puzzle::named(puzzle).unwrap();
        let read = |line: io::Result<Line>| {
            let line = line.unwrap();
            (line.number, line.text)
        };
        let file: Vec<_> = States::of_file(text.as_bytes(), puzzle).map(read).collect();
        let stream = States::of_stream(text.as_bytes(), puzzle);
        assert_eq!(stream.map(read).collect::<Vec<_>>(), file, "{text}");
        file
    }

    fn state(line: usize, text: &str) -> (usize, String) {
        (line, text.into())
    }

    #[test]
    fn pictures_are_one_state() {
        let net = "      R G G\n      R Y Y\n      R Y Y\nW W W G O O B B Y R R B\nR R W G G G Y O O B B Y\n\
                   G G G Y O O B B Y R R W\n      O W W\n      O W W\n      O B B";
        let text = format!("R U\n{net}\n# remark\n\n{net}\nF\n");
        let expected = [
            state(1, "R U"),
            state(2, net),
            state(13, net),
            state(22, "F"),
        ];
        assert_eq!(states("cube3", &text), expected);
        // A sticker is missing: still a net.
        let short = net.replace("R R W", "R R");
        assert_eq!(states("cube3", &short), [state(1, &short)]);
        let board = " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14  _ 15";
        assert_eq!(states("puzzle15", board), [state(1, board)]);
        let lights = "# . #\n. # .\n# . #";
        assert_eq!(states("lightsout3", lights), [state(1, lights)]);
        let levels = "; 1\n\n####\n#@ #\n#$.#\n####\n\nTitle: two\n  ####\n###@.#\n######\n";
        let expected = [
            state(3, "####\n#@ #\n#$.#\n####"),
            state(9, "  ####\n###@.#\n######"),
        ];
        assert_eq!(states("sokoban", levels), expected);
    }

    #[test]
    fn a_state_may_begin_as_a_remark_does() {
        let lights = "# a remark\n###000000\n1,1\n###/.../...\n";
        let expected = [
            state(2, "###000000"),
            state(3, "1,1"),
            state(4, "###/.../..."),
        ];
        assert_eq!(states("lightsout3", lights), expected);
        let levels = "# easy\n#####/#@$.#/#####\n#@/$./--\n";
        let expected = [state(2, "#####/#@$.#/#####"), state(3, "#@/$./--")];
        assert_eq!(states("sokoban", levels), expected);
        assert!(states("cube3", "###\n# R\n").is_empty());
    }

    #[test]
    fn moves_stay_lines() {
        let text = "R U F\nR U F\nR U F\nR U' F2 L D B R U F R' U F\nR U\n";
        let count = text.lines().count();
        assert_eq!(states("cube3", text).len(), count);
        assert_eq!(states("puzzle15", "R D\nD R U L\n").len(), 2);
        assert_eq!(states("sokoban", "@$.\n@-$.\n").len(), 2);
    }

    /// A program that waits for an answer before it writes the next line gets it.
    #[test]
    fn a_stream_is_not_waited_for() {
        struct Once(bool);
        impl io::Read for Once {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(
                    !std::mem::replace(&mut self.0, true),
                    "the next line is waited for"
                );
                buffer[..6].copy_from_slice(b"R U F\n");
                Ok(6)
            }
        }
        let puzzle = &Puzzle::named("cube3").unwrap();
        let mut states = States::of_stream(io::BufReader::new(Once(false)), puzzle);
        assert_eq!(states.next().unwrap().unwrap().text, "R U F");
    }

    #[test]
    fn other_formats_are_refused_once() {
        let puzzle = &Puzzle::named("puzzle15").unwrap();
        let text = "# mine\n{\n  \"EDGES\": {\n    \"pieces\": [0]\n  }\n}\n";
        let lines: Vec<_> = States::of_file(text.as_bytes(), puzzle).collect();
        assert_eq!(lines.len(), 1);
        let line = lines[0].as_ref().unwrap();
        let code = line.fault.as_ref().map(|fault| fault.code);
        assert_eq!((line.number, code), (2, Some("kpattern")));
    }

    #[test]
    fn a_net_with_a_fault_of_form_is_one_state() {
        let cube = Puzzle::named("cube3").unwrap();
        let net = "    BBB\n    BBB\n    BBB\n LLLUUURRRDDD\n LLLUUURRRDDD\n LLLUUURRRDDD\n    FFF\n    FFF\n    FFF";
        let marked = format!("{net}*");
        assert_eq!(states("cube3", &marked), [state(1, &marked)]);
        assert_eq!(cube.read(&marked).unwrap_err().at, Some(net.len()));
    }
}
