"""Puzzles and states as values."""

import copy
import pickle

import pytest
import quarterturn
from quarterturn import Puzzle, QuarterturnError, State

RING = b"turn:=(1,2,3,4,5); swap:=(1,2);"


def test_puzzles_have_names():
    names = quarterturn.puzzles()
    assert names[0] == "cube3" and "sokoban" in names
    for name in names:
        puzzle = Puzzle(name)
        assert (puzzle.name, str(puzzle), repr(puzzle)) == (name, name, f"Puzzle('{name}')")
        assert puzzle == Puzzle.named(name) and hash(puzzle) == hash(Puzzle.named(name))
    assert Puzzle() == Puzzle("cube3") != Puzzle("cube3-htm")
    assert Puzzle("cube3", "htm").name == Puzzle.named("cube3", metric="htm").name == "cube3-htm"
    assert Puzzle("cube2").order == 3_674_160 and Puzzle("cube3").order == 43_252_003_274_489_856_000
    assert Puzzle("cube3").metric == "qtm" and Puzzle("puzzle15").metric == "moves"
    assert Puzzle("cube3") != "cube3"


def test_states_are_turned():
    cube = Puzzle()
    assert cube.solved.is_solved and cube.start == cube.solved
    state = cube.read("R U F'")
    assert not state.is_solved and state.apply("F U' R'") == cube.solved
    assert state.puzzle == cube and isinstance(state, State)
    assert str(state) == state.text and cube.read(state.text) == state == cube.read(state)
    assert len({state, cube.read("R U F'"), cube.solved}) == 2
    assert "cube3" in repr(state) and len(state.picture().splitlines()) >= 9
    assert set(state.moves) == set(cube.moves) and cube.undo("R") == "R'"
    corner = Puzzle("puzzle15").start
    assert len(corner.moves) == 2
    with pytest.raises(QuarterturnError) as caught:
        corner.apply(next(move for move in corner.puzzle.moves if move not in corner.moves))
    assert caught.value.code == "impossible-move"
    with pytest.raises(QuarterturnError):
        cube.undo("Q")


def test_a_seed_determines_a_state():
    cube = Puzzle()
    assert cube.random(7) == cube.random(7) != cube.random(8)
    assert cube.random() != cube.random()
    moves, state = cube.scramble(12, seed=3)
    assert cube.read(moves) == state == cube.scramble(12, seed=3)[1]
    assert Puzzle("sokoban").scramble(5, seed=1)[0] is None


def test_impossible_states_are_explained():
    cube = Puzzle()
    text = cube.solved.text
    twisted = "L" + text[1:36] + "B" + text[37:47] + "U" + text[48:]
    assert cube.contains(text) is True and cube.contains(twisted) is False
    with pytest.raises(QuarterturnError) as caught:
        cube.read(twisted)
    assert caught.value.code == "twisted-corner" and caught.value.at is not None
    assert text in [state for _, state in cube.repairs(twisted)]
    assert cube.warning("R X") and cube.warning("R U") is None


def test_puzzles_of_ones_own(tmp_path):
    path = tmp_path / "ring.gap"
    path.write_bytes(RING)
    ring = Puzzle.parse(RING)
    assert ring == Puzzle.parse(RING.decode()) == Puzzle.open(path) == Puzzle(str(path)) == Puzzle(path)
    assert ring.order == 120 and ring.moves == ("turn", "turn'", "swap")
    assert (ring.undo("turn"), ring.undo("swap")) == ("turn'", "swap")
    assert ring.read("turn").apply("turn turn turn turn").is_solved
    with pytest.raises(QuarterturnError):
        Puzzle.parse(b"nothing")
    with pytest.raises(QuarterturnError) as caught:
        Puzzle.open(tmp_path / "nowhere")
    assert caught.value.code == "unreadable-file"
    with pytest.raises(TypeError):
        Puzzle.parse(3)


def test_several_puzzles_in_one_file(tmp_path):
    both = b"puzzle_type,allowed_moves\nthree,\"{'t': [1, 2, 0]}\"\nfour,\"{'t': [1, 2, 3, 0]}\"\n"
    path = tmp_path / "rings.csv"
    path.write_bytes(both)
    for name, order in (("three", 3), ("four", 4)):
        for puzzle in (Puzzle.parse(both, name), Puzzle.parse(both, part=name), Puzzle(f"{path}#{name}")):
            assert puzzle.order == order and pickle.loads(pickle.dumps(puzzle)) == puzzle
    with pytest.raises(QuarterturnError):
        Puzzle.parse(both, "five")


def test_values_are_copied_and_pickled(tmp_path):
    path = tmp_path / "ring.gap"
    path.write_bytes(RING)
    for puzzle in (Puzzle("cube3", "htm"), Puzzle.parse(RING), Puzzle.open(path), Puzzle("sokoban")):
        state = puzzle.random(4)
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle == copy.deepcopy(puzzle)
        assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state) == copy.copy(state)


@pytest.mark.parametrize("name", [name for name in quarterturn.puzzles() if name != "sokoban"])
def test_states_are_numbers(name):
    puzzle = Puzzle(name)
    for seed in range(3):
        state = puzzle.random(seed)
        assert puzzle.read(state.numbers) == state == puzzle.read(bytes(state.numbers))
    assert puzzle.states([puzzle.random(seed).numbers for seed in range(3)]) == [
        puzzle.random(seed) for seed in range(3)
    ]


def test_numbers_are_as_they_are_said_to_be():
    cube = Puzzle()
    assert cube.solved.numbers == tuple(face for face in range(6) for _ in range(9))
    assert Puzzle("puzzle15").solved.numbers == (*range(1, 16), 0)
    lights = Puzzle("lightsout3").read("110100000")
    assert lights.numbers == (1, 1, 0, 1, 0, 0, 0, 0, 0)
    assert Puzzle.parse(RING).read("swap").numbers == (1, 0, 2, 3, 4)
    for puzzle, numbers in ((cube, [9] * 54), (cube, [-1]), (Puzzle("lightsout3"), [2] * 9)):
        with pytest.raises(QuarterturnError) as caught:
            puzzle.read(numbers)
        assert caught.value.code == "impossible-number"
    with pytest.raises(QuarterturnError) as caught:
        Puzzle("sokoban").start.numbers
    assert caught.value.code == "no-numbers"
    with pytest.raises(QuarterturnError):
        cube.read([0] * 54)
    for wrong in ([0.5] * 54, ["U"] * 54, 3):
        with pytest.raises(TypeError):
            cube.read(wrong)


class Boasting:
    """A sequence that says it is longer than it is."""

    def __init__(self, says, items):
        self.says, self.items = says, items

    def __len__(self):
        return self.says

    def __getitem__(self, at):
        return self.items[at]


@pytest.mark.parametrize("says", (10**11, 2**62))
def test_a_length_is_not_believed(says):
    cube, boasting = Puzzle(), Boasting(says, [0] * 54)
    for asked in (Puzzle.parse, cube.read, cube.states, quarterturn.solve):
        with pytest.raises(QuarterturnError) as caught:
            asked(boasting)
        assert caught.value.code == "too-long"
    with pytest.raises(QuarterturnError):
        quarterturn.solve("R", target=boasting)


def test_what_has_the_protocol_is_a_sequence():
    cube = Puzzle()
    numbers = list(cube.read("R U").numbers)
    for sequence in (Boasting(54, numbers), Boasting(7, numbers), tuple(numbers), bytearray(numbers)):
        assert cube.read(sequence) == cube.read("R U")
    assert cube.states(Boasting(2, [numbers, numbers])) == [cube.read("R U")] * 2
    assert Puzzle.parse(list(RING)) == Puzzle.parse(bytearray(RING)) == Puzzle.parse(memoryview(RING)) == Puzzle.parse(RING)
    for wrong in ({}, set(numbers), iter(numbers), 3):
        with pytest.raises(TypeError):
            cube.read(wrong)
        with pytest.raises(TypeError):
            Puzzle.parse(wrong)


def test_scrambles_have_an_end():
    cube = Puzzle()
    assert len(cube.scramble(1000, seed=1)[0].split()) >= 500
    for length in (1_000_001, 2**31, 2**63):
        with pytest.raises(QuarterturnError) as caught:
            cube.scramble(length)
        assert caught.value.code == "out-of-range"
    with pytest.raises(OverflowError):
        cube.scramble(-1)
