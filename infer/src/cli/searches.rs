//! The searches by name: the one place where a name on the command line becomes a search.

use super::classical::{self, Classical};
use super::error::CliError;
use super::text::Text;
use clap::ValueEnum;
use quarterturn::baseline::TwoPhase;
use quarterturn::eval::{Evaluator, Heads};
use quarterturn::search::{Anytime, Beam, Bidirectional, Bwas, Greedy, Ida, Mcts, QStar, Search};
use std::path::Path;
use std::sync::Arc;

/// The searches this build has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SearchKind {
    /// Keeps the best N states of each depth
    Beam,
    /// Batch weighted A*
    Bwas,
    /// Weighted A* over moves, by the Q head
    Qstar,
    /// Greedy best-first search
    Gbfs,
    /// Monte Carlo tree search, then the shortest path in the tree
    Mcts,
    /// Monte Carlo tree search, with the path as found
    MctsNaive,
    /// Iterative-deepening A*: little memory
    Ida,
    /// Follows the best move
    Greedy,
    /// Breadth-first from both ends: exact, without a network, for short solutions
    Bidirectional,
    /// Kociemba's algorithm, classical: at once, about 30 quarter turns
    TwoPhase,
    /// Korf's algorithm, classical: exact; beyond 17 quarter turns it needs minutes
    Korf,
}

/// What tunes a search; each takes what means something to it.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// States kept at each depth.
    pub width: usize,
    /// Candidates per state kept, where a Q head can choose them.
    pub shortlist: Option<f32>,
    /// Most children kept of a state.
    pub split: Option<usize>,
    /// Sides to search from before the shortest solution is taken.
    pub views: usize,
    /// Weight of the path cost.
    pub lambda: Option<f32>,
    /// States treated at once.
    pub batch: Option<usize>,
    /// c of Monte Carlo tree search.
    pub exploration: Option<f32>,
    /// ν of Monte Carlo tree search.
    pub virtual_loss: Option<f32>,
    /// Softness of the priors of Monte Carlo tree search.
    pub temperature: Option<f32>,
    /// Most attempts from other sides and with more effort; 1 to search once.
    pub attempts: usize,
}

impl SearchKind {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beam => "beam",
            Self::Bwas => "bwas",
            Self::Qstar => "qstar",
            Self::Gbfs => "gbfs",
            Self::Mcts => "mcts",
            Self::MctsNaive => "mcts-naive",
            Self::Ida => "ida",
            Self::Greedy => "greedy",
            Self::Bidirectional => "bidirectional",
            Self::TwoPhase => "two-phase",
            Self::Korf => "korf",
        }
    }

    /// The tuning options that mean something to it.
    pub const fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Beam => &[
                "--width",
                "--shortlist",
                "--split",
                "--views",
                "--costs",
                "--cache",
            ],
            Self::Bwas | Self::Qstar => &["--lambda", "--batch", "--costs", "--cache"],
            Self::Gbfs | Self::Ida => &["--batch", "--costs", "--cache"],
            Self::Mcts | Self::MctsNaive => &[
                "--lambda",
                "--batch",
                "--exploration",
                "--virtual-loss",
                "--temperature",
                "--cache",
            ],
            Self::Greedy => &["--cache"],
            Self::Korf => &["--tables"],
            Self::Bidirectional | Self::TwoPhase => &[],
        }
    }

    /// Whether a network guides it.
    pub const fn guided(self) -> bool {
        !matches!(self, Self::Bidirectional | Self::TwoPhase | Self::Korf)
    }

    /// Whether its solutions are certainly shortest ones.
    pub const fn exact(self) -> bool {
        matches!(self, Self::Bidirectional | Self::Korf)
    }

    /// Bytes that it may use unless told otherwise, at most.
    pub const fn memory(self) -> usize {
        match self {
            // Enough for fourteen quarter turns of the 3×3×3 cube; each turn more takes nine times as
            // much of memory and time.
            Self::Bidirectional => 1 << 30,
            _ => usize::MAX,
        }
    }

    /// Refuses an option that means nothing to it, and says to whom it means something.
    pub fn check(self, option: &str) -> Result<(), CliError> {
        if self.takes().contains(&option) {
            return Ok(());
        }
        let others = Self::value_variants().iter();
        let others = others.filter(|kind| kind.takes().contains(&option));
        let others: Vec<&str> = others.map(|kind| kind.name()).collect();
        let (search, others) = (self.name(), others.join(", "));
        Err(CliError::Usage(format!(
            "{option} means nothing to the search '{search}'; it is for {others}"
        )))
    }

    /// The search itself, or why it cannot be had; `load` is called where a network guides it.
    pub fn build<P: Text, E: Evaluator<P> + 'static>(
        self,
        puzzle: &P,
        load: impl FnOnce() -> Result<E, CliError>,
        tuning: Tuning,
        tables: Option<&Path>,
    ) -> Result<Box<dyn Search<P>>, CliError> {
        let make: Make<P, E> = match self {
            Self::Beam => beam,
            Self::Bwas => bwas,
            Self::Qstar => qstar,
            Self::Gbfs => gbfs,
            Self::Mcts => |e, t| Box::new(mcts(e, t)),
            Self::MctsNaive => |e, t| {
                let naive = true;
                Box::new(Mcts {
                    naive,
                    ..mcts(e, t)
                })
            },
            Self::Ida => ida,
            Self::Greedy => |e, _| Box::new(Greedy::new::<P>(e)),
            Self::Bidirectional => return Ok(Box::new(Bidirectional)),
            Self::TwoPhase => return classical(puzzle, &Classical::TwoPhase(TwoPhase::default())),
            Self::Korf => return classical(puzzle, &Classical::Korf(classical::folder(tables)?)),
        };
        let evaluator = load()?;
        if let Some(head) = self.lacks(evaluator.heads()) {
            let (model, search) = (evaluator.name(), self.name());
            return Err(CliError::Usage(format!(
                "the search '{search}' needs a {head} head, which the model {model} does not have for {}",
                puzzle.name()
            )));
        }
        let evaluator = Arc::new(evaluator);
        if tuning.attempts.max(tuning.views) <= 1 {
            return Ok(make(evaluator, tuning));
        }
        let mut search =
            Anytime::new(move |doublings| make(evaluator.clone(), tuning.doubled(doublings)));
        search.attempts = tuning.attempts.max(tuning.views);
        search.views = tuning.views.max(2);
        search.sweep = tuning.views;
        Ok(Box::new(search))
    }

    /// The head it needs and does not find.
    fn lacks(self, heads: Heads) -> Option<&'static str> {
        match self {
            Self::Bwas | Self::Gbfs | Self::Mcts | Self::MctsNaive if !heads.value => Some("value"),
            Self::Qstar if !heads.q => Some("Q"),
            Self::Ida if !heads.value && !heads.q => Some("value or Q"),
            _ => None,
        }
    }
}

/// Makes a search that a network guides.
type Make<P, E> = fn(Arc<E>, Tuning) -> Box<dyn Search<P>>;

fn classical<P: Text>(puzzle: &P, kind: &Classical) -> Result<Box<dyn Search<P>>, CliError> {
    Ok(kind.made(puzzle)?.0)
}

fn beam<P: Text, E: Evaluator<P> + 'static>(e: Arc<E>, t: Tuning) -> Box<dyn Search<P>> {
    let new = Beam::new::<P>(e, t.width);
    Box::new(Beam {
        shortlist: t.shortlist.unwrap_or(new.shortlist),
        split: t.split.unwrap_or(new.split),
        ..new
    })
}

fn bwas<P: Text, E: Evaluator<P> + 'static>(e: Arc<E>, t: Tuning) -> Box<dyn Search<P>> {
    let new = Bwas::new(e);
    Box::new(Bwas {
        lambda: t.lambda.unwrap_or(new.lambda),
        batch: t.batch.unwrap_or(new.batch),
        ..new
    })
}

fn qstar<P: Text, E: Evaluator<P> + 'static>(e: Arc<E>, t: Tuning) -> Box<dyn Search<P>> {
    let new = QStar::new(e);
    Box::new(QStar {
        lambda: t.lambda.unwrap_or(new.lambda),
        batch: t.batch.unwrap_or(new.batch),
        ..new
    })
}

fn gbfs<P: Text, E: Evaluator<P> + 'static>(e: Arc<E>, t: Tuning) -> Box<dyn Search<P>> {
    let new = Bwas::greedy(e);
    Box::new(Bwas {
        batch: t.batch.unwrap_or(new.batch),
        ..new
    })
}

fn mcts<E>(e: Arc<E>, t: Tuning) -> Mcts<Arc<E>> {
    let new = Mcts::new(e);
    Mcts {
        lambda: t.lambda.unwrap_or(new.lambda),
        exploration: t.exploration.unwrap_or(new.exploration),
        virtual_loss: t.virtual_loss.unwrap_or(new.virtual_loss),
        temperature: t.temperature.unwrap_or(new.temperature),
        batch: t.batch.unwrap_or(new.batch),
        ..new
    }
}

fn ida<P: Text, E: Evaluator<P> + 'static>(e: Arc<E>, t: Tuning) -> Box<dyn Search<P>> {
    let new = Ida::new::<P>(e);
    Box::new(Ida {
        front: t.batch.unwrap_or(new.front),
        ..new
    })
}

impl Tuning {
    /// More effort for the searches that can make more: a wider beam.
    fn doubled(self, times: u32) -> Self {
        Self {
            width: self
                .width
                .saturating_mul(1 << times)
                .min(WIDEST.max(self.width)),
            ..self
        }
    }
}

/// A beam is not made wider than this unasked: half a gigabyte.
const WIDEST: usize = 1 << 20;
