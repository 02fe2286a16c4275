//! Groups of puzzles: orders that are known, and states that are drawn uniformly.

use crate::random::uniform;
use quarterturn::group::{Found, Group, Reason};
use quarterturn::puzzles::{Shared, Text, gap};
use quarterturn_core::Puzzle;
use quarterturn_core::puzzle::permutation::Permutation;
use quarterturn_core::puzzle::symbols::Symbols;
use quarterturn_support::{rng, twisty};
use std::collections::HashMap;

fn group(text: &str) -> Group {
    let tables = gap::read(text).expect("a file");
    let moves = tables.moves.iter().map(|(_, from)| from.as_slice());
    Group::new(tables.stickers(), &[], moves).expect("a small group")
}

fn puzzle(text: &str) -> Permutation<Shared> {
    let tables = gap::read(text).expect("a file");
    let shared = Shared::new(tables.definition("test").expect("a puzzle"));
    Permutation::new(shared)
}

/// All states by distance from the solved one.
fn enumerated(puzzle: &Permutation<Shared>) -> HashMap<Symbols, usize> {
    let start = puzzle.start();
    let mut known = HashMap::from([(start.clone(), 0)]);
    let mut layer = vec![start];
    for depth in 1.. {
        let children = layer
            .iter()
            .flat_map(|s| puzzle.moves().map(|mv| puzzle.apply(s, mv)));
        let children: Vec<_> = children.collect();
        layer = Vec::new();
        for child in children {
            known.entry(child.clone()).or_insert_with(|| {
                layer.push(child);
                depth
            });
        }
        if layer.is_empty() {
            break;
        }
    }
    known
}

#[test]
fn orders_are_those_in_the_books() {
    // Mathieu's groups, from Conway and Sloane.
    let m12 = "a:=(1,2,3,4,5,6,7,8,9,10,11);b:=(3,7,11,8)(4,10,5,6);c:=(1,12)(2,11)(3,6)(4,8)(5,9)(7,10);";
    assert_eq!(group(m12).order(), Some(95_040));
    let m24 = "a:=(1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23);\
               b:=(3,17,10,7,9)(4,13,14,19,5)(8,18,11,12,23)(15,20,22,21,16);\
               c:=(1,24)(2,23)(3,12)(4,16)(5,18)(6,10)(7,20)(8,14)(9,21)(11,17)(13,22)(15,19);";
    assert_eq!(group(m24).order(), Some(244_823_040));
    let cube = group(&twisty::cube(3));
    assert_eq!(cube.order(), Some(43_252_003_274_489_856_000));
    // The 2×2×2 with all its 24 positions in space.
    assert_eq!(group(&twisty::cube(2)).order(), Some(88_179_840));
    let ring = |n: u8| {
        let turn: Vec<String> = (1..=n).map(|point| point.to_string()).collect();
        group(&format!("turn:=({});swap:=(1,2);", turn.join(",")))
    };
    let factorial = |n: u128| (1..=n).product::<u128>();
    assert_eq!(ring(33).order(), Some(factorial(33)));
    // The largest there is, which no number counts; and one with as many generators as it has levels.
    let largest = ring(128);
    assert_eq!(largest.order(), None);
    assert!(largest.has(&(0..128).rev().collect::<Vec<u16>>()));
    let swaps: String = (0..60)
        .map(|i| format!("a{i}:=({},{});", 2 * i + 1, 2 * i + 2))
        .collect();
    assert_eq!(group(&swaps).order(), Some(1 << 60));
}

#[test]
fn what_is_not_in_a_group_has_a_reason() {
    // Two pieces of two stickers each, and five beads that even permutations move.
    let text = "a:=(1,3)(2,4);b:=(5,6,7);c:=(7,8,9);";
    let group = group(text);
    assert_eq!(group.refuses(&[2, 3, 0, 1, 5, 4, 7, 6, 8]), None);
    assert_eq!(
        group.refuses(&[2, 3, 0, 1, 5, 4, 6, 7, 8]),
        Some(Reason::Odd(vec![4, 5, 6, 7, 8]))
    );
    assert_eq!(
        group.refuses(&[2, 1, 0, 3, 4, 5, 6, 7, 8]),
        Some(Reason::Pair(0, 1))
    );
    // Each of two swaps as often as the others: no pair tells, but three do.
    let even = self::group("a:=(1,2)(3,4);b:=(3,4)(5,6);");
    assert_eq!(
        even.refuses(&[1, 0, 3, 2, 5, 4]),
        Some(Reason::Odd((0..6).collect()))
    );
    // PSL(2,7) is even and moves any pair anywhere.
    let fano = self::group("a:=(1,2,3,4,5,6,7);b:=(3,7)(5,6);");
    assert_eq!(fano.order(), Some(168));
    let Some(Reason::Point { fitting, .. }) = fano.refuses(&[1, 2, 0, 3, 4, 5, 6]) else {
        panic!("it is even and all pairs are together somewhere");
    };
    assert!(fitting > 1);
}

/// Half turns of the layers of a 2×2×2, the moves of a pyramorphix; corners by their coordinates.
fn half_turns() -> String {
    let corner = |at: [usize; 3]| 1 + at[0] * 4 + at[1] * 2 + at[2];
    let mut text = String::new();
    for axis in 0..3 {
        for side in 0..2 {
            let place = |a: usize, b: usize| {
                let mut at = [side; 3];
                (at[(axis + 1) % 3], at[(axis + 2) % 3]) = (a, b);
                corner(at)
            };
            let (one, other) = ((place(0, 0), place(1, 1)), (place(0, 1), place(1, 0)));
            text += &format!(
                "m{axis}{side}:=({},{})({},{});",
                one.0, one.1, other.0, other.1
            );
        }
    }
    text
}

#[test]
fn every_state_is_drawn_as_often() {
    let alike = "a:=(1,2,3,4,5);b:=(1,2);ip:=[[1,2],[3,4]];";
    let odd = "a:=(1,2);b:=(2,3);c:=(3,4);d:=(4,5);";
    let cyclic = "a:=(1,2,3,4,5,6,7);";
    let swaps = "a:=(1,2);b:=(3,4);c:=(5,6);d:=(7,8);";
    let half_turns = half_turns();
    for (text, states) in [
        (&*half_turns, 96),
        (alike, 30),
        (odd, 120),
        (cyclic, 7),
        (swaps, 16),
    ] {
        let puzzle = puzzle(text);
        let all = enumerated(&puzzle);
        assert_eq!(all.len(), states, "{text}");
        let numbers: HashMap<_, _> = all.into_keys().zip(0..).collect();
        let mut rng = rng(7);
        let drawn: Vec<usize> = (0..200 * states)
            .map(|_| numbers[&puzzle.random(&mut rng)])
            .collect();
        assert!(uniform(&drawn, states), "{text}");
    }
}

#[test]
fn random_pyraminxes_are_as_far_as_all_are() {
    let file = include_str!("../../../infer/examples/pyraminx.gap");
    // Tips are a move each, whatever the rest.
    let puzzle = puzzle(&file.replace("Gen:=[U,L,R,B,u,l,r,b];", "Gen:=[U,L,R,B];"));
    let all = enumerated(&puzzle);
    assert_eq!(all.len(), 933_120);
    let mean = |distances: &mut dyn Iterator<Item = usize>| {
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for distance in distances.map(|d| d as f64) {
            (n, sum, squares) = (n + 1.0, sum + distance, squares + distance * distance);
        }
        (sum / n, (squares / n - (sum / n) * (sum / n)).sqrt())
    };
    let (true_mean, spread) = mean(&mut all.values().copied());
    let mut rng = rng(8);
    let (drawn, _) = mean(&mut (0..1000).map(|_| all[&puzzle.random(&mut rng)]));
    let error = (drawn - true_mean).abs();
    assert!(
        error < 4.0 * spread / 1000f64.sqrt(),
        "{drawn} instead of {true_mean}"
    );
    // A scramble of twenty moves is as far, and was not.
    let (scrambled, _) =
        mean(&mut (0..1000).map(|_| all[&Text::scramble(&puzzle, &mut rng, 20).1]));
    assert!(
        (scrambled - true_mean).abs() < 0.5,
        "{scrambled} instead of {true_mean}"
    );
}

/// Beads that look alike on rings too large to be enumerated.
#[test]
fn arrangements_of_many_alike_are_told() {
    let text = "a:=(1,2,3,4,5,6,7,8,9,10,11,12);b:=(10,11,12,13,14,15,16,17,18,19,20);ip:=[[1,2,3,4,5,6,7,8,9,10],[11,12,13,14,15,16,17,18,19,20]];";
    let puzzle = puzzle(text);
    let group = puzzle.holder().group().expect("a small group");
    let looks: Vec<u16> = puzzle.colours(&puzzle.start()).collect();
    // Twenty choose ten.
    assert_eq!(group.arrangements(&looks), Some(184_756.into()));
    let reversed: Vec<u16> = looks.iter().rev().copied().collect();
    let Found::Yes(image) = group.arrange(&looks, &reversed) else {
        panic!("all arrangements are reached");
    };
    let there: Vec<u16> = image[..20]
        .iter()
        .map(|&from| looks[usize::from(from)])
        .collect();
    assert_eq!(there, reversed);
}
