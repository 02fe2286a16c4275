"""What the steps found: a JSON line each as soon as it is known, and one table at the end."""

import json
import sys
from dataclasses import dataclass

HEAD = "| step | device | | seconds | MiB of the card | |\n|---|---|---|---|---|---|\n"


@dataclass
class Found:
    """Why a step failed, if it did; what it measured, in a line for people and as figures."""

    failure: str | None = None
    says: str = ""
    figures: dict | None = None


class Report:
    """The results so far, in a folder."""

    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.lines = open(folder / "results.jsonl", "w", encoding="utf-8")
        self.states = []
        self.table = HEAD

    def add(self, name, device, seconds, card, found):
        """Notes what a step found, at once."""
        self.note(
            step=name,
            device=device,
            passed=found.failure is None,
            failure=found.failure,
            seconds=seconds,
            card_bytes=card,
            figures=found.figures,
        )
        says = "; ".join(part for part in (found.failure, found.says) if part)
        self.row(name, device, "FAILED" if found.failure is not None else "ok", seconds, card, says)

    def skip(self, name, device):
        """Notes that a step was not run because the time was too short."""
        self.note(step=name, device=device, skipped=True)
        self.row(name, device, "skipped", 0.0, None, "the budget is spent on other steps")

    def note(self, **line):
        # What is not a number is null, as JSON has no word for it.
        line = json.loads(json.dumps(line), parse_constant=lambda _: None)
        print(json.dumps(line, ensure_ascii=False, separators=(",", ":")), file=self.lines, flush=True)

    def row(self, name, device, state, seconds, card, says):
        print(f"{state:7} {name:28} {device:12} {seconds:6.1f} s  {says}", file=sys.stderr)
        self.states.append(state)
        card = "" if card is None else card >> 20
        self.table += f"| {name} | {device} | {state} | {seconds:.1f} | {card} | {says} |\n"

    def finish(self):
        """Prints the table and keeps it."""
        passed, failed, skipped = (self.states.count(state) for state in ("ok", "FAILED", "skipped"))
        self.table += f"\n{passed} steps passed, {failed} failed, {skipped} skipped to stay within the budget\n"
        (self.folder / "table.txt").write_text(self.table, encoding="utf-8")
        try:
            print(self.table, end="", flush=True)
        except BrokenPipeError:
            # A reader that has left needs no table; it is in the file. Python would complain again at its end.
            sys.stdout = None
