//! What readers refuse, with the code, the place and the words: `tests/data/refusals.tsv`.

use quarterturn::puzzles::gap;
use quarterturn_core::cube::{Cube2, Cube3};
use quarterturn_core::puzzle::lights::Lights;
use quarterturn_core::puzzle::sliding::Tiles;
use quarterturn_core::puzzle::sokoban::Sokoban;
use quarterturn_support::questions::rows;

/// The code, place, words and hint of what a reader says.
macro_rules! said {
    ($read:expr, $text:expr) => {{
        let error = $read.expect_err($text);
        let at = error.at.map_or(String::new(), |at| at.to_string());
        (error.code(), at, error.to_string(), error.hint().to_owned())
    }};
}

/// The same of texts of moves, which have a place always.
macro_rules! moves {
    ($read:expr, $text:expr) => {{
        let error = $read.expect_err($text);
        let at = error.at.to_string();
        (error.code(), at, error.to_string(), error.hint().to_owned())
    }};
}

#[test]
fn readers_refuse_as_the_table_says() {
    for row in rows(include_str!("../../data/refusals.tsv")) {
        let [reader, text, code, at, words] = &row[..] else {
            panic!("{row:?}");
        };
        let said = match &**reader {
            "moves" => moves!(Cube3::from_moves(text), text),
            "moves2" => moves!(Cube2::from_moves(text), text),
            "cube3" => said!(Cube3::from_facelet_text(text), text),
            "cube2" => said!(Cube2::from_facelet_text(text), text),
            "puzzle8" => said!(Tiles::<9>::from_text(text), text),
            "sokoban" => said!(Sokoban::from_text(text), text),
            "gap" => {
                let error = gap::read(text).expect_err(text);
                let at = format!("{}:{}", error.line, error.column);
                (error.kind.code(), at, error.to_string(), "-".into())
            }
            lights => {
                let side = lights.trim_start_matches("lightsout").parse();
                let lights = Lights::new(side.expect(lights)).expect("a board");
                said!(lights.from_text(text), text)
            }
        };
        let (found, place, message, hint) = said;
        assert_eq!((found, &place), (&**code, at), "{row:?}: {message}");
        assert!(message.contains(&**words), "{row:?}: {message}");
        assert!(!message.is_empty() && !hint.is_empty(), "{row:?}");
        if reader == "moves" {
            let error = Cube2::from_moves(text).expect_err(text);
            assert_eq!((error.code(), error.at.to_string()), (found, place));
        }
    }
}
