//! The settings of a search as options of the command line, which are made from the library's table.

use crate::error::CliError;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use quarterturn::solver::{SearchKind, Setting, Settings, Value, Values};
use quarterturn_classic::Classical;
use std::path::PathBuf;
use std::sync::Arc;

// The sections of the help texts.
const SEARCH: &str = "Search";
const TUNING: &str = "Tuning, for the searches in brackets";
const LIMITS: &str = "Limits";

/// The classical solvers, which are searches on the command line too.
const CLASSICAL: &[(&str, &str)] = &[
    (
        "korf",
        "Korf's algorithm, classical: exact; takes minutes beyond 17 quarter turns",
    ),
    (
        "patterns",
        "Additive pattern databases, classical: exact, for sliding tiles up to 6×6",
    ),
];

/// The search and its options.
#[derive(Clone, Debug, Default)]
pub struct SettingsArgs {
    settings: Settings,
    /// The search by its name, where that is a classical solver's.
    classical: Option<String>,
    tables: Option<PathBuf>,
}

/// The name of an option: `time-limit`.
pub fn flag(setting: Setting) -> String {
    setting.name().replace('_', "-")
}

/// The section of the help text that a setting is in.
fn heading(setting: Setting) -> &'static str {
    match setting {
        Setting::Search => SEARCH,
        // What every search takes limits it.
        _ if setting.is_limit() => LIMITS,
        _ => TUNING,
    }
}

/// What stands for the value in the help text.
fn value_name(setting: Setting) -> &'static str {
    match setting.values() {
        Values::Whole { .. } => "N",
        Values::Number { .. } => "X",
        Values::Time => "TIME",
        Values::Bytes => "MIB",
        Values::YesNo => "yes|no",
        Values::Words(_) if setting == Setting::Search => "NAME",
        _ => "PAPER",
    }
}

/// How people write the value, where that is not plain.
fn units(setting: Setting) -> &'static str {
    match setting.values() {
        Values::Time => ": 2m, 1500ms, or a number of seconds",
        Values::Bytes => ": 2GiB, 512MiB, or a number of MiB",
        _ => "",
    }
}

/// The help text of a setting.
fn help(setting: Setting) -> String {
    let default = match setting.default() {
        "" => String::new(),
        default => format!(" [default: {default}]"),
    };
    setting.help().to_owned() + units(setting) + &default
}

/// What reads the value of a setting.
fn parser(setting: Setting) -> ValueParser {
    match setting.values() {
        Values::Words(_) if setting == Setting::Search => {
            let own = SearchKind::ALL
                .iter()
                .map(|kind| (kind.name(), kind.help()));
            let all = own.chain(CLASSICAL.iter().copied());
            let values = all.map(|(name, help)| PossibleValue::new(name).help(help));
            text(PossibleValuesParser::new(values))
        }
        Values::Words(names) => text(PossibleValuesParser::new(names)),
        values => ValueParser::from(move |text: &str| {
            values
                .take(&text.into())
                .map_err(|_| values.wanted().into_owned())
        }),
    }
}

/// One of some words, as a value.
fn text(words: PossibleValuesParser) -> ValueParser {
    words.map(Value::Text).into()
}

/// The option of a setting.
fn option(setting: Setting) -> Arg {
    let arg = Arg::new(setting.name())
        .long(flag(setting))
        .value_name(value_name(setting))
        .help(help(setting))
        .help_heading(heading(setting))
        .allow_negative_numbers(true)
        .value_parser(parser(setting));
    match setting {
        Setting::AsPublished => arg.conflicts_with(Setting::Lambda.name()),
        _ => arg,
    }
}

impl Args for SettingsArgs {
    fn augment_args(command: Command) -> Command {
        let command = Setting::ALL
            .iter()
            .fold(command, |command, &setting| command.arg(option(setting)));
        let tables = Arg::new("tables")
            .long("tables")
            .value_name("DIR")
            .help("Folder in which the tables of korf and patterns are kept [default: the user's cache folder]")
            .help_heading(TUNING)
            .value_parser(clap::value_parser!(PathBuf));
        command.arg(tables)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SettingsArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut args = Self::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.tables = matches.get_one("tables").cloned();
        for &setting in Setting::ALL {
            let Some(value) = matches.get_one::<Value>(setting.name()) else {
                continue;
            };
            let name = value.to_string();
            if setting == Setting::Search && CLASSICAL.iter().any(|(known, _)| *known == name) {
                self.classical = Some(name);
                continue;
            }
            let set = self.settings.set(setting.name(), value.clone());
            set.map_err(|error| Error::raw(clap::error::ErrorKind::ValueValidation, error))?;
        }
        Ok(())
    }
}

impl SettingsArgs {
    /// As the library takes them.
    ///
    /// # Errors
    /// There is no folder for the tables of the search, or it has none.
    pub fn settings(&self) -> Result<Settings, CliError> {
        let mut settings = self.settings.clone();
        if let Some(name) = self.classical.as_deref()
            && let Some(classical) = Classical::read(&[name], self.tables.as_deref())
        {
            settings.search = Some(SearchKind::Extension(Arc::new(classical?)));
            return Ok(settings);
        }
        if self.tables.is_some() {
            let search = settings.kind().name();
            let others: Vec<&str> = CLASSICAL.iter().map(|(name, _)| *name).collect();
            return Err(CliError::Usage(format!(
                "--tables means nothing to the search '{search}'; it is for {}",
                others.join(", ")
            )));
        }
        Ok(settings)
    }

    /// Whether the search was chosen.
    pub fn chose(&self) -> bool {
        self.settings.search.is_some() || self.classical.is_some()
    }

    /// The settings as they were given, a classical search not among them.
    pub fn given(&self) -> &Settings {
        &self.settings
    }
}
