"""The table of questions that every door is asked."""

from pathlib import Path

import pytest

import quarterturn

TABLE = Path(__file__).parents[4] / "tests" / "data" / "questions.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]


def value(text):
    """A text of the table as Python has it."""
    if text in ("yes", "no"):
        return text == "yes"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row[:3]))
def test_the_answer_is_that_of_the_table(row):
    puzzle, settings, state, length, optimal, code, at = row
    pairs = (pair.split("=") for pair in settings.split())
    words = {name: value(text) for name, text in pairs}
    if not code:
        solution = quarterturn.Solver(puzzle).solve(state, **words)
        assert solution.length == int(length)
        assert solution.optimal == (optimal == "yes")
        assert quarterturn.Puzzle(puzzle).read(state).apply(str(solution)).is_solved
        return
    with pytest.raises(quarterturn.QuarterturnError) as refused:
        quarterturn.Solver(puzzle).solve(state, **words)
    assert refused.value.code == code
    assert refused.value.at == (int(at) if at else None)
