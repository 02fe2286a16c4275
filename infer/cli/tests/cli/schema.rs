//! Every object that a command prints is as the schema says, and has no field that it does not name.

use crate::harness::{Run, blank_cube3, cube, file, run, run_on};
use jsonschema::Validator;
use serde_json::{Map, Value, json};

const SCHEMA: &str = include_str!("../../schema/quarterturn.schema.json");

/// The schema of one kind of object. The published one lets fields be added; this one does not.
fn validator(kind: &str) -> Validator {
    let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
    schema.as_object_mut().unwrap().remove("anyOf");
    schema["$ref"] = format!("#/$defs/{kind}").into();
    schema["unevaluatedProperties"] = false.into();
    let nested = [
        "/$defs/refusal/properties/error",
        "/$defs/row",
        "/$defs/analysis/properties/forms/items",
        "/$defs/analysis/properties/most_used/items",
        "/$defs/analysis/properties/symmetry",
        "/$defs/analysis/properties/estimates",
        "/$defs/analysis/properties/by_moves_left/items",
        "/$defs/analysis/properties/pairs/items",
        "/$defs/analysis/properties/costs/items",
        "/$defs/analysis/properties/first_solution/items",
        "/$defs/puzzle/properties/orbits/items",
        "/$defs/puzzle/properties/moves/items",
        "/$defs/puzzle/properties/same",
        "/$defs/doctor/properties/weights/items",
        "/$defs/doctor/properties/check/items",
    ];
    for place in nested {
        let place = schema.pointer_mut(place).expect(place);
        place["unevaluatedProperties"] = false.into();
    }
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
fn check(kind: &str, value: &Value) {
    if let Err(error) = validator(kind).validate(value) {
        panic!("{kind}: {error} at {}\n{value}", error.instance_path());
    }
    let published: Value = serde_json::from_str(SCHEMA).unwrap();
    assert!(jsonschema::is_valid(&published, value), "{value}");
}

#[track_caller]
fn check_all(kind: &str, run: &Run, count: usize) {
    let objects = run.json();
    assert_eq!(objects.len(), count);
    objects.iter().for_each(|value| check(kind, value));
}

#[test]
fn answers_and_refusals() {
    let model = blank_cube3("schema.qtw");
    let solve = |args: &[&str]| run(&[&["solve", "--json", "--model", &model], args].concat());
    check_all("answer", &solve(&["R U"]).ends(0), 1);
    check_all("answer", &solve(&["R U F", "--node-limit", "1"]).ends(0), 1);
    let unsolved = [&*cube("R U F"), "--node-limit", "1"];
    check_all("answer", &solve(&unsolved).ends(4), 1);
    let remembering = ["R U", "--cache", "1MiB", "--memory-limit", "2"];
    check_all("answer", &solve(&remembering).ends(0), 1);
    let costs = file("schema.toml", b"quarter = 1.2\n");
    let priced = ["R U", "--costs", costs.to_str().unwrap()];
    check_all("answer", &solve(&priced).ends(0), 1);
    let unguided = solve(&["R", "--search", "bidirectional"]).ends(0);
    check_all("answer", &unguided, 1);
    assert_eq!(unguided.json()[0]["model"], Value::Null);
    check_all("refusal", &solve(&["R Q"]).ends(3), 1);
    let warned = solve(&["R Y"]).ends(0);
    check_all("answer", &warned, 1);
    assert!(warned.json()[0]["warning"].is_string());
    let twisted = "UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    let repaired = solve(&["--repair", twisted]).ends(0);
    check_all("answer", &repaired, 1);
    let repaired = &repaired.json()[0];
    assert!(repaired["repaired"].is_string());
    assert_eq!(
        (&repaired["quarter_turns"], &repaired["half_turns"]),
        (&0.into(), &0.into())
    );

    let many = ["solve", "-", "--json", "--model", &model];
    let lines = run_on(&many, b"R\nQ\n\xff\n").ends(3).json();
    check("answer", &lines[0]);
    check("refusal", &lines[1]);
    check("refusal", &lines[2]);
}

#[test]
fn tables() {
    let model = blank_cube3("schema-tables.qtw");
    let suite = file("schema.tsv", b"# optimal_qtm\tscramble\n2\tR U\n1\tR2\n");
    let suite = ["--suite", suite.to_str().unwrap(), "--json"];
    let bench = [&["bench", "--model", &model][..], &suite].concat();
    let table = run(&bench).ends(0);
    check_all("bench", &table, 1);
    let table = &table.json()[0];
    for (old, new) in [
        ("mean_length", "length_mean"),
        ("mean_optimal", "optimal_mean"),
        ("mean_generated", "generated_mean"),
        ("peak_memory", "memory_max"),
    ] {
        assert!(table[new].is_number() && table[new] == table[old], "{new}");
    }
    // Nothing is shorter than the optimum, so there is no need to look on for two minutes.
    let known = file(
        "schema-known.tsv",
        b"# optimal_qtm\tscramble\n2\tR U\n1\tR\n",
    );
    let known = ["--suite", known.to_str().unwrap(), "--json"];
    let limit = ["--time-limit", "2m", "--stop-at-optimum"];
    let stopped = run(&[&bench[..3], &known, &limit].concat()).ends(0);
    check_all("bench", &stopped, 1);
    let stopped = &stopped.json()[0];
    assert_eq!(stopped["optimal"], 2);
    assert!(stopped["seconds_max"].as_f64().unwrap() < 60.0);
    let unguided = [&["bench", "--search", "bidirectional"][..], &suite].concat();
    check_all("bench", &run(&unguided).ends(0), 1);
    let unsolved = [&bench[..], &["--node-limit", "1"]].concat();
    check_all("bench", &run(&unsolved).ends(4), 1);

    let beam = format!("beam --width 64 --model {model}");
    let solvers = ["compare", "--solver", &beam, "--solver", "two-phase"];
    check_all("compare", &run(&[&solvers[..], &suite].concat()).ends(0), 1);
    let random = ["--random", "1", "--length", "2", "--json"];
    check_all(
        "compare",
        &run(&[&solvers[..], &random].concat()).ends(0),
        1,
    );
}

#[test]
fn an_analysis() {
    let model = blank_cube3("schema-analysis.qtw");
    let solutions = file("schema-solutions.txt", b"R U R'\nF\n");
    let solutions = solutions.to_str().unwrap();
    let analyse = ["analyse", solutions, "--json"];
    check_all("analysis", &run(&analyse).ends(0), 1);
    let more = ["--mirrored", solutions, "--pairs", "2", "--model", &model];
    let more = run(&[&analyse[..], &more].concat()).ends(0);
    check_all("analysis", &more, 1);
    for (field, count) in [("pairs", 2), ("costs", 3), ("first_solution", 3)] {
        assert_eq!(more.json()[0][field].as_array().map(Vec::len), Some(count));
    }
}

#[test]
fn what_there_is() {
    let model = blank_cube3("schema-model.qtw");
    check_all("scramble", &run(&["scramble", "--json", "--count", "2"]), 2);
    let state = ["scramble", "--json", "--random-state", "--puzzle", "cube2"];
    check_all("scramble", &run(&state), 1);
    check_all("model", &run(&["models", "show", &model, "--json"]), 1);
    check_all("model", &run(&["models", "verify", &model, "--json"]), 1);
    let floppy = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../examples/puzzles/floppy.tws"
    );
    let same = ["puzzle", "show", floppy, "--same-as", floppy, "--json"];
    check_all("puzzle", &run(&same).ends(0), 1);
    let none = ["puzzle", "show", "lightsout3", "--time", "0", "--json"];
    check_all("puzzle", &run(&none).ends(0), 1);
    let list = run(&["models", "list", "--json"]).ends(0);
    assert!(!list.json().is_empty());
    check_all("model", &list, list.json().len());
    check_all("doctor", &run(&["doctor", "--json"]).ends(0), 1);
    let checked = run(&["doctor", "--json", "--check", "10"]).ends(0);
    check_all("doctor", &checked, 1);
    // One network alone, and how fast it is.
    let args = ["doctor", "--json", "--speed", "0.001", "--model", &model];
    let measured = run(&args).ends(0);
    check_all("doctor", &measured, 1);
    let speed = &measured.json()[0]["speed"];
    assert_eq!(speed.as_array().map(Vec::len), Some(1));
    let first = &speed[0]["batches"][0];
    assert_eq!(first["states"], 1024);
    assert!(
        first["states_per_second"]
            .as_f64()
            .is_some_and(|speed| speed > 0.0)
    );
}

#[test]
fn the_schema_refuses_what_is_not_in_it() {
    let mut object: Map<String, Value> = Map::new();
    for (key, value) in [
        ("version", json!(1)),
        ("input", json!("Q")),
        (
            "error",
            json!({"code": "c", "message": "m", "at": 0, "hint": null}),
        ),
    ] {
        assert!(!validator("refusal").is_valid(&Value::Object(object.clone())));
        object.insert(key.into(), value);
    }
    check("refusal", &Value::Object(object.clone()));
    object.insert("more".into(), json!(1));
    assert!(!validator("refusal").is_valid(&Value::Object(object.clone())));
    object.remove("more");
    object["error"]["more"] = json!(1);
    assert!(!validator("refusal").is_valid(&Value::Object(object)));
}
