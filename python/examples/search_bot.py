#!/usr/bin/env python3
"""A computer player that tries every answer on its own board and takes the one that leads nearest to victory.

    WESTFRONT=target/release/westfront \\
    westfront arena "cmd:python3 python/examples/search_bot.py" random --game cambrai --scenario campaign --pairs 10

The arena gives it its position with hidden facts redealt. From there it tries each answer in turn, lets chance play
on for a while, and looks how far both sides are from victory; then again with other dice, as long as there is time.
"""

import random

from westfront import Bot, Engine, Option, Question, Status
from westfront.wire import Row

PLAY_ON = 20
"""How many answers are played at random before it looks."""
RESERVE = 0.2
"""How many seconds are kept back."""
ROUNDS = 10
"""How often each answer is tried at most."""


def progress(rows: list[Row]) -> float:
    """How near a side is to victory, by its best group, between 0 and 1."""
    groups: dict[str, list[float]] = {}
    for row in rows:
        groups.setdefault(row.group, []).append(min(max(row.now / max(row.needed, 1), 0), 1))
    return max((sum(group) / len(group) for group in groups.values()), default=0)


class SearchBot(Bot):
    views = "none"

    def __init__(self) -> None:
        self.engine = Engine()
        self.seats = {game.id: [seat.id for seat in game.seats] for game in self.engine.games()}

    def decide(self, question: Question) -> Option:
        chance = random.Random(question.seed)
        given = question.position()
        options = question.decision.options
        sums, tries = [0.0] * len(options), [0] * len(options)
        for n in chance.sample(range(len(options)), len(options)) * ROUNDS:
            if question.seconds_left() < RESERVE:
                break
            self.engine.load_position(question.game, given.position, seed=given.dice_seed + sum(tries))
            status = self.engine.play(options[n], question.seat)
            sums[n] += self.worth(self.play_on(status, chance), question)
            tries[n] += 1
        return max(zip(options, sums, tries), key=lambda each: each[1] / each[2] if each[2] else -10)[0]

    def play_on(self, status: Status, chance: random.Random) -> Status:
        """Chance answers for both sides."""
        for _ in range(PLAY_ON):
            decision = self.engine.options(status.to_play[0]) if status.to_play else None
            if decision is None:
                break
            status = self.engine.play(chance.choice(decision.options), status.to_play[0])
        return status

    def worth(self, status: Status, question: Question) -> float:
        """How much nearer to victory the seat is than its enemy; 10 when it has won."""
        if status.result:
            return 10 if question.seat in status.result.winners else -10 if status.result.winners else 0
        number = self.seats[question.game].index(question.seat)
        rows = self.engine.victory(question.seat).rows
        own, others = [row for row in rows if number in row.seats], [row for row in rows if number not in row.seats]
        return progress(own) - progress(others)


if __name__ == "__main__":
    SearchBot().run()
