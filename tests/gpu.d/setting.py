"""What a step has to work with."""

import json
import time
from pathlib import Path
from typing import NamedTuple

from machine import Machine


class Setting(NamedTuple):
    """The machine, where the step runs, the share of a whole run's work, when the step's time is over, a folder for
    its files, and the weight files of float networks."""

    machine: Machine
    device: str
    work: float
    end: float
    folder: Path
    networks: list

    def run(self, program, words, limit=None, **how):
        """Runs a program for at most the time that is left, and at most `limit` seconds."""
        left = max(self.end - time.monotonic(), 0.0)
        return self.machine.run(program, words, left if limit is None else min(limit, left), **how)


def objects(text):
    """The JSON objects among the lines."""
    for line in text.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            yield found


def listed(option, values):
    """The option before each value."""
    return [word for value in values for word in (option, value)]


def mean(numbers):
    return sum(numbers) / max(len(numbers), 1)
