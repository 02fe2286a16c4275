"""The keywords of `solve` and of `Solver`."""

from __future__ import annotations

from datetime import timedelta
from os import PathLike
from typing import TYPE_CHECKING, Any, Mapping, Protocol, Sequence, TypedDict, Union

if TYPE_CHECKING:
    from ._native import Puzzle, State


class Array(Protocol):
    """An array of NumPy, or another that can be made a list."""

    def tolist(self) -> Any: ...


StateLike = Union[str, "State", Sequence[int], Array]
PuzzleLike = Union[str, "PathLike[str]", "Puzzle"]


class Settings(TypedDict, total=False):
    """The search, its tuning and its limits. What is missing or None is left to the search."""

    search: str | None
    """beam, bwas, qstar, gbfs, mcts, mcts-naive, ida, greedy, bidirectional, direct, constructive, two-phase, korf or patterns."""
    time_limit: float | timedelta | None
    """Seconds. The search looks for shorter and shorter solutions until they are over."""
    target_length: int | None
    """Try again until a solution is at most this long."""
    max_length: int | None
    """Look for no solution of more moves."""
    node_limit: int | None
    """Stop after this number of states has been made."""
    memory_limit: int | None
    """The most memory that the search may use, in bytes."""
    costs: Mapping[str, float] | str | None
    """What moves cost, by their names; math.inf forbids one. Or the text of a file of costs."""
    target: StateLike | None
    """The state to reach instead of the solved one."""
    width: int | None
    """States that a beam keeps of each depth."""
    views: int | None
    """Views of the state that a beam searches from."""
    shortlist: float | None
    """Children that a beam evaluates for each state that it keeps, on average."""
    split: int | None
    """The most children that a beam keeps of one state."""
    ball: int | None
    """The radius of a beam's end-game table, in moves; 0 for none."""
    lambda_: float | None
    """The weight of the path cost, 0 to 1 (bwas, qstar, mcts)."""
    batch: int | None
    """States expanded at once (bwas, qstar, gbfs, mcts, ida)."""
    exploration: float | None
    """How much priors and low visit counts weigh against values (mcts)."""
    virtual_loss: float | None
    """How much a running simulation discourages others from its path (mcts)."""
    temperature: float | None
    """Temperature of the priors made from Q (mcts)."""
    workers: int | None
    """Threads that share one tree (mcts)."""
    as_published: str | None
    """Follow the rules of a paper: deepcube or cube2-report (mcts)."""
    cache: int | None
    """Bytes of memory in which evaluations are remembered."""
    restarts: bool | None
    """Whether a time limit or a target length makes the search try again with more effort."""
    fallback: bool | None
    """Whether the two-phase algorithm answers for a 3×3×3 cube if the time is over before the beam has found anything."""
