"""What is raised."""

from __future__ import annotations


class QuarterturnError(ValueError):
    """Something was refused: a state, a puzzle, a setting."""

    message: str
    """What is wrong."""
    code: str
    """A stable name for programs, such as "twisted-corner"."""
    at: int | None
    """Where in the text, in bytes of UTF-8."""
    hint: str | None
    """What to do about it."""

    def __init__(
        self, message: str = "", code: str = "", at: int | None = None, hint: str | None = None
    ) -> None:
        super().__init__(message, code, at, hint)
        self.message, self.code, self.at, self.hint = message, code, at, hint

    def __str__(self) -> str:
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{self.message} [{self.code}]{hint}"


class NoSolution(QuarterturnError):
    """The limits ended the search before it had found a solution; `code` says which: "time", "nodes", "memory",
    "exhausted"."""
