//! From settings to a search: the one place where a name becomes an algorithm.

use super::dear::Dear;
use super::extension::{AnySearch, search_of, unsolved};
use super::{BuildError, Plan, SearchKind, Settings, SettingsError};
use crate::eval::Evaluator;
use crate::puzzles::{Cube3Turns, Text, meets_halfway};
use crate::search::ball::{Nearby, Size};
use crate::search::{
    Anytime, Beam, Beside, Bidirectional, Bwas, Constructive, Direct, Greedy, Ida, Mcts, Published,
    QStar, Search, TwoPhase,
};
#[cfg(feature = "libtorch")]
use crate::search::{OnDevice, There};
use quarterturn_core::Metric;
use quarterturn_core::search::View;
use std::any::Any;
use std::sync::Arc;

/// The widest beam unless a width is given: half a gigabyte.
const WIDEST: usize = 1 << 20;

/// The first beam against the clock, in multiples of the least: one of 512 solves most cubes in fifteen
/// milliseconds.
const FIRST: usize = 8;

/// A narrower beam ends before a ball around the goal would be made, so it gets none by default.
const BALL_WIDTH: usize = 1024;
/// States of a ball for each that a beam keeps at a depth: made in two milliseconds for the usual width,
/// which a single state gains from, and a state near the goal hardly loses by.
const BALL_STATES: usize = 4;

/// The weight of the path's cost in a beam. With full weight, the beam fills with states that cheap moves led
/// to and that are no nearer to the goal: twelve random cubes in half turns cost 29.8 for 30.8 with one robot's prices,
/// 42.4 for 42.2 with another's, at width 4,096.
const WAY: f32 = 0.5;

/// The evaluator of a network of any kind.
type Shared<P> = Arc<dyn Evaluator<P>>;

/// What guides searches.
pub(crate) struct Guidance<P: Text> {
    /// The network.
    pub evaluator: Shared<P>,
    /// The network on the device where beams keep their states too.
    #[cfg(feature = "libtorch")]
    pub there: Option<Arc<There<P::State>>>,
}

impl<P: Text> Clone for Guidance<P> {
    fn clone(&self) -> Self {
        Self {
            evaluator: self.evaluator.clone(),
            #[cfg(feature = "libtorch")]
            there: self.there.clone(),
        }
    }
}

/// The search that a plan names; `load` is called where a network guides it.
pub(crate) fn search<P: Text>(
    plan: &Plan<'_>,
    puzzle: &P,
    load: impl FnOnce() -> Result<Guidance<P>, BuildError>,
    dear: &Dear<P>,
) -> Result<Arc<dyn Search<P>>, BuildError> {
    let settings = plan.settings;
    let kind = settings.kind();
    check(plan, puzzle)?;
    match &kind {
        SearchKind::Bidirectional => return Ok(Arc::new(Bidirectional)),
        SearchKind::Direct => return Ok(Arc::new(Direct)),
        SearchKind::Constructive => return Ok(Arc::new(Constructive)),
        SearchKind::TwoPhase => {
            let search = two_phase(&dear.two_phase);
            return search.ok_or_else(|| unsolved(kind.name(), plan.puzzle));
        }
        SearchKind::Extension(extension) => {
            return search_of(&**extension, plan.puzzle, plan.tell);
        }
        _ => {}
    }
    let guidance = load()?;
    let evaluator = &guidance.evaluator;
    if let Some(head) = kind.lacks(evaluator.heads()) {
        return Err(BuildError::Settings(SettingsError::NoHead {
            search: kind.name(),
            head,
            model: evaluator.name().into(),
            puzzle: puzzle.name().into(),
        }));
    }
    if settings.attempts() <= 1 {
        return Ok(once(settings, guidance, nearby(settings, dear), 1).into());
    }
    let (repeated, ball) = (settings.clone(), nearby(settings, dear));
    let guide = guidance.clone();
    let make = move |times| once(&repeated, guide.clone(), ball.clone(), times);
    let mut search = Anytime::new(make);
    search.attempts = settings.attempts();
    search.views = settings.views().max(2);
    search.sweep = settings.views();
    if settings.kind() == SearchKind::Beam && settings.width.is_none() {
        search.first = FIRST;
    }
    search.plain = plain(plan, guidance, dear);
    if works_beside(plan) {
        search.beside = beside(&dear.two_phase);
    }
    Ok(Arc::new(search))
}

/// The beam that is made without a time limit, and its effort in multiples of the least under one.
fn plain<P: Text>(
    plan: &Plan<'_>,
    guidance: Guidance<P>,
    dear: &Dear<P>,
) -> Option<(usize, Arc<dyn Search<P>>)> {
    let settings = plan.settings;
    let mut plain = Settings {
        time_limit: None,
        ..settings.clone()
    };
    plain.set_default_width(plan.model.and_then(|model| model.width));
    let timed = settings.kind() == SearchKind::Beam && settings.time_limit.is_some();
    let (width, least) = (plain.least_width()?, settings.least_width()?);
    let search = timed.then(|| once(&plain, guidance, nearby(&plain, dear), 1))?;
    Some((width.div_ceil(least), search.into()))
}

/// The two-phase algorithm, where the puzzle is a 3×3×3 cube.
pub(super) fn two_phase<P: Text>(search: &TwoPhase) -> Option<Arc<dyn Search<P>>> {
    AnySearch::new::<Cube3Turns>(Arc::new(search.clone())).get()
}

/// The two-phase algorithm beside another search.
fn beside<P: Text>(search: &TwoPhase) -> Option<Arc<dyn Beside<P>>> {
    let beside: Arc<dyn Beside<Cube3Turns>> = Arc::new(search.clone());
    let any: &dyn Any = &beside;
    any.downcast_ref().cloned()
}

/// Whether the two-phase algorithm may work beside the search: nobody has chosen one, there is time for both, and turns are
/// counted as it counts them.
fn works_beside(plan: &Plan<'_>) -> bool {
    let settings = plan.settings;
    let free = settings.search.is_none() && settings.time_limit.is_some();
    let counts = plan.puzzle.metric() == Metric::Half;
    free && counts && plan.costs.is_none() && plan.improve.is_none()
}

/// Refuses a search or a setting that needs knowledge which the puzzle lacks.
fn check<P: Text>(plan: &Plan<'_>, puzzle: &P) -> Result<(), SettingsError> {
    let settings = plan.settings;
    let lacks = |what, needs| {
        Err(SettingsError::Lacks {
            what,
            needs,
            puzzle: puzzle.name().into(),
        })
    };
    if settings.kind() == SearchKind::Bidirectional && !meets_halfway(puzzle) {
        return lacks(
            "the search 'bidirectional'",
            "a single goal and moves that can be undone",
        );
    }
    if settings.kind() == SearchKind::Direct && !puzzle.is_direct() {
        return lacks("the search 'direct'", "a way to compute solutions");
    }
    if settings.kind() == SearchKind::Constructive && !puzzle.constructs() {
        return lacks(
            "the search 'constructive'",
            "a rule that solves every state",
        );
    }
    if settings.fallback == Some(true) && puzzle.family() != "cube3" {
        return lacks("fallback", "a two-phase algorithm");
    }
    let views = View::count(puzzle);
    if settings.views.is_some_and(|n| n > 1) && views == 1 {
        return lacks("views", "symmetries");
    }
    Ok(())
}

/// The ball around the goal at which beams end.
fn nearby<P: Text>(settings: &Settings, dear: &Dear<P>) -> Option<Arc<Nearby>> {
    let size = match (settings.ball, settings.least_width()?) {
        (Some(0), _) => return None,
        (Some(radius), _) => Size::Radius(radius.into()),
        // Its states are nodes too, but no limit counts them.
        (None, _) if settings.node_limit.is_some() => return None,
        (None, _) if settings.time_limit.is_some() => Size::Time,
        (None, width) if width >= BALL_WIDTH => Size::States(width.saturating_mul(BALL_STATES)),
        _ => return None,
    };
    Some(dear.ball(size))
}

/// The search that makes one attempt, with a multiple of the least effort: that of a beam is its width.
fn once<P: Text>(
    s: &Settings,
    guidance: Guidance<P>,
    ball: Option<Arc<Nearby>>,
    times: usize,
) -> Box<dyn Search<P>> {
    let e = guidance.evaluator;
    let lambda = s.lambda.map(|x| x as f32);
    let batch = s.batch.map(|n| n as usize);
    match s.kind() {
        SearchKind::Bwas => {
            let new = Bwas::new(e);
            Box::new(Bwas {
                lambda: lambda.unwrap_or(new.lambda),
                batch: batch.unwrap_or(new.batch),
                ..new
            })
        }
        SearchKind::Qstar => {
            let new = QStar::new(e);
            Box::new(QStar {
                lambda: lambda.unwrap_or(new.lambda),
                batch: batch.unwrap_or(new.batch),
                ..new
            })
        }
        SearchKind::Gbfs => {
            let new = Bwas::greedy(e);
            Box::new(Bwas {
                batch: batch.unwrap_or(new.batch),
                ..new
            })
        }
        SearchKind::Mcts | SearchKind::MctsNaive => {
            let new = Mcts::new(e);
            let paper = s.as_published.and_then(Published::exploration);
            let serial = s.as_published.and_then(Published::simulations);
            Box::new(Mcts {
                lambda,
                exploration: s.exploration.or(paper).unwrap_or(new.exploration),
                virtual_loss: s.virtual_loss.unwrap_or(new.virtual_loss),
                temperature: s.temperature.unwrap_or(new.temperature),
                batch: batch.or(serial).unwrap_or(new.batch),
                workers: s.workers.map_or(new.workers, usize::from),
                naive: s.kind() == SearchKind::MctsNaive,
                published: s.as_published,
                ..new
            })
        }
        SearchKind::Ida => {
            let new = Ida::new::<P>(e);
            Box::new(Ida {
                front: batch.unwrap_or(new.front),
                ..new
            })
        }
        SearchKind::Greedy => Box::new(Greedy::new::<P>(e)),
        // The others are made without a network.
        _ => {
            let width = s.least_width().unwrap_or(1);
            let most = WIDEST.max(width);
            let new = Beam::new::<P>(e, width.saturating_mul(times).min(most));
            let beam = Beam {
                shortlist: s.shortlist.unwrap_or(new.shortlist),
                split: s.split.map_or(new.split, usize::from),
                ball,
                lambda: WAY,
                ..new
            };
            #[cfg(feature = "libtorch")]
            if let Some(there) = guidance.there {
                return Box::new(OnDevice { beam, there });
            }
            Box::new(beam)
        }
    }
}
