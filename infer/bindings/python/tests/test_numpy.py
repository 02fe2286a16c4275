"""Arrays of NumPy, where it is installed."""

import array
import subprocess
import sys

import pytest
import quarterturn
from quarterturn import Puzzle


def test_it_is_not_needed():
    """Nothing but a call that gives an array imports it."""
    program = (
        "import sys; sys.modules['numpy'] = None; import quarterturn;"
        "state = quarterturn.Puzzle().random(1); print(quarterturn.solve(state.numbers, width=100).verified)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_other_arrays():
    state = Puzzle("cube2").random(1)
    for numbers in (array.array("H", state.numbers), memoryview(bytes(state.numbers))):
        assert state.puzzle.read(numbers) == state


def test_states_go_out_and_come_in():
    np = pytest.importorskip("numpy")
    for puzzle in (Puzzle("cube3"), Puzzle("puzzle24"), Puzzle("lightsout5")):
        states = [puzzle.random(seed) for seed in range(5)]
        batch = np.asarray(states)
        assert batch.shape == (5, len(states[0].numbers)) and batch.dtype == np.uint8
        assert states[0].numpy().tolist() == list(states[0].numbers)
        for kind in (np.uint8, np.uint16, np.int64):
            assert puzzle.states(batch.astype(kind)) == states
            assert puzzle.read(batch[0].astype(kind)) == states[0]
        assert puzzle.states(batch[::-1]) == states[::-1]
        assert np.asarray(states[0], dtype=np.int32).dtype == np.int32
    with pytest.raises(TypeError):
        Puzzle().read(np.zeros(54, float) + 0.5)


def test_wide_numbers():
    np = pytest.importorskip("numpy")
    long = Puzzle.parse("turn:=(" + ",".join(map(str, range(1, 301))) + ");")
    array = long.read("turn").numpy()
    assert array.dtype == np.uint16 and long.read(array) == long.read("turn")


def test_arrays_are_solved():
    np = pytest.importorskip("numpy")
    cube = Puzzle("cube2")
    states = [cube.random(seed) for seed in range(4)]
    solutions = quarterturn.solve_many(np.asarray(states), "cube2", width=100)
    assert all(state.apply(solution).is_solved for state, solution in zip(states, solutions))
    assert quarterturn.solve(states[0].numpy(), "cube2", width=100) == solutions[0]
