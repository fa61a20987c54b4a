#!/usr/bin/env python3
"""A computer player in few lines: it speaks the protocol of docs/bot-protocol.md.

    westfront arena "cmd:python3 docs/bots/sample_bot.py" random --game cambrai --scenario campaign --pairs 10

It prefers what dice hang on, then what cannot be taken back, and chooses among equals at random.
"""

import json
import random
import sys


def weight(option):
    """How much an option is liked: replace this by a better idea."""
    return 2 * option.get("odds", False) + option.get("binding", False)


def decide(question):
    """The number of the chosen option."""
    options = question["decision"]["options"]
    best = max(weight(option) for option in options)
    chance = random.Random(question["seed"])
    return chance.choice([n for n, option in enumerate(options) if weight(option) == best])


def main():
    """Answers one question a line until the input ends."""
    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["do"] == "decide":
            print(json.dumps({"option": decide(message)}), flush=True)


if __name__ == "__main__":
    main()
