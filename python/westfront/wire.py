"""The messages on the pipe, as dataclasses. Keys that this version does not know are ignored.

The words are those of docs/engine-protocol.md. A seat in what has been told is a number; one that is named is its id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from .errors import Reason

Json = dict[str, Any]
T = TypeVar("T")


def read(kind: type[T], value: Mapping[str, Any]) -> T:
    """A dataclass from a JSON object."""
    shape: Any = kind
    known: dict[str, Any] = {}
    for name, needed, reader in _readers(shape):
        if name in value:
            known[name] = reader(value[name])
        elif needed:
            raise ValueError(f"{kind.__name__} needs the key '{name}', and there is only {', '.join(value) or 'none'}")
    return kind(**known)


@cache
def _readers(kind: Any) -> list[tuple[str, bool, Callable[[Any], Any]]]:
    hints = get_type_hints(kind)
    return [
        (each.name, each.default is MISSING and each.default_factory is MISSING, _reader(hints[each.name]))
        for each in fields(kind)
        if each.init
    ]


def _reader(hint: Any) -> Callable[[Any], Any]:
    """A function that turns JSON into a value of that type: a dataclass, a list of them, or one that may be missing."""
    if isinstance(hint, type) and is_dataclass(hint):
        return lambda value: value if isinstance(value, hint) else read(hint, value)
    if get_origin(hint) is list:
        (inner,) = map(_reader, get_args(hint))
        return lambda value: [inner(each) for each in value]
    if type(None) in get_args(hint):
        (inner,) = (_reader(each) for each in get_args(hint) if each is not type(None))
        return lambda value: None if value is None else inner(value)
    return lambda value: value


# ------------------------------------------------------------------------------------------ the library


@dataclass(frozen=True)
class Seat:
    """A place at the table: its id, its name, the colours of its counters."""

    id: str
    name: str
    nation: str


@dataclass(frozen=True)
class Scenario:
    """What can be played. `seats` are the numbers of those that take part."""

    id: str
    name: str
    about: str
    turns: int
    seats: list[int]
    places: list[str] = field(default_factory=list)
    school: bool = False


@dataclass(frozen=True)
class SetupOption:
    """An optional rule; the first value is the default."""

    id: str
    about: str
    case: str
    values: list[str]


@dataclass(frozen=True)
class Game:
    """A title of the library."""

    id: str
    name: str
    pack: str
    seats: list[Seat]
    scenarios: list[Scenario]
    options: list[SetupOption]

    def playing(self, scenario: str, options: Mapping[str, str] | None = None) -> list[int]:
        """The numbers of the seats that take part: those of the scenario, and any that an option brings in."""
        playing = {seat for each in self.scenarios if each.id == scenario for seat in each.seats}
        brought = {n for n, seat in enumerate(self.seats) if (options or {}).get(f"{seat.id}-seat") == "on"}
        return sorted(playing | brought)


# ------------------------------------------------------------------------------------------ a decision


@dataclass(frozen=True)
class Option:
    """A legal answer. `play` is its typed form."""

    play: str
    label: str
    target: str | dict[str, str] = "button"
    cases: list[str] = field(default_factory=list)
    cost: str = ""
    parts: list[str] = field(default_factory=list)
    odds: bool = False
    binding: bool = False
    ends: bool = False

    @property
    def unit(self) -> str | None:
        """The unit that is clicked for it, if it is one."""
        return self.target.get("unit") if isinstance(self.target, dict) else None

    @property
    def place(self) -> str | None:
        """The place that is clicked for it, if it is one."""
        return self.target.get("place") if isinstance(self.target, dict) else None


@dataclass(frozen=True)
class Bundle:
    """An order that stands for several answers, given one after the other."""

    id: str
    label: str
    plays: list[str]
    about: list[str] = field(default_factory=list)
    binding: bool = False


@dataclass(frozen=True)
class Planned:
    """Something that is planned and not rolled for yet."""

    place: str
    label: str
    text: str
    cases: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Decision:
    """A question with every legal answer. It never has a single option: the engine plays that itself."""

    seq: int
    seats: list[int]
    kind: str
    text: str
    cases: list[str]
    options: list[Option]
    undo: bool = False
    about: list[str] = field(default_factory=list)
    bundles: list[Bundle] = field(default_factory=list)
    plan: list[Planned] = field(default_factory=list)


# ------------------------------------------------------------------------------------------ what happens


@dataclass(frozen=True)
class Line:
    """One modifier with its reason."""

    label: str
    value: int
    cases: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Roll:
    """One roll of the dice with its modifiers."""

    seat: int | None
    label: str
    dice: list[int]
    lines: list[Line]
    total: int


@dataclass(frozen=True)
class Event:
    """Something that has happened, told."""

    kind: str
    seat: int | None
    text: str
    cases: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)


@dataclass(frozen=True)
class Result:
    """How a game ended; a draw has no winners."""

    winners: list[str]
    text: str


@dataclass(frozen=True)
class Status:
    """Where a game stands: how many actions have been played, and which seats must answer."""

    seq: int
    turn: int
    to_play: list[str]
    result: Result | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None


@dataclass(frozen=True)
class Played(Status):
    """The consequences of an answer: how many actions it stood for, and the events."""

    played: int
    events: list[Event]


@dataclass(frozen=True)
class Why:
    """Whether an answer is legal, and every case against it."""

    legal: bool
    error: str = ""
    reasons: list[Reason] = field(default_factory=list)


@dataclass(frozen=True)
class Hint:
    """What a level would answer."""

    play: str
    reason: str = ""


@dataclass(frozen=True)
class Export:
    """A game as texts. A position is given only to a viewer of everything."""

    record: str
    position: str | None = None


# ------------------------------------------------------------------------------------------ odds


@dataclass(frozen=True)
class Sum:
    """The sum for one side or roll."""

    label: str
    lines: list[Line]
    total: int


@dataclass(frozen=True)
class Chance:
    """One result: `ways` of `of` equally likely falls of the dice."""

    label: str
    ways: int
    of: int
    cases: list[str] = field(default_factory=list)
    about: str = ""

    @property
    def probability(self) -> float:
        """As a number between 0 and 1."""
        return self.ways / self.of


@dataclass(frozen=True)
class Odds:
    """The exact chances of an answer with dice."""

    title: str
    cases: list[str]
    sums: list[Sum]
    results: list[Chance]
    summary: str
    chart: list[str] | None = None


# ------------------------------------------------------------------------------------------ a view


@dataclass(frozen=True)
class Unit:
    """A counter: which side of it is up, and where it lies. docs/bot-protocol.md says what faces and marks mean."""

    id: str
    face: str
    at: str
    marks: list[str] = field(default_factory=list)
    left: str = ""


@dataclass(frozen=True)
class Place:
    """A square, area or zone: who controls it, and what lies on it besides units."""

    id: str
    control: str = ""
    marks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Track:
    """A track or a count."""

    id: str
    label: str
    value: str
    seat: int | None = None


Item = Unit | Place | Track
_ITEMS: dict[str, type[Unit] | type[Place] | type[Track]] = {"unit": Unit, "place": Place, "track": Track}


@dataclass(frozen=True)
class View:
    """What a viewer sees: items by their number, which never changes during a game."""

    seq: int
    turn: int
    items: dict[int, Item]

    @classmethod
    def of(cls, value: Mapping[str, Any], before: View | None = None) -> View:
        """A view from JSON. One that has only changes needs the view before it."""
        items: dict[int, Item] = {}
        if value.get("changed"):
            if before is None:
                raise ValueError("this view has only changes, and there is none before it")
            gone = set(value.get("gone", ()))
            items = {number: item for number, item in before.items.items() if number not in gone}
        for number, item in value["items"]:
            ((kind, body),) = item.items()
            if kind in _ITEMS:
                items[number] = read(_ITEMS[kind], body)
        return cls(value["seq"], value["turn"], items)

    @cached_property
    def units(self) -> dict[str, Unit]:
        """The counters by their id."""
        return {item.id: item for item in self.items.values() if isinstance(item, Unit)}

    @cached_property
    def places(self) -> dict[str, Place]:
        """The places by their id."""
        return {item.id: item for item in self.items.values() if isinstance(item, Place)}

    @cached_property
    def tracks(self) -> dict[str, Track]:
        """The tracks by their id."""
        return {item.id: item for item in self.items.values() if isinstance(item, Track)}


# ------------------------------------------------------------------------------------------ how it stands


@dataclass(frozen=True)
class Lacking:
    """What is missing to a condition, and where."""

    text: str
    squares: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Source:
    """Points by what they were given for."""

    label: str
    own: int
    enemy: int


@dataclass(frozen=True)
class Goal:
    """A condition: it is met when what is `now` reaches what is `needed`. `met` is None where one may not know."""

    text: str
    met: bool | None
    now: int
    needed: int
    lacking: Lacking | None = None
    parts: list[Goal] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    cases: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Row(Goal):
    """A condition in its place: a side wins by one of its groups, a group by `need` of its rows."""

    side: str
    seats: list[int]
    group: str
    need: int


@dataclass(frozen=True)
class Victory:
    """Every condition of both sides, and what would happen if the game ended now."""

    now: str
    rows: list[Row]


@dataclass(frozen=True)
class Phase:
    """A phase of the turn."""

    label: str
    part: str
    case: str
    note: str = ""


@dataclass(frozen=True)
class Undone:
    """Something that can still be done in this phase."""

    text: str
    units: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Staff:
    """The phases of the turn in order, the number of the present one, and what is left undone."""

    phases: list[Phase]
    at: int | None
    next: str
    undone: list[Undone]
    ends: list[str]
