"""`westfront engine` as an object: one game at a time, every rule enforced, every refusal with its cases."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from .errors import ProgramEnded, ProgramMissing, Reason, Refused
from .wire import (
    Decision,
    Event,
    Export,
    Game,
    Hint,
    Json,
    Odds,
    Option,
    Played,
    Staff,
    Status,
    Victory,
    View,
    Why,
    read,
)

Answer = Option | str | int
"""An option as it was received, what one would type, or the number of an option, from 0."""

T = TypeVar("T")


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """Where the program is: as given, as the environment variable WESTFRONT says, or on the PATH."""
    wish = os.fspath(program or os.environ.get("WESTFRONT") or "westfront")
    found = shutil.which(wish)
    if found is None:
        raise ProgramMissing(
            f"there is no program '{wish}': build it with `cargo build --release`, and set the environment variable "
            "WESTFRONT to target/release/westfront or give that path to Engine"
        )
    return found


def reply_of(line: str) -> Json:
    """An answer of the protocol, or the refusal that it is."""
    reply: Json = json.loads(line)
    if not reply["ok"]:
        raise Refused(reply["error"], [read(Reason, reason) for reason in reply.get("reasons", ())])
    return reply


class Engine:
    """A running `westfront engine`. Without `seat`, looks show everything, and the seat that is asked answers."""

    def __init__(self, program: str | os.PathLike[str] | None = None) -> None:
        command = [find_program(program), "engine"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1
        )

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the program."""
        assert self._process.stdin and self._process.stdout
        for pipe in (self._process.stdin, self._process.stdout):
            try:
                pipe.close()
            except BrokenPipeError:  # it ended first
                pass
        self._process.wait()

    def ask(self, what: str, **keys: Any) -> Json:
        """Any request of docs/engine-protocol.md; keys that are None are left out. Raises `Refused`."""
        request = {"do": what} | {key: value for key, value in keys.items() if value is not None}
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (BrokenPipeError, ValueError) as error:
            raise ProgramEnded("the engine has ended") from error
        if not line:
            raise ProgramEnded(f"the engine ended while it was asked to {what}")
        return reply_of(line)

    def _part(self, kind: type[T], key: str, what: str, **keys: Any) -> T:
        return read(kind, self.ask(what, **keys)[key])

    def games(self) -> list[Game]:
        """The library: games with their seats, scenarios and options."""
        return [read(Game, game) for game in self.ask("list")["games"]]

    def new(
        self,
        game: str,
        scenario: str,
        *,
        options: Mapping[str, str] | None = None,
        players: Mapping[str, str] | None = None,
        seed: int | None = None,
        dice: Iterable[int] = (),
    ) -> Status:
        """Begins a game. The same seed gives the same dice; with `dice` these are all the dice there are."""
        setup = {"game": game, "scenario": scenario, "options": options, "players": players}
        return read(Status, self.ask("new", **setup, seed=seed, dice=list(dice)))

    def load(self, record: str) -> Status:
        """Re-runs a record and goes on from its end."""
        return read(Status, self.ask("load", record=record))

    def load_position(self, game: str, position: str, *, seed: int | None = None, dice: Iterable[int] = ()) -> Status:
        """Sets up any situation (docs/positions.md). `seq` counts from 0 again."""
        return read(Status, self.ask("load", game=game, position=position, seed=seed, dice=list(dice)))

    def options(self, seat: str | None = None) -> Decision | None:
        """The question with every legal answer; None when the game is over.

        If several seats are asked in secret, only the one that is named sees its options.
        """
        decision = self.ask("options", seat=seat)["decision"]
        return None if decision is None else read(Decision, decision)

    def play(self, answer: Answer, seat: str | None = None, *, seq: int | None = None) -> Played:
        """Answers. With `seq` it is refused if that is no longer the present number."""
        if isinstance(answer, int):
            return read(Played, self.ask("play", option=answer, seat=seat, seq=seq))
        text = answer.play if isinstance(answer, Option) else answer
        return read(Played, self.ask("play", text=text, seat=seat, seq=seq))

    def why(self, text: str, seat: str | None = None) -> Why:
        """Whether an answer is legal, and every case against it."""
        return read(Why, self.ask("why", text=text, seat=seat))

    def odds(self, text: str, seat: str | None = None, *, before: Iterable[str] = ()) -> Odds:
        """The exact chances of an answer, after those in `before` have been tried on a copy."""
        return self._part(Odds, "odds", "odds", text=text, seat=seat, before=list(before))

    def hint(self, level: str, seat: str | None = None, *, seed: int = 1) -> Hint:
        """The answer of a level; the same for the same seed."""
        return read(Hint, self.ask("hint", level=level, seat=seat, seed=seed))

    def view(self, seat: str | None = None) -> View:
        """The view of a seat, or of a `"spectator"`."""
        return View.of(self.ask("view", seat=seat)["view"])

    def victory(self, seat: str | None = None) -> Victory:
        """Every condition of victory, and how far it is."""
        return self._part(Victory, "victory", "victory", seat=seat)

    def staff(self, seat: str | None = None) -> Staff:
        """The phases of the turn, and what the seat has left undone."""
        return self._part(Staff, "staff", "staff", seat=seat)

    def events(self, since: int = 0, seat: str | None = None) -> list[Event]:
        """The events from that one on."""
        return [read(Event, event) for event in self.ask("events", since=since, seat=seat)["events"]]

    def undo(self, seat: str | None = None) -> Status:
        """Takes back the last action, as far as the last die or reveal."""
        return read(Status, self.ask("undo", seat=seat))

    def export(self, seat: str | None = None) -> Export:
        """The game as a record, and as a position for a viewer of everything."""
        return read(Export, self.ask("export", seat=seat))
