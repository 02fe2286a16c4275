"""The steps in their order."""

import re
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Callable, NamedTuple

import card
import networks
import searches
import training
from machine import SOLVER, Missing
from plan import Need, Priority
from report import Found
from setting import Setting, listed, objects

# States that each network is asked about in a whole run, and seconds for each figure of speed.
STATES, EACH = 2000, 0.35


class Step(NamedTuple):
    """A step: its name, where it runs, when and how."""

    name: str
    device: str
    need: Need
    run: Callable


def run(machine, plan, checks, report):
    """Runs what there is time for, with `checks` only what tells right from wrong; whether all of that passed."""
    with tempfile.TemporaryDirectory() as folder:
        written = networks.write(Path(folder))
        steps = [step for step in everything(machine, plan.work) if not checks or step.need.priority == Priority.RIGHT]
        passed = True
        for nth, step in enumerate(steps):
            limit = plan.limit(step.need, [later.need for later in steps[nth + 1 :]])
            if limit is None:
                report.skip(step.name, step.device)
                continue
            setting = Setting(machine, step.device, plan.work, time.monotonic() + limit, Path(folder), written)
            start = time.monotonic()
            with card.Watch(number(step.device)) as watch:
                try:
                    found = step.run(setting)
                except (OSError, RuntimeError) as why:
                    found = Found(str(why))
            report.add(step.name, step.device, time.monotonic() - start, watch.most, found)
            passed = passed and found.failure is None
            if nth == 0 and not passed:
                raise Missing("there is nothing to measure without the device")
        return passed


def number(device):
    """The number of the card, if the device is one."""
    named = re.fullmatch(r"cuda(?::(\d+))?.*", device)
    return int(named[1] or 0) if named else None


def everything(machine, work):
    """All steps for a device, then those of the machine's own cores."""
    device = machine.device
    right, speed = partial(Need, Priority.RIGHT), Need(Priority.SPEED, 45, 70)
    steps = [
        Step("doctor", device, right(4, 20), doctor),
        Step("networks inside", device, right(15, 60), lambda setting: check(setting, [])),
        Step("float networks", device, right(10, 40), lambda setting: check(setting, setting.networks)),
        Step("answers as the processor's", device, right(10, 40), searches.agree),
        Step("states a second", device, speed, speeds),
    ]
    if pair := two(device):
        steps.append(Step("answers as the processor's", pair, right(10, 40), searches.agree))
        if machine.is_card:
            steps.append(Step("states a second", pair, speed, speeds))

    def solve(device, priority):
        for words, typical in searches.measured(work):
            need = Need(priority, typical, 1.5 * typical + 10)
            yield Step(f"solve {words}", device, need, partial(searches.measure, words=words))

    def train(name, recipe, device, priority, *more):
        need = Need(priority, training.SECONDS + 4, 2 * training.SECONDS + 15)
        return Step(f"train {name}", device, need, partial(training.train, name=recipe, more=more))

    steps += solve(device, Priority.SEARCH)
    steps += [train(path.stem, path.name, device, Priority.TRAINING) for path in training.recipes(machine)]
    steps.append(Step("killed and resumed", device, Need(Priority.TRAINING, 20, 60), training.resumes))
    steps.append(Step("states a second", "cpu", Need(Priority.CORES, 45, 70), speeds))
    steps += solve("cpu", Priority.CORES)
    own = ("cube3-base, own engine", "cube3-base.toml", "cpu", Priority.CORES, "--backend", "native")
    return [*steps, train(*own)]


def two(device):
    """Two devices that share batches; none where there is one card."""
    if device == "libtorch-cpu":
        return "libtorch-cpu,libtorch-cpu"
    return "cuda:0,1" if card.count() > 1 else None


def doctor(setting):
    """The card, its driver, LibTorch and memory."""
    ended = setting.run(SOLVER, ["doctor", "--json"])
    if why := ended.failure():
        return Found(why)
    said = next(objects(ended.out), {})
    if not (libtorch := said.get("libtorch")):
        return Found("the program quarterturn is built without LibTorch: build it with --features libtorch")
    devices, index = libtorch.get("cuda_devices", 0), number(setting.device)
    shown = (index is not None and card.describe(index)) or "no card"
    failure = None
    if setting.machine.is_card and devices == 0:
        failure = (
            "LibTorch finds no CUDA device: is there an NVIDIA card and its driver? "
            "Without a card, use --device libtorch-cpu"
        )
    says = f"{shown}; {devices} CUDA devices; {said.get('threads')} threads, kernel {said.get('kernel')}"
    return Found(failure, says, {"card": shown, "doctor": said})


def check(setting, models):
    """Outputs beside the portable code's: all the same bits for the networks inside the program, and for float
    networks of every kind of layer within what their arithmetic leaves."""
    states = int(max(STATES * setting.work, 64))
    words = ["doctor", "--json", "--device", setting.device, "--check", states]
    ended = setting.run(SOLVER, words + listed("--model", models))
    checked = next(objects(ended.out), {}).get("check", [])
    outputs, same = (sum(each[key] for each in checked) for key in ("outputs", "same"))
    worst = max((each["mean"] or 0.0 for each in checked), default=0.0)
    says = f"{len(checked)} networks, {outputs} outputs, {same} the same; greatest mean difference {worst:.4f} moves"
    return Found(ended.failure(), says, {"states": states, "check": checked})


def speeds(setting):
    """Evaluated states a second by the size of the batch: the networks inside, then the papers' shapes, as many
    programs, so that what is late costs only itself."""
    seconds = max(EACH * setting.work**2, 0.005)
    measured, failure = [], None
    # The last two are the papers'.
    for models in ([], setting.networks[1:]):
        words = ["doctor", "--json", "--device", setting.device, "--speed", seconds]
        ended = setting.run(SOLVER, words + listed("--model", models))
        failure = failure or ended.failure()
        measured += next(objects(ended.out), {}).get("speed", [])
    return Found(failure, ", ".join(map(best, measured)), {"speed": measured})


def best(speed):
    """A network's name and the speed of its best batch."""
    most = max((batch["states_per_second"] for batch in speed["batches"]), default=0.0)
    return f"{speed['model']} " + (f"{most / 1e3:.0f} k/s" if most < 1e6 else f"{most / 1e6:.2f} M/s")
