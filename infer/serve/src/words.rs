//! What a request for a search may say: the options of `quarterturn solve`, by the names that the library's settings have.

use crate::config::Config;
use crate::problem::Problem;
use axum::http::StatusCode;
use quarterturn::solver::{SearchKind, Setting, Settings, SettingsError, Value as Number, Values};
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use utoipa::ToSchema;

/// Largest end-game table: its states are kept.
const BALL: u64 = 6;
/// Where fields are described.
const DESCRIBED: &str = "GET /api/openapi.json describes all fields";

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
    /// Threads of this search [default: all, if no other search runs]
    pub threads: Option<u16>,
    /// Go to this state, not to the solved one
    pub target: Option<String>,
    /// What moves cost: look for a cheap solution, not a short one
    pub costs: Option<Prices>,
    /// If the puzzle cannot look like this, make the smallest repair and say which
    pub repair: Option<bool>,
    /// The settings of the search by their names, as they were given; the library's table describes them.
    #[serde(skip)]
    pub settings: Map<String, Value>,
}

/// The settings that a request may have. Memory for evaluations is the server's own business.
pub(crate) fn settings() -> impl Iterator<Item = Setting> {
    let all = Setting::ALL.iter().copied();
    all.filter(|&setting| setting != Setting::Cache)
}

/// The fields of an object, each there once.
struct Fields(Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Once;

        impl<'de> Visitor<'de> for Once {
            type Value = Fields;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Fields, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = entries.next_entry::<String, Value>()? {
                    if fields.contains_key(&name) {
                        return Err(A::Error::custom(format!("duplicate field `{name}`")));
                    }
                    fields.insert(name, value);
                }
                Ok(Fields(fields))
            }
        }
        from.deserialize_map(Once)
    }
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
        let Fields(mut fields) = serde_json::from_slice(body).map_err(|error| fault("", &error))?;
        let given = settings().filter_map(|setting| fields.remove_entry(setting.name()));
        let given: Map<String, Value> = given.filter(|(_, value)| !value.is_null()).collect();
        let words = serde_path_to_error::deserialize(Value::Object(fields));
        let words: Self = words.map_err(|error| {
            let path = error.path().to_string();
            let inner = error.into_inner();
            fault(&path, &inner)
        })?;
        words.input()?;
        for setting in settings_of(&given) {
            plain(setting, &given[setting.name()])?;
        }
        Ok(Self {
            settings: given,
            ..words
        })
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
        let threads = config.threads as u64;
        allowed("threads", self.threads.map(u64::from), 1, threads)?;
        let mut settings = Settings::default();
        for setting in settings_of(&self.settings) {
            let (name, given) = (setting.name(), &self.settings[setting.name()]);
            let value = plain(setting, given)?;
            let refused = |error| Self::refused(setting, given, error);
            let taken = setting.take(&value).map_err(refused)?;
            if let Some(most) = most(setting, config)
                && let Values::Whole { least, .. } = setting.values()
            {
                let value = match taken {
                    Number::Whole(number) => Some(number),
                    _ => None,
                };
                allowed(name, value, least, most)?;
            }
            settings.set(name, taken).map_err(refused)?;
        }
        let (time, memory) = (config.time_limit, config.share());
        within("time_limit", settings.time_limit, time, || {
            format!("{} s", time.as_secs_f64())
        })?;
        within("memory_limit", settings.memory_limit, memory, || {
            format!("{} MiB", memory >> 20)
        })?;
        settings.memory_limit.get_or_insert(memory);
        Ok(settings)
    }

    /// The library's refusal of a value.
    fn refused(setting: Setting, given: &Value, error: SettingsError) -> Problem {
        match (setting.values(), error) {
            (_, SettingsError::NoSearch(name)) => {
                let all: Vec<&str> = SearchKind::ALL.iter().map(SearchKind::name).collect();
                let message = format!("there is no search {name:.80?}");
                Problem::unfit("unknown-search", message)
                    .hint(format!("there are {}", all.join(", ")))
            }
            (Values::Words(_), _) => wrong_field(setting, given),
            (values, _) => {
                let (name, wanted) = (setting.name(), values.wanted());
                let given = given.to_string().replace('"', "");
                Problem::unfit("out-of-range", format!("{name} is {given:.80}: {wanted}"))
                    .hint("give another one")
            }
        }
    }
}

/// The settings among these fields, in the order of the table.
fn settings_of(fields: &Map<String, Value>) -> impl Iterator<Item = Setting> {
    settings().filter(|setting| fields.contains_key(setting.name()))
}

/// The most that the server allows of a number.
fn most(setting: Setting, config: &Config) -> Option<u64> {
    match setting {
        Setting::Width | Setting::Batch => Some(config.max_width.into()),
        Setting::Ball => Some(BALL),
        Setting::Workers => Some(config.threads as u64),
        _ => None,
    }
}

/// JSON as a value of the library: a bare amount of memory is in MiB.
fn plain(setting: Setting, given: &Value) -> Result<Number, Problem> {
    match (setting.values(), given) {
        (Values::Bytes, Value::Number(mib)) => Ok(mib.to_string().as_str().into()),
        (Values::Time | Values::Bytes | Values::Words(_), Value::String(text)) => {
            Ok(text.as_str().into())
        }
        (Values::YesNo, Value::Bool(yes)) => Ok((*yes).into()),
        (Values::Time | Values::Whole { .. } | Values::Number { .. }, Value::Number(number)) => {
            let whole = number.as_u64().map(Number::Whole);
            let number = whole.or(number.as_f64().map(Number::Number));
            number.ok_or_else(|| wrong_field(setting, given))
        }
        _ => Err(wrong_field(setting, given)),
    }
}

fn wrong_field(setting: Setting, given: &Value) -> Problem {
    let (name, wanted) = (setting.name(), setting.values().wanted());
    let given = given.to_string();
    Problem::unfit("wrong-field", format!("{name}: {given:.80} is {wanted}")).hint(DESCRIBED)
}

fn allowed(name: &str, value: Option<u64>, least: u64, most: u64) -> Result<(), Problem> {
    match value {
        Some(value) if value < least || value > most => {
            let why = format!("{name} is {value}: this server takes {least} to {most}");
            Err(Problem::unfit("out-of-range", why).hint("give another number"))
        }
        _ => Ok(()),
    }
}

fn within<T: PartialOrd>(
    field: &str,
    value: Option<T>,
    most: T,
    shown: impl FnOnce() -> String,
) -> Result<(), Problem> {
    if value.is_none_or(|value| value <= most) {
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
