"""Takes the place of the package `kociemba`:

>>> from quarterturn import kociemba
>>> kociemba.solve("DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD").htm <= 24
True
"""

from __future__ import annotations

from functools import lru_cache

from . import NoSolution, QuarterturnError, Solution, Solver

__all__ = ["solve"]


@lru_cache(maxsize=1)
def _solver() -> Solver:
    return Solver("cube3", metric="htm")


def solve(
    cubestring: str,
    patternstring: str | None = None,
    max_depth: int = 24,
    *,
    time_limit: float = 0.1,
) -> Solution:
    """Solve a 3×3×3 cube in face turns.

    `cubestring` has 54 letters, the colours of the faces U, R, F, D, L and B. `patternstring` is the cube to reach in place
    of the solved one. A solution has at most `max_depth` face turns.

    The two-phase algorithm finds a solution at once, and the learned search has `time_limit` seconds, which `kociemba`
    does not have, to find a shorter one; 0 leaves it out.

    A solved cube gives an empty text. Raises `QuarterturnError`, a `ValueError`, where the cube is none, and where no
    solution is short enough.
    """
    for cube in (cubestring, patternstring):
        if cube is not None and (len(cube) != 54 or set(cube) != set("URFDLB")):
            raise QuarterturnError("a cube is 54 of the letters URFDLB", "not-facelets")
    solver = _solver()
    first = solver.solve(cubestring, target=patternstring, search="two-phase")
    try:
        return solver.solve(
            cubestring,
            target=patternstring,
            max_length=max(min(first.length - 1, max_depth), 0),
            time_limit=time_limit,
            fallback=False,
        )
    except NoSolution:
        if first.length > max_depth:
            raise
        return first
