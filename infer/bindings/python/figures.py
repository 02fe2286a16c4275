"""Measures the tables of docs/results/python.md: `python figures.py [COUNT]`, with `kociemba` and `RubikTwoPhase` installed."""

import subprocess
import sys
import time
from statistics import mean

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 100
START = {
    "nothing": "pass",
    "import quarterturn": "import quarterturn",
    "quarterturn.solve": "import quarterturn; quarterturn.solve(cube, time_limit=0.1)",
    "quarterturn.kociemba.solve, time_limit=0": "from quarterturn import kociemba; kociemba.solve(cube, time_limit=0)",
    "import kociemba": "import kociemba",
    "kociemba.solve": "import kociemba; kociemba.solve(cube)",
    "import twophase.solver": "import twophase.solver",
    "twophase.solver.solve": "import twophase.solver as s; s.solve(cube, 20, 1)",
}
# What is measured, and an expression of `cube` that gives moves. Each has a process of its own.
RUNS = {
    "quarterturn": "quarterturn.solve(cube)",
    "quarterturn, 0.1 s": "quarterturn.solve(cube, time_limit=0.1)",
    "quarterturn, 0.5 s": "quarterturn.solve(cube, time_limit=0.5)",
    "quarterturn htm": "quarterturn.solve(cube, metric='htm')",
    "quarterturn htm, 0.1 s": "quarterturn.solve(cube, metric='htm', time_limit=0.1)",
    "quarterturn htm, 0.5 s": "quarterturn.solve(cube, metric='htm', time_limit=0.5)",
    "quarterturn htm, 1 s": "quarterturn.solve(cube, metric='htm', time_limit=1)",
    "quarterturn.kociemba, 0 s": "quarterturn.kociemba.solve(cube, time_limit=0)",
    "quarterturn.kociemba, 0.1 s": "quarterturn.kociemba.solve(cube)",
    "kociemba": "kociemba.solve(cube)",
    "twophase, 20 moves": "twophase.solver.solve(cube, 20, 1)",
    "twophase, 0.1 s": "twophase.solver.solve(cube, 0, 0.1)",
    "twophase, 1 s": "twophase.solver.solve(cube, 0, 1)",
}
ONE_BY_ONE = """
import sys
for cube in sys.argv[1:]:
    print({solve}, flush=True)
"""


def run(program, arguments=()):
    started = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True)
    return time.perf_counter() - started, done.stdout


def lengths(moves):
    """In quarter turns and in face turns, of WCA notation or of `U1 R3 (2f)`."""
    moves = [move for move in moves.split() if not move.startswith("(")]
    return sum(2 if move.endswith("2") else 1 for move in moves), len(moves)


def many(cube):
    import quarterturn

    easy = [cube.scramble(8, seed=seed)[1] for seed in range(1000)]
    texts = [str(state) for state in easy]
    solver = quarterturn.Solver("cube3")
    for name, states in (("texts", texts), ("states", easy)):
        best = min(timed(lambda: solver.solve_many(states)) for _ in range(5))
        print(f"1,000 cubes of 8 moves as {name}: {best:.3f} s")


def timed(work):
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def main():
    import quarterturn

    cube = quarterturn.Puzzle("cube3")
    cubes = [str(cube.random(seed)) for seed in range(COUNT)]
    many(cube)
    print("| | best of 5, seconds |\n|---|---|")
    for name, program in START.items():
        program = f"cube = {cubes[0]!r}; {program}"
        print(f"| {name} | {min(run(program)[0] for _ in range(5)):.3f} |", flush=True)
    print("| | quarter turns | face turns | longest, face turns | seconds a cube, with the start |\n|---|---|---|---|---|")
    for name, solve in RUNS.items():
        package = "twophase.solver" if solve.startswith("twophase") else solve.split(".solve")[0]
        seconds, printed = run(f"import {package}" + ONE_BY_ONE.format(solve=solve), cubes)
        counts = [lengths(line) for line in printed.splitlines()[-COUNT:]]
        quarter, half = ([count[metric] for count in counts] for metric in (0, 1))
        assert len(counts) == COUNT
        print(f"| {name} | {mean(quarter):.2f} | {mean(half):.2f} | {max(half)} | {seconds / COUNT:.3f} |", flush=True)


main()
