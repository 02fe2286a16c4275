"""`tests/gpu`: whether everything works on a CUDA card, and how fast.

Runs the programs as a user would, each step within a time of its own, and the whole within a budget. It needs only
Python 3.10 and the programs, and so does the folder that `tests/gpu pack` makes.
"""

import argparse
import sys
from pathlib import Path

import slices
import steps
from machine import Machine, Missing
from plan import Plan, seconds
from report import Report

EPILOG = """tests/gpu train RECIPE trains a slice of a long run; the next slice continues it.
tests/gpu pack DIR makes a folder with these programs for machines without Rust: run DIR/run there.

Exit codes: 0 all steps passed, 1 a step failed, 2 wrong usage, 3 the machine lacks something."""


def parser(name, description, **more):
    form = argparse.RawDescriptionHelpFormatter
    made = argparse.ArgumentParser(name, description=description, allow_abbrev=False, formatter_class=form, **more)
    devices = ["cuda", "cuda:0", "cuda:1", "cuda:2", "cuda:3", "libtorch-cpu"]
    add = made.add_argument
    add("--device", choices=devices, default="cuda", help="libtorch-cpu: LibTorch on the processor [default: cuda]")
    add("--programs", type=Path, metavar="FOLDER", help="the programs [default: the folder of this one]")
    add("--recipes", type=Path, metavar="FOLDER", help="the recipes [default: `recipes` beside the programs]")
    return made


def train(words):
    made = parser("tests/gpu train", "Train for a while, and write a few small files for the next slice to continue.")
    add = made.add_argument
    add("recipe", type=Path, help="a TOML file, or the name of one in trainer/recipes, such as paper-deepcubea")
    add("--budget", type=seconds, metavar="TIME", default=480, help="most time, files included [default: 8m]")
    kept = "folder of the slices: the slice there is continued, and replaced by the next one"
    add("--out", type=Path, metavar="FOLDER", required=True, help=kept)
    slices.train(made.parse_args(words))
    return 0


def check(words):
    made = parser("tests/gpu", "Check that everything works on a CUDA card, and measure how fast it is.", epilog=EPILOG)
    add = made.add_argument
    add("--budget", type=seconds, metavar="TIME", default=300, help="most time for all steps together [default: 5m]")
    less = "most share of a whole run's work, from 0 to 1: a slow machine needs less work, and not less time"
    add("--work", type=float, metavar="SHARE", default=1.0, help=less)
    results = "for results.jsonl, one line a step, and table.txt [default: gpu-results]"
    add("--out", type=Path, metavar="FOLDER", default=Path("gpu-results"), help=results)
    add = made.add_mutually_exclusive_group().add_argument
    cores = "always measure the machine's own cores too; by default they are measured last, if time is left"
    add("--cores", action="store_true", help=cores)
    add("--checks", action="store_true", help="only whether everything works, and not how fast it is")
    args = made.parse_args(words)

    machine = Machine(args)
    plan = Plan(args.budget, args.work, machine.is_card, args.cores)
    report = Report(args.out)
    print(f"LibTorch {machine.version} in {machine.libtorch}", file=sys.stderr)
    passed = steps.run(machine, plan, args.checks, report)
    report.finish()
    return 0 if passed else 1


def main(words):
    try:
        return train(words[1:]) if words[:1] == ["train"] else check(words)
    except Missing as missing:
        why = missing
    except OSError as refused:
        why = f"{refused.filename}: {refused.strerror}" if refused.filename else refused
    print(f"error: {why}", file=sys.stderr)
    return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
