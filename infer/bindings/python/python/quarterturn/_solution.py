"""Solutions."""

from __future__ import annotations


class Solution(str):
    """A solution: the moves as text, with facts. That of a solved state is empty."""

    __slots__ = (
        "moves",
        "length",
        "qtm",
        "htm",
        "cost",
        "seconds",
        "verified",
        "optimal",
        "stopped",
        "by",
        "fallback",
        "doubt",
        "nodes",
    )

    moves: tuple[str, ...]
    """The names of the moves. Each counts one in the puzzle's metric: in quarter turns, R2 is two of them."""
    length: int
    """The number of moves."""
    qtm: int | None
    """A cube's length in quarter turns."""
    htm: int | None
    """A cube's length in face turns."""
    cost: float | None
    """The cost, where moves have prices."""
    seconds: float
    """How long the search took, or took until it found this one."""
    verified: bool
    """Whether the text, made move by move from the state, ends where it should."""
    optimal: bool
    """Whether it is certainly a shortest one. A learned search does not know."""
    stopped: str | None
    """Why the search stopped: "solved", "time", "exhausted"…; None while it goes on."""
    by: str | None
    """What found it, where it was not the search that was asked for: another search, or "undone", the moves that led there."""
    fallback: str | None
    """The algorithm that found it, if the time was over before the search had found one."""
    doubt: str | None
    """What is not known of the state: whether any moves lead to it."""
    nodes: int | None
    """States that the search made; None while it goes on."""

    def __new__(
        cls,
        text: str,
        *,
        moves: tuple[str, ...] = (),
        length: int = 0,
        qtm: int | None = None,
        htm: int | None = None,
        cost: float | None = None,
        seconds: float = 0.0,
        verified: bool = False,
        optimal: bool = False,
        stopped: str | None = None,
        by: str | None = None,
        fallback: str | None = None,
        doubt: str | None = None,
        nodes: int | None = None,
    ) -> Solution:
        self = super().__new__(cls, text)
        self.moves, self.length, self.qtm, self.htm = moves, length, qtm, htm
        self.cost, self.seconds, self.verified, self.optimal = cost, seconds, verified, optimal
        self.stopped, self.by, self.fallback = stopped, by, fallback
        self.doubt, self.nodes = doubt, nodes
        return self
