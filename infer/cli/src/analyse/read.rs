//! Solutions as `solve` wrote them.

use crate::display;
use crate::error::CliError;
use quarterturn::Puzzle;
use quarterturn_core::Move;
use quarterturn_lab::lines::Lines;
use serde::Deserialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// A line of JSON that `solve` wrote.
#[derive(Deserialize)]
struct Answer {
    puzzle: Option<String>,
    solution: Option<String>,
}

/// The solutions in a file, `None` where there is none.
pub fn read(path: &Path, puzzle: &Puzzle) -> Result<Vec<Option<Vec<Move>>>, CliError> {
    let fault = CliError::reading(path);
    let input: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(path).map_err(&fault)?))
    };
    let mut all = Vec::new();
    for line in Lines::new(input) {
        let line = line.map_err(&fault)?;
        let refused = |refusal| CliError::Invalid(say(&refusal, &line.text, line.number));
        if let Some(refusal) = &line.fault {
            return Err(refused(refusal.clone()));
        }
        let Some(text) = solution(&line.text, line.number, puzzle)? else {
            continue;
        };
        let moves = text.map(|text| puzzle.moves_of(&text)).transpose();
        all.push(moves.map_err(refused)?);
    }
    Ok(all)
}

fn say(refusal: &quarterturn::Refusal, text: &str, number: usize) -> String {
    let text = display::refusal(refusal, text, Some(&format!("line {number}")));
    text.trim_start_matches("error: ").trim_end().into()
}

/// What a line says of a solution: nothing, that there is none, or its moves.
fn solution(
    line: &str,
    number: usize,
    puzzle: &Puzzle,
) -> Result<Option<Option<String>>, CliError> {
    if line.starts_with('{') {
        let wrong = |why| CliError::Invalid(format!("line {number}: {why}"));
        let answer: Answer = serde_json::from_str(line).map_err(|e| wrong(e.to_string()))?;
        return match answer.puzzle {
            Some(other) if other != puzzle.name() => {
                Err(wrong(format!("is of {other}; name it with --puzzle")))
            }
            _ => Ok(Some(answer.solution)),
        };
    }
    // What `solve` prints for people has a word, then two blanks or more.
    let said = match line.split_once("  ") {
        Some(("solution", rest)) => rest.trim(),
        Some((word, _)) if word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase()) => {
            return Ok(None);
        }
        _ => line.trim(),
    };
    Ok(Some(match said {
        "-" => None,
        said if said.starts_with("not found") => None,
        said if said.starts_with("none needed") => Some(String::new()),
        said => Some(said.to_owned()),
    }))
}
