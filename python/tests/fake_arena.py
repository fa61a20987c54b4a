"""The arena's part of docs/bot-protocol.md, played over pipes against a bot on the games of a real engine.

It answers a bot's questions as the document says. Only one thing it cannot do: it does not redeal hidden facts.
"""

import json
import random
import subprocess
import threading

from support import ENVIRONMENT

from westfront import Engine, Refused

FOREIGN = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii"}
"""A machine whose own encoding is not that of the protocol."""


class FakeArena:
    """A bot that has been started, and the engine that it plays on."""

    def __init__(self, command: list[str], engine: Engine, time_ms: int = 1000) -> None:
        self.engine, self.time_ms = engine, time_ms
        self.asked: list[dict] = []
        self.sent: list[dict] = []
        self.bot = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=FOREIGN
        )
        self.watchdog = threading.Timer(120, self.bot.kill)
        self.watchdog.start()
        self.views = "full"
        self.seen: dict[str, dict[int, dict]] = {}

    def close(self) -> int:
        """Ends the input and says how the bot ended."""
        self.bot.stdin.close()
        code = self.bot.wait()
        self.bot.stdout.close()
        self.watchdog.cancel()
        return code

    def tell(self, **message) -> None:
        self.sent.append(message)
        self.bot.stdin.write(json.dumps(message, ensure_ascii=False) + "\n")
        self.bot.stdin.flush()

    def game(self, game: str, scenario: str, seats: list[str], seed: int, steps: int = 10_000) -> dict:
        """A game in which the bot has these seats and chance the others. Gives the result."""
        chance = random.Random(seed)
        status = self.engine.ask("new", game=game, scenario=scenario, seed=seed)
        title = next(title for title in self.engine.ask("list")["games"] if title["id"] == game)
        self.seen.clear()
        for seat in seats:
            self.tell(
                do="start",
                game=game,
                scenario=scenario,
                options={},
                seat=seat,
                seats=title["seats"],
                level_ids=["random"],
                turn_ms=None,
                time_ms=self.time_ms,
                title=self.title(seat),
                new_key=1,
            )
        told = dict.fromkeys(seats, 0)
        while status["to_play"] and steps:
            steps -= 1
            seat = status["to_play"][0]
            decision = self.engine.ask("options", seat=seat)["decision"]
            if seat in seats:
                events = self.engine.ask("events", since=told[seat], seat=seat)["events"]
                told[seat] = len(self.engine.ask("events")["events"])
                answer = self.decide(game, scenario, seat, decision, events, chance.getrandbits(32))
            else:
                answer = {"option": chance.randrange(len(decision["options"]))}
            keys = {"text": answer["play"]} if "play" in answer else {"option": answer["option"]}
            status = self.engine.ask("play", seat=seat, **keys)
        result = status["result"] or {"winners": [], "text": "broken off"}
        for seat in seats:
            self.tell(do="over", seat=seat, winners=result["winners"], result=result["text"])
        return result

    def title(self, seat: str) -> dict:
        items = self.engine.ask("view")["view"]["items"]
        units = [item["unit"]["id"] for _, item in items if "unit" in item]
        return {
            "units": [{"id": unit, "name": unit, "side": "", "kind": "", "size": "", "factors": {}} for unit in units],
            "places": [item["place"] for _, item in items if "place" in item],
            "charts": [],
            "victory": self.engine.ask("victory", seat=seat)["victory"]["rows"],
        }

    def decide(self, game: str, scenario: str, seat: str, decision: dict, events: list, seed: int) -> dict:
        view = self.view(seat)
        self.tell(
            do="decide",
            game=game,
            scenario=scenario,
            seat=seat,
            time_ms=self.time_ms,
            turn_ms=None,
            seed=seed,
            decision=decision,
            events=events,
            **({} if view is None else {"view": view}),
        )
        while True:
            line = self.bot.stdout.readline()
            if not line:
                raise AssertionError("the bot has ended")
            message = json.loads(line)
            if "ask" not in message:
                return message
            self.asked.append(message)
            try:
                reply = {"ok": True, **self.answer(message, seat, decision)}
            except Refused as refused:
                reasons = [{"case": reason.case, "text": reason.text} for reason in refused.reasons]
                reply = {"ok": False, "error": refused.error, "reasons": reasons}
            self.bot.stdin.write(json.dumps(reply, ensure_ascii=False) + "\n")
            self.bot.stdin.flush()

    def view(self, seat: str) -> dict | None:
        """The view as the bot wishes it. The first of a game and the first after none is whole."""
        whole = self.engine.ask("view", seat=seat)["view"]
        if self.views == "none":
            self.seen.clear()
            return None
        before, now = self.seen.get(seat), dict(whole["items"])
        self.seen[seat] = now
        if self.views == "full" or before is None:
            return whole
        items = [[number, item] for number, item in now.items() if before.get(number) != item]
        return {**whole, "changed": True, "items": items, "gone": [number for number in before if number not in now]}

    def answer(self, message: dict, seat: str, decision: dict) -> dict:
        match message["ask"]:
            case "position":
                return {"position": self.engine.export().position, "dice_seed": len(self.asked)}
            case "odds":
                keys = {"text": message["play"], "before": message.get("before", [])}
                return {"odds": self.engine.ask("odds", seat=seat, **keys)["odds"]}
            case "why":
                return self.engine.ask("why", seat=seat, text=message["play"])
            case "hint":
                if message["level"] != "random":
                    raise Refused(f"there is no level '{message['level']}'")
                return {"play": decision["options"][-1]["play"], "reason": "It is the last."}
            case "views":
                self.views = message["as"]
                return {}
        raise Refused(f"not a question: {message}")
