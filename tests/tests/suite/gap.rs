//! Puzzles from files for GAP.

use std::collections::HashSet;
use std::sync::Arc;

use quarterturn::puzzles::gap::{self, GapErrorKind};
use quarterturn_core::cube::{Cube3, Cube3Qtm};
use quarterturn_core::puzzle::permutation::Permutation;
use quarterturn_core::random::random_moves;
use quarterturn_core::{Move, Puzzle};
use quarterturn_support::model::Model;
use quarterturn_support::{rng, twisty};

fn puzzle(text: &str) -> Permutation {
    let tables = gap::read(text).expect("a file");
    let definition = tables.definition("test").expect("a puzzle");
    Permutation::new(Arc::new(definition))
}

/// How many states are 0, 1, 2 … moves from the goal.
fn growth<P: Puzzle>(puzzle: &P, depth: usize) -> Vec<usize> {
    let goal = puzzle.goal().expect("one goal");
    let mut seen = HashSet::from([goal.clone()]);
    let mut layer = vec![goal];
    let mut counts = vec![1];
    for _ in 0..depth {
        let children = layer
            .iter()
            .flat_map(|s| puzzle.moves().map(|mv| puzzle.apply(s, mv)));
        layer = children
            .filter(|child| seen.insert(child.clone()))
            .collect();
        counts.push(layer.len());
    }
    counts
}

#[test]
fn puzzles_grow_as_published() {
    let cube = puzzle(&twisty::cube(2));
    assert_eq!(growth(&cube, 5), [1, 12, 114, 924, 6539, 39528]);
    let cube = puzzle(&twisty::cube(3));
    assert_eq!(growth(&cube, 4), [1, 12, 114, 1068, 10011]);
    let pyraminx = puzzle(&twisty::pyraminx());
    assert_eq!(growth(&pyraminx, 5), [1, 16, 136, 896, 5456, 32528]);
    // About corners instead of faces, and so never turned as a whole: 1, 8, 48, 288, 1728, 9896 without tips, which
    // are 1, 8, 24, 32, 16.
    let about_corners = puzzle(include_str!("../../../infer/examples/pyraminx.gap"));
    assert_eq!(growth(&about_corners, 5), [1, 16, 136, 896, 5456, 32296]);
    assert_eq!(about_corners.frames(), pyraminx.frames());
    let dino = puzzle(&twisty::dino());
    assert_eq!(growth(&dino, 4), [1, 16, 160, 1408, 11712]);
}

#[test]
fn symmetries_are_found() {
    let cube = puzzle(&twisty::cube(2));
    let large = puzzle(&twisty::cube(3));
    let dino = puzzle(&twisty::dino());
    let pyraminx = puzzle(&twisty::pyraminx());
    let frames = [
        cube.frames(),
        large.frames(),
        dino.frames(),
        pyraminx.frames(),
    ];
    assert_eq!(frames, [48, 48, 48, 24]);
    laws(&cube);
    laws(&large);
    laws(&dino);
    laws(&pyraminx);
}

/// What the documentation of `Puzzle` promises of groups and frames, along a random walk.
fn laws<P: Puzzle>(puzzle: &P) {
    let goal = puzzle.goal().expect("one goal");
    assert!(puzzle.is_group());
    let mut state = goal.clone();
    for mv in random_moves(puzzle, goal.clone(), &mut rng(1), 20) {
        let next = puzzle.apply(&state, mv);
        assert_eq!(
            puzzle.then(&state, &puzzle.apply(&goal, mv)),
            Some(next.clone())
        );
        assert_eq!(
            puzzle.undo(mv).map(|undo| puzzle.apply(&next, undo)),
            Some(state.clone())
        );
        for frame in 0..puzzle.frames() {
            let twin = puzzle.conjugate_move(mv, frame);
            let seen = puzzle.conjugate(&state, frame);
            assert_eq!(puzzle.apply(&seen, twin), puzzle.conjugate(&next, frame));
            assert_eq!(puzzle.conjugate(&seen, puzzle.inverse_frame(frame)), state);
            assert!(puzzle.is_solved(&puzzle.conjugate(&goal, frame)));
        }
        let inverse = puzzle.invert(&next).expect("a group");
        assert_eq!(puzzle.then(&next, &inverse), Some(goal.clone()));
        state = next;
    }
}

#[test]
fn the_cube_from_a_file_knows_what_the_built_in_cube_knows() {
    let cube = puzzle(&twisty::cube(3));
    assert_eq!(cube.inputs(), Cube3Qtm.inputs());
    assert_eq!(cube.length_step(), Cube3Qtm.length_step());
    let faces = |i: usize| {
        [
            "U", "U'", "R", "R'", "F", "F'", "D", "D'", "L", "L'", "B", "B'",
        ][i]
    };
    for p in cube.moves() {
        assert_eq!(cube.move_name(p), faces(p.index()));
        assert_eq!(Cube3Qtm.move_name(p), faces(p.index()));
        assert_eq!(cube.undo(p), Cube3Qtm.undo(p));
        for n in cube.moves() {
            assert_eq!(cube.redundant(p, n), Cube3Qtm.redundant(p, n));
        }
    }
}

/// Where each sticker of the file is on the model of a cube: of all places the one for which the
/// moves, known by their names, do the same in the file and on the model.
fn matching(cube: &Permutation) -> Vec<usize> {
    let on_model = |mv: Move| {
        let mut model = Model(std::array::from_fn(|i| i as u8));
        let name = cube.move_name(mv);
        let quarters = if name.ends_with('\'') { 3 } else { 1 };
        model.turn(name.chars().next().expect("a letter"), quarters);
        model.0
    };
    let tables: Vec<_> = cube
        .moves()
        .map(|mv| (cube.definition().from(mv), on_model(mv)))
        .collect();
    let spread = |start: usize, image: usize| {
        let mut to = vec![None; cube.definition().stickers()];
        let mut open = vec![(start, image)];
        while let Some((place, image)) = open.pop() {
            match to[place] {
                None => to[place] = Some(image),
                Some(known) if known == image => continue,
                Some(_) => return None,
            }
            let next = |(from, on): &(&[u16], [u8; 54])| (from[place].into(), on[image].into());
            open.extend(tables.iter().map(next));
        }
        Some(to)
    };
    let mut all: Vec<Option<usize>> = vec![None; cube.definition().stickers()];
    while let Some(start) = all.iter().position(Option::is_none) {
        let orbit = (0..54)
            .find_map(|image| spread(start, image))
            .expect("a cube");
        all.iter_mut()
            .zip(orbit)
            .for_each(|(all, to)| *all = all.or(to));
    }
    all.into_iter().flatten().collect()
}

#[test]
fn the_cube_from_a_file_and_the_built_in_cube_agree_move_by_move() {
    let cube = puzzle(&twisty::cube(3));
    let matching = matching(&cube);
    let (mut state, mut built_in) = (cube.goal().expect("a goal"), Cube3::SOLVED);
    for mv in random_moves(&Cube3Qtm, Cube3::SOLVED, &mut rng(2), 1000) {
        state = cube.apply(&state, mv);
        built_in = Cube3Qtm.apply(&built_in, mv);
        let facelets = built_in.facelets();
        for (place, sticker) in cube.colours(&state).enumerate() {
            let face = matching[usize::from(sticker)] / 9;
            assert_eq!(usize::from(facelets[matching[place]]), face);
        }
        assert_eq!(cube.is_solved(&state), Cube3Qtm.is_solved(&built_in));
    }
}

#[test]
fn generators_are_taken_from_a_list_a_group_or_all_names() {
    let names = |text: &str| {
        let tables = gap::read(text).expect(text);
        let names = tables.moves.into_iter().map(|(name, _)| name);
        names.collect::<Vec<_>>().join(" ")
    };
    let two = "a:=(1,2,3);\nb:=(1,2)(3,4);";
    assert_eq!(names(two), "a a' b");
    assert_eq!(names(&format!("{two} Gen:=[b];")), "b");
    assert_eq!(names(&format!("{two} G:=Group([b,a]);")), "b a a'");
    assert_eq!(names(&format!("{two} Gen:=[b]; Group(Gen);")), "b");
    assert_eq!(names("Group((1,2,3)(5,6), (1,4))"), "g1 g1' g2");
    assert_eq!(
        names("\u{feff}# two\nM_M_x:=(1,2); # swap\r\nM_M_2x:=(2,3);\n"),
        "x 2x"
    );
    assert_eq!(names("M_x:=(1,2); y:=(2,3);"), "M_x y");
    assert_eq!(names("M_2:=(1,2); M_2x:=(2,3);"), "M_2 M_2x");
    // As a session of GAP has it: nothing printed after two semicolons, and questions about the group.
    let asked =
        "b := Group( ( 1, 2, 3 )( 4, 5 ),\n ( 1, 4 ) );;\nSize( b ); Print(\"(;\", [1], b );";
    assert_eq!(names(asked), "g1 g1' g2");
    // Of two generators that undo each other both are named already.
    assert_eq!(names("a:=(1,2,3); b:=(1,3,2);"), "a b");
}

#[test]
fn cycles_take_each_point_to_the_next() {
    let tables = gap::read("a:=(1,4,2);ip:=[[1],[2],[3,4]];").expect("a file");
    assert_eq!(tables.stickers(), 4);
    assert_eq!(tables.moves[0], ("a".into(), vec![1, 3, 2, 0]));
    assert_eq!(tables.moves[1], ("a'".into(), vec![3, 0, 2, 1]));
    assert_eq!(tables.colours, [0, 1, 2, 2]);
}

#[test]
fn identical_stickers_are_one_symbol() {
    let text = "a:=(1,2,3,4);b:=(1,2);Gen:=[a,b];";
    assert_eq!(growth(&puzzle(text), 9).iter().sum::<usize>(), 24);
    let text = &format!("{text}ip:=[[1,2],[3],[4]];");
    let puzzle = puzzle(text);
    assert_eq!(growth(&puzzle, 9).iter().sum::<usize>(), 12);
    assert!(!puzzle.is_group());
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_line_and_column() {
    use GapErrorKind::*;
    let fails = |text: &str, line, column, kind: GapErrorKind, code| {
        let error = gap::read(text).expect_err(text);
        assert_eq!(
            (error.line, error.column, &error.kind),
            (line, column, &kind),
            "{text}"
        );
        assert_eq!(kind.code(), code);
    };
    // What undoes a move has a prime, which wants room too.
    let long = "n".repeat(255);
    fails(
        &format!("a:=(1,2);\n{long}:=(1,2,3);"),
        2,
        1,
        LongName(long.clone() + "'"),
        "gap-long-name",
    );
    assert!(gap::read(&format!("{long}:=(1,2);")).is_ok());
    let turns = (0..128)
        .map(|i| format!("a{i}:=(1,2,{});\n", i + 3))
        .collect::<String>();
    fails(&turns, 128, 1, TooManyMoves, "gap-too-many-moves");
    let many = (0..256)
        .map(|i| format!("a{i}:=(1,2);\n"))
        .collect::<String>();
    fails(&many, 256, 1, TooManyGenerators, "gap-too-many-generators");
    let listed = "Group(".to_owned() + &"(1,2),".repeat(300);
    fails(
        &listed,
        1,
        6 + 256 * 6 + 1,
        TooManyGenerators,
        "gap-too-many-generators",
    );
}
