#!/usr/bin/env python3
"""A computer player in few lines.

    westfront arena "cmd:python3 python/examples/sample_bot.py" random --game cambrai --scenario campaign --pairs 10

It prefers what dice hang on, then what cannot be taken back, and chooses among equals at random.
"""

import random

from westfront import Bot, Option, Question


def weight(option: Option) -> int:
    """How much an option is liked: replace this by a better idea."""
    return 2 * option.odds + option.binding


class SampleBot(Bot):
    def decide(self, question: Question) -> Option:
        options = question.decision.options
        best = max(map(weight, options))
        return random.Random(question.seed).choice([option for option in options if weight(option) == best])


if __name__ == "__main__":
    SampleBot().run()
