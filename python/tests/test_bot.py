"""Bots: word by word over a written pipe, then whole games against the fake arena and the real one."""

import io
import json
import subprocess
import sys
import tempfile
import unittest

from fake_arena import FakeArena
from support import ENVIRONMENT, ROOT, snippets

from westfront import Bot, Engine, ProgramEnded, Refused
from westfront.engine import find_program

EXAMPLES = ROOT / "examples"
DOCUMENTS = ROOT.parent / "docs"

START = {
    "do": "start",
    "game": "cambrai",
    "scenario": "campaign",
    "options": {},
    "seat": "british",
    "seats": [],
    "level_ids": ["random", "captain"],
    "turn_ms": 9000,
    "time_ms": 1000,
    "never": "heard of",
    "title": {"units": [{"id": "br-6-16", "name": "16th"}], "places": [], "charts": [], "victory": []},
}
OVER = {"do": "over", "seat": "british", "winners": ["german"], "result": "german by holding out (13.2)"}


def unit(number, face, at="J"):
    return [number, {"unit": {"id": f"u{number}", "face": face, "at": at}}]


def decide(**more):
    option = {"cases": [], "label": "", "odds": False, "binding": False, "target": "button"}
    decision = {
        "seq": 3,
        "seats": [0],
        "kind": "activation",
        "text": "?",
        "cases": ["8.1"],
        "options": [{**option, "play": "assault"}, {**option, "play": "pass"}],
        "undo": False,
    }
    return {
        "do": "decide",
        "game": "cambrai",
        "scenario": "campaign",
        "seat": "british",
        "time_ms": 1000,
        "seed": 5,
        "decision": decision,
        "events": [],
        "view": {"seq": 3, "turn": 1, "items": [unit(0, "fresh")]},
    } | more


def converse(bot, *messages):
    """The lines that a bot writes when it reads these."""
    sink = io.StringIO()
    bot.run(io.StringIO("".join(json.dumps(message) + "\n" for message in messages)), sink)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


class Asking(Bot):
    """Does in each decision what it was made for, and keeps the result."""

    def __init__(self, *deeds):
        self.deeds, self.came, self.titles, self.results = list(deeds), [], [], []

    def started(self, title):
        self.titles.append(title)

    def over(self, result):
        self.results.append(result)

    def decide(self, question):
        if self.deeds:
            self.came.append(self.deeds.pop(0)(question))
        return question.decision.options[-1]


class Words(unittest.TestCase):
    def test_a_game_has_a_beginning_a_question_and_an_end(self):
        bot = Asking(lambda question: (question.title.level_ids, question.turn_ms, question.view.units["u0"].face))
        said = converse(bot, START, {"do": "something new"}, decide(turn_ms=7000), OVER)
        self.assertEqual(said, [{"play": "pass"}])
        self.assertEqual(bot.came, [(["random", "captain"], 7000, "fresh")])
        self.assertEqual((bot.titles[0].seat, bot.titles[0].units[0]["name"]), ("british", "16th"))
        self.assertEqual((bot.results[0].won, bot.results[0].result), (False, OVER["result"]))

    def test_an_answer_may_be_a_number_or_a_text(self):
        for answer, said in ((0, {"option": 0}), ("resign", {"play": "resign"})):
            bot = Asking()
            bot.decide = lambda question, answer=answer: answer
            self.assertEqual(converse(bot, decide()), [said])

    def test_questions_go_out_as_the_document_says_and_answers_come_back(self):
        odds = {
            "title": "t",
            "cases": [],
            "sums": [],
            "summary": "s",
            "results": [{"label": "hit", "ways": 1, "of": 6, "cases": []}],
        }
        bot = Asking(lambda q: (q.position(), q.odds("assault", ["activate J"]), q.why("pass"), q.hint("captain")))
        said = converse(
            bot,
            START,
            decide(),
            {"ok": True, "position": "scenario = …", "dice_seed": 123},
            {"ok": True, "odds": odds},
            {"ok": True, "legal": False, "error": "no", "reasons": [{"case": "8.1", "text": "why"}]},
            {"ok": True, "play": "pass", "reason": "It is quiet."},
        )
        self.assertEqual(
            said,
            [
                {"ask": "position"},
                {"ask": "odds", "play": "assault", "before": ["activate J"]},
                {"ask": "why", "play": "pass"},
                {"ask": "hint", "level": "captain"},
                {"play": "pass"},
            ],
        )
        ((position, odds, why, hint),) = bot.came
        self.assertEqual((position.position, position.dice_seed), ("scenario = …", 123))
        self.assertEqual(odds.results[0].probability, 1 / 6)
        self.assertEqual((why.legal, why.reasons[0].case), (False, "8.1"))
        self.assertEqual((hint.play, hint.reason), ("pass", "It is quiet."))

    def test_a_refused_question_is_an_exception_with_its_cases(self):
        def ask(question):
            with self.assertRaises(Refused) as refused:
                question.odds("nonsense")
            return refused.exception.error, refused.exception.cases

        bot = Asking(ask)
        refusal = {"ok": False, "error": "no odds", "reasons": [{"case": "9.2", "text": ""}]}
        self.assertEqual(converse(bot, START, decide(), refusal)[-1], {"play": "pass"})
        self.assertEqual(bot.came, [("no odds", ["9.2"])])

    def test_an_arena_without_start_is_not_asked(self):
        bot = Asking(lambda question: self.assertRaises(Refused, question.position))
        bot.views = "changes"
        self.assertEqual(converse(bot, decide(), OVER), [{"play": "pass"}])

    def test_an_arena_that_ends_in_a_question_is_told_of(self):
        with self.assertRaises(ProgramEnded):
            converse(Asking(lambda question: question.position()), START, decide())

    def test_changes_are_put_together(self):
        def faces(question):
            return {unit.id: unit.face for unit in question.view.units.values()}

        whole = {"seq": 1, "turn": 1, "items": [unit(0, "fresh"), unit(1, "fresh")]}
        change = {"seq": 2, "turn": 1, "changed": True, "items": [unit(1, "exhausted"), unit(2, "fresh")], "gone": [0]}
        bot = Asking(faces, faces, faces)
        bot.views = "changes"
        again = decide(view={**whole, "items": [unit(7, "fresh")]})
        said = converse(bot, START, decide(view=whole), {"ok": True}, decide(view=change), OVER, START, again)
        self.assertEqual(said, [{"ask": "views", "as": "changes"}] + [{"play": "pass"}] * 3)
        self.assertEqual(
            bot.came,
            [
                {"u0": "fresh", "u1": "fresh"},
                {"u1": "exhausted", "u2": "fresh"},
                {"u7": "fresh"},
            ],
        )

    def test_changes_without_a_beginning_are_an_error(self):
        change = decide(view={"seq": 2, "turn": 1, "changed": True, "items": []})
        unseen = {key: value for key, value in decide().items() if key != "view"}
        for before in ([], [decide(), OVER, START], [decide(), unseen]):
            with self.subTest(before), self.assertRaisesRegex(ValueError, "only changes"):
                converse(Asking(), START, *before, change)

    def test_each_seat_has_its_own_view_and_title(self):
        german = {**START, "seat": "german"}
        whole = {"seq": 1, "turn": 1, "items": [unit(0, "fresh"), unit(1, "fresh")]}
        change = {"seq": 2, "turn": 1, "changed": True, "items": [], "gone": [1]}

        def look(question):
            return question.title.seat, len(question.view.items)

        bot = Asking(look, look, look)
        converse(bot, START, german, decide(view=whole), decide(view=whole, seat="german"), decide(view=change))
        self.assertEqual(bot.came, [("british", 2), ("german", 2), ("british", 1)])

    def test_the_time_left_is_the_shorter_of_both(self):
        bot = Asking(lambda question: question.seconds_left(), lambda question: question.seconds_left())
        converse(bot, decide(time_ms=1000, turn_ms=300), decide(time_ms=1000, turn_ms=None))
        self.assertTrue(0 < bot.came[0] <= 0.3 and 0.3 < bot.came[1] <= 1, bot.came)

    def test_what_a_bot_prints_is_no_answer(self):
        error = io.StringIO()
        sys.stderr, kept = error, sys.stderr
        try:
            said = converse(Asking(lambda question: print("thinking")), decide())
        finally:
            sys.stderr = kept
        self.assertEqual((said, error.getvalue()), ([{"play": "pass"}], "thinking\n"))


CURIOUS = """
from westfront import Bot, Engine, Refused

class Curious(Bot):
    views = "changes"
    engine = Engine()

    def decide(self, question):
        option = next((option for option in question.decision.options if option.odds), None)
        if option:
            total = sum(chance.probability for chance in question.odds(option.play).results)
            assert abs(total - 1) < 1e-9, total
        assert question.why(question.decision.options[0].play).legal
        assert question.why("nonsense").legal is False
        try:
            question.hint("nobody")
            raise AssertionError("a hint of nobody")
        except Refused:
            pass
        self.engine.load_position(question.game, question.position().position)
        seen = self.engine.view(question.seat)
        assert question.view.items == seen.items, "the view of the position is the view that was sent"
        return question.hint("random").play

Curious().run()
"""


class WholeGames(unittest.TestCase):
    def arena(self, *command, time_ms=1000) -> FakeArena:
        engine = Engine()
        self.addCleanup(engine.close)
        arena = FakeArena([sys.executable, *map(str, command)], engine, time_ms)
        self.addCleanup(arena.close)
        return arena

    def test_a_curious_bot_plays_both_seats_and_one_of_them(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(CURIOUS)
            file.flush()
            arena = self.arena(file.name)
            result = arena.game("cambrai", "first-battle", ["british", "german"], 1)
            self.assertNotEqual(result["text"], "broken off")
            arena.game("verdun", "first-battle", ["french"], 2, 60)
            arena.game("big-push", "first-battle", ["british"], 3, 60)
            self.assertEqual(arena.close(), 0)
        self.assertEqual(arena.views, "changes")
        self.assertEqual([asked["ask"] for asked in arena.asked].count("views"), 1)
        changed = [message["view"] for message in arena.sent if message.get("view", {}).get("changed")]
        self.assertGreater(len(changed), 20)
        self.assertTrue(any(view["gone"] for view in changed), "something has left the view")

    def test_the_search_bot_wins_where_chance_loses(self):
        """Two rounds and plenty of time, so that it is the same game on every machine. Chance wins 2 games of 100."""
        rounds = f"import sys; sys.path.insert(0, {str(EXAMPLES)!r}); import search_bot; search_bot.ROUNDS = 2"
        arena = self.arena("-c", f"{rounds}; search_bot.SearchBot().run()", time_ms=60_000)
        for seed in (0, 1):
            self.assertEqual(arena.game("cambrai", "first-battle", ["british"], seed)["winners"], ["british"])
        self.assertIn({"ask": "position"}, arena.asked)
        self.assertEqual({message.get("view") for message in arena.sent[2:] if message["do"] == "decide"}, {None})
        self.assertEqual(arena.close(), 0)

    def test_the_search_bot_answers_in_time(self):
        arena = self.arena(EXAMPLES / "search_bot.py", time_ms=10)
        arena.game("verdun", "first-battle", ["german"], 0, 30)
        self.assertEqual(arena.close(), 0)

    def test_the_sample_bot_answers_as_that_of_the_documents(self):
        answers = []
        for path in (EXAMPLES / "sample_bot.py", DOCUMENTS / "bots" / "sample_bot.py"):
            arena = self.arena(path)
            arena.game("cambrai", "campaign", ["british", "german"], 4)
            answers.append(arena.engine.export().position)
            self.assertEqual(arena.close(), 0)
        self.assertEqual(*answers)

    def test_bots_play_in_the_real_arena(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(snippets()[2])
            file.flush()
            for path in (EXAMPLES / "sample_bot.py", file.name):
                with self.subTest(path):
                    self.match(path)

    def match(self, path):
        player = f'cmd:"{sys.executable}" "{path}"'
        command = [find_program(), "arena", player, "random", "--game", "cambrai", "--scenario", "tank-attack"]
        done = subprocess.run(
            [*command, "--pairs", "2", "--threads", "1"],
            env=ENVIRONMENT,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout, r"games +\d won, \d drawn, \d lost")
        self.assertRegex(done.stdout, "faults A +0 crashes, 0 wrong answers, 0 time losses")


if __name__ == "__main__":
    unittest.main()
