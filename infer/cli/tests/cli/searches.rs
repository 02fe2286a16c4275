//! The searches by name, and what tunes them.

use crate::harness::{blank_cube3, cube, run, state};

#[test]
fn searches_by_value_solve_by_name() {
    let model = blank_cube3("searches.qtw");
    for (search, shortest) in [
        ("beam", true),
        ("bwas", true),
        ("ida", true),
        ("mcts", false),
        ("mcts-naive", false),
        ("bidirectional", true),
    ] {
        let args = ["solve", "R U", "--model", &model, "--search", search];
        let report = &run(&[&args[..], &["--json"]].concat()).ends(0).json()[0];
        assert_eq!(
            (&report["search"], &report["stopped"]),
            (&search.into(), &"solved".into())
        );
        let length = report["length"].as_u64().unwrap();
        assert!(length == 2 || length > 2 && !shortest, "{search}: {length}");
    }
}

#[test]
fn searches_without_a_network_name_none() {
    for search in ["bidirectional", "two-phase"] {
        let args = ["solve", "R U", "--search", search];
        let shown = run(&args).ends(0).says(&format!("search    {search}\n"));
        shown.says("solution  U' R'");
        let report = &run(&[&args[..], &["--json"]].concat()).ends(0).json()[0];
        assert!(report["model"].is_null() && report["model_metric"].is_null());
    }
}

#[test]
fn breadth_first_search_has_a_memory_limit_of_its_own() {
    let far = &cube("R U F D L B R U F D");
    let args = ["solve", far, "--search", "bidirectional"];
    run(&[&args[..], &["--memory-limit", "1"]].concat())
        .ends(4)
        .says("not found: the memory limit was reached");
    let help = run(&["solve", "--help"]).ends(0);
    help.says("bidirectional: at most 1 GiB");
}

#[test]
fn tuning_is_shown() {
    let model = blank_cube3("tuning.qtw");
    let bwas = ["solve", "R U", "--model", &model, "--search", "bwas"];
    let tuned = ["--lambda", "0.5", "--batch", "7"];
    run(&[&bwas[..], &tuned].concat())
        .ends(0)
        .says("bwas, lambda 0.5, batch 7, model blank");
    run(&[&bwas[..], &["--width", "7"]].concat())
        .ends(2)
        .complains("--width means nothing to the search 'bwas'");
}

#[test]
fn a_search_without_its_head_is_refused() {
    let model = blank_cube3("head.qtw");
    run(&["solve", "R U", "--model", &model, "--search", "qstar"])
        .ends(2)
        .complains("the search 'qstar' needs a Q head")
        .complains("blank");
}

#[test]
fn more_time_and_a_target_keep_the_shortest() {
    let model = blank_cube3("target.qtw");
    run(&["solve", "R U", "--model", &model, "--target-length", "1"])
        .ends(0)
        .says("none of length 1 or less was found");
    for (options, stopped) in [
        (["--target-length", "2"], "solved"),
        (["--target-length", "1"], "exhausted"),
        // Nothing is left to try long before.
        (["--time-limit", "3600"], "solved"),
    ] {
        let args = ["solve", "R U", "--model", &model, "--json"];
        let report = &run(&[&args[..], &options].concat()).ends(0).json()[0];
        assert_eq!(report["solution"], "U' R'", "{options:?}");
        assert_eq!(report["stopped"], stopped, "{options:?}");
    }
}

/// In both metrics the algorithm that answers is named; with the network alone there is no answer.
#[test]
fn a_time_limit_ends_with_an_answer() {
    let hard = &cube("R U F D L B R U F D L B R U F D L B");
    for puzzle in ["cube3", "cube3-htm"] {
        let args = ["solve", hard, "--puzzle", puzzle, "--time-limit", "1us"];
        run(&args).ends(0).says("fallback  by two-phase");
        let json = run(&[&args[..], &["--json"]].concat()).ends(0).json();
        assert_eq!(
            (&json[0]["fallback"], &json[0]["stopped"]),
            (&"two-phase".into(), &"time".into())
        );
    }
    run(&["solve", hard, "--time-limit", "1us", "--fallback", "no"]).ends(4);
    let small = &state("cube2", "R U");
    run(&["solve", small, "--puzzle", "cube2", "--time-limit", "1us"]).ends(4);
    // What is measured is the search.
    let bench = ["bench", "--limit", "1", "--time-limit", "1us", "--json"];
    assert_eq!(run(&bench).ends(4).json()[0]["solved"], 0);
}

/// The first solution of the plain search is its answer, with a clock and without.
#[test]
fn without_restarts_a_search_is_plain() {
    let model = blank_cube3("plain.qtw");
    for search in ["beam", "bwas", "mcts"] {
        let args = ["solve", "R U F D", "--model", &model, "--search", search];
        let args = [&args[..], &["--json", "--restarts", "no"]].concat();
        let plain = &run(&args).ends(0).json()[0];
        for limit in [["--time-limit", "3600"], ["--target-length", "4"]] {
            let limited = &run(&[&args[..], &limit].concat()).ends(0).json()[0];
            for field in ["solution", "expanded", "stopped"] {
                let met = limit[0] == "--time-limit" || limited["length"] == plain["length"];
                assert!(!met || limited[field] == plain[field], "{search}: {field}");
            }
        }
    }
    run(&["solve", "R U", "--restarts", "no", "--views", "2"])
        .ends(2)
        .complains("a search without restarts has one view");
}

#[test]
fn remembered_evaluations_are_counted() {
    let model = blank_cube3("cache.qtw");
    let args = [
        "solve", "R U F", "--model", &model, "--search", "ida", "--json",
    ];
    let plain = &run(&args).ends(0).json()[0];
    assert!(plain.get("remembered").is_none());
    let cached = &run(&[&args[..], &["--cache", "8"]].concat()).ends(0).json()[0];
    assert_eq!(cached["solution"], plain["solution"]);
    assert!(cached["remembered"].as_u64() > Some(0));
    assert!(cached["remembered"].as_u64() < cached["evaluated"].as_u64());
}

#[test]
fn tree_search_is_tuned() {
    let model = blank_cube3("tree.qtw");
    let args = ["solve", "R U", "--model", &model, "--search", "mcts"];
    let tuned = [
        "--exploration",
        "3",
        "--virtual-loss",
        "0.5",
        "--temperature",
        "1",
        "--workers",
        "2",
        "--lambda",
        "0",
    ];
    run(&[&args[..], &tuned].concat())
        .ends(0)
        .says("exploration 3, virtual loss 0.5, temperature 1, workers 2");
    for wrong in [
        ["--exploration", "-1"],
        ["--temperature", "0"],
        ["--virtual-loss", "x"],
    ] {
        let wrong = [format!("{}={}", wrong[0], wrong[1])];
        run(&[&args[..], &[&wrong[0]]].concat())
            .ends(2)
            .complains("not a number");
    }
    run(&["solve", "R", "--exploration", "1"])
        .ends(2)
        .complains("--exploration means nothing to the search 'beam'; it is for mcts, mcts-naive");
}

#[test]
fn tree_search_keeps_the_rules_of_a_paper() {
    let model = blank_cube3("published.qtw");
    let mcts = [
        "solve",
        "R U",
        "--model",
        &model,
        "--search",
        "mcts",
        "--as-published",
    ];
    for paper in ["deepcube", "cube2-report"] {
        let said = format!("mcts, as published {paper}, model blank");
        run(&[&mcts[..], &[paper]].concat()).ends(0).says(&said);
    }
    run(&[&mcts[..], &["deepcube", "--lambda", "0.5"]].concat())
        .ends(2)
        .complains("--lambda");
    run(&["solve", "R", "--as-published", "deepcube"])
        .ends(2)
        .complains("--as-published means nothing to the search 'beam'");
}
