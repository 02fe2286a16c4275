"""Searches on the device: how long the solutions are, and how long they take."""

import pkgutil

from machine import SOLVER
from report import Found
from setting import mean, objects

# 26 quarter turns from the goal, as far as a cube can be: the superflip, then four spots (Rokicki 2014).
FARTHEST = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 F2 B2 U D' R2 L2 U D'"
# States of the suite in a whole run.
STATES = 8
# Options in a whole run, what stands for them in a small one, and typical seconds; the most expensive last.
MEASURED = [
    ("--search beam", "--width 512 --views 1", 8),
    ("--width 65536", "--width 256", 15),
    (
        "--search bwas --lambda 0.6 --batch 10000 --node-limit 20000000",
        "--search bwas --lambda 0.6 --batch 1000 --node-limit 30000",
        15,
    ),
    ("--search mcts --node-limit 1000000", "--search mcts --node-limit 5000", 15),
    ("--width 1048576", "--width 1024", 35),
]
# Searches whose answers are the same on every device.
REPEATABLE = [
    "--width 256 --views 1",
    "--search bwas --batch 500 --node-limit 20000",
    "--search qstar --batch 500 --node-limit 20000",
]
FACTS = ("solution", "evaluated", "generated", "expanded")


def measured(work):
    """The options of each search, and the seconds that it takes in a whole run."""
    return [(small if work < 0.5 else whole, typical) for whole, small, typical in MEASURED]


def cases(work):
    """States spread over the program's suite, and the farthest, each after its optimum. A small run has few and easy
    ones."""
    count = min(max(int(STATES * work + 0.5), 1), STATES)
    lines = pkgutil.get_data(__name__, "cube3-200.tsv").decode().splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    chosen = [rows[len(rows) * (2 * i + 1) // (2 * count)] for i in range(count)]
    return [(int(row[1]), row[3]) for row in chosen] + [(26, FARTHEST)]


def solve(setting, device, options, chosen):
    """Solves the cases one after the other; the answers, and why it failed."""
    file = setting.folder / "states.txt"
    file.write_text("\n".join(scramble for _, scramble in chosen))
    words = ["solve", "--json", "--quiet", "--device", device, "--from", file, *options.split()]
    ended = setting.run(SOLVER, words)
    answers = list(objects(ended.out))
    # Exit code 4: a state was not solved, which is an answer.
    failure = ended.failure(4)
    return answers, failure or ("not all were answered" if len(answers) < len(chosen) else None)


def measure(setting, words):
    chosen = cases(setting.work)
    answers, failure = solve(setting, setting.device, words, chosen)
    pairs = [(answer.get("length"), optimal) for answer, (optimal, _) in zip(answers, chosen)]
    solved = [(length, optimal) for length, optimal in pairs if length is not None]
    lengths = [length for length, _ in solved]
    seconds, evaluated = (sum(answer.get(key) or 0 for answer in answers) for key in ("seconds", "evaluated"))
    says = f"{len(solved)} of {len(chosen)} solved"
    if solved:
        above = mean([length - optimal for length, optimal in solved])
        says += f", mean length {mean(lengths):.2f}, {above:.2f} above the optimum"
    if seconds > 0:
        speed = evaluated / seconds / 1e6
        says += f", {seconds / len(answers):.3f} s a state, {speed:.2f} M states evaluated a second"
    figures = {
        "options": words,
        "states": len(chosen),
        "solved": len(solved),
        "lengths": lengths,
        "optimal": [optimal for optimal, _ in chosen],
        "seconds": seconds,
        "evaluated": evaluated,
    }
    return Found(failure, says, figures)


def agree(setting):
    """The same answers from the device as from the processor, for the searches that are repeatable."""
    chosen = cases(setting.work)
    compared, failure = 0, None
    for words in REPEATABLE:
        facts = []
        for device in (setting.device, "cpu"):
            answers, why = solve(setting, device, words, chosen)
            failure = failure or (why and f"{words} on {device}: {why}")
            facts.append([[answer.get(key) for key in FACTS] for answer in answers])
        there, here = facts
        compared += len(there)
        if there != here:
            failure = failure or f"{words}: {setting.device} and the processor disagree"
    says = f"{compared} answers of {len(REPEATABLE)} searches, nodes included"
    return Found(failure, says, {"searches": REPEATABLE, "answers": compared})
