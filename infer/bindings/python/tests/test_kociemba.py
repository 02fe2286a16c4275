"""The strings that the package `kociemba` documents, and what it does with others."""

import pytest
from quarterturn import Puzzle, kociemba

SOLVED = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
CUBES = [
    "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD",
    "BBURUDBFUFFFRRFUUFLULUFUDLRRDBBDBDBLUDDFLLRRBRLLLBRDDF",
    "FLBUULFFLFDURRDBUBUUDDFFBRDDBLRDRFLLRLRULFUDRRBDBBBUFL",
]
CUBE = Puzzle("cube3", "htm")


@pytest.mark.parametrize("cube", CUBES)
@pytest.mark.parametrize("pattern", [None, *CUBES, SOLVED])
def test_cubes_become_patterns(cube, pattern):
    solution = kociemba.solve(cube, pattern)
    assert CUBE.read(cube).apply(solution) == CUBE.read(pattern or SOLVED)
    assert solution.htm == len(solution.split()) <= 21 and solution.verified


def test_the_moves_that_it_found_lead_there_too():
    """Of its documentation: both packages mean the same turns and the same order of faces."""
    theirs = "D2 R' D' F2 B D R2 D2 R' F2 D' F2 U' B2 L2 U2 D R2 U"
    assert CUBE.read(CUBES[0]).apply(theirs).is_solved
    theirs = "R' D2 R' U2 R F2 D B2 U' R F' U R2 D L2 D' B2 R2 B2 U' B2"
    assert CUBE.read(CUBES[2]).apply(theirs) == CUBE.read(CUBES[1])


def test_solved_is_empty():
    assert kociemba.solve(SOLVED) == "" == kociemba.solve(CUBES[0], CUBES[0])


def test_time_is_for_shorter_ones():
    first = kociemba.solve(CUBES[1], time_limit=0)
    assert kociemba.solve(CUBES[1], time_limit=0.5).htm <= first.htm <= 21


def test_depth():
    turned = str(CUBE.read("R U2 F'"))
    assert kociemba.solve(turned, max_depth=3) == "F U2 R'"
    for cube, depth in ((turned, 2), (CUBES[0], 5)):
        with pytest.raises(ValueError):
            kociemba.solve(cube, max_depth=depth)


@pytest.mark.parametrize(
    "cube",
    ["", "R U", "x" * 54, SOLVED[:-1], SOLVED[:-2] + "UU", SOLVED.lower(), "R" + SOLVED[1:9] + "U" + SOLVED[10:]],
)
def test_what_is_no_cube_is_refused(cube):
    with pytest.raises(ValueError):
        kociemba.solve(cube)
    with pytest.raises(ValueError):
        kociemba.solve(CUBES[0], cube)
