"""Westfront from Python.

`Engine` plays games, `Bot` is a computer player for the arena, `westfront.aec` an environment for learning.
All that is read from the pipe is in `westfront.wire`.
"""

from .bot import Bot, Over, Question, Title
from .engine import Answer, Engine
from .errors import ProgramEnded, ProgramMissing, Reason, Refused, WestfrontError
from .wire import Decision, Event, Odds, Option, Status, View

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Bot",
    "Decision",
    "Engine",
    "Event",
    "Odds",
    "Option",
    "Over",
    "ProgramEnded",
    "ProgramMissing",
    "Question",
    "Reason",
    "Refused",
    "Status",
    "Title",
    "View",
    "WestfrontError",
]
