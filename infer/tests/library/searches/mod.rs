//! Every search against exact distances of the 2×2×2 cube.

mod ball;
mod combined;
mod exact;
mod hostile;
mod limits;
mod priced;
mod repeatable;
mod wrapped;

use quarterturn::core::Puzzle;
use quarterturn::core::cube::Cube2Qtm as P;
use quarterturn::core::random::{Random, random_moves};
use quarterturn::eval::{Evaluator, Heads, Outputs, Table};
use quarterturn::search::{
    Anytime, Beam, Bidirectional, Bwas, Greedy, Ida, Mcts, Published, QStar, Rank, Search,
};
use quarterturn::{Limits, Outcome};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::OnceLock;

type State = <P as Puzzle>::State;

/// Exact distances of all 3,674,160 states.
fn table() -> &'static Table<P> {
    static TABLE: OnceLock<Table<P>> = OnceLock::new();
    TABLE.get_or_init(|| Table::upto(&P, 14))
}

/// A network that says what a function says, state by state.
#[derive(Clone)]
struct Saying<F>(Heads, F);

impl<F: Fn(&[State], Outputs<'_>) + Send + Sync> Evaluator<P> for Saying<F> {
    fn heads(&self) -> Heads {
        self.0
    }

    fn preferred_batch(&self) -> usize {
        1
    }

    fn evaluate(&self, _: &P, states: &[State], out: Outputs<'_>) {
        (self.1)(states, out);
    }

    fn name(&self) -> &str {
        "saying"
    }
}

const ALL_HEADS: Heads = Heads {
    value: true,
    q: true,
    policy: true,
};

/// A network that errs by up to a move and a half.
fn noisy() -> Table<P> {
    table().with_error(1536, 7)
}

fn distance(state: &State) -> usize {
    table().distance(state).expect("the table has all states")
}

/// Uniform random states.
fn states(count: usize, seed: u64) -> Vec<State> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..count).map(|_| State::random(&mut rng)).collect()
}

/// A state a few moves from the goal.
fn near(moves: usize, seed: u64) -> State {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let moves: Vec<_> = random_moves(&P, State::SOLVED, &mut rng, moves).collect();
    P.apply_all(&State::SOLVED, &moves)
}

/// The length of the solution in an outcome, after replaying it.
fn length(state: &State, outcome: &Outcome) -> Option<usize> {
    let solution = outcome.solution.as_ref()?;
    assert!(P.is_solved(&P.apply_all(state, solution)));
    Some(solution.len())
}

fn target(length: usize) -> Limits {
    Limits {
        target_length: Some(length),
        ..Limits::default()
    }
}

/// One of each search with an evaluator.
fn all(e: &Table<P>) -> Vec<Box<dyn Search<P>>> {
    let e = || e.clone();
    vec![
        Box::new(Beam::new::<P>(e(), 64)),
        Box::new(Greedy::new::<P>(e())),
        Box::new(Greedy {
            evaluator: e(),
            by: Rank::Q,
        }),
        Box::new(Greedy {
            evaluator: e(),
            by: Rank::Policy,
        }),
        Box::new(Bwas {
            evaluator: e(),
            lambda: 1.0,
            batch: 10,
        }),
        Box::new(Bwas::new(e())),
        Box::new(Bwas::greedy(e())),
        Box::new(QStar::new(e())),
        Box::new(Ida::new::<P>(e())),
        Box::new(Ida {
            evaluator: e(),
            by: Rank::Value,
            front: 8,
        }),
        Box::new(Mcts::new(e())),
        Box::new(Mcts {
            naive: true,
            ..Mcts::new(e())
        }),
        Box::new(Bidirectional),
        Box::new(Anytime::new({
            let e = e();
            move |times| Box::new(Beam::new::<P>(e.clone(), 4 * times))
        })),
    ]
}
