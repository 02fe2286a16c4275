//! Answers are those of the library, and right.

use crate::harness::{Service, config};
use quarterturn::search::Published;
use quarterturn::solver::{SearchKind, Settings};
use quarterturn::{Puzzle, Solver};
use quarterturn_serve::Config;
use serde_json::{Value, json};

const STATE: &str = "R U2 F' L D' B2 U R";

#[track_caller]
fn check(puzzle: &str, state: &str, answer: &Value) {
    let puzzle = Puzzle::named(puzzle).unwrap();
    let solution = answer["solution"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"));
    let end = puzzle.read(state).unwrap().apply(solution).unwrap();
    assert!(end.is_solved(), "{answer}");
    let length = puzzle.moves_of(solution).unwrap().len();
    assert_eq!(answer["length"], length, "{answer}");
}

#[tokio::test]
async fn the_answer_is_the_library_s() {
    let service = Service::new(config());
    let of = |name: &str| name.parse::<SearchKind>().unwrap();
    let own = Settings::default;
    for (puzzle, words, settings) in [
        (
            "cube3",
            json!({"width": 512}),
            Settings {
                width: Some(512),
                ..own()
            },
        ),
        (
            "cube3-htm",
            json!({"width": 512, "views": 1, "ball": 0}),
            Settings {
                width: Some(512),
                views: Some(1),
                ball: Some(0),
                ..own()
            },
        ),
        // DeepCubeA's setting.
        (
            "cube3",
            json!({"search": "bwas", "lambda": 0.2, "batch": 100}),
            Settings {
                search: Some(of("bwas")),
                lambda: Some(0.2),
                batch: Some(100),
                ..own()
            },
        ),
        (
            "cube2",
            json!({"search": "bidirectional"}),
            Settings {
                search: Some(of("bidirectional")),
                ..own()
            },
        ),
        (
            "cube2",
            json!({"search": "mcts", "node_limit": 100_000}),
            Settings {
                search: Some(of("mcts")),
                node_limit: Some(100_000),
                ..own()
            },
        ),
        (
            "cube2",
            json!({"search": "qstar"}),
            Settings {
                search: Some(of("qstar")),
                ..own()
            },
        ),
    ] {
        let mut asked = words.clone();
        let state = if puzzle == "cube2" {
            "R U2 F' R' U F"
        } else {
            STATE
        };
        asked["puzzle"] = puzzle.into();
        asked["state"] = state.into();
        asked["threads"] = 1.into();
        let response = service.solve(&asked).await;
        assert_eq!(response.status, 200, "{asked}: {}", response.body);
        let answer = response.json();
        check(puzzle, state, &answer);
        let solver = Solver::builder()
            .puzzle(puzzle)
            .settings(settings)
            .build()
            .unwrap();
        let expected = solver.solve(state).unwrap();
        let found =
            [&answer["solution"], &answer["generated"], &answer["search"]].map(Value::to_string);
        let counted = expected.counters.generated;
        let wanted = [
            json!(expected.to_string()),
            json!(counted),
            json!(solver.settings().kind().name()),
        ];
        assert_eq!(found, wanted.map(|value| value.to_string()), "{asked}");
    }
}

#[tokio::test]
async fn every_word_is_understood() {
    let service = Service::new(config());
    let table = include_str!("../../../../tests/data/http-words.tsv").lines();
    for row in table.filter(|row| !row.starts_with("# ")) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [words, field, value] = columns[..] else {
            panic!("{row}");
        };
        let value: Value = serde_json::from_str(value).unwrap();
        let response = service.solve(words).await;
        assert_eq!(response.status, 200, "{words}: {}", response.body);
        assert_eq!(response.json()[field], value, "{words}: {}", response.body);
    }
}

/// The solved cube's stickers are moves too, nine of each face.
#[tokio::test]
async fn letters_of_a_scramble_are_moves() {
    let service = Service::new(config());
    let letters: String = "URFDLB"
        .chars()
        .map(|face| face.to_string().repeat(9))
        .collect();
    let solved = service
        .solve(&json!({"facelets": letters}).to_string())
        .await;
    assert_eq!(solved.json()["length"], 0);
    let turned = service
        .solve(&json!({"scramble": letters}).to_string())
        .await;
    check("cube3", "U R F D L B", &turned.json());
}

#[tokio::test]
async fn an_impossible_cube_is_repaired_where_that_is_asked_for() {
    let service = Service::new(config());
    let solved = Puzzle::named("cube3")
        .unwrap()
        .solved()
        .unwrap()
        .to_string();
    // One edge turned over.
    let mut turned: Vec<char> = solved.chars().collect();
    turned.swap(5, 10);
    let turned: String = turned.into_iter().collect();
    let words = json!({"state": turned, "width": 64});
    let refused = service.solve(&words).await;
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["input"], turned);
    assert_eq!(refused.code(), "flipped-edge");
    let repaired = service
        .solve(json!({"state": turned, "width": 64, "repair": true}))
        .await;
    assert_eq!(repaired.status, 200, "{}", repaired.body);
    assert!(repaired.json()["repaired"].is_string(), "{}", repaired.body);
}

#[tokio::test]
async fn a_search_ends_when_the_server_s_time_is_over() {
    let service = Service::new(Config {
        time_limit: std::time::Duration::from_millis(200),
        ..config()
    });
    let words = json!({"state": crate::harness::HARD, "search": "ida"});
    let response = service.solve(&words).await;
    assert_eq!(response.status, 200, "{}", response.body);
    assert_eq!(response.json()["stopped"], "time", "{}", response.body);
}

/// The fields are those of the command's schema.
#[tokio::test]
async fn the_json_is_the_command_s() {
    let schema = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../cli/schema/quarterturn.schema.json"
    );
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let described: Value = serde_json::from_str(&quarterturn_serve::description()).unwrap();
    let service = Service::new(config());
    let answer = service
        .solve(json!({"state": "R U F", "width": 64}))
        .await
        .json();
    let refusal = service.solve(json!({"state": "R Q"})).await.json();
    for (ours, name, shape) in [
        (answer, "answer", "Answer"),
        (refusal, "refusal", "Refused"),
    ] {
        let theirs = &schema["$defs"][name];
        let known = theirs["properties"].as_object().unwrap();
        let needed = theirs["required"].as_array().unwrap();
        let ours = ours.as_object().unwrap();
        assert!(ours.keys().all(|key| known.contains_key(key)), "{ours:?}");
        assert!(
            needed
                .iter()
                .all(|key| ours.contains_key(key.as_str().unwrap())),
            "{ours:?}"
        );
        // Those of files of many states, and of caches, are not served.
        let elsewhere = ["line", "run", "remembered"];
        let shape = &described["components"]["schemas"][shape];
        let mut fields: Vec<&String> = shape["properties"].as_object().unwrap().keys().collect();
        let mut wanted: Vec<&String> = known.keys().collect();
        wanted.retain(|key| !elsewhere.contains(&key.as_str()));
        fields.sort();
        wanted.sort();
        assert_eq!(fields, wanted);
        let mut required: Vec<&str> = shape["required"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(Value::as_str)
            .collect();
        let mut needed: Vec<&str> = needed.iter().flat_map(Value::as_str).collect();
        required.sort_unstable();
        needed.sort_unstable();
        assert_eq!(required, needed);
    }
}

#[test]
fn published_rules_have_names() {
    // The words of a request and the library's names are the same.
    assert_eq!(
        [Published::Deepcube, Published::Cube2Report].map(|p| p.name()),
        ["deepcube", "cube2-report"]
    );
}
