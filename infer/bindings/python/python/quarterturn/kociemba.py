"""Takes the place of the package `kociemba`:

>>> from quarterturn import kociemba
>>> kociemba.solve("DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD").htm <= 24
True
"""

from __future__ import annotations

from . import QuarterturnError, Solution, solve as _solve

__all__ = ["solve"]


def solve(
    cubestring: str,
    patternstring: str | None = None,
    max_depth: int = 24,
    *,
    time_limit: float = 0.1,
) -> Solution:
    """Solve a 3×3×3 cube in face turns.

    `cubestring` has 54 letters, the colours of the faces U, R, F, D, L and B. `patternstring` is the cube to reach in place
    of the solved one. A solution has at most `max_depth` face turns. In `time_limit` seconds, which `kociemba` does not
    have, the search looks for shorter ones.

    A solved cube gives an empty text. Raises `QuarterturnError`, a `ValueError`, where the cube is none, and where no
    solution is short enough.
    """
    for cube in (cubestring, patternstring):
        if cube is not None and (len(cube) != 54 or set(cube) != set("URFDLB")):
            raise QuarterturnError(
                "a cube is 54 of the letters URFDLB, nine for each face", "not-facelets"
            )
    return _solve(
        cubestring,
        "cube3-htm",
        target=patternstring,
        max_length=max_depth,
        time_limit=time_limit,
    )
