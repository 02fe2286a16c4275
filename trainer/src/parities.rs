//! Learns puzzles of commuting moves without gradients: the moves that a state needs, as parities of its places.
//!
//! A part of a parity says nothing about the whole, so gradients do not find it. Elimination modulo 2 does, from
//! about as many examples as a state has places (Fischer and Simon 1992, *On learning ring-sum-expansions*). The
//! examples are those of the other targets: states of random walks, and the moves that were made. Only the moves
//! and features of the puzzle are used.
//!
//! The network has one hidden layer of hinges. For a move whose parity is of n places, s of which
//! differ from the goal's, max(0, s) − 2 max(0, s − 1) + 2 max(0, s − 2) − … up to s − n + 1 is 1 where s
//! is odd and 0 where it is even. The value is the sum of these over all moves; Q of a move is one
//! less where the move is needed, else one more.

use crate::puzzle::{Visitor, family, visit};
use quarterturn::puzzles::Text;
use quarterturn_core::net::write::{DenseLayer, FirstLayer, OwnedNet};
use quarterturn_core::net::{LoadError, MOVE_COST, NetHeads};
use quarterturn_core::random::{below, random_moves};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Examples that a file is checked on before it is written.
pub const CHECKED: usize = 10_000;
/// Number of examples in a row without news that ends the learning.
const PATIENCE: usize = 500;
/// A move in the units of the last layer's sums.
const UNIT: i32 = 32;
/// The weight of a place in the first layer's sums.
const PLACE: i8 = 64;

/// A puzzle that cannot be learnt this way.
#[derive(Debug, thiserror::Error)]
pub enum ParitiesError {
    /// It is not known, or not of that kind.
    #[error(
        "{0} cannot be learnt this way: the puzzle must have at most 128 places that are on or off, and moves \
that undo themselves, as lightsout3 to lightsout9 have"
    )]
    Puzzle(String),
    /// A state does not tell which moves led to it.
    #[error(
        "some sets of moves of {0} do nothing when all are made, so a state does not tell which were made; \
         `quarterturn solve --search direct` finds the fewest"
    )]
    Ambiguous(String),
    /// The moves are not parities.
    #[error("the moves of {0} are not parities of places: their order matters")]
    Order(String),
    /// The engine refuses what was written.
    #[error("the engine refuses the file: {0}")]
    Refused(#[from] LoadError),
}

/// The result of learning.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// The weight file.
    pub file: Vec<u8>,
    /// Number of examples that it needed.
    pub examples: u64,
    /// For each move, the places whose parity says whether it is needed.
    pub parities: Vec<u128>,
}

/// Learns the puzzle of that name from random walks; `model` is the name in the file. A seed determines the
/// examples, and every seed leads to the same parities.
///
/// # Errors
/// [`ParitiesError`].
pub fn learn(puzzle: &str, model: &str, seed: u64) -> Result<Learnt, ParitiesError> {
    let job = Job {
        name: puzzle,
        model,
        seed,
    };
    visit(puzzle, job).unwrap_or_else(|| Err(ParitiesError::Puzzle(puzzle.into())))
}

struct Job<'a> {
    name: &'a str,
    model: &'a str,
    seed: u64,
}

impl Visitor for Job<'_> {
    type Output = Result<Learnt, ParitiesError>;

    fn visit<P: Text>(self, puzzle: &P) -> Self::Output {
        let name = || self.name.to_owned();
        let (inputs, moves) = (puzzle.inputs(), puzzle.move_count());
        let goal = puzzle.goal().ok_or_else(|| ParitiesError::Puzzle(name()))?;
        let undone = puzzle.moves().all(|mv| puzzle.undo(mv) == Some(mv));
        let rest = bits(puzzle, &goal).filter(|_| undone && moves <= 128);
        let rest = rest.ok_or_else(|| ParitiesError::Puzzle(name()))?;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut example = || {
            let length = 1 + below(&mut rng, moves as u32) as usize;
            let (mut state, mut made) = (goal.clone(), 0u128);
            for mv in random_moves(puzzle, goal.clone(), &mut rng, length) {
                state = puzzle.apply(&state, mv);
                made ^= 1 << mv.index();
            }
            let places = bits(puzzle, &state).unwrap_or_default();
            (places ^ rest, made)
        };
        let mut system = System::default();
        let (mut examples, mut idle) = (0, 0);
        while system.0.len() < inputs.active && idle < PATIENCE {
            let (places, made) = example();
            let new = system.add(places, made);
            let new = new.ok_or_else(|| ParitiesError::Ambiguous(name()))?;
            idle = if new { 0 } else { idle + 1 };
            examples += 1;
        }
        if (0..CHECKED).any(|_| {
            let (places, made) = example();
            system.moves(places) != made
        }) {
            return Err(ParitiesError::Order(name()));
        }
        let parities: Vec<u128> = (0..moves).map(|mv| system.parity(mv)).collect();
        let (family, metric) = family(self.name).unwrap_or_default();
        let net = OwnedNet {
            name: self.model.into(),
            puzzle: family,
            metric: metric.into(),
            recipe: crc32fast::hash(format!("parities {} {}", self.name, self.seed).as_bytes()),
            examples,
            run: self.seed,
            ..network(&parities, rest, inputs.active)
        };
        Ok(Learnt {
            file: net.encode()?,
            examples,
            parities,
        })
    }
}

/// Which places of a state are on; `None` where its features do not say that place by place.
fn bits<P: Text>(puzzle: &P, state: &P::State) -> Option<u128> {
    let inputs = puzzle.inputs();
    if inputs.width != 2 * inputs.active || inputs.active > 128 {
        return None;
    }
    let mut features = vec![0; inputs.active];
    puzzle.features(state, &mut features);
    let places = features.iter().enumerate();
    places
        .map(|(place, &feature)| {
            let on = usize::from(feature).checked_sub(2 * place)?;
            (on < 2).then_some((on as u128) << place)
        })
        .try_fold(0, |bits, on| Some(bits | on?))
}

/// Linear equations modulo 2: the places that differ, and the moves that are needed. Each has a leading place
/// that no other equation has.
#[derive(Debug, Default)]
struct System(Vec<(u128, u128)>);

impl System {
    fn leads(places: u128, equation: u128) -> bool {
        equation != 0 && places >> equation.ilog2() & 1 == 1
    }

    /// Adds an example: whether it said something new, or `None` if it contradicts the others.
    fn add(&mut self, places: u128, made: u128) -> Option<bool> {
        let known = self.sum(places);
        let (places, made) = (places ^ known.0, made ^ known.1);
        if places == 0 {
            return (made == 0).then_some(false);
        }
        for equation in &mut self.0 {
            if Self::leads(equation.0, places) {
                equation.0 ^= places;
                equation.1 ^= made;
            }
        }
        self.0.push((places, made));
        Some(true)
    }

    /// The sum of the equations that these places lead.
    fn sum(&self, places: u128) -> (u128, u128) {
        let used = self.0.iter().filter(|(p, _)| Self::leads(places, *p));
        used.fold((0, 0), |sum, e| (sum.0 ^ e.0, sum.1 ^ e.1))
    }

    /// The moves that change these places to those of the goal.
    fn moves(&self, places: u128) -> u128 {
        self.sum(places).1
    }

    /// The places whose parity says whether a move is needed.
    fn parity(&self, mv: usize) -> u128 {
        let needed = self.0.iter().filter(|(_, moves)| moves >> mv & 1 == 1);
        needed.fold(0, |parity, (places, _)| parity | 1 << places.ilog2())
    }
}

/// The network of hinges; see the module's page. `rest` are the places that are on at the goal.
fn network(parities: &[u128], rest: u128, places: usize) -> OwnedNet {
    let moves = parities.len();
    let longest = parities.iter().map(|p| p.count_ones()).max().unwrap_or(0);
    // A hinge's activation for each place, so that the most is at most 127.
    let step = [32, 16, 8, 4, 2].into_iter().find(|s| s * longest <= 127);
    let step = step.unwrap_or(1) as i32;
    let hinges = parities.iter().enumerate();
    let hinges: Vec<(usize, i16)> = hinges
        .flat_map(|(mv, parity)| (0..parity.count_ones() as i16).map(move |k| (mv, k)))
        .collect();
    let place = |feature: usize, parity: u128| {
        let (place, on) = (feature / 2, feature % 2);
        let differs = on as u128 != rest >> place & 1;
        if differs && parity >> place & 1 == 1 {
            PLACE
        } else {
            0
        }
    };
    let rows = (0..2 * places).flat_map(|feature| {
        let row = hinges.iter();
        row.map(move |&(mv, _)| place(feature, parities[mv]))
    });
    let first = FirstLayer {
        rows: rows.collect(),
        bias: hinges.iter().map(|&(_, k)| -i16::from(PLACE) * k).collect(),
        multiplier: vec![((step << 15) / i32::from(PLACE)) as i16; hinges.len()],
    };
    let weight = |k: i16| {
        let one = UNIT / step;
        match k {
            0 => one,
            _ if k % 2 == 0 => 2 * one,
            _ => -2 * one,
        }
    };
    // Output 0 is the value, output 1 + mv is Q of that move.
    let outputs = 0..=moves;
    let weights = outputs.clone().flat_map(|output| {
        let signed = move |&(mv, k): &(usize, i16)| {
            let sign = if output == mv + 1 { -1 } else { 1 };
            (sign * weight(k)) as i8
        };
        hinges.iter().map(signed).collect::<Vec<_>>()
    });
    OwnedNet {
        features: 2 * places,
        active: places,
        heads: NetHeads {
            value: true,
            q: true,
            policy: false,
            above_bound: false,
            moves,
        },
        first,
        hidden: Vec::new(),
        blocks: Vec::new(),
        output: DenseLayer {
            weights: weights.collect(),
            bias: outputs.clone().map(|o| UNIT * i32::from(o > 0)).collect(),
            multiplier: vec![2 * MOVE_COST / UNIT; moves + 1],
            shift: 1,
        },
        name: String::new(),
        puzzle: String::new(),
        metric: String::new(),
        recipe: 0,
        examples: 0,
        run: 0,
    }
}
