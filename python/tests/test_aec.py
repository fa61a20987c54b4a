"""The environment, with PettingZoo's own test."""

import contextlib
import io
import unittest
import warnings

import support

from westfront import Engine, Refused

try:
    import numpy as np
    from pettingzoo.test import api_test, seed_test

    from westfront import aec
except ImportError:
    aec = None


@unittest.skipIf(aec is None, "PettingZoo is not installed: pip install './python[test]'")
class Environment(unittest.TestCase):
    def env(self, game="cambrai", scenario="first-battle", **settings):
        env = aec.env(game, scenario, **{"max_options": 128, **settings})
        self.addCleanup(env.close)
        return env

    def play(self, env, seed, steps=10_000):
        """A random game: its observations, and the sum of rewards."""
        env.reset(seed=seed)
        for agent in env.possible_agents:
            env.action_space(agent).seed(seed)
        seen, rewards = [], dict.fromkeys(env.possible_agents, 0)
        for agent in env.agent_iter(steps):
            observation, reward, termination, truncation, info = env.last()
            rewards[agent] += reward
            done = termination or truncation
            if not done:
                mask = observation["action_mask"]
                self.assertEqual(mask.sum(), len(info["decision"].options))
                seen.append((agent, info["decision"].text))
            env.step(None if done else env.action_space(agent).sample(mask))
        return seen, rewards

    def test_it_passes_the_test_of_pettingzoo(self):
        for game, scenario, settings in (
            ("cambrai", "first-battle", {}),
            ("cambrai", "tank-attack", {"options": {"side-bid": "german"}}),
            ("verdun", "first-battle", {"max_options": 1024}),
            ("big-push", "first-battle", {"max_options": 1024, "options": {"french-seat": "on"}}),
        ):
            with self.subTest(game), warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()) as told:
                # It would have agents with other names, and observations without a mask.
                warnings.simplefilter("error")
                for usual in ("We recommend agents", "Observation space for each agent", "Observation is not a NumPy"):
                    warnings.filterwarnings("ignore", usual)
                warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
                api_test(self.env(game, scenario, **settings), num_cycles=150)
            self.assertIn("Passed API test", told.getvalue())

    def test_the_same_seed_gives_the_same_game(self):
        with contextlib.redirect_stdout(io.StringIO()):
            seed_test(lambda: self.env(), num_cycles=60)
        env = self.env()
        self.assertEqual(self.play(env, 5), self.play(env, 5))
        self.assertNotEqual(self.play(env, 5), self.play(env, 6))

    def test_the_winner_gets_one_and_the_others_minus_one(self):
        env = self.env("cambrai", "tank-attack")
        _, rewards = self.play(env, 3)
        self.assertEqual(sorted(rewards.values()), [-1, 1])
        winners = env.unwrapped.engine.ask("options")["result"]["winners"]
        self.assertEqual([agent for agent, reward in rewards.items() if reward == 1], winners)

    def test_a_draw_gives_nothing(self):
        env = self.env()
        env.reset(seed=1)
        agent, raw = env.agent_selection, env.unwrapped
        raw.engine.play("offer draw", agent)
        raw.engine.play = lambda action, seat: Engine.play(raw.engine, "accept draw", self.other(raw, seat))
        env.step(0)
        self.assertTrue(all(env.terminations.values()))
        self.assertEqual(set(env.rewards.values()), {0})

    @staticmethod
    def other(env, seat):
        return next(agent for agent in env.possible_agents if agent != seat)

    def test_a_game_is_truncated(self):
        env = self.env(max_steps=5)
        seen, rewards = self.play(env, 1)
        self.assertEqual(len(seen), 5)
        self.assertEqual(set(rewards.values()), {0})

    def test_options_beyond_the_last_action_are_counted(self):
        env = self.env(max_options=2)
        env.reset(seed=1)
        observation, _, _, _, info = env.last()
        self.assertEqual(observation["action_mask"].tolist(), [1, 1])
        self.assertEqual(info["left_out"], len(info["decision"].options) - 2)
        self.assertGreater(info["left_out"], 0)

    def test_it_begins_from_a_position(self):
        env = self.env()
        engine = env.unwrapped.engine
        engine.new("cambrai", "first-battle", seed=9)
        support.play_at_random(engine, 20)
        position, text = engine.export().position, engine.options().text
        env.reset(options={"position": position})
        self.assertEqual(env.last()[4]["decision"].text, text)

    def test_an_agent_sees_what_its_seat_may_see(self):
        seats = []

        class Watching:
            def space(self, items, options):
                return aec.spaces.Box(0, 1, (1,), np.int8)

            def encode(self, view, decision, seat):
                seats.append((seat, decision is not None, set(view.units)))
                return np.ones(1, np.int8)

        env = self.env("cambrai", "first-battle", encoder=Watching())
        env.reset(seed=1)
        asked = env.agent_selection
        self.assertEqual(env.observe(asked)["observation"].tolist(), [1])
        idle = env.observe(self.other(env, asked))
        self.assertEqual(idle["action_mask"].sum(), 0)
        self.assertEqual([seat[:2] for seat in seats], [(asked, True), (self.other(env, asked), False)])
        engine = env.unwrapped.engine
        self.assertEqual(seats[0][2], set(engine.view(asked).units))

    def test_the_plain_encoder_tells_places_faces_and_options(self):
        encoder = aec.PlainEncoder()
        with Engine() as engine:
            engine.new("cambrai", "campaign")
            view, decision = engine.view("british"), engine.options()
        numbers = {item.id: number for number, item in view.items.items()}
        space = encoder.space(1 + max(view.items), 10)
        table = encoder.encode(view, decision, "british")
        self.assertTrue(space.contains(table))
        unit = table[numbers["br-62-185"]]
        self.assertEqual(unit[:3].tolist(), [1, 11, 0])
        self.assertEqual(unit[encoder.COLUMN["fresh"]], 1)
        self.assertEqual(unit[encoder.COLUMN["exhausted"]], 0)
        self.assertEqual(table[numbers["vp"]][3], 105)
        self.assertEqual(table[numbers["9"]][[1, 2, encoder.COLUMN["german"]]].tolist(), [0, 9, 1])
        option = table[encoder.items]
        self.assertEqual((decision.options[0].play, option[2], option[encoder.COLUMN["odds"]]), ("hurricane 1", 1, 1))
        self.assertEqual(int(option[4]) * 256 + int(option[5]) - 1, numbers["1"])
        self.assertEqual(table[encoder.items + len(decision.options) :].sum(), 0)

    def test_every_word_of_a_view_is_known_to_the_encoder(self):
        self.assertEqual(support.words_seen() - set(aec.PlainEncoder.WORDS), set())

    def test_the_lines_of_the_readme_run(self):
        done = support.run(support.snippets()[3])
        self.assertEqual(done.stderr, "")
        self.assertTrue(done.stdout.strip())

    def test_the_last_events_are_rendered(self):
        env = self.env()
        env.reset(seed=1)
        self.assertIn("The weather is", env.render())
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            loud = self.env(render_mode="human")
            loud.reset(seed=1)
            self.assertIsNone(loud.render())
        self.assertIn("The weather is", printed.getvalue())

    def test_what_cannot_be_set_up_is_refused_at_once(self):
        for game, scenario, options, words in (
            ("chess", "x", {}, "no game 'chess'"),
            ("cambrai", "x", {}, "no scenario 'x'"),
            ("cambrai", "campaign", {"a": "b"}, "no option 'a'"),
        ):
            with self.assertRaisesRegex(Refused, words):
                aec.env(game, scenario, options=options)


if __name__ == "__main__":
    unittest.main()
