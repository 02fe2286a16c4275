"""`tests/gpu train`: a part of a long training. What continues it fits into a few small files, so that parts on
several machines add up."""

import math
import shutil
import sys
import tempfile
import time
from itertools import count, takewhile
from pathlib import Path

from machine import TRAINER, Machine, Missing

MIB = 1 << 20
# Bytes of a file at most, and of all files together; how many files.
FILE, ALL, FILES = 16 * MIB, 64 * MIB, 8
# Seconds for the files at the end; a budget that is not worth starting.
RESERVE, LEAST = 20, 5
METRICS, CHECKPOINT, RECIPE = "metrics.jsonl", "checkpoint.safetensors", "recipe.toml"


def train(args):
    """Runs a slice."""
    start = time.monotonic()
    if args.budget < LEAST:
        raise Missing(f"a budget below {LEAST} seconds trains nothing")
    reserve = min(RESERVE, args.budget / 4)
    machine = Machine(args)
    recipe = find(args.recipe, machine)
    args.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        run = Path(work) / "run"
        run.mkdir()
        unpack(args.out, run)
        seconds = max(args.budget - reserve - (time.monotonic() - start), 0)
        device = "cpu" if machine.device == "libtorch-cpu" else machine.device
        words = ["train", recipe, "--out", run, "--resume", "--device", device, "--time-limit", seconds]
        # The evaluation at its end may not have the time of the files.
        ended = machine.run(TRAINER, words, seconds + reserve / 2, politely=True)
        print(ended.err, end="", file=sys.stderr)
        if why := ended.failure(130):
            raise Missing(f"the trainer failed, and {args.out} is as it was: {why}")
        print(pack(machine, run, args.out))


def find(given, machine):
    """The recipe by its path, or by its name among ours."""
    for path in (given, (machine.recipes / given).with_suffix(".toml")):
        if path.is_file():
            return path
    raise Missing(f"there is no recipe {given}, neither here nor in {machine.recipes}")


def parts(folder):
    """The parts of a checkpoint in their order."""
    return list(takewhile(Path.is_file, (folder / f"checkpoint.{nth}" for nth in count())))


def unpack(out, run):
    """Puts together what a slice left."""
    if there := parts(out):
        (run / CHECKPOINT).write_bytes(b"".join(part.read_bytes() for part in there))
        if (out / METRICS).is_file():
            shutil.copy(out / METRICS, run / METRICS)


def pack(machine, run, out):
    """Leaves what continues the run, its metrics and its network in `out`; what was done, for people."""
    files = {name: (run / name).read_bytes() for name in (METRICS, RECIPE)}
    export(machine, run, run / "parameters.safetensors")
    room = max(ALL - sum(map(len, files.values())), 0)
    checkpoint, bare = choose((run / CHECKPOINT).read_bytes(), (run / "parameters.safetensors").read_bytes(), room)
    files.update(cut(checkpoint))
    said = f"{len(checkpoint)} bytes of checkpoint in {math.ceil(len(checkpoint) / FILE)} parts"
    if bare:
        said += (
            ": only the parameters, as the whole checkpoint is too large; "
            "the optimiser's moments begin again where training continues"
        )
    if len(files) < FILES:
        said += add_network(machine, run, files, room - len(checkpoint))
    replace(out, files)
    return said


def add_network(machine, run, files, room):
    """Adds the network where there is one, and room for it; what to say if there is none."""
    try:
        export(machine, run, run / "network.qtw")
    except Missing:
        return ""
    network = (run / "network.qtw").read_bytes()
    if len(network) > min(FILE, room):
        return "; the network is too large to be added: make it with `quarterturn-trainer export`"
    files["network.qtw"] = network
    return ""


def export(machine, run, to):
    if why := machine.run(TRAINER, ["export", run, "--to", to], RESERVE).failure():
        raise Missing(f"export failed: {why}")


def choose(whole, parameters, room):
    """The whole checkpoint if it may travel, else the parameters; and whether it is those."""
    # Two files are the metrics and the recipe.
    room = min(room, (FILES - 2) * FILE)
    if len(whole) <= room:
        return whole, False
    if len(parameters) <= room:
        return parameters, True
    raise Missing(
        f"the parameters are {len(parameters) // MIB} MiB, and at most {room // MIB} MiB fit: "
        "train in one piece with quarterturn-trainer"
    )


def cut(checkpoint):
    """A checkpoint as files."""
    starts = range(0, len(checkpoint), FILE)
    return {f"checkpoint.{nth}": checkpoint[start : start + FILE] for nth, start in enumerate(starts)}


def replace(out, files):
    """Writes all files beside the old ones first: a full disk leaves those."""
    try:
        for name, content in files.items():
            (out / f"{name}.new").write_bytes(content)
    except OSError:
        for name in files:
            (out / f"{name}.new").unlink(missing_ok=True)
        raise
    for old in parts(out):
        old.unlink()
    for name in files:
        (out / f"{name}.new").rename(out / name)
