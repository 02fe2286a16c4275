//! Other goals, other prices, and solutions to shorten.

use crate::harness::{blank_cube3, file, run};

#[test]
fn a_target_takes_the_place_of_the_goal() {
    let model = blank_cube3("towards.qtw");
    let solve = |args: &[&str]| run(&[&["solve", "--model", &model, "--quiet"], args].concat());
    assert_eq!(solve(&["R U", "--target", "R"]).ends(0).out, "U'\n");
    assert_eq!(solve(&["R U", "--target", "R U F"]).ends(0).out, "F\n");
    assert_eq!(solve(&["R U", "--target", "R U"]).ends(0).out, "\n");
    solve(&["R", "--target", "Q"])
        .ends(3)
        .complains("--target: 'Q' is not a move [unknown-move]");
}

#[test]
fn a_solution_is_shortened_where_it_can_be() {
    let model = blank_cube3("shorten.qtw");
    let args = [
        "solve",
        "R U",
        "--model",
        &model,
        "--width",
        "16",
        "--json",
        "--improve",
    ];
    let improve = |solution| run(&[&args[..], &[solution]].concat());
    let report = &improve("F F' U' R'").ends(0).json()[0];
    assert_eq!(
        (&report["solution"], &report["stopped"]),
        (&"U' R'".into(), &"solved".into())
    );
    assert_eq!(improve("U' R'").ends(0).json()[0]["length"], 2);
    improve("U R").ends(3).complains("do not solve");
    improve("U' q")
        .ends(3)
        .complains("--improve: 'q' is not a move");
    improve("(U R)'")
        .ends(3)
        .complains("without brackets, rotations or wide moves");
}

#[test]
fn a_robot_pays_by_the_move() {
    let model = blank_cube3("priced.qtw");
    let costs = file(
        "priced.toml",
        b"half = 1.5\n[faces]\nR = 0.5\n[moves]\n\"R'\" = inf\n",
    );
    let costs = costs.to_str().unwrap();
    let args = [
        "solve",
        "--puzzle",
        "cube3-htm",
        "--model",
        &model,
        "--costs",
        costs,
        "--json",
    ];
    let report = |input| {
        let exact = ["--search", "bwas", "--lambda", "1", "--batch", "1", input];
        run(&[&args[..], &exact].concat()).ends(0).json()[0].clone()
    };
    let half = report("U2");
    assert_eq!(
        (&half["solution"], &half["cost"]),
        (&"U2".into(), &1.5.into())
    );
    // Undoing R directly is forbidden: a quarter and a half turn take its place.
    let around = report("R");
    assert_eq!(
        (&around["cost"], &around["length"]),
        (&1.25.into(), &2.into())
    );

    // In fixed point 1.2 is 1.2001953125.
    let decimal = file("decimal.toml", b"quarter = 1.2\n");
    let decimal = ["--costs", decimal.to_str().unwrap(), "--model", &model];
    run(&[&["solve", "R U F"][..], &decimal].concat())
        .ends(0)
        .says("cost      3.6\n");

    let wrong = file("wrong.toml", b"quarter = 1\n[moves]\nX = 2\n");
    let wrong = [
        "solve",
        "R",
        "--model",
        &model,
        "--costs",
        wrong.to_str().unwrap(),
    ];
    run(&wrong)
        .ends(3)
        .complains("line 3: \"X\" is not a move of cube3");
    run(&["solve", "R", "--costs", costs, "--search", "mcts"])
        .ends(2)
        .complains("--costs means nothing to the search 'mcts'; it is for beam, bwas, qstar");
    // Every search that takes costs keeps to them.
    for search in ["beam", "bwas", "ida"] {
        let solved = &run(&[&args[..], &["--search", search, "R"]].concat())
            .ends(0)
            .json()[0];
        assert_eq!(solved["cost"], 1.25, "{search}");
    }
}

#[test]
fn what_is_printed_is_what_was_found() {
    let model = blank_cube3("printed.qtw");
    let solve = |puzzle: &str, costs: &str, state: &str| {
        let costs = file("printed.toml", costs.as_bytes());
        let costs = costs.to_str().unwrap();
        let args = ["solve", "--puzzle", puzzle, "--model", &model, "--json"];
        let run = run(&[&args[..], &["--costs", costs, state]].concat()).ends(0);
        let report = &run.json()[0];
        let solution = report["solution"].as_str().unwrap().to_owned();
        (solution, report["length"].clone(), report["cost"].clone())
    };
    let forbidden = "[moves]\nR2 = inf\n";
    let (solution, length, cost) = solve("cube3-htm", forbidden, "R2");
    assert!(solution == "R R" || solution == "R' R'", "{solution}");
    assert_eq!((length, cost), (2.into(), 2.0.into()));
    // Two quarter turns of a face that turns one way only say which way.
    let one_way = "[moves]\n\"R'\" = inf\n";
    let (solution, length, cost) = solve("cube3", one_way, "R2");
    assert_eq!((&*solution, length, cost), ("R R", 2.into(), 2.0.into()));
    let (solution, ..) = solve("cube3", "[faces]\nR = 2\n", "R2");
    assert_eq!(solution, "R2");
}
