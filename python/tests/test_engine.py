"""The engine, on the real program."""

import dataclasses
import json
import os
import tempfile
import typing
import unittest
from pathlib import Path
from unittest import mock

from support import ROOT, SCENARIOS, play_at_random, run, snippets, words_seen

import westfront
from westfront import Engine, ProgramEnded, ProgramMissing, Refused, wire
from westfront.engine import find_program


def unknown_keys(kind, value, path="") -> list[str]:
    """The keys of a JSON object that its dataclass does not have."""
    if typing.get_origin(kind) is list:
        return [key for each in value for key in unknown_keys(typing.get_args(kind)[0], each, path + "[]")]
    options = [each for each in typing.get_args(kind) if each is not type(None)]
    if len(options) == 1 and value is not None:
        return unknown_keys(options[0], value, path)
    if not dataclasses.is_dataclass(kind) or value is None:
        return []
    hints = typing.get_type_hints(kind)
    found = [f"{kind.__name__}{path}.{key}" for key in value if key not in hints]
    for key in value.keys() & hints.keys():
        found += unknown_keys(hints[key], value[key], f"{path}.{key}")
    return found


class Readme(unittest.TestCase):
    def test_the_first_game_takes_ten_lines_and_ends(self):
        lines = snippets()[0]
        self.assertLessEqual(sum(1 for line in lines.splitlines() if line.strip()), 10)
        done = run(lines)
        self.assertEqual(done.stderr, "")
        self.assertRegex(done.stdout.splitlines()[-1], r"^(british|german) by .+|^draw")

    def test_the_refusal_names_its_case(self):
        self.assertIn("['9.2']", run(snippets()[1]).stdout)


class Games(unittest.TestCase):
    def setUp(self):
        self.engine = Engine()
        self.addCleanup(self.engine.close)

    def test_the_library_is_told(self):
        games = {game.id: game for game in self.engine.games()}
        self.assertEqual(set(games), {"cambrai", "big-push", "verdun"})
        somme = games["big-push"]
        self.assertEqual([seat.id for seat in somme.seats], ["british", "german", "french"])
        self.assertEqual(somme.playing("over-the-top"), [0, 1])
        self.assertEqual(somme.playing("over-the-top", {"french-seat": "on"}), [0, 1, 2])
        self.assertIn("campaign", [scenario.id for scenario in somme.scenarios])

    def test_a_refusal_carries_its_cases_and_changes_nothing(self):
        self.engine.new("cambrai", "campaign", seed=7)
        self.engine.play(0)
        with self.assertRaises(Refused) as refused:
            self.engine.play("assault 4")
        self.assertEqual(refused.exception.cases, ["9.2"])
        self.assertIn("primary target", refused.exception.reasons[0].text)
        self.assertIn("assault 4", str(refused.exception))
        self.assertEqual(self.engine.options().seq, 1)
        why = self.engine.why("assault 4")
        self.assertFalse(why.legal)
        self.assertEqual([reason.case for reason in why.reasons], ["9.2"])
        self.assertTrue(self.engine.why(self.engine.options().options[0].play).legal)

    def test_an_answer_may_be_an_option_its_number_or_its_text(self):
        results = []
        for form in (lambda option: option, lambda option: 1, lambda option: option.play):
            self.engine.new("cambrai", "campaign", seed=7)
            option = self.engine.options().options[1]
            played = self.engine.play(form(option), "british", seq=0)
            results.append((played, self.engine.export()))
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])
        self.assertEqual(results[0][0].played, 1)
        with self.assertRaisesRegex(Refused, "stale"):
            self.engine.play(0, seq=0)

    def test_odds_are_whole(self):
        self.engine.new("cambrai", "campaign", seed=7)
        for target in ("1", "9"):
            odds = self.engine.odds(f"hurricane {target}")
            self.assertAlmostEqual(sum(chance.probability for chance in odds.results), 1)
            self.assertTrue(odds.sums[0].lines)
        before = self.engine.options().options[0].play
        with self.assertRaises(Refused):
            self.engine.odds("hurricane 9", before=[before, "nonsense"])

    def test_undo_takes_back(self):
        status = self.engine.new("cambrai", "campaign", seed=7)
        position = self.engine.export().position
        self.engine.play(0)
        self.assertNotEqual(self.engine.export().position, position)
        self.assertEqual(self.engine.undo("british"), status)
        self.assertEqual(self.engine.export().position, position)

    def test_records_and_positions_come_back(self):
        self.engine.new("cambrai", "campaign", seed=7, players={"british": "Bÿng"})
        play_at_random(self.engine, 40)
        export, status = self.engine.export(), self.engine.options()
        self.assertIn("Bÿng", export.record)
        self.engine.new("verdun", "firestorm")
        loaded = self.engine.load(export.record)
        self.assertEqual(loaded.seq, status.seq)
        self.assertEqual(self.engine.export(), export)
        self.assertEqual(self.engine.load_position("cambrai", export.position, seed=3).seq, 0)
        self.assertEqual(self.engine.export().position, export.position)
        self.assertIsNone(self.engine.export("german").position)

    def test_given_dice_fall_and_are_all_there_are(self):
        self.engine.new("cambrai", "campaign", dice=[6, 5])
        self.engine.play("hurricane 1")
        played = self.engine.play(0)
        attack, defense = [roll for event in played.events for roll in event.rolls]
        self.assertEqual((attack.dice, defense.dice), ([6], [5]))
        self.assertEqual(attack.total, 6 + sum(line.value for line in attack.lines))
        self.engine.new("cambrai", "campaign", dice=[6])
        self.engine.play("hurricane 1")
        with self.assertRaises(Refused):
            self.engine.play(0)

    def test_seats_that_choose_in_secret_see_their_own_options(self):
        status = self.engine.new("cambrai", "campaign", options={"side-bid": "british"})
        self.assertEqual(status.to_play, ["british", "german"])
        self.assertEqual(self.engine.options().options, [])
        self.assertTrue(self.engine.options("german").options)
        with self.assertRaisesRegex(Refused, "several seats"):
            self.engine.play(0)
        self.assertEqual(self.engine.play(0, "british").to_play, ["german"])

    def test_after_the_end_no_seat_is_asked(self):
        self.engine.new("cambrai", "tank-attack", seed=7)
        status = self.engine.play("resign", "british")
        self.assertTrue(status.over)
        self.assertEqual((status.to_play, status.result.winners), ([], ["german"]))
        self.assertIsNone(self.engine.options())

    def test_a_view_is_kept_by_its_items(self):
        self.engine.new("cambrai", "campaign")
        view = self.engine.view("british")
        self.assertEqual(view.units["br-62-185"].at, "K")
        self.assertEqual(view.places["1"].control, "german")
        self.assertEqual(view.tracks["vp"].value, "5")
        self.assertEqual(len(view.items), len(view.units) + len(view.places) + len(view.tracks))

    def test_every_key_of_the_protocol_is_known(self):
        """A key that is added to the protocol is added here, too."""
        parts = [("decision", "options", wire.Decision), ("victory", "victory", wire.Victory)]
        parts += [("staff", "staff", wire.Staff), ("events", "events", list[wire.Event])]
        lost = set(unknown_keys(list[wire.Game], self.engine.ask("list")["games"]))
        # Keys that this package leaves out on purpose.
        lost -= {"Scenario[].scenarios[].from", "Scenario[].scenarios[].to"}
        for game, scenario in SCENARIOS:
            self.engine.new(game, scenario)
            for step in range(12):
                play_at_random(self.engine, 25, step)
                seat = (self.engine.ask("options")["to_play"] or [None])[0]
                for key, request, kind in parts:
                    lost |= set(unknown_keys(kind, self.engine.ask(request, seat=seat)[key]))
                for _, item in self.engine.ask("view")["view"]["items"]:
                    ((name, body),) = item.items()
                    lost |= set(unknown_keys({"unit": wire.Unit, "place": wire.Place, "track": wire.Track}[name], body))
                for option in (self.engine.ask("options", seat=seat)["decision"] or {"options": []})["options"][:20]:
                    if option["odds"]:
                        odds = self.engine.ask("odds", text=option["play"], seat=seat)["odds"]
                        lost |= set(unknown_keys(wire.Odds, odds))
        self.assertEqual(lost, set())

    def test_every_word_of_a_view_is_in_the_documents(self):
        document = (ROOT.parent / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
        words = words_seen()
        self.assertLessEqual({"exhausted", "entrenched", "face down", "D", "active", "interdicted", "due"}, words)
        self.assertEqual({word for word in words if f"`{word}`" not in document}, set())

    def test_staff_and_victory_are_typed(self):
        self.engine.new("verdun", "firestorm")
        row = self.engine.victory("german").rows[0]
        self.assertEqual((row.side, row.seats), ("Germans", [0]))
        self.assertTrue(row.lacking.squares)
        staff = self.engine.staff("german")
        self.assertIn(staff.at, [None, *range(len(staff.phases))])


class Programs(unittest.TestCase):
    def script(self, text: str) -> str:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / "westfront"
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def test_it_is_found_by_argument_then_environment_then_path(self):
        given, named, on_path = self.script(""), self.script(""), self.script("")
        with mock.patch.dict(os.environ, {"WESTFRONT": named, "PATH": str(Path(on_path).parent)}):
            self.assertEqual(find_program(Path(given)), given)
            self.assertEqual(find_program(), named)
            del os.environ["WESTFRONT"]
            self.assertEqual(find_program(), on_path)

    def test_if_it_is_missing_one_sentence_says_what_to_do(self):
        with mock.patch.dict(os.environ, {"WESTFRONT": "", "PATH": ""}):
            with self.assertRaisesRegex(ProgramMissing, "'westfront': build it with `cargo build --rel.*, and set"):
                Engine()

    def test_a_program_that_ends_is_told_of(self):
        with Engine(self.script("exit 3")) as engine, self.assertRaisesRegex(ProgramEnded, "engine"):
            engine.ask("list")

    def test_keys_that_are_new_are_ignored_and_missing_ones_named(self):
        reply = json.dumps({"ok": True, "seq": 4, "turn": 2, "to_play": [], "result": None, "weather": "fair"})
        with Engine(self.script(f"read line; echo '{reply}'; read line; echo '{{\"ok\":true,\"seq\":1}}'")) as engine:
            self.assertEqual(engine.undo(), westfront.Status(4, 2, [], None))
            with self.assertRaisesRegex(ValueError, "Status needs the key 'turn'"):
                engine.undo()


if __name__ == "__main__":
    unittest.main()
