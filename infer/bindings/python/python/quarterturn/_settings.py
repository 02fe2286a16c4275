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
