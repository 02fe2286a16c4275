"""Learned solvers for the Rubik's cube and its relatives.

>>> import quarterturn
>>> solution = quarterturn.solve("R U2 F' L D' B2")
>>> print(solution)
B2 D L' F U2 R'
>>> solution.length, solution.htm, solution.verified
(8, 6, True)

`solve` and `solve_many` take any text form of a state. `Solver` is made once for many states, `Puzzle` and `State` are
values. `quarterturn.kociemba` takes the place of the package `kociemba`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Callable, Iterable, Literal, overload

from ._errors import NoSolution, QuarterturnError
from ._native import Improving, Progress, Puzzle, Solver, State, __version__, puzzles
from ._settings import Settings
from ._solution import Solution

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import PuzzleLike, StateLike

__all__ = [
    "Improving",
    "NoSolution",
    "Progress",
    "Puzzle",
    "QuarterturnError",
    "Settings",
    "Solution",
    "Solver",
    "State",
    "__version__",
    "puzzles",
    "solve",
    "solve_many",
]


@lru_cache(maxsize=16)
def _made(puzzle: Puzzle, model: str | None) -> Solver:
    """Made once: it has the network ready."""
    return Solver(puzzle, model=model)


def _solver(
    state: object, puzzle: PuzzleLike | None, metric: str | None, model: str | None
) -> Solver:
    if puzzle is None:
        puzzle = state.puzzle if isinstance(state, State) else "cube3"
    return _made(Puzzle(puzzle, metric), model)


def solve(
    state: StateLike,
    puzzle: PuzzleLike | None = None,
    *,
    metric: str | None = None,
    model: str | None = None,
    on_better: Callable[[Solution], object] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
    **settings: Unpack[Settings],
) -> Solution:
    """Solve a state: moves or stickers as text, a `State`, or an array of numbers.

    `puzzle` is a name of `puzzles()`, a `Puzzle` or the path of a file; by default that of the state, or "cube3".
    `metric` is "qtm" or "htm". With `time_limit`, in seconds, the search looks for shorter and shorter solutions until the
    time is over. `Settings` lists the other keywords. `on_better` is called with each better solution, and
    `on_progress` ten times a second.

    Ctrl-C stops the search. Raises `QuarterturnError` where something is refused, and `NoSolution` where the limits end
    the search.
    """
    solver = _solver(state, puzzle, metric, model)
    return solver.solve(state, on_better=on_better, on_progress=on_progress, **settings)


@overload
def solve_many(
    states: Iterable[StateLike],
    puzzle: PuzzleLike | None = None,
    *,
    metric: str | None = None,
    model: str | None = None,
    return_exceptions: Literal[False] = False,
    on_progress: Callable[[int, int], object] | None = None,
    **settings: Unpack[Settings],
) -> list[Solution]: ...


@overload
def solve_many(
    states: Iterable[StateLike],
    puzzle: PuzzleLike | None = None,
    *,
    metric: str | None = None,
    model: str | None = None,
    return_exceptions: bool,
    on_progress: Callable[[int, int], object] | None = None,
    **settings: Unpack[Settings],
) -> list[Solution | QuarterturnError]: ...


def solve_many(
    states: Iterable[StateLike],
    puzzle: PuzzleLike | None = None,
    *,
    metric: str | None = None,
    model: str | None = None,
    return_exceptions: bool = False,
    on_progress: Callable[[int, int], object] | None = None,
    **settings: Unpack[Settings],
) -> list[Solution] | list[Solution | QuarterturnError]:
    """Solve many states, one on each core at a time, and give the solutions in their order.

    The keywords are those of `solve`. `on_progress` is called with the number of states that are done and with the number
    of all. The first error is raised, or errors stand in the places of solutions with `return_exceptions`.
    """
    states = list(states)
    solver = _solver(states[0] if states else None, puzzle, metric, model)
    return solver.solve_many(
        states, return_exceptions=return_exceptions, on_progress=on_progress, **settings
    )
