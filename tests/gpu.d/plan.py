"""How a budget is spent: steps run in their order, and each leaves time for the more important ones after it."""

import argparse
import re
import time
from enum import IntEnum
from typing import NamedTuple

from machine import Missing

# What a whole run is planned for, in seconds.
WHOLE = 300.0
# Less is not worth starting.
LEAST = 20.0
UNITS = {"ms": 1e-3, "s": 1, "sec": 1, "second": 1, "m": 60, "min": 60, "minute": 60, "h": 3600, "hour": 3600}


def seconds(text):
    """A positive time: `2m`, `1500ms`, `1h 30m`, or a bare number of seconds."""
    part = rf"(\d+\.?\d*)\s*({'|'.join(sorted(UNITS, key=len, reverse=True))})s?\s*"
    try:
        if re.fullmatch(f"(?:{part})+", text.strip()):
            total = sum(float(number) * UNITS[unit] for number, unit in re.findall(part, text))
        else:
            total = float(text)
    except ValueError:
        total = 0
    if not 0 < total < 1e18:
        raise argparse.ArgumentTypeError(
            f"'{text}' is not a positive number of seconds, nor a time such as 2m or 1500ms"
        )
    return total


class Priority(IntEnum):
    """How much a step matters; the first come even with a small budget."""

    RIGHT = 0
    SEARCH = 1
    SPEED = 2
    TRAINING = 3
    # The same on the machine's own cores.
    CORES = 4


class Need(NamedTuple):
    """When a step runs; the seconds that it takes in a whole run, and those after which it is ended."""

    priority: Priority
    typical: float
    most: float


class Plan:
    """The time that is left, and what it is for.

    `work` is at most 1, and that for a budget of five minutes and more; `cores` makes those steps as important as
    searches.
    """

    def __init__(self, budget, work, on_card, cores):
        if budget < LEAST:
            raise Missing(
                f"a budget of {budget:g} seconds is too small: {LEAST:g} is the least, and 5m is enough for everything"
            )
        self.end = time.monotonic() + budget
        self.scale = min(budget / WHOLE, 1.0)
        # A larger budget brings no more work, but patience with a busy machine.
        self.patience = max(budget / WHOLE, 1.0)
        self.work = min(max(work, 0.0), self.scale)
        self.cores = cores
        # What a program takes to start, however little it does then: with CUDA, and without.
        self.start = 3.0 if on_card else 1.0

    def limit(self, need, later, left=None):
        """Seconds that a step may take; None when the more important ones of those `later` need the time."""
        left = max(self.end - time.monotonic(), 0.0) if left is None else left
        own = self.priority(need)
        free = left - sum(self.seconds(other.typical) for other in later if self.priority(other) < own)
        enough = free >= self.seconds(need.typical) / 2
        return min(free, self.seconds(need.most) * self.patience) if enough else None

    def priority(self, need):
        return Priority.SEARCH if self.cores and need.priority == Priority.CORES else need.priority

    def seconds(self, whole):
        """What takes `whole` seconds in a whole run, in this one."""
        return min(self.start, whole) + max(whole - self.start, 0.0) * self.scale
