"""The programs, the LibTorch that they are to load, and how they are run for at most some time."""

import importlib.metadata
import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOLVER, TRAINER = "quarterturn", "quarterturn-trainer"
# What the programs were built against; its binary interface changes with every minor version.
VERSION = "2.11.0"
# Seconds between two looks at a program, and those that it may take after it was asked to stop.
EVERY, PATIENCE = 0.01, 30


class Missing(Exception):
    """What stops everything before it begins."""


class Machine:
    """The programs and what they need to start."""

    def __init__(self, place):
        self.device = place.device
        self.programs = place.programs or Path(sys.argv[0]).resolve().parent
        for name in (SOLVER, TRAINER):
            path = self.programs / name
            if not path.is_file():
                raise Missing(f"{path} is missing: build it, or name its folder with --programs")
        self.recipes = place.recipes or self.programs / "recipes"
        if not self.recipes.is_dir():
            raise Missing(f"there is no folder {self.recipes} of recipes: name it with --recipes")
        self.version, self.libtorch = find_libtorch()

    @property
    def is_card(self):
        return self.device.startswith("cuda")

    def run(self, name, words, limit, until=None, politely=False, begun=None):
        """Runs a program, and kills it after `limit` seconds or as soon as the file `until` is there.

        `politely`, it is asked to stop (SIGTERM) at the limit and killed only some seconds later. If it makes the
        folder `begun`, the limit counts from then.
        """
        path = os.pathsep.join(filter(None, [str(self.libtorch), os.environ.get("LD_LIBRARY_PATH")]))
        start, asked, status = time.monotonic(), False, None
        # Files, not pipes: a program that prints much never waits for us.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = subprocess.Popen(
                [self.programs / name, *map(str, words)],
                stdout=out,
                stderr=err,
                env={**os.environ, "LD_LIBRARY_PATH": path},
            )
            while (status := child.poll()) is None:
                if begun and begun.exists():
                    start, begun = time.monotonic(), None
                took = time.monotonic() - start
                late = took >= limit and not begun
                if (until and until.exists()) or (late and not politely) or took >= limit + PATIENCE:
                    child.kill()
                    child.wait()
                    break
                if late and not asked:
                    asked = True
                    child.terminate()
                time.sleep(EVERY)
            return Ended(status, *map(text, (out, err)))


def text(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")


class Ended:
    """What became of a program: its status, None when its time was over, and what it printed."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def failure(self, *may):
        """Why it failed, in a line; None when it did not, or ended with a code that it `may` end with."""
        if self.status is None:
            return "out of time"
        if self.status == 0 or self.status in may:
            return None
        # LibTorch's errors have a trace behind them: the first line that names one says most.
        lines = [line for line in self.err.splitlines() if line.strip()] or [""]
        error = next((line for line in lines if "rror" in line), lines[-1])[:300]
        if self.status < 0:
            return f"signal: {-self.status} ({signal.Signals(-self.status).name}): {error}"
        return f"exit status: {self.status}: {error}"


def find_libtorch():
    """The version and the folder of the LibTorch that the environment names, or that of the Python package `torch`."""
    if root := os.environ.get("LIBTORCH"):
        try:
            version = (Path(root) / "build-version").read_text(encoding="utf-8").strip()
        except OSError as e:
            raise Missing(f"LIBTORCH names {root}, which is not a LibTorch: build-version: {e.strerror}") from e
        return checked(version, Path(root) / "lib")
    try:
        # Without importing torch, which takes seconds.
        version = importlib.metadata.version("torch")
        folder = importlib.util.find_spec("torch").submodule_search_locations[0]
    except (importlib.metadata.PackageNotFoundError, AttributeError) as e:
        raise Missing(
            f"python3 has no package torch: `pip install torch=={VERSION}`, "
            "or set LIBTORCH to the folder of a LibTorch"
        ) from e
    return checked(version, Path(folder) / "lib")


def checked(version, folder):
    if version.split("+")[0] != VERSION:
        raise Missing(
            f"LibTorch {version} was found, but these programs need {VERSION}: `pip install torch=={VERSION}`"
        )
    if not (folder / "libtorch.so").is_file():
        raise Missing(f"{folder} has no libtorch.so")
    return version, folder
