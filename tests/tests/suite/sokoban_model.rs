//! A second opinion on Sokoban: a level as it is drawn, in which a player walks and pushes boxes one by one.

use quarterturn::puzzles::Seeded;
use quarterturn_core::random::below;
use std::collections::{HashMap, HashSet, VecDeque};

/// The letters of the four steps, with the way that each goes in rows and columns.
pub const STEPS: [(char, isize, isize); 4] = [('u', -1, 0), ('d', 1, 0), ('l', 0, -1), ('r', 0, 1)];

/// A row and a column.
type Cell = (usize, usize);

/// Walls and targets.
pub struct Level {
    walls: Vec<Vec<bool>>,
    targets: HashSet<Cell>,
}

/// Where the player and the boxes are, these in order.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Scene {
    player: Cell,
    boxes: Vec<Cell>,
}

/// All scenes that steps lead to from the first, in the order of their distances from it.
pub struct Graph {
    pub scenes: Vec<Scene>,
    /// Of each scene, for each of [`STEPS`]: the scene that it leads to and whether it pushes a box.
    pub steps: Vec<[Option<(usize, bool)>; 4]>,
    /// The fewest steps to a scene with all boxes on targets.
    pub far: Vec<Option<usize>>,
}

fn moved((row, column): Cell, (_, down, right): (char, isize, isize)) -> Cell {
    (
        row.wrapping_add_signed(down),
        column.wrapping_add_signed(right),
    )
}

impl Level {
    /// A small room with a few walls and one to three boxes, which nobody may be able to solve.
    pub fn random(rng: &mut Seeded) -> (Self, Scene) {
        let mut number =
            |from: usize, to: usize| from + below(rng, (to - from + 1) as u32) as usize;
        loop {
            let (rows, columns) = (number(2, 4), number(2, 5));
            let mut walls = vec![vec![true; columns + 2]; rows + 2];
            for row in &mut walls[1..=rows] {
                row[1..=columns].fill_with(|| number(1, 6) == 1);
            }
            let start = (number(1, rows), number(1, columns));
            let mut floor = vec![start];
            let mut at = 0;
            walls[start.0][start.1] = false;
            while let Some(&cell) = floor.get(at) {
                at += 1;
                for next in STEPS.map(|step| moved(cell, step)) {
                    if !walls[next.0][next.1] && !floor.contains(&next) {
                        floor.push(next);
                    }
                }
            }
            // What the player never gets to is wall.
            for (row, walls) in walls.iter_mut().enumerate() {
                for (column, wall) in walls.iter_mut().enumerate() {
                    *wall = !floor.contains(&(row, column));
                }
            }
            let boxes = number(1, 3);
            let targets = boxes + usize::from(number(1, 4) == 1);
            if floor.len() < targets.max(boxes + 2) {
                continue;
            }
            let mut shuffled = |mut cells: Vec<Cell>| {
                (1..cells.len()).for_each(|i| cells.swap(i, number(0, i)));
                cells
            };
            let places = shuffled(floor.clone());
            let mut scene = Scene {
                player: places[0],
                boxes: places[1..=boxes].to_vec(),
            };
            scene.boxes.sort_unstable();
            let targets = shuffled(floor).into_iter().take(targets).collect();
            return (Self { walls, targets }, scene);
        }
    }

    /// Rows joined by `/`.
    pub fn read(text: &str) -> (Self, Scene) {
        let (mut walls, mut targets) = (Vec::new(), HashSet::new());
        let (mut player, mut boxes) = (None, Vec::new());
        for (row, symbols) in text.split('/').enumerate() {
            walls.push(symbols.chars().map(|symbol| symbol == '#').collect());
            for (column, symbol) in symbols.chars().enumerate() {
                let cell = (row, column);
                if ".*+".contains(symbol) {
                    targets.insert(cell);
                }
                if "$*".contains(symbol) {
                    boxes.push(cell);
                }
                if "@+".contains(symbol) {
                    assert_eq!(player.replace(cell), None, "{text}");
                }
            }
        }
        let player = player.expect("a player");
        (Self { walls, targets }, Scene { player, boxes })
    }

    /// As [`Level::read`] reads it.
    pub fn text(&self, scene: &Scene) -> String {
        let symbol = |cell: Cell| {
            let (player, boxed) = (cell == scene.player, scene.boxes.contains(&cell));
            match (self.targets.contains(&cell), player, boxed) {
                (false, false, false) if self.walls[cell.0][cell.1] => '#',
                (false, false, false) => '-',
                (true, false, false) => '.',
                (false, true, _) => '@',
                (true, true, _) => '+',
                (false, _, true) => '$',
                (true, _, true) => '*',
            }
        };
        let rows = self.walls.iter().enumerate().map(|(row, walls)| {
            let symbols = (0..walls.len()).map(|column| symbol((row, column)));
            symbols.collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// The scene after a step and whether that pushed a box, if it can be made.
    pub fn step(&self, scene: &Scene, step: (char, isize, isize)) -> Option<(Scene, bool)> {
        let to = moved(scene.player, step);
        if self.walls[to.0][to.1] {
            return None;
        }
        let mut after = Scene {
            player: to,
            boxes: scene.boxes.clone(),
        };
        let Some(pushed) = after.boxes.iter_mut().find(|cell| **cell == to) else {
            return Some((after, false));
        };
        let beyond = moved(to, step);
        if self.walls[beyond.0][beyond.1] || scene.boxes.contains(&beyond) {
            return None;
        }
        *pushed = beyond;
        after.boxes.sort_unstable();
        Some((after, true))
    }

    /// Whether all boxes are on targets.
    pub fn is_solved(&self, scene: &Scene) -> bool {
        scene.boxes.iter().all(|cell| self.targets.contains(cell))
    }

    /// Everything that can come of a scene, breadth first, and breadth first back from the ends.
    pub fn graph(&self, start: &Scene) -> Graph {
        let mut scenes = vec![start.clone()];
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut steps = Vec::new();
        while let Some(scene) = scenes.get(steps.len()).cloned() {
            steps.push(STEPS.map(|step| {
                let (after, pushes) = self.step(&scene, step)?;
                let number = *numbers.entry(after.clone()).or_insert_with(|| {
                    scenes.push(after);
                    scenes.len() - 1
                });
                Some((number, pushes))
            }));
        }
        let mut before = vec![Vec::new(); scenes.len()];
        for (from, steps) in steps.iter().enumerate() {
            steps
                .iter()
                .flatten()
                .for_each(|step| before[step.0].push(from));
        }
        let solved = (0..scenes.len()).filter(|&at| self.is_solved(&scenes[at]));
        let mut open: VecDeque<(usize, usize)> = solved.map(|at| (at, 0)).collect();
        let mut far = vec![None; scenes.len()];
        while let Some((at, distance)) = open.pop_front() {
            if far[at].is_none() {
                far[at] = Some(distance);
                open.extend(before[at].iter().map(|&from| (from, distance + 1)));
            }
        }
        Graph { scenes, steps, far }
    }
}
