//! The book's pages say what the program says: their commands are run, and what they print is compared.

use super::pages::{Example, ROOT, examples, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

pub fn page(name: &str) -> String {
    let path = Path::new(ROOT).join("docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What a command line prints, run in a folder.
pub fn printed(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_quarterturn"));
    let programs = program.parent().expect("a folder").to_owned();
    String::from_utf8(run(command, folder, programs).stdout).unwrap()
}

/// An object without what differs from run to run and from machine to machine.
fn without_measurements(text: &str) -> Option<Value> {
    let mut value = serde_json::from_str(text).ok()?;
    drop_measurements(&mut value);
    Some(value)
}

fn drop_measurements(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.contains("seconds") && !name.contains("memory"));
            fields.values_mut().for_each(drop_measurements);
        }
        Value::Array(all) => all.iter_mut().for_each(drop_measurements),
        _ => {}
    }
}

#[track_caller]
fn check(name: &str) {
    let examples = examples(&page(name));
    assert!(!examples.is_empty(), "{name}");
    for Example {
        command,
        printed: expected,
    } in examples
    {
        let printed = printed(&command, Path::new(ROOT));
        if let Some(expected) = without_measurements(&expected) {
            assert_eq!(
                without_measurements(&printed),
                Some(expected),
                "{name}: {command}"
            );
        } else {
            assert_eq!(printed, expected, "{name}: {command}");
        }
    }
}

#[test]
fn states_are_read_as_the_page_says() {
    check("reference/states.md");
}

#[test]
fn objects_are_those_of_the_page() {
    check("reference/json.md");
}

#[test]
fn exit_codes_are_those_of_the_page() {
    check("reference/exit-codes.md");
    check("reference/weight-files.md");
}

#[test]
fn techniques_refuse_as_their_pages_say() {
    check("how/views.md");
    check("how/groups.md");
}

/// Every field of the schema is in the page's tables.
#[test]
fn the_page_names_every_field() {
    let schema = include_str!("../../schema/quarterturn.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let page = page("reference/json.md");
    let mut fields = Vec::new();
    names(&schema, &mut fields);
    assert!(fields.len() > 100, "{}", fields.len());
    for field in fields {
        assert!(page.contains(&format!("`{field}`")), "{field}");
    }
}

/// The names of all properties below a schema.
fn names<'v>(schema: &'v Value, all: &mut Vec<&'v String>) {
    match schema {
        Value::Object(fields) => {
            let properties = fields.get("properties").and_then(Value::as_object);
            all.extend(properties.into_iter().flat_map(|named| named.keys()));
            fields.values().for_each(|value| names(value, all));
        }
        Value::Array(values) => values.iter().for_each(|value| names(value, all)),
        _ => {}
    }
}
