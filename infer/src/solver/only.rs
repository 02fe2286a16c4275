//! States that the moves which are not forbidden cannot solve. The group of these moves knows it at once, where a search
//! would look at all that they reach.

use crate::costs::MoveCosts;
use crate::group::POINTS;
use crate::puzzles::formats::Tables;
use crate::puzzles::{Puzzle, Text};
use crate::refusal::Refusal;

/// The puzzle with the allowed moves alone; `None` where nothing is forbidden, or its group is not known.
pub(super) fn only<P: Text>(puzzle: &P, costs: &MoveCosts) -> Option<Puzzle> {
    if costs.forbidden() == 0 {
        return None;
    }
    let Tables { colours, moves } = puzzle.described()?.tables;
    if colours.len() > POINTS {
        return None;
    }
    let allowed = costs.allowed().map(|mv| moves[mv.index()].clone());
    let allowed = Puzzle::of(&Tables {
        colours,
        moves: allowed.collect(),
    });
    allowed.ok()
}

/// Refuses a state that the allowed moves do not solve.
///
/// # Errors
/// [`Refusal`] with the reason.
pub(super) fn check<P: Text>(only: &Puzzle, puzzle: &P, state: &P::State) -> Result<(), Refusal> {
    let Some(colours) = puzzle.colours(state) else {
        return Ok(());
    };
    let text: Vec<String> = colours.iter().map(u16::to_string).collect();
    let Err(reason) = only.read(&text.join(" ")) else {
        return Ok(());
    };
    Err(Refusal {
        code: "forbidden-moves",
        message: "the moves that are not forbidden do not solve this state, however many are made"
            .into(),
        at: None,
        hint: Some(reason.message),
    })
}
