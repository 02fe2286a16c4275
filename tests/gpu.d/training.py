"""Training on the device: examples a second, losses that fall, and a run that is killed and goes on."""

import math
import re
import shutil
import struct

from machine import TRAINER
from report import Found
from setting import mean, objects

# A loss at the end that is this many times the first has not fallen.
RISE = 1.05
# Seconds of training for each recipe in a whole run.
SECONDS = 10
# What the last loss of a run that was killed and resumed on a card may differ from that of one that was not: sums
# there are rounded in no fixed order.
NEAR = 0.05
# No beam searches between the steps: they would take a part of these few seconds.
WITHOUT_EVALUATION = {"evaluate_width": 0, "evaluate_seconds": 100_000, "checkpoint_seconds": 100_000}


def recipes(machine):
    """The papers' recipes, and that of the shipped network. DeepCubeA's other puzzles have the network and the target
    of its cube."""
    papers = machine.recipes.glob("paper-*.toml")
    papers = [path for path in papers if not path.name.startswith("paper-deepcubea-")]
    return sorted([*papers, *machine.recipes.glob("cube3-base.toml")])


def sections(recipe):
    """Each line of a recipe after its section, and the key that it sets, if it sets one."""
    section = None
    for line in recipe.splitlines():
        if head := re.match(r"\s*\[([\w.-]+)\]", line):
            section = head[1]
        key = re.match(r"\s*(\w+)\s*=", line)
        yield section, key and key[1], line


def changed(recipe, numbers):
    """A recipe with these numbers in these of its sections."""
    lines, seen = [], set()
    for section, key, line in sections(recipe):
        fresh = numbers.get(section, {})
        if key not in fresh:
            lines.append(line)
        if section not in seen:
            seen.add(section)
            lines += [f"{name} = {value}" for name, value in fresh.items()]
    return "\n".join(lines) + "\n"


def smaller(recipe, work):
    """In a small run, the numbers of a small part of each batch."""
    lines = (line for section, key, line in sections(recipe) if (section, key) == ("optimizer", "batch"))
    batch = re.search(r"=\s*([\d_]+)", next(lines, ""))
    if not batch or work >= 0.5:
        return {}
    # Twelve is a multiple of what recipes divide a batch by.
    part = min(int(max(int(batch[1]) * work / 12, 1)) * 12, int(batch[1]))
    return {"optimizer": {"batch": part}, "target": {"pool": 4 * part}}


def variant(setting, name, change):
    """A recipe with some of its numbers changed, in a file of its own."""
    recipe = (setting.machine.recipes / name).read_text(encoding="utf-8")
    path = setting.folder / name
    path.write_text(changed(recipe, change(recipe)), encoding="utf-8")
    return path


def command(setting, recipe, out, *more):
    device = "cpu" if setting.device == "libtorch-cpu" else setting.device
    return ["train", recipe, "--out", out, "--device", device, *more]


def train(setting, name, more):
    recipe = variant(setting, name, lambda text: {"run": WITHOUT_EVALUATION, **smaller(text, setting.work)})
    out = setting.folder / "run"
    limit = max(SECONDS * setting.work, 1)
    # Asked to stop, it leaves out the evaluation at its end. It listens before it makes its folder, however long it
    # takes to start.
    ended = setting.run(TRAINER, command(setting, recipe, out, *more), limit, politely=True, begun=out)
    lines = metrics(out)
    losses = [loss(line) for line in lines if has_loss(line)]
    last = next((line for line in reversed(lines) if has_loss(line)), {})
    speeds = [line["examples_per_second"] for line in lines if line.get("examples_per_second") is not None]
    # The first report has the start in it.
    speed = mean(speeds[1:-1] if len(speeds) > 2 else speeds)
    first, end = (losses[0], losses[-1]) if losses else (math.nan, math.nan)
    # A trainer that refuses at once makes no folder, and why it refused must not be lost for that.
    shutil.rmtree(out, ignore_errors=True)
    figures = {
        "examples_per_second": speed,
        "examples": last.get("examples"),
        "steps": last.get("step"),
        "first_loss": first,
        "last_loss": end,
        "generation_share": last.get("generation_share"),
    }
    says = f"{speed:.0f} examples/s, {last.get('step', 0)} steps, loss {first:.3f} to {end:.3f}"
    return Found(ended.failure(130) or fault(losses, setting.work), says, figures)


def fault(losses, work):
    """What is wrong with a run's losses. A small run has too few to see them fall, and of recurrent networks they
    stay where they are for longer than a step lasts."""
    if not losses:
        return None
    first, last = losses[0], losses[-1]
    if not math.isfinite(last):
        return "the loss is not a number"
    if len(losses) > 2 and work > 0.5 and last >= first * RISE:
        return f"the loss did not fall: {first:.4f} to {last:.4f}"
    return None


def metrics(out):
    """The lines of a run's metrics."""
    file = out / "metrics.jsonl"
    return list(objects(file.read_text(encoding="utf-8"))) if file.is_file() else []


def has_loss(line):
    return isinstance(line.get("loss"), dict)


def loss(line):
    """The sum of what a report calls losses; what is not a number is null in it. How often DAVI's labels were renewed
    stands among them."""
    parts = (part for name, part in line["loss"].items() if name != "updates")
    return sum(math.nan if part is None else part for part in parts)


def resumes(setting):
    """A run that is killed and resumed beside one that is not: on the processor the same parameters to the bit."""
    steps = int(max(60 * setting.work**2, 6))
    numbers = {**WITHOUT_EVALUATION, "checkpoint_seconds": 0, "examples": steps * 64 * 64}
    recipe = variant(setting, "paper-cube2-report.toml", lambda _: {"run": numbers})
    whole, killed = setting.folder / "whole", setting.folder / "killed"
    if why := setting.run(TRAINER, command(setting, recipe, whole)).failure():
        return Found(why)
    # The second checkpoint makes the first one the previous.
    second = killed / "checkpoint.previous.safetensors"
    setting.run(TRAINER, command(setting, recipe, killed), until=second)
    failure = None if second.exists() else "it had no second checkpoint"
    at = parameters(setting, killed)
    failure = failure or setting.run(TRAINER, command(setting, recipe, killed, "--resume")).failure()
    straight, resumed = parameters(setting, whole), parameters(setting, killed)
    ends = [[loss(line) for line in metrics(out) if has_loss(line)] for out in (whole, killed)]
    losses = [end[-1] if end else math.nan for end in ends]
    apart = abs(losses[0] - losses[1]) / max(abs(losses[0]), 1e-9)
    same = straight == resumed and len(straight) > 0
    if at == resumed:
        failure = failure or "it was over before it was killed"
    elif not same and not setting.machine.is_card:
        failure = failure or "the parameters differ"
    elif not same and not apart <= NEAR:
        failure = failure or f"the losses are {100 * apart:.1f} % apart"
    like = "the same to the bit" if same else "differ"
    says = f"{steps} steps; parameters {like}, losses {losses[0]:.4f} and {losses[1]:.4f}"
    return Found(failure, says, {"steps": steps, "same": same, "losses": losses})


def parameters(setting, out):
    """The bytes of a run's parameters, without what the file says of the run."""
    to = setting.folder / "parameters.safetensors"
    if why := setting.run(TRAINER, ["export", out, "--to", to]).failure():
        raise RuntimeError(why)
    # A safetensors file: the length of its header in eight bytes, the header, the numbers.
    content = to.read_bytes()
    return content[8 + struct.unpack("<Q", content[:8])[0] :]
