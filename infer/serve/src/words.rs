//! What a request for a search may say: the options of `quarterturn solve`, by the names that the library's settings have.

use crate::config::Config;
use crate::problem::Problem;
use axum::http::StatusCode;
use quarterturn::search::Published;
use quarterturn::solver::{SearchKind, Settings};
use quarterturn_lab::units;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use utoipa::ToSchema;

/// Largest end-game table: its states are kept.
const BALL: u8 = 6;
/// Where fields are described.
const DESCRIBED: &str = "GET /api/openapi.json describes all fields";
/// Most views of a state.
const VIEWS: u16 = 96;

/// A state, and how to solve it. One of `state`, `scramble` and `facelets` is needed.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[schema(title = "Solve", example = json!({"state": "R U2 F' L D' B2", "time_limit": 0.5}))]
pub(crate) struct Words {
    /// The state in any form that the command reads: moves from the solved state, or what the state looks like
    pub state: Option<String>,
    /// The state as moves from the solved one, and nothing else
    pub scramble: Option<String>,
    /// The state as it looks, such as the 54 facelets of a cube
    pub facelets: Option<String>,
    /// A puzzle of `/api/puzzles` by its name [default: the puzzle inside the network, else cube3]
    pub puzzle: Option<String>,
    /// A network of `/api/models` by its name; or `bound`, the puzzle's own lower bound [default: the embedded network
    /// of the puzzle]
    pub model: Option<String>,
    /// How a cube's moves are counted
    pub metric: Option<CubeMetric>,
    /// The search: `beam`, `bwas`, `qstar`, `gbfs`, `mcts`, `mcts-naive`, `ida`, `greedy`, `bidirectional`, `direct`,
    /// `two-phase` [default: beam; without a network an exact search]
    pub search: Option<String>,
    /// States kept at each depth (beam)
    pub width: Option<u32>,
    /// Children evaluated per state kept, on average (beam)
    pub shortlist: Option<f32>,
    /// Most children kept of one state (beam)
    pub split: Option<u8>,
    /// Radius of the end-game table in moves; 0 disables it (beam)
    pub ball: Option<u8>,
    /// Views of the state to search from (beam)
    pub views: Option<u16>,
    /// Weight of the path cost, 0 to 1 (bwas, qstar, mcts)
    pub lambda: Option<f64>,
    /// States expanded at once (bwas, qstar, ida, mcts, gbfs)
    pub batch: Option<u32>,
    /// c: how much priors and low visit counts weigh against values (mcts)
    pub exploration: Option<f32>,
    /// ν: how much a running simulation discourages others from its path (mcts)
    pub virtual_loss: Option<f32>,
    /// Temperature of the priors made from Q (mcts)
    pub temperature: Option<f32>,
    /// Threads that share one tree (mcts)
    pub workers: Option<u16>,
    /// Follow the rules of a paper: `deepcube` or `cube2-report` (mcts)
    pub as_published: Option<Paper>,
    /// Look for shorter and shorter solutions until this time is over: seconds, or a text such as `1500ms`
    pub time_limit: Option<Amount>,
    /// Whether a time limit or a target length makes the search try again
    pub restarts: Option<bool>,
    /// Whether the two-phase algorithm answers if a beam has found nothing in time
    pub fallback: Option<bool>,
    /// Try again, from other views, until a solution is at most this long
    pub target_length: Option<u16>,
    /// Stop after this many generated nodes
    pub node_limit: Option<u64>,
    /// Most memory that the search may use: MiB, or a text such as `512MiB`
    pub memory_limit: Option<Amount>,
    /// Threads of this search [default: all, if no other search runs]
    pub threads: Option<u16>,
    /// Go to this state, not to the solved one
    pub target: Option<String>,
    /// What moves cost: look for a cheap solution, not a short one
    pub costs: Option<Prices>,
    /// If the puzzle cannot look like this, make the smallest repair and say which
    pub repair: Option<bool>,
}

/// How moves of a cube are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CubeMetric {
    /// In quarter turns
    Qtm,
    /// A half turn is one move
    Htm,
}

/// A paper whose rules a tree search follows.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Paper {
    /// McAleer et al. 2018
    Deepcube,
    /// The report on the 2×2×2 cube of 2024
    Cube2Report,
}

/// A time or an amount of memory: a number in the usual unit, or a text with its unit.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(untagged, expecting = "a number, or a text with a unit")]
pub(crate) enum Amount {
    /// Seconds, or MiB
    Number(f64),
    /// With its unit
    Text(String),
}

impl Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// What moves cost, as in the file of `--costs`.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Prices {
    /// Cost of a quarter turn [default: 1]
    pub quarter: Option<Price>,
    /// Cost of a half turn [default: 1]
    pub half: Option<Price>,
    /// Factors for the turns of a face
    pub faces: BTreeMap<String, Price>,
    /// Costs of single moves
    pub moves: BTreeMap<String, Price>,
}

/// A cost, or `inf` for what is forbidden.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(untagged, expecting = "a number, or the text inf")]
pub(crate) enum Price {
    /// More than 0
    Number(f64),
    /// Forbidden
    Forbidden(Inf),
}

/// The word for it.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Inf {
    /// Forbidden
    Inf,
}

impl Prices {
    /// As the file of `--costs` has it.
    pub fn toml(&self) -> String {
        let mut text = String::new();
        let single = [("quarter", &self.quarter), ("half", &self.half)];
        for (name, price) in single {
            if let Some(price) = price {
                let _ = writeln!(text, "{name} = {price}");
            }
        }
        for (table, prices) in [("faces", &self.faces), ("moves", &self.moves)] {
            for (name, price) in prices {
                // JSON's escapes are TOML's too, but that TOML has none for this one.
                let name = serde_json::to_string(name).unwrap_or_default();
                let _ = writeln!(
                    text,
                    "{table}.{} = {price}",
                    name.replace('\u{7f}', "\\u007f")
                );
            }
        }
        text
    }
}

impl Display for Price {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            // With its point: TOML tells whole numbers from others.
            Self::Number(number) => write!(f, "{number:?}"),
            Self::Forbidden(Inf::Inf) => f.write_str("inf"),
        }
    }
}

impl Words {
    /// Reads a request.
    ///
    /// # Errors
    /// It is not JSON, or has a field that is unknown or of another type.
    pub fn read(body: &[u8]) -> Result<Self, Problem> {
        let value: Value = serde_json::from_slice(body).map_err(|error| no_json(&error))?;
        // A list would be taken for the fields in their order.
        for (name, value) in [("the body", Some(&value)), ("costs", value.get("costs"))] {
            if value.is_some_and(Value::is_array)
                || name == "the body" && !value.is_some_and(Value::is_object)
            {
                let problem = Problem::unfit("wrong-field", format!("{name} is no object"));
                return Err(problem.hint(DESCRIBED));
            }
        }
        let mut json = serde_json::Deserializer::from_slice(body);
        let words = serde_path_to_error::deserialize(&mut json);
        let words: Self = words.map_err(|error| {
            let path = error.path().to_string();
            let inner = error.into_inner();
            fault(&path, &inner)
        })?;
        words.input()?;
        Ok(words)
    }

    /// The text of the state, and whether it must be moves.
    pub fn input(&self) -> Result<(&str, bool), Problem> {
        let all = [&self.state, &self.scramble, &self.facelets];
        let mut given = all.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(text), None) => Ok((text, self.scramble.is_some())),
            (None, _) => Err(Problem::unfit("no-state", "there is no state to solve")
                .hint("give one of `state`, `scramble` and `facelets`")),
            _ => Err(Problem::unfit("several-states", "there are several states")
                .hint("give one of `state`, `scramble` and `facelets`")),
        }
    }

    /// As the library takes them, within what the server allows.
    ///
    /// # Errors
    /// A value that makes no sense or is not allowed.
    pub fn settings(&self, config: &Config) -> Result<Settings, Problem> {
        self.check(config)?;
        let time_limit = self.time_limit.as_ref().map(|amount| {
            let time = units::time(&amount.to_string());
            let time = time.map_err(|why| wrong("time_limit", amount, &why))?;
            let most = config.time_limit;
            within("time_limit", time, most, || {
                format!("{} s", most.as_secs_f64())
            })?;
            Ok::<_, Problem>(time)
        });
        let memory_limit = self.memory_limit.as_ref().map(|amount| {
            let bytes = units::bytes(&amount.to_string());
            let bytes = bytes.map_err(|why| wrong("memory_limit", amount, &why))?;
            let most = config.share();
            within("memory_limit", bytes, most, || {
                format!("{} MiB", most >> 20)
            })?;
            Ok::<_, Problem>(bytes)
        });
        Ok(Settings {
            search: self.search.as_deref().map(kind).transpose()?,
            width: self.width,
            shortlist: self.shortlist,
            split: self.split,
            ball: self.ball,
            views: self.views,
            lambda: self.lambda,
            batch: self.batch,
            exploration: self.exploration,
            virtual_loss: self.virtual_loss,
            temperature: self.temperature,
            workers: self.workers,
            as_published: self.as_published.map(|paper| match paper {
                Paper::Deepcube => Published::Deepcube,
                Paper::Cube2Report => Published::Cube2Report,
            }),
            cache: None,
            time_limit: time_limit.transpose()?,
            restarts: self.restarts,
            fallback: self.fallback,
            target_length: self.target_length,
            node_limit: self.node_limit,
            memory_limit: Some(memory_limit.transpose()?.unwrap_or(config.share())),
        })
    }

    /// Checks numbers against what is possible and allowed.
    fn check(&self, config: &Config) -> Result<(), Problem> {
        let (width, threads) = (u64::from(config.max_width), config.threads as u64);
        for (name, value, least, most) in [
            ("width", self.width.map(u64::from), 1, width),
            ("batch", self.batch.map(u64::from), 1, width),
            ("split", self.split.map(u64::from), 1, u8::MAX.into()),
            ("ball", self.ball.map(u64::from), 0, BALL.into()),
            ("views", self.views.map(u64::from), 1, VIEWS.into()),
            ("workers", self.workers.map(u64::from), 1, threads),
            ("threads", self.threads.map(u64::from), 1, threads),
            ("node_limit", self.node_limit, 1, u64::MAX),
        ] {
            match value {
                Some(value) if value < least || value > most => {
                    let why = format!("{name} is {value}: this server takes {least} to {most}");
                    return Err(Problem::unfit("out-of-range", why).hint("give another number"));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn kind(name: &str) -> Result<SearchKind, Problem> {
    name.parse().map_err(|_| {
        let all: Vec<&str> = SearchKind::ALL.iter().map(SearchKind::name).collect();
        let message = format!("there is no search {name:.80?}");
        Problem::unfit("unknown-search", message).hint(format!("there are {}", all.join(", ")))
    })
}

fn wrong(field: &str, amount: &Amount, why: &str) -> Problem {
    let amount = amount.to_string();
    Problem::unfit("out-of-range", format!("{field} is {amount:.80}: {why}"))
        .hint("give another one")
}

fn within<T: PartialOrd>(
    field: &str,
    value: T,
    most: T,
    shown: impl FnOnce() -> String,
) -> Result<(), Problem> {
    if value <= most {
        return Ok(());
    }
    let message = format!("{field} is more than this server allows, {}", shown());
    Err(Problem::unfit("out-of-range", message).hint("ask for less, or leave it out"))
}

fn no_json(error: &serde_json::Error) -> Problem {
    let message = format!("the body is not JSON: {error}");
    Problem::new(StatusCode::BAD_REQUEST, "not-json", message)
        .hint("send an object such as {\"state\": \"R U F'\"}")
}

/// What is wrong with a field.
fn fault(path: &str, error: &serde_json::Error) -> Problem {
    // Long names are the client's own.
    let text: String = error.to_string().chars().take(1000).collect();
    let code = if text.starts_with("unknown field") {
        "unknown-field"
    } else {
        "wrong-field"
    };
    let place = match path {
        "" | "." => String::new(),
        path => format!("{path:.80}: "),
    };
    Problem::unfit(code, format!("{place}{text}")).hint(DESCRIBED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn::Puzzle;

    #[test]
    fn prices_are_those_of_the_file() {
        let words: Words = serde_json::from_str(
            r#"{"costs": {"half": 1.5, "faces": {"B": 3}, "moves": {"U'": "inf", "R2": 7}}}"#,
        )
        .unwrap();
        let puzzle = Puzzle::named("cube3-htm").unwrap();
        let given = puzzle.costs(&words.costs.unwrap().toml()).unwrap();
        let file = "half = 1.5\nfaces.B = 3.0\n[moves]\n\"U'\" = inf\nR2 = 7.0";
        assert_eq!(
            format!("{given:?}"),
            format!("{:?}", puzzle.costs(file).unwrap())
        );
        let odd: Prices = serde_json::from_str(r#"{"moves": {"a\u007f\"\\\n= ]": 1}}"#).unwrap();
        let error = puzzle.costs(&odd.toml()).unwrap_err();
        assert_eq!(error.code(), "unknown-move");
    }
}
