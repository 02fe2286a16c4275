//! The fields of recipes, for the book: their names and meanings are those of the structures, their defaults and ranges
//! those that reading and checking a recipe has.

mod fields;
mod ranges;

use super::Recipe;
use fields::{Field, Kind, Schema};
use std::fmt::Write as _;
use toml::{Table, Value};

/// A recipe without its networks and targets. Values in examples are such that they allow what their neighbours may
/// have at most: `rollout` is at most `steps`.
const FRAME: &str = "\
puzzle = \"cube3\"
seed = 1
net = { kind = \"mlp\", layers = [8], heads = [\"value\"] }
target = { kind = \"walk\", steps = 3, pool = 1 }
optimizer = { batch = 1, rate = 1e-3, multiply = { by = 0.5, every = 1 } }
run = { examples = 1 }
";

/// Of each kind what it must have, and what its other fields need.
const NETS: [&str; 5] = [
    "kind = \"mlp\"\nlayers = [8]\nheads = [\"value\"]",
    "kind = \"residual\"\nlayers = [8]\nblocks = 1",
    "kind = \"joint\"\nbody = [8]\nhead = 8",
    "kind = \"stacked-attention\"\nblocks = 1\nrepeats = 1\nattention_heads = 6\ninner = 8\nouter = 8",
    "kind = \"recurrent-attention\"\nrounds = 2\nstate = 8\nouter = 8",
];
const TARGETS: [&str; 8] = [
    "kind = \"walk\"\nsteps = 3\npool = 1",
    "kind = \"davi\"\nsteps = 3\ncheck = 1\nthreshold = 1.0",
    "kind = \"adi\"\nsteps = 3",
    "kind = \"policy\"\nsteps = 3",
    "kind = \"q\"\nsteps = 3\npool = 1",
    "kind = \"bellman\"\nsteps = 10000\npool = 1\nrefresh = 1\nmost = 9.0\nrollout = 2\nbeam = 2",
    "kind = \"exact\"\nsteps = 3",
    "kind = \"mixed\"\npool = 1\nratio = 1\nstages = [{ steps = 3, until = 5 }, { steps = 4 }]",
];

/// What asking would not find, by kind and key: some keys have no range of their own, and what is wrong with others is
/// found in their neighbours first.
const SAID: [(&str, &str, &str); 4] = [
    ("stacked-attention", "attention_heads", "a divisor of 60"),
    ("bellman", "lambda", "0 to 1"),
    ("bellman", "refresh", "at least 1"),
    ("bellman", "steps", "1 to 10000"),
];

/// A table of a recipe: where it is, its fields, and a recipe that has it.
struct Section {
    /// Empty for the recipe itself.
    table: &'static str,
    about: Option<String>,
    fields: Vec<Field>,
    example: Table,
}

fn sections() -> Vec<Section> {
    let schema = Schema::of_recipes();
    let frame: Table = toml::from_str(FRAME).unwrap();
    let plain = |table: &'static str| {
        let (about, fields) = match table {
            "" => (None, schema.top()),
            table => schema.table(table),
        };
        let example = frame.clone();
        Section {
            table,
            about,
            fields,
            example,
        }
    };
    let kinds = |table: &'static str, examples: &[&str]| {
        let of = |text: &&str| {
            let inner: Table = toml::from_str(text).unwrap();
            let (about, fields) = schema.kind(table, inner["kind"].as_str().unwrap());
            let mut example = frame.clone();
            if inner.contains_key("stages") {
                // Its rounds are a recurrent network's.
                example.insert("net".into(), toml::from_str(NETS[4]).unwrap());
            }
            example.insert(table.into(), Value::Table(inner));
            Section {
                table,
                about,
                fields,
                example,
            }
        };
        assert_eq!(
            examples.len(),
            schema.kinds(table),
            "an example of each {table}"
        );
        examples.iter().map(of).collect::<Vec<_>>()
    };
    let mut all = vec![plain("")];
    all.extend(kinds("net", &NETS));
    all.extend(kinds("target", &TARGETS));
    all.extend([plain("optimizer"), plain("run")]);
    for section in &mut all {
        // A table stays before its fields.
        let table = |field: &Field| field.key.contains('.');
        let parts = section.fields.chunk_by(|_, next| table(next));
        let mut parts: Vec<_> = parts.map(<[Field]>::to_vec).collect();
        parts.sort_by_key(|part| !part[0].required);
        section.fields = parts.concat();
    }
    all
}

impl Section {
    /// The key of a field as faults name it.
    fn key(&self, field: &Field) -> String {
        match self.table {
            "" => field.key.clone(),
            table => format!("{table}.{}", field.key),
        }
    }

    fn write(&self, page: &mut String) {
        if let Some(Value::String(kind)) = self.kind() {
            let _ = write!(page, "### `kind = \"{kind}\"`\n\n");
        }
        if let Some(about) = &self.about {
            let _ = write!(page, "{about}\n\n");
        }
        page.push_str("| key | values | default | meaning |\n|---|---|---|---|\n");
        for field in &self.fields {
            let (key, meaning) = (&field.key, &field.meaning);
            let values = [field.kind.name(), self.range(field)];
            let values = values.iter().filter(|v| !v.is_empty());
            let values = values.map(String::as_str).collect::<Vec<_>>().join(", ");
            let default = match (field.required, key.rsplit_once('.')) {
                (true, None) => "required".into(),
                (true, Some((table, _))) => format!("required in `{table}`"),
                (false, _) => self
                    .default(field)
                    .map_or("none".into(), |d| format!("`{d}`")),
            };
            let _ = writeln!(page, "| `{key}` | {values} | {default} | {meaning} |");
        }
        page.push('\n');
        for field in &self.fields {
            if let Kind::Choice(choices) = field.kind.inner() {
                let _ = write!(page, "`{}`:\n\n", field.key);
                for (name, meaning) in choices {
                    let _ = writeln!(page, "- `\"{name}\"`: {meaning}");
                }
                page.push('\n');
            }
        }
    }

    /// Which kind of network or target it is, if that can be chosen.
    fn kind(&self) -> Option<&Value> {
        let table = self.example.get(self.table)?;
        table.get("kind")
    }

    /// The value that a field has where a recipe does not say it.
    fn default(&self, field: &Field) -> Option<Value> {
        let key = self.key(field);
        let mut without = self.example.clone();
        ranges::take(&mut without, &key);
        let silent: Recipe = without.try_into().unwrap();
        let likely = field.kind.likely();
        let candidates = field.default.iter().cloned().chain(likely);
        let mut same = candidates.filter(|value| {
            let mut with = self.example.clone();
            ranges::put(&mut with, &key, value.clone());
            with.try_into().is_ok_and(|with: Recipe| with == silent)
        });
        let found = same.next();
        assert!(found.is_some() || field.nullable, "the default of {key}");
        found
    }

    /// The values that a field may have, as its checks say.
    fn range(&self, field: &Field) -> String {
        let key = self.key(field);
        let own = |(kind, key, _): &&(&str, &str, &str)| {
            self.kind().is_some_and(|own| own.as_str() == Some(kind)) && field.key == *key
        };
        if let Some((_, _, said)) = SAID.iter().find(own) {
            return (*said).into();
        }
        match field.kind.inner() {
            Kind::Whole => ranges::whole(&self.example, &key),
            Kind::Number => ranges::number(&self.example, &key),
            _ => String::new(),
        }
    }
}

#[test]
fn the_reference_has_every_field() {
    let mut page = String::new();
    let mut table = None;
    for section in sections() {
        if table != Some(section.table) {
            let _ = match section.table {
                "" => write!(page, "## At the top\n\n"),
                table => write!(page, "## `[{table}]`\n\n"),
            };
            table = Some(section.table);
        }
        section.write(&mut page);
    }
    quarterturn_support::reference::matches("recipes.md", "recipes", &page);
}
