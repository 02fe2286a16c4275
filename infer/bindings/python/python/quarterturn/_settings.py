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

    max_length: int | None
    """Look for no solution of more moves."""
    costs: Mapping[str, float] | str | None
    """What moves cost, by their names; math.inf forbids one. Or the text of a file of costs."""
    target: StateLike | None
    """The state to reach instead of the solved one."""

    # The library's table of settings.
    search: str | None
    """The search. By default: beam; for a puzzle without an embedded network direct or constructive where the puzzle has one, chain where it has stickers and more states than memory holds, else bidirectional, which is exact. One of beam, bwas, qstar, gbfs, mcts, mcts-naive, ida, greedy, bidirectional, direct, constructive, chain, two-phase, korf, patterns."""
    width: int | None
    """States kept at each depth (beam). By default: 16384; with the cubes' own networks 24576; with a time limit, as many as it allows."""
    views: int | None
    """Views of the state to search from: symmetry frames, each with the state or its inverse. The shortest solution is kept (beam). By default: 2."""
    shortlist: float | None
    """Children evaluated per state kept, on average; the Q head chooses them. The number of moves or more means all children (beam). By default: 2."""
    split: int | None
    """Most children kept of one state: the best by the Q or policy head, else by value (beam). By default: all."""
    ball: int | None
    """End-game table: its radius in moves around the goal. The exact distance of all states in it is known, so the search ends there; 0 disables it (beam). By default: by width or time, where it saves time."""
    lambda_: float | None
    """Weight of the path cost, 0 to 1 (bwas, qstar, mcts). By default: 0.6; mcts begins with 1 where the goal may be near."""
    batch: int | None
    """States expanded at once (bwas, qstar, ida, mcts, gbfs). By default: bwas, qstar: 1000; ida: 256; mcts: 64, as published by cube2-report 1; gbfs: 1."""
    exploration: float | None
    """c: how much priors and low visit counts weigh against values (mcts). By default: 0.5."""
    virtual_loss: float | None
    """ν: how much a running simulation discourages others from its path, in moves (mcts). By default: 1."""
    temperature: float | None
    """Temperature of the priors made from Q: a move that is better by this many moves is e times as likely (mcts). By default: 1."""
    workers: int | None
    """Threads that share one tree. With more than one, the answer depends on how they take turns (mcts). By default: 1."""
    as_published: str | None
    """Follow the rules of a paper: rewards in place of costs, and no λ. For networks trained as in that paper (mcts). One of deepcube, cube2-report."""
    cache: int | None
    """Memory in which evaluations are remembered, in addition to the memory of the search (all searches with a network; ida gains most). By default: none. In bytes."""
    time_limit: float | timedelta | None
    """Look for shorter and shorter solutions until this time is over. In seconds."""
    restarts: bool | None
    """Whether a time limit or a target length makes the search try again, from other views and with more effort. False is one plain search, and a beam then has one view. By default: yes."""
    fallback: bool | None
    """Whether the two-phase algorithm answers for a 3×3×3 cube if the time is over before the beam has found anything. Its solutions are longer; the answer names the algorithm. By default: yes with the cube's own network, but not in measurements."""
    target_length: int | None
    """Try again, from other views, until a solution is at most this long."""
    node_limit: int | None
    """Stop after this many generated nodes."""
    memory_limit: int | None
    """Most memory that the search may use. By default: half of the free memory, at most 4 GiB; bidirectional: at most 1 GiB. In bytes."""
