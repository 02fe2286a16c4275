"""`python -m quarterturn "R U F"`: solves states."""

from __future__ import annotations

import argparse
import sys

from . import NoSolution, Solution, __version__, solve_many


def main(arguments: list[str] | None = None) -> int:
    """Print a solution for each state, and return the exit code of the command `quarterturn`."""
    parser = argparse.ArgumentParser(prog="python -m quarterturn", description="Solve puzzles.")
    parser.add_argument(
        "state", nargs="+", help="moves or stickers as text; - reads one state a line from standard input"
    )
    parser.add_argument("--puzzle", help="a name, such as cube2 or puzzle15, or a file [cube3]")
    parser.add_argument("--metric", choices=["qtm", "htm"], help="how a cube's moves count")
    parser.add_argument("--search", help="the search [beam]")
    parser.add_argument("--width", type=int, help="states that a beam keeps of each depth")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="look for shorter ones for so long")
    parser.add_argument("--version", action="version", version=f"quarterturn {__version__}")
    args = parser.parse_args(arguments)
    states: list[str] = []
    for state in args.state:
        states += filter(None, map(str.strip, sys.stdin)) if state == "-" else [state]
    code = 0
    try:
        answers = solve_many(
            states,
            args.puzzle,
            metric=args.metric,
            search=args.search,
            width=args.width,
            time_limit=args.time_limit,
            return_exceptions=True,
        )
    except ValueError as error:
        answers = []
        print(f"error: {error}", file=sys.stderr)
        code = 2
    for state, answer in zip(states, answers):
        if isinstance(answer, Solution):
            print(answer)
        else:
            print("-")
            print(f"{state}: {answer}", file=sys.stderr)
            code = min(code or 4, 4 if isinstance(answer, NoSolution) else 3)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
