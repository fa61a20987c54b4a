"""An environment of PettingZoo's AEC shape: `pip install westfront[env]`, then `westfront.aec.env("cambrai", …)`."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

try:
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("the environment needs PettingZoo: pip install 'westfront[env]'") from error

from .engine import Engine
from .errors import Refused
from .wire import Decision, Event, Place, Played, Status, Track, Unit, View

Bytes: TypeAlias = NDArray[np.uint8]


class Encoder(Protocol):
    """Turns a view into numbers. Give another one to `env` for features of your own."""

    def space(self, items: int, options: int) -> Any:
        """The space of observations, for a number of items in a view and of options in a decision."""

    def encode(self, view: View, decision: Decision | None, seat: str) -> Any:
        """The view of a seat as numbers. `decision` is its open question, None if it is not asked."""


class PlainEncoder:
    """One row of bytes for each item of the view, then one for each option.

    A row begins with `HEAD`: 1 if there is something, the letter and the number of its place (K17 is 11 and 17), its
    value plus 100, and for an option the item that is clicked, plus one. Behind that is a 1 for each of `WORDS` that
    holds. Names of units are not told: the number of the row stands for them.
    """

    HEAD = 6
    WORDS = (
        *("fresh", "exhausted", "full", "reduced", "mobile", "entrenched", "command", "supply"),
        *("face down", "inside", "inside, back"),
        *("reserve", "eliminated", "due", "off", "hand", "box", "pool", "track", "exited", "gone"),
        *("↑", "→", "↓", "←", "D", "S", "E", "B", "H", "A", "C", "P", "F", "T", "M", "N"),
        *("british", "french", "german", "interdicted", "assault", "target", "mine", "air bombardment"),
        *("German air", "French air", "British air", "rolling barrage", "direct support", "active", "assaulted"),
        *("barrage target", "clear", "overcast", "fair", "drizzle", "rain", "snow", "odds", "binding", "ends"),
    )
    COLUMN = {word: column for column, word in enumerate(WORDS, HEAD)}

    def space(self, items: int, options: int) -> Any:
        self.items, self.rows = items, items + options
        return spaces.Box(0, 255, (self.rows, self.HEAD + len(self.WORDS)), np.uint8)

    def encode(self, view: View, decision: Decision | None, seat: str) -> Bytes:
        table = np.zeros((self.rows, self.HEAD + len(self.WORDS)), np.uint8)
        for number, item in view.items.items():
            self._row(table[number], *self._told(item))
        numbers = {item.id: number for number, item in view.items.items()}
        for row, option in zip(table[self.items :], decision.options if decision else []):
            words = [word for word in ("odds", "binding", "ends") if getattr(option, word)]
            unit = view.units.get(option.unit or "")
            self._row(row, option.place or (unit.at if unit else ""), option.cost, words)
            row[4:6] = divmod(numbers.get(option.unit or option.place or "", -1) + 1, 256)
        return table

    @staticmethod
    def _told(item: Unit | Place | Track) -> tuple[str, str, list[str]]:
        """The place, the value and the words of an item."""
        if isinstance(item, Unit):
            return item.at, item.left, [item.face, item.at, *item.marks]
        if isinstance(item, Place):
            return item.id, "", [item.control, *item.marks]
        return "", item.value, item.value.lower().split()

    def _row(self, row: Bytes, place: str, value: str, words: list[str]) -> None:
        row[0] = 1
        if found := re.fullmatch(r"([A-Z]?)(\d*)", place):
            row[1] = ord(found[1]) - ord("A") + 1 if found[1] else 0
            row[2] = int(found[2] or 0)
        number = re.search(r"-?\d+", value)
        row[3] = min(max(int(number[0]) + 100, 0), 255) if number else 0
        for word in words:
            if column := self.COLUMN.get(word.split(" x")[0]):
                row[column] = 1


class WestfrontEnv(AECEnv):  # type: ignore[misc]
    """A game whose agents are the seats, by their ids. Actions are the numbers of the options."""

    metadata = {"name": "westfront_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        game: str,
        scenario: str,
        *,
        options: Mapping[str, str] | None = None,
        max_options: int = 1024,
        max_steps: int | None = None,
        encoder: Encoder | None = None,
        program: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.scenario, self.options = game, scenario, dict(options or {})
        self.max_options, self.max_steps, self.render_mode = max_options, max_steps, render_mode
        self.engine = Engine(program)
        self.encoder: Encoder = encoder or PlainEncoder()
        self._dice = random.Random()
        try:
            self._status: Status = self.engine.new(game, scenario, options=self.options)
        except Refused:
            self.engine.close()
            raise
        title = next(title for title in self.engine.games() if title.id == game)
        self.possible_agents = [title.seats[seat].id for seat in title.playing(scenario, self.options)]
        observation = self.encoder.space(1 + max(self.engine.view().items), max_options)
        mask = spaces.Box(0, 1, (max_options,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": observation, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(max_options) for agent in self.possible_agents}
        self.agents: list[str] = []
        self._events: list[Event] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; with `options={"position": …}` from that position. The same seed gives the same dice."""
        if seed is not None:
            self._dice.seed(seed)
        dice = self._dice.getrandbits(63)
        if position := (options or {}).get("position"):
            self._status = self.engine.load_position(self.game, position, seed=dice)
        else:
            self._status = self.engine.new(self.game, self.scenario, options=self.options, seed=dice)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._steps = 0
        self._events = self.engine.events(seat="spectator")
        self._ask()

    def _ask(self) -> None:
        """Notes which seat is asked what. If several are asked in secret at the same time, the first answers first."""
        asked = {seat: self.engine.options(seat) for seat in self._status.to_play}
        self._decisions = {seat: decision for seat, decision in asked.items() if decision}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for agent, decision in self._decisions.items():
            left_out = max(0, len(decision.options) - self.max_options)
            self.infos[agent] = {"decision": decision, "left_out": left_out}
        self.agent_selection = next(iter(self._decisions), self.agents[0])

    def observe(self, agent: str) -> dict[str, Any]:
        decision = self._decisions.get(agent)
        mask = np.zeros(self.max_options, np.int8)
        mask[: len(decision.options) if decision else 0] = 1
        return {"observation": self.encoder.encode(self.engine.view(agent), decision, agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked, and None is no answer")
        self._cumulative_rewards[agent] = 0.0
        played: Played = self.engine.play(int(action), agent)
        since = len(self._events)
        self._events += self.engine.events(since, "spectator")
        self._status, self._steps = played, self._steps + 1
        self._clear_rewards()
        if played.result:
            for each in self.agents:
                lost = -1.0 if played.result.winners else 0.0
                self.rewards[each] = 1.0 if each in played.result.winners else lost
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps == self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            print("\n".join(event.text for event in self._events[since:]))

    def render(self) -> str | None:
        """The last events, as a spectator hears of them."""
        text = "\n".join(event.text for event in self._events[-10:])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        self.engine.close()


def env(game: str, scenario: str, **settings: Any) -> Any:
    """The environment with PettingZoo's usual guards. `settings` are those of `WestfrontEnv`."""
    return wrappers.OrderEnforcingWrapper(WestfrontEnv(game, scenario, **settings))
