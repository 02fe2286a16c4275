//! What is said of a puzzle.

use quarterturn::Puzzle;
use serde::Serialize;
use utoipa::ToSchema;

/// Longest text of a state in a list, in bytes.
const BRIEF: usize = 4096;

/// What is said of a puzzle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Facts {
    /// The name to give as `puzzle`
    name: String,
    /// What it is, whatever it is called
    id: String,
    /// What counts as one move: `qtm`, `htm` or `moves`
    metric: &'static str,
    /// The names of its moves
    moves: Vec<String>,
    /// The state where moves in text begin, in the puzzle's own text form; null in a list where it is longer than 4,096
    /// bytes, as `solved` and `picture` are: `/api/puzzles/NAME` has all
    start: Option<String>,
    /// The solved state in the same form; null too if there are several
    solved: Option<String>,
    /// How many stickers it has; null if it is not a puzzle of stickers or pieces
    stickers: Option<usize>,
    /// How many states look different, as digits; null if that is not known
    states: Option<String>,
    /// The state where moves begin, drawn in letters
    picture: Option<String>,
    /// Whether a client sent it
    uploaded: bool,
}

impl Facts {
    pub fn of(puzzle: &Puzzle, uploaded: bool) -> Self {
        let start = puzzle.start();
        Self {
            name: puzzle.name().into(),
            id: puzzle.id().into(),
            metric: puzzle.metric().name(),
            moves: puzzle.moves().map(|mv| mv.name().to_owned()).collect(),
            solved: puzzle.solved().map(|solved| solved.to_string()),
            stickers: puzzle
                .described()
                .map(|described| described.tables.stickers()),
            states: puzzle.states().map(|states| states.to_string()),
            picture: Some(start.picture(false)),
            start: Some(start.to_string()),
            uploaded,
        }
    }

    /// What a list says of it: all but long texts.
    pub fn brief(&self) -> Self {
        let brief = |text: &Option<String>| text.clone().filter(|text| text.len() <= BRIEF);
        Self {
            start: brief(&self.start),
            solved: brief(&self.solved),
            picture: brief(&self.picture),
            name: self.name.clone(),
            id: self.id.clone(),
            moves: self.moves.clone(),
            states: self.states.clone(),
            ..*self
        }
    }
}
