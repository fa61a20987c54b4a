"""What the tests share: the package as it lies here, and random games."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from westfront import Engine

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
SCENARIOS = [("cambrai", "first-battle"), ("big-push", "first-battle"), ("verdun", "first-battle")]
LATER = [("verdun", "hells-doorway"), ("big-push", "over-the-top")]


def snippets() -> list[str]:
    """The Python of the README, piece by piece."""
    return re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)


def run(lines: str) -> subprocess.CompletedProcess[str]:
    """Runs Python as a reader would who copies it."""
    command = [sys.executable, "-c", lines]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=120)


def play_at_random(engine: Engine, steps: int, seed: int = 1) -> None:
    """Plays this many random answers, or to the end."""
    chance = random.Random(seed)
    status = engine.ask("options")
    for _ in range(steps):
        if not status["to_play"]:
            return
        seat = status["to_play"][0]
        options = engine.ask("options", seat=seat)["decision"]["options"]
        status = engine.ask("play", option=chance.randrange(len(options)), seat=seat)


def words_seen() -> set[str]:
    """The faces, marks and boxes of all views in some random games."""
    words: set[str] = set()
    with Engine() as engine:
        for game, scenario in (*SCENARIOS, ("cambrai", "campaign"), ("verdun", "firestorm"), *LATER):
            engine.new(game, scenario)
            for step in range(10):
                play_at_random(engine, 40, step)
                view = engine.view()
                words |= {mark.split(" x")[0] for item in (view.units | view.places).values() for mark in item.marks}
                words |= {unit.face for unit in view.units.values()}
                words |= {unit.at for unit in view.units.values() if len(unit.at) > 1 and unit.at.isalpha()}
    return words
