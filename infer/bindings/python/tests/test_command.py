"""`python -m quarterturn`, and what the documentation says."""

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest


def command(*arguments, given=""):
    program = [sys.executable, "-m", "quarterturn", *arguments]
    done = subprocess.run(program, input=given, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def test_states_are_solved():
    assert command("R U F") == (0, "F' U' R'\n", "")
    assert command("--metric", "htm", "R2", "U") == (0, "R2\nU'\n", "")
    assert command("--puzzle", "cube2", "-", given="R\n\nU F\n") == (0, "R'\nF' U'\n", "")


def test_exit_codes_are_those_of_the_program():
    code, out, error = command("R Q", "R")
    assert (code, out) == (3, "-\nR'\n") and "unknown-move" in error
    code, out, error = command("--puzzle", "cube9", "R")
    assert (code, out) == (2, "") and "cube9" in error
    assert command("--search", "nothing", "R")[0] == 2
    code, out, error = command("--search", "beam", "--width", "1", "R U F D L B R U F D L B R U F D")
    assert code in (0, 4)
    assert command()[0] == 2


@pytest.mark.parametrize("name", ["quarterturn", "quarterturn.kociemba", "quarterturn._native"])
def test_docstrings_say_what_happens(name):
    module = importlib.import_module(name)
    assert doctest.testmod(module, extraglobs={"Puzzle": importlib.import_module("quarterturn").Puzzle}).failed == 0


@pytest.mark.parametrize("page", ["README.md", "../../../docs/guide/python.md"])
def test_pages_say_what_happens(page, tmp_path, monkeypatch, capsys):
    """Their Python blocks run, and where a block says in comments what it prints, it prints that."""
    path = Path(__file__).parents[1] / page
    if not path.exists():
        pytest.skip("not in this folder")
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})
        said = re.findall(r"print\(.*\)  # (.*)", block)
        printed = capsys.readouterr().out.splitlines()
        assert said == [] or said == printed[: len(said)], block
