"""Solutions are right, whatever they are asked for, and searches end when they should."""

import json
import math
import multiprocessing
import pickle
import signal
import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest
import quarterturn
from quarterturn import NoSolution, Puzzle, QuarterturnError, Solver


@pytest.fixture(scope="module")
def cube():
    return Solver("cube2")


def test_a_solution_is_a_text_with_facts():
    solution = quarterturn.solve("R U2 F' L D' B2")
    assert solution == "B2 D L' F U2 R'" and isinstance(solution, str)
    assert solution.moves == ("B", "B", "D", "L'", "F", "U", "U", "R'")
    assert (solution.length, solution.qtm, solution.htm) == (8, 8, 6)
    assert solution.verified and not solution.optimal and solution.stopped == "solved"
    assert solution.seconds > 0 and solution.nodes > 0
    assert solution.cost is solution.fallback is solution.doubt is None
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and again.moves == solution.moves and again.qtm == 8


def test_optimal_is_what_the_library_has_proven():
    proven = quarterturn.solve("R U2 F' L D' B2 R' F", time_limit=20)
    assert proven.optimal and proven.length == 10


def test_what_is_called_optimal_is_shortest(tmp_path):
    """The questions of `infer/tests/library/optimal.rs`, with distances of a model that enumerates all states."""
    data = Path(__file__).parents[4] / "tests" / "data" / "optimal.jsonl"
    claims = 0
    for line in data.read_text().splitlines():
        question = json.loads(line)
        network = tmp_path / "alike.qtw"
        network.write_bytes(bytes.fromhex(question["network"]))
        solver = Solver(Puzzle.parse(question["definition"]), model=str(network), width=64)
        for moves, distance in question["states"]:
            timed = solver.solve(moves, time_limit=20)
            exact = Solver(solver.puzzle).solve(moves, search="bidirectional")
            assert timed.optimal and exact.optimal and timed.length == exact.length == distance, moves
            try:
                plain = solver.solve(moves)
            except NoSolution:
                continue
            claims += plain.optimal
            assert plain.length >= distance and (not plain.optimal or plain.length == distance), moves
    assert claims > 0


def test_solved_is_empty():
    solution = quarterturn.solve("")
    assert solution == "" and solution.length == 0 and solution.verified and solution.optimal


@pytest.mark.parametrize("name", quarterturn.puzzles())
def test_every_puzzle_is_solved(name):
    solver = Solver(name)
    state = solver.puzzle.scramble(6, seed=1)[1]
    solution = solver.solve(state)
    assert solution.verified and state.apply(solution).is_solved
    if solver.search in ("direct", "bidirectional"):
        assert solution.optimal


def test_metrics():
    quarter, half = (quarterturn.solve("R2 U2", metric=metric) for metric in ("qtm", "htm"))
    assert (quarter.length, half.length) == (4, 2) and half.moves == ("U2", "R2")
    with pytest.raises(QuarterturnError) as caught:
        quarterturn.solve("1 2", "puzzle15", metric="htm")
    assert caught.value.code == "unknown-metric"


def test_keywords_are_the_librarys(cube):
    state = cube.puzzle.random(1)
    exact = cube.solve(state, search="bidirectional")
    assert exact.optimal
    for settings in (
        {"width": 64, "views": 1},
        {"search": "bwas", "lambda_": 0.8, "batch": 100},
        {"search": "mcts", "node_limit": 200_000, "exploration": 1.0},
        {"time_limit": 0.05},
        {"time_limit": timedelta(milliseconds=50), "target_length": 14},
        {"width": None, "memory_limit": 1 << 28},
    ):
        solution = cube.solve(state, **settings)
        assert solution.verified and solution.length >= exact.length, settings
    assert cube.solve("R U F", target="R U F") == ""
    target = cube.solve("R U", target=cube.puzzle.read("F"))
    assert cube.puzzle.read("R U").apply(target) == cube.puzzle.read("F")
    # A solver's own settings are the defaults.
    narrow = Solver("cube2", node_limit=1)
    with pytest.raises(NoSolution):
        narrow.solve(state)
    assert narrow.solve(state, node_limit=None).verified


def test_prices(cube):
    for costs in ({"R": 5, "R'": 5, "U": math.inf}, "[moves]\nR = 5\n\"R'\" = 5\nU = inf\n"):
        solution = cube.solve("R F U'", costs=costs)
        assert "U" not in solution.moves and solution.verified
        prices = {"R": 5, "R'": 5}
        assert solution.cost == sum(prices.get(move, 1) for move in solution.moves)


@pytest.mark.parametrize(
    "settings, code",
    [
        ({"search": "astar"}, "unknown-search"),
        ({"width": 8, "search": "bwas"}, "means-nothing"),
        ({"lambda_": 2.0, "search": "bwas"}, "out-of-range"),
        ({"width": -1}, "out-of-range"),
        ({"width": 2**40}, "out-of-range"),
        ({"time_limit": -1}, "out-of-range"),
        ({"time_limit": math.nan}, "out-of-range"),
        ({"as_published": "nobody", "search": "mcts"}, "out-of-range"),
        ({"costs": {"R": -1}}, "no-cost"),
        ({"costs": {"Q": 1}}, "unknown-move"),
        ({"target": "Q"}, "unknown-move"),
        ({"search": "two-phase 3"}, "unknown-search"),
        ({"search": "direct"}, "puzzle-lacks"),
    ],
)
def test_settings_are_refused(cube, settings, code):
    with pytest.raises(QuarterturnError) as caught:
        cube.solve("R", **settings)
    assert caught.value.code == code


def test_wrong_types(cube):
    for settings in ({"breadth": 3}, {"width": "wide"}, {"time_limit": "soon"}, {"costs": 3}):
        with pytest.raises((TypeError, AttributeError)):
            cube.solve("R", **settings)
    with pytest.raises(TypeError):
        cube.solve(None)


def test_refusals_say_where_and_why():
    with pytest.raises(QuarterturnError) as caught:
        quarterturn.solve("R Q")
    error = caught.value
    assert isinstance(error, ValueError)
    assert (error.code, error.at) == ("unknown-move", 2) and "moves are" in error.hint
    assert "unknown-move" in str(error) and error.hint in str(error)
    assert pickle.loads(pickle.dumps(error)).code == error.code
    with pytest.raises(QuarterturnError) as caught:
        quarterturn.solve("R", "cube9")
    assert caught.value.code == "unknown-puzzle"
    with pytest.raises(QuarterturnError) as caught:
        Solver("cube2").solve(Puzzle("cube3").random(1))
    assert caught.value.code == "other-puzzle"


def test_limits_end_a_search():
    with pytest.raises(NoSolution) as caught:
        quarterturn.solve(Puzzle().random(1), node_limit=100)
    assert caught.value.code == "nodes"


def test_callbacks(cube):
    here = threading.get_ident()
    better, progress, threads = [], [], set()

    def tell(to):
        return lambda told: (to.append(told), threads.add(threading.get_ident()))

    state = Puzzle().random(3)
    solution = quarterturn.solve(
        state, time_limit=1, on_better=tell(better), on_progress=tell(progress)
    )
    lengths = [found.length for found in better]
    assert lengths == sorted(set(lengths), reverse=True) and better[-1] == solution
    assert all(found.verified and found.stopped is None for found in better)
    assert progress and progress[-1].nodes > 0 and 0 <= progress[-1].share <= 1
    assert threads == {here}

    def broken(_):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        quarterturn.solve(state, time_limit=60, on_better=broken)


def test_better_and_better():
    solver, state = Solver(), Puzzle().random(3)
    found = list(solver.improve(state, time_limit=0.5))
    lengths = [solution.length for solution in found]
    assert lengths == sorted(set(lengths), reverse=True)
    assert all(state.apply(solution).is_solved for solution in found)
    # Closed before its time, in each of three ways.
    with solver.improve(state, time_limit=1000) as search:
        assert next(search).verified
    with pytest.raises(StopIteration):
        next(search)
    for solution in solver.improve(state, time_limit=1000):
        break
    search = solver.improve(state, time_limit=1000)
    threading.Timer(0.2, search.close).start()
    assert all(solution.verified for solution in search)
    assert [solution.length for solution in solver.improve("")] == [0]
    with pytest.raises(QuarterturnError):
        solver.improve("R Q")
    with pytest.raises(NoSolution):
        list(solver.improve(state, node_limit=10))


def test_many(cube):
    states = [cube.puzzle.random(seed) for seed in range(20)]
    told = []
    solutions = cube.solve_many(
        map(str, states), width=100, on_progress=lambda *done: told.append(done)
    )
    assert told == [(done, 20) for done in range(1, 21)]
    for state, solution in zip(states, solutions):
        assert state.apply(solution).is_solved
        assert solution == cube.solve(state, width=100)
    assert quarterturn.solve_many([], "cube2") == []
    assert [s.puzzle for s in states[:1]] == [cube.puzzle]
    assert len(quarterturn.solve_many(states)) == 20


def test_errors_among_many(cube):
    states = ["R", "R Q", str(cube.puzzle.random(1))]
    with pytest.raises(QuarterturnError, match="'Q'"):
        cube.solve_many(states)
    first, second, third = cube.solve_many(states, return_exceptions=True, node_limit=50)
    assert first == "R'" and second.code == "unknown-move" and isinstance(third, NoSolution)
    with pytest.raises(NoSolution):
        cube.solve_many(states[::2], node_limit=50)


def test_threads_share_a_solver(cube):
    """The lock is released: another thread counts while a search runs."""
    solver, state, counted = Solver(), Puzzle().random(1), 0
    found = []
    thread = threading.Thread(target=lambda: found.append(solver.solve(state, time_limit=0.5)))
    thread.start()
    while thread.is_alive():
        counted += 1
        time.sleep(0.001)
    assert counted > 10 and found[0].verified
    results = {}
    threads = [
        threading.Thread(target=lambda n=n: results.update({n: cube.solve(cube.puzzle.random(n))}))
        for n in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(cube.puzzle.random(n).apply(results[n]).is_solved for n in range(6))


def solved_there(state):
    return quarterturn.solve(state)


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_processes(method):
    """Also those that are forked from one that has searched."""
    states = [Puzzle("cube2").random(seed) for seed in range(4)]
    here = [quarterturn.solve(state) for state in states]
    with multiprocessing.get_context(method).Pool(2) as pool:
        there = pool.map_async(solved_there, states).get(timeout=60)
    assert there == here and there[0].verified


SLEEPER = """
import quarterturn, signal, sys, time
# What is started in the background of a shell script ignores it.
signal.signal(signal.SIGINT, signal.default_int_handler)
{setup}
print("ready", flush=True)
try:
    {search}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent another way there")
@pytest.mark.parametrize(
    "search",
    [
        "quarterturn.solve(state, time_limit=1000)",
        "quarterturn.solve_many([state] * 9, time_limit=1000)",
        "list(quarterturn.Solver().improve(state, time_limit=1000))",
    ],
)
def test_ctrl_c_stops_a_search(search):
    setup = "state = quarterturn.Puzzle().random(1)"
    program = SLEEPER.format(setup=setup, search=search)
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()
    assert out == "interrupted\n" and process.returncode == 0


def test_a_file_that_changes_is_read_again(tmp_path):
    path = tmp_path / "ring.gap"
    path.write_text("turn:=(1,2,3,4,5);")
    assert quarterturn.solve("turn turn", path) == "turn' turn'"
    path.write_text("turn:=(1,2,3);")
    assert quarterturn.solve("turn turn", str(path)) == "turn"
