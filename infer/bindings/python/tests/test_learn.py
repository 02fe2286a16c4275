"""What programs that learn need: moves of many states, and evaluators of one's own."""

import pytest
from quarterturn import Puzzle, QuarterturnError, Solver

np = pytest.importorskip("numpy")


@pytest.mark.parametrize("name", ["cube3", "cube2", "dino"])
def test_many_states_move_as_one_does(name):
    puzzle = Puzzle(name)
    states = [puzzle.random(seed) for seed in range(6)]
    array = np.asarray(states)
    children = puzzle.children(array)
    assert children.shape == (6, len(puzzle.moves), array.shape[1]) and children.dtype == np.uint8
    for nth, move in enumerate(puzzle.moves):
        after = np.asarray([state.apply(move) for state in states])
        assert (children[:, nth] == after).all()
        assert (puzzle.apply_many(array, move) == after).all()
        assert (puzzle.apply_many(array.astype(np.uint16), nth) == after).all()
        assert (array[:, puzzle.tables[nth]] == after).all()
    moves = np.arange(6) % len(puzzle.moves)
    out = np.empty_like(array)
    assert puzzle.apply_many(array, moves, out=out) is out
    assert (out == children[np.arange(6), moves]).all()
    assert (puzzle.apply_many(array[::2], 0) == children[::2, 0]).all()
    assert (puzzle.apply_many(array[0], 0) == children[0, 0]).all()


def test_what_does_not_fit_is_refused():
    cube = Puzzle("cube2")
    states = np.zeros((3, 24), np.uint8)
    for wrong in (np.zeros((3, 23), np.uint8), np.zeros((3, 24))):
        with pytest.raises((TypeError, ValueError), match="states: "):
            cube.apply_many(wrong, 0)
    for wrong in (len(cube.moves), -1, [0, 99, 0]):
        with pytest.raises(IndexError, match="moves: "):
            cube.apply_many(states, wrong)
    with pytest.raises(ValueError, match="moves: 2 for 3 states"):
        cube.apply_many(states, [0, 1])
    with pytest.raises(QuarterturnError, match="is not a move"):
        cube.apply_many(states, "Q")
    with pytest.raises(QuarterturnError) as error:
        Puzzle("puzzle15").tables
    assert error.value.code == "no-tables"


@pytest.mark.parametrize("search", ["beam", "bwas"])
def test_a_function_in_place_of_a_network(search):
    cube = Puzzle("cube2")
    solved = cube.solved.numpy()
    shapes = set()

    def astray(states):
        shapes.add(states.shape[1])
        return (states != solved).sum(axis=1) / 8

    # Its end-game table has every state, so a beam would ask nothing.
    settings = {"ball": 0} if search == "beam" else {}
    solver = Solver(cube, evaluator=astray, search=search, **settings)
    solution = solver.solve("R U F'")
    assert solution.length == 3 and solution.verified and shapes == {24}


def test_what_the_function_raises_is_raised():
    def broken(states):
        raise KeyError("no such thing")

    with pytest.raises(KeyError, match="no such thing"):
        Solver("cube2", evaluator=broken, search="beam", ball=0).solve("R U F'")
    with pytest.raises(ValueError, match="gave 2 costs for [136] states"):
        Solver("cube2", evaluator=lambda states: [1.0, 2.0], search="bwas").solve("R U F' R' U")
    with pytest.raises(QuarterturnError, match="form as numbers"):
        Solver("sokoban", evaluator=broken)
