"""A computer player for `westfront arena "cmd:python3 my_bot.py"`, as docs/bot-protocol.md describes it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TextIO

from .engine import Answer, reply_of
from .errors import ProgramEnded, Refused
from .wire import Decision, Event, Hint, Json, Odds, Option, View, Why, read

Views = Literal["full", "changes", "none"]


@dataclass(frozen=True)
class Title:
    """The facts of a game for a seat, sent before it begins. Units, places, charts and conditions stay JSON."""

    game: str
    scenario: str
    seat: str
    options: dict[str, str] = field(default_factory=dict)
    seats: list[Any] = field(default_factory=list)
    level_ids: list[str] = field(default_factory=list)
    turn_ms: int | None = None
    time_ms: int | None = None
    units: list[Json] = field(default_factory=list)
    places: list[Json] = field(default_factory=list)
    charts: Any = None
    victory: list[Json] = field(default_factory=list)


@dataclass(frozen=True)
class Over:
    """How a game ended for a seat; a draw has no winners."""

    seat: str
    winners: list[str]
    result: str

    @property
    def won(self) -> bool:
        """Whether the seat has won."""
        return self.seat in self.winners


@dataclass(frozen=True)
class Position:
    """The seat's own position for `Engine.load_position`: hidden facts and dice are redealt."""

    position: str
    dice_seed: int


class Arena:
    """The other end of the pipe."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source, self._sink = source, sink
        self._views: dict[str, View | None] = {}
        self.titles: dict[str, Title] = {}
        self.knows_asks = False
        """Whether it answers questions. An arena that does begins each game with `start`."""

    def say(self, message: Mapping[str, Any]) -> None:
        """Writes a line."""
        self._sink.write(json.dumps(message) + "\n")
        self._sink.flush()

    def hear(self) -> Json | None:
        """The next message, or None when there are no more games."""
        line = self._source.readline()
        return json.loads(line) if line else None

    def ask(self, what: str, **keys: Any) -> Json:
        """A question while a decision is pending. Raises `Refused`."""
        if not self.knows_asks:
            raise Refused("this arena answers no questions")
        self.say({"ask": what, **keys})
        line = self._source.readline()
        if not line:
            raise ProgramEnded("the arena has ended")
        return reply_of(line)

    def start(self, message: Json) -> Title:
        """A game begins for a seat."""
        title = read(Title, {**message.get("title", {}), **message})
        self.knows_asks = True
        self.titles[title.seat] = title
        self._views[title.seat] = None
        return title

    def question(self, message: Json) -> Question:
        """A question with its whole view, even if only a part of it was sent."""
        seat, value = message["seat"], message.get("view")
        view = None if value is None else View.of(value, self._views.get(seat))
        self._views[seat] = view
        return read(Question, {**message, "view": view, "title": self.titles.get(seat), "arena": self})


@dataclass(frozen=True)
class Question:
    """A question to a bot: the decision with every legal answer, the events, and the view of the seat."""

    game: str
    scenario: str
    seat: str
    seed: int
    time_ms: int
    decision: Decision
    events: list[Event]
    arena: Arena = field(repr=False)
    view: View | None = None
    title: Title | None = None
    turn_ms: int | None = None
    asked_at: float = field(default_factory=time.monotonic, init=False, repr=False)

    def seconds_left(self) -> float:
        """The time that is left for this answer."""
        limits = [self.time_ms] if self.turn_ms is None else [self.time_ms, self.turn_ms]
        return min(limits) / 1000 - (time.monotonic() - self.asked_at)

    def position(self) -> Position:
        """The seat's own position, redealt: load it into an `Engine` and search."""
        return read(Position, self.arena.ask("position"))

    def odds(self, play: str, before: Iterable[str] = ()) -> Odds:
        """The exact chances of an answer, after those in `before`."""
        return read(Odds, self.arena.ask("odds", play=play, before=list(before))["odds"])

    def why(self, play: str) -> Why:
        """Whether an answer is legal, and every case against it."""
        return read(Why, self.arena.ask("why", play=play))

    def hint(self, level: str) -> Hint:
        """The answer of a level."""
        return read(Hint, self.arena.ask("hint", level=level))


class Bot:
    """A computer player. Override `decide`, and end the file with `MyBot().run()`."""

    views: ClassVar[Views] = "full"
    """How views are sent. `question.view` is always whole, or None with `"none"`; `"changes"` is quicker."""

    def started(self, title: Title) -> None:
        """A game begins for a seat."""

    def decide(self, question: Question) -> Answer:
        """An option of the question, its number, or what one would type."""
        raise NotImplementedError

    def over(self, result: Over) -> None:
        """A game has ended for a seat."""

    def run(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """Plays until there are no more games. What `decide` prints goes to standard error."""
        # The protocol is UTF-8, whatever the machine's own encoding is. Answers are plain ASCII.
        arena = Arena(source or open(sys.stdin.fileno(), encoding="utf-8", closefd=False), sink or sys.stdout)
        wish: Views = "full"
        with redirect_stdout(sys.stderr):
            while (message := arena.hear()) is not None:
                if message["do"] == "start":
                    self.started(arena.start(message))
                elif message["do"] == "decide":
                    question = arena.question(message)
                    if wish != self.views and arena.knows_asks:
                        wish = self.views
                        arena.ask("views", **{"as": wish})
                    arena.say(_answer(self.decide(question)))
                elif message["do"] == "over":
                    self.over(read(Over, message))


def _answer(answer: Answer) -> Json:
    if isinstance(answer, int):
        return {"option": answer}
    return {"play": answer.play if isinstance(answer, Option) else answer}
