//! Puzzles.

use crate::fault::{Fault, defect};
use crate::numbers;
use crate::rows;
use crate::running::Running;
use crate::state::State;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString, PyTuple};
use quarterturn::Metric;
use quarterturn::puzzles::{Rows, find, names};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{SystemTime, UNIX_EPOCH};

/// A puzzle: one with a name, or what a file or bytes define.
///
/// >>> cube = Puzzle("cube3")
/// >>> cube.read("R U F'").apply("F U' R'").is_solved
/// True
#[pyclass(frozen, module = "quarterturn")]
#[derive(Clone, Debug)]
pub struct Puzzle {
    pub inner: quarterturn::Puzzle,
    source: Source,
    /// What its moves do to rows of numbers, once somebody has asked.
    rows: Arc<OnceLock<Rows>>,
}

/// What makes the same puzzle again, in another process.
#[derive(Clone, Debug)]
enum Source {
    Name,
    Bytes(Arc<[u8]>, Option<String>),
    Path(Arc<PathBuf>),
}

/// The names of all puzzles that have one.
#[pyfunction]
pub fn puzzles() -> Vec<String> {
    names().collect()
}

impl Puzzle {
    /// What Python names a puzzle by: one, or a name, or the path of a file.
    pub fn of(puzzle: &Bound<'_, PyAny>, metric: Option<&str>) -> PyResult<Self> {
        if let Ok(puzzle) = puzzle.cast::<Self>() {
            return Ok(puzzle.get().clone().counting(metric)?);
        }
        let path: PathBuf = puzzle.extract()?;
        let name = path.to_string_lossy().into_owned();
        let source = match find(&name) {
            Some(_) => Source::Name,
            None => Source::Path(Arc::new(std::path::absolute(&path)?)),
        };
        let inner = quarterturn::Puzzle::find(&name).map_err(Fault::from)?;
        Ok(Self::made(inner, source).counting(metric)?)
    }

    /// What the same source makes, with other rules: another metric, or another level.
    pub fn with(self, inner: quarterturn::Puzzle) -> Self {
        Self::made(inner, self.source)
    }

    fn made(inner: quarterturn::Puzzle, source: Source) -> Self {
        let rows = Arc::default();
        Self {
            inner,
            source,
            rows,
        }
    }

    fn rows(&self) -> PyResult<&Rows> {
        match self.rows.get() {
            Some(rows) => Ok(rows),
            None => {
                let rows = rows::of(&self.inner)?;
                Ok(self.rows.get_or_init(|| rows))
            }
        }
    }

    /// The same puzzle in another metric.
    fn counting(self, metric: Option<&str>) -> Result<Self, Fault> {
        let Some(metric) = metric else {
            return Ok(self);
        };
        let all = [Metric::Quarter, Metric::Half, Metric::Moves];
        let wanted = all.into_iter().find(|known| known.name() == metric);
        match wanted.and_then(|wanted| self.inner.in_metric(wanted)) {
            Some(inner) => Ok(self.with(inner)),
            None => {
                let own = self.inner.metric();
                let message = format!("{} counts in {own}, not in {metric:?}", self.inner);
                Err(Fault::new("unknown-metric", message))
            }
        }
    }

    /// A state that Python gives: one, a text, or numbers.
    pub fn state(&self, state: &Bound<'_, PyAny>) -> PyResult<quarterturn::State> {
        self.state_towards(state, None)
    }

    /// The same, of a state that is to be led to a target.
    pub fn state_towards(
        &self,
        state: &Bound<'_, PyAny>,
        target: Option<&str>,
    ) -> PyResult<quarterturn::State> {
        if let Ok(state) = state.cast::<State>() {
            return Ok(state.get().inner.clone());
        }
        if let Ok(text) = state.cast::<PyString>() {
            let text = text.to_cow()?;
            let read = match target {
                Some(target) => self.inner.read_towards(&text, target),
                None => self.inner.read(&text),
            };
            return Ok(read.map_err(Fault::from)?);
        }
        let state = self.inner.numbered(&numbers::row(state)?);
        Ok(state.map_err(Fault::from)?)
    }

    /// A target: a state that moves need not lead to from the solved one.
    pub fn target(&self, target: &Bound<'_, PyAny>) -> PyResult<quarterturn::State> {
        let text = target.cast::<PyString>().ok();
        let text = text.map(|text| text.to_cow()).transpose()?;
        self.state_towards(target, text.as_deref())
    }

    /// A state of the puzzle as Python's.
    pub fn give(&self, inner: quarterturn::State) -> State {
        State {
            inner,
            puzzle: self.clone(),
        }
    }

    fn texts<'py>(
        py: Python<'py>,
        names: impl Iterator<Item = String>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, names.collect::<Vec<_>>())
    }
}

/// A seed that nobody chose.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut hasher = DefaultHasher::new();
    now.unwrap_or_default().as_nanos().hash(&mut hasher);
    std::process::id().hash(&mut hasher);
    hasher.finish()
}

#[pymethods]
impl Puzzle {
    /// The puzzle of a name (see `puzzles()`), or that a file defines. Cubes count in quarter turns ("qtm") or in face
    /// turns ("htm").
    #[new]
    #[pyo3(signature = (name = None, metric = None))]
    fn new(
        py: Python<'_>,
        name: Option<&Bound<'_, PyAny>>,
        metric: Option<&str>,
    ) -> PyResult<Self> {
        match name {
            Some(name) => Self::of(name, metric),
            None => Self::of(PyString::new(py, "cube3").as_any(), metric),
        }
    }

    /// The puzzle of a name; no file is looked for.
    #[staticmethod]
    #[pyo3(signature = (name, metric = None))]
    fn named(name: &str, metric: Option<&str>) -> PyResult<Self> {
        let inner = quarterturn::Puzzle::named(name).map_err(Fault::from)?;
        let source = Source::Name;
        Ok(Self::made(inner, source).counting(metric)?)
    }

    /// The puzzle that a file defines; `FILE#NAME` is one of several.
    #[staticmethod]
    fn open(path: PathBuf) -> PyResult<Self> {
        let inner = quarterturn::Puzzle::open(&path).map_err(Fault::from)?;
        let source = Source::Path(Arc::new(std::path::absolute(path)?));
        Ok(Self::made(inner, source))
    }

    /// The puzzle that bytes, or a text, define; `part` names one of several.
    #[staticmethod]
    #[pyo3(signature = (definition, part = None))]
    fn parse(definition: &Bound<'_, PyAny>, part: Option<String>) -> PyResult<Self> {
        let bytes: Vec<u8> = match definition.cast::<PyString>() {
            Ok(text) => text.to_cow()?.as_bytes().to_vec(),
            Err(_) => match PyMemoryView::from(definition) {
                Ok(view) => view.call_method0("tobytes")?.extract()?,
                Err(_) => numbers::all(definition, |byte| byte.extract())?,
            },
        };
        let inner = match &part {
            None => quarterturn::Puzzle::parse(&bytes),
            Some(part) => quarterturn::Puzzle::parse_part(&bytes, part),
        };
        let inner = inner.map_err(Fault::from)?;
        let source = Source::Bytes(bytes.into(), part);
        Ok(Self::made(inner, source))
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// An identity that does not depend on the name of a file.
    #[getter]
    fn id(&self) -> &str {
        self.inner.id()
    }

    /// The puzzles whose networks it shares.
    #[getter]
    fn family(&self) -> &str {
        self.inner.family()
    }

    /// How moves count: "qtm" and "htm" of cubes, else "moves".
    #[getter]
    fn metric(&self) -> &str {
        self.inner.metric().name()
    }

    /// The number of states; None where it is not known, or is 2¹²⁸ or more.
    #[getter]
    fn order(&self) -> Option<u128> {
        self.inner.order()
    }

    /// The names of all moves.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        Self::texts(py, self.inner.moves().map(|mv| mv.name().to_owned()))
    }

    /// The state where moves in text begin: the solved one or, in Sokoban, that of the level.
    #[getter]
    fn start(&self) -> State {
        self.give(self.inner.start())
    }

    /// The solved state; None if there are several, as in Sokoban.
    #[getter]
    fn solved(&self) -> Option<State> {
        self.inner.solved().map(|state| self.give(state))
    }

    /// The move that undoes another; None where it takes more than one, or cannot be done.
    #[pyo3(name = "undo")]
    fn undoing(&self, name: &str) -> PyResult<Option<String>> {
        let found = self.inner.moves().find(|mv| mv.name() == name);
        let fault = || {
            Fault::new(
                "unknown-move",
                format!("{name:?} is not a move of {}", self.inner),
            )
        };
        let undo = found.ok_or_else(fault)?.undo();
        Ok(undo.map(|mv| mv.name().to_owned()))
    }

    /// A state: moves from the start, or what it looks like, as text or as numbers.
    fn read(&self, state: &Bound<'_, PyAny>) -> PyResult<State> {
        Ok(self.give(self.state(state)?))
    }

    /// The states of an array of n rows, one for each state.
    fn states(&self, array: &Bound<'_, PyAny>) -> PyResult<Vec<State>> {
        let rows = numbers::rows(array)?;
        let states = rows
            .iter()
            .map(|row| Ok(self.give(self.inner.numbered(row).map_err(Fault::from)?)));
        states.collect()
    }

    /// What moves do to the numbers of states: an array of NumPy, moves × places, with the place whose number comes to each
    /// place. Raises `QuarterturnError` where that depends on the state, as of tiles.
    #[getter]
    fn tables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        rows::tables(py, self.rows()?)
    }

    /// A move of many states at once, on all cores. `states` is an array of uint8 or uint16 whose last dimension are the
    /// numbers of a state, `moves` the name or the number of a move in `moves`, or an array with a number for each state. The
    /// result has the shape of `states`, or is `out`.
    #[pyo3(signature = (states, moves, out = None))]
    fn apply_many<'py>(
        &self,
        states: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        rows::apply(self.rows()?, &self.inner, states, moves, out)
    }

    /// The states after every move of many states, on all cores: an array as of `apply_many`, with a dimension more before
    /// the last one, for the moves.
    #[pyo3(signature = (states, out = None))]
    fn children<'py>(
        &self,
        states: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        rows::children(self.rows()?, states, out)
    }

    /// Whether moves lead to the state that a text shows; None if that could not be decided.
    fn contains(&self, text: &str) -> Option<bool> {
        self.inner.contains(text)
    }

    /// A random state: uniform, or as nearly as the puzzle can. A seed determines it.
    #[pyo3(signature = (seed = None))]
    fn random(&self, seed: Option<u64>) -> State {
        self.give(self.inner.random(seed.unwrap_or_else(any_seed)))
    }

    /// Random moves from the start, at most a million, and the state that they lead to. A seed determines them. The moves are
    /// None where the state was made another way, as in Sokoban.
    #[pyo3(signature = (length = 20, seed = None))]
    fn scramble(
        &self,
        py: Python<'_>,
        length: usize,
        seed: Option<u64>,
    ) -> PyResult<(Option<String>, State)> {
        let (puzzle, seed) = (self.inner.clone(), seed.unwrap_or_else(any_seed));
        let running = Running::start(move |tell, _| {
            let _ = tell.send(puzzle.try_scramble(seed, length));
        })?;
        let scramble = running.next(py)?.ok_or_else(defect)?;
        let scramble = scramble.map_err(Fault::from)?;
        Ok((scramble.moves, self.give(scramble.state)))
    }

    /// The smallest changes that turn the impossible state of a text into a possible one: for each, what it is in words,
    /// and the state.
    fn repairs(&self, text: &str) -> Vec<(String, String)> {
        let repairs = self.inner.repairs(text).into_iter();
        repairs.map(|repair| (repair.what, repair.state)).collect()
    }

    /// What else may have been meant by a text that is read as a state.
    fn warning(&self, text: &str) -> Option<String> {
        self.inner.warning(text)
    }

    fn __str__(&self) -> &str {
        self.inner.name()
    }

    fn __repr__(&self) -> String {
        format!("Puzzle('{}')", self.inner.name())
    }

    /// Puzzles with the same states and moves are equal, whatever they are called.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().inner.id() == self.inner.id())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.inner.id().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        Ok(match &self.source {
            Source::Name => {
                let name = PyTuple::new(py, [self.inner.name()])?;
                (class.getattr("named")?, name)
            }
            Source::Bytes(bytes, part) => {
                let arguments = (PyBytes::new(py, bytes), part).into_pyobject(py)?;
                (class.getattr("parse")?, arguments)
            }
            Source::Path(path) => (class.getattr("open")?, PyTuple::new(py, [&**path])?),
        })
    }
}
