#!/usr/bin/env python3
"""A computer player that answers as a level of another version of the program does: a match of today against yesterday.

    WESTFRONT=/path/to/the/older/westfront \\
    westfront arena captain "cmd:python3 python/examples/other_version.py captain" --game verdun --pairs 50

The arena's own program plays its levels; the one that WESTFRONT names gives the answers here. It is asked with what
the seat may know, so neither version knows more than the other.
"""

import sys

from westfront import Bot, Engine, Question


class OtherVersion(Bot):
    views = "none"

    def __init__(self, level: str) -> None:
        self.engine = Engine()
        self.level = level

    def decide(self, question: Question) -> str:
        given = question.position()
        self.engine.load_position(question.game, given.position, seed=given.dice_seed)
        return self.engine.hint(self.level, question.seat, seed=question.seed).play


if __name__ == "__main__":
    OtherVersion(sys.argv[1] if len(sys.argv) > 1 else "captain").run()
