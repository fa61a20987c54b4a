"""What can go wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Reason:
    """Why something may not be done: a case of the rulebook, and what it says."""

    case: str
    text: str


class WestfrontError(Exception):
    """The base of all errors of this package."""


class ProgramMissing(WestfrontError):
    """The program `westfront` was not found."""


class ProgramEnded(WestfrontError):
    """The other end of the pipe has gone: the engine, or the arena."""


class Refused(WestfrontError):
    """A request was refused, and nothing has changed. `reasons` are the cases of the rulebook that forbid it."""

    def __init__(self, error: str, reasons: Sequence[Reason] = ()) -> None:
        super().__init__(error)
        self.error = error
        self.reasons = list(reasons)

    @property
    def cases(self) -> list[str]:
        """The numbers of the cases."""
        return [reason.case for reason in self.reasons]
