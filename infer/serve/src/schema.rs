//! The shapes of answers, for the description of the interface. The answers themselves are made by the library.

use serde::Deserialize;
use utoipa::{IntoResponses, ToSchema};

/// An answer, as `quarterturn solve --json` prints it
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct Answer {
    /// Version of this contract; fields may be added
    version: u32,
    /// The input
    input: String,
    /// What else the input might have meant
    warning: Option<String>,
    /// What was changed, with `repair`
    repaired: Option<String>,
    /// The puzzle
    puzzle: String,
    /// What counts as one move: `qtm`, `htm` or `moves`
    metric: String,
    /// Whether there is a solution
    solved: bool,
    /// Moves separated by spaces; empty for a solved state
    #[schema(required)]
    solution: Option<String>,
    /// Moves in that metric
    #[schema(required)]
    length: Option<u32>,
    /// Of a cube's solution
    quarter_turns: Option<u32>,
    /// Of a cube's solution
    half_turns: Option<u32>,
    /// The price of the moves, with `costs`
    cost: Option<f64>,
    /// The search
    search: String,
    /// `undone` where the solution undoes the moves of the input; else absent
    by: Option<String>,
    /// The network
    #[schema(required)]
    model: Option<String>,
    /// The metric that the network counts in
    #[schema(required)]
    model_metric: Option<String>,
    /// States whose children were made
    expanded: u64,
    /// Children made
    generated: u64,
    /// States given to the network
    evaluated: u64,
    /// The most bytes that the search held at once
    memory: u64,
    /// The width that the memory left to a beam
    narrowed: Option<u64>,
    /// Whether no solution is shorter; absent where that is not known
    optimal: Option<bool>,
    /// What found the solution after the search's time was over
    fallback: Option<String>,
    /// Why it is not known whether the state can be reached at all
    doubt: Option<String>,
    /// The time it took
    seconds: f64,
    /// Why the search ended: `solved`, `exhausted`, `time`, `nodes`, `memory`, `cancelled`
    stopped: String,
}

/// A refusal, as `quarterturn solve --json` prints it
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct Refused {
    /// Version of this contract
    version: u32,
    /// The state that was to be solved
    input: String,
    /// What is wrong
    error: Fault,
}

/// What is wrong
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct Fault {
    /// A stable name
    code: String,
    /// What is wrong, in words
    message: String,
    /// Where in the input, as a byte offset
    #[schema(required)]
    at: Option<u64>,
    /// What to do
    #[schema(required)]
    hint: Option<String>,
}

/// An event of a stream
#[derive(Debug, Deserialize, ToSchema)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) struct StreamEvent {
    /// What it tells
    event: EventName,
    /// An object as JSON: a solution, counts, the answer, or a refusal
    data: String,
}

/// What an event tells
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum EventName {
    /// A solution that is better than those before
    Better,
    /// How far the search has come
    Progress,
    /// The answer; the last event
    Done,
    /// A refusal; the last event
    Error,
}

/// What every path may answer.
#[derive(IntoResponses)]
#[expect(dead_code, reason = "only its shape is used")]
pub(crate) enum Refusals {
    /// Not JSON, or a body that breaks off
    #[response(status = 400)]
    NotJson(Refused),
    /// The token is missing or wrong
    #[response(status = 401)]
    NoToken(Refused),
    /// A page of another site asks
    #[response(status = 403)]
    ForeignOrigin(Refused),
    /// The body did not come in time
    #[response(status = 408)]
    TooSlow(Refused),
    /// Another puzzle has this name
    #[response(status = 409)]
    NameTaken(Refused),
    /// The body is too large
    #[response(status = 413)]
    TooLarge(Refused),
    /// The body has another type
    #[response(status = 415)]
    WrongType(Refused),
    /// The server has another name
    #[response(status = 421)]
    ForeignHost(Refused),
    /// A state, a name or a number that makes no sense or is not allowed
    #[response(status = 422)]
    Unfit(Refused),
    /// Too many requests wait; `Retry-After` says when to try again
    #[response(status = 429)]
    QueueFull(Refused),
    /// Too many connections, or too much that is sent and read slowly; `Retry-After` says when to try again
    #[response(status = 503)]
    Busy(Refused),
}
