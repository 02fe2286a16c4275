//! What is said of a puzzle.

use quarterturn::Puzzle;
use serde::Serialize;
use utoipa::ToSchema;

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
    /// The state where moves in text begin, in the puzzle's own text form
    start: String,
    /// The solved state in the same form; null if there are several
    solved: Option<String>,
    /// How many stickers it has; null if it is not a puzzle of stickers or pieces
    stickers: Option<usize>,
    /// How many states look different, as digits; null if that is not known
    states: Option<String>,
    /// The state where moves begin, drawn in letters
    picture: String,
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
            picture: start.picture(false),
            start: start.to_string(),
            uploaded,
        }
    }
}
