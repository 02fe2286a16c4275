//! The searches by name: the one place where a name on the command line becomes a search.

use super::error::CliError;
use clap::ValueEnum;
use quarterturn::eval::{Evaluator, Heads};
use quarterturn::search::{Anytime, Beam, Bidirectional, Bwas, Greedy, Ida, Mcts, QStar, Search};
use quarterturn_core::Puzzle;
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
            Self::Bidirectional => &[],
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

    /// The search itself, or why the network cannot guide it.
    pub fn build<P: Puzzle, E: Evaluator<P> + 'static>(
        self,
        evaluator: E,
        tuning: Tuning,
    ) -> Result<Box<dyn Search<P>>, CliError> {
        if let Some(head) = self.lacks(evaluator.heads()) {
            let (model, search) = (evaluator.name(), self.name());
            return Err(CliError::Usage(format!(
                "the search '{search}' needs a {head} head, which the model {model} does not have for {}",
                P::NAME
            )));
        }
        let evaluator = Arc::new(evaluator);
        if tuning.attempts.max(tuning.views) <= 1 {
            return Ok(self.make(evaluator, tuning));
        }
        let mut search =
            Anytime::new(move |doublings| self.make(evaluator.clone(), tuning.doubled(doublings)));
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

    fn make<P: Puzzle, E: Evaluator<P> + 'static>(
        self,
        e: Arc<E>,
        t: Tuning,
    ) -> Box<dyn Search<P>> {
        match self {
            Self::Beam => {
                let new = Beam::new::<P>(e, t.width);
                Box::new(Beam {
                    shortlist: t.shortlist.unwrap_or(new.shortlist),
                    split: t.split.unwrap_or(new.split),
                    ..new
                })
            }
            Self::Bwas => {
                let new = Bwas::new(e);
                Box::new(Bwas {
                    lambda: t.lambda.unwrap_or(new.lambda),
                    batch: t.batch.unwrap_or(new.batch),
                    ..new
                })
            }
            Self::Qstar => {
                let new = QStar::new(e);
                Box::new(QStar {
                    lambda: t.lambda.unwrap_or(new.lambda),
                    batch: t.batch.unwrap_or(new.batch),
                    ..new
                })
            }
            Self::Gbfs => {
                let new = Bwas::greedy(e);
                Box::new(Bwas {
                    batch: t.batch.unwrap_or(new.batch),
                    ..new
                })
            }
            Self::Mcts | Self::MctsNaive => {
                let new = Mcts::new(e);
                Box::new(Mcts {
                    lambda: t.lambda.unwrap_or(new.lambda),
                    exploration: t.exploration.unwrap_or(new.exploration),
                    virtual_loss: t.virtual_loss.unwrap_or(new.virtual_loss),
                    temperature: t.temperature.unwrap_or(new.temperature),
                    batch: t.batch.unwrap_or(new.batch),
                    naive: self == Self::MctsNaive,
                    ..new
                })
            }
            Self::Ida => {
                let new = Ida::new::<P>(e);
                Box::new(Ida {
                    front: t.batch.unwrap_or(new.front),
                    ..new
                })
            }
            Self::Greedy => Box::new(Greedy::new::<P>(e)),
            Self::Bidirectional => Box::new(Bidirectional),
        }
    }
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
