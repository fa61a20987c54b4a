// @ts-check
// One card for each game: a look at the map, the scenario, the side, and a button that begins.

import { el, refill } from "../dom.js";
import { create } from "./create.js";
import { playAlone } from "../panels/curtain.js";
import { setUpDialog } from "./setup.js";
import { noteText } from "../note.js";
import { capital } from "../words.js";
import { Refused } from "../api.js";
import { keepLevel, lastLevel, levelWords } from "./levels.js";
import { fillAbout, fillHard, scenarioOptions, Task } from "./shape.js";
import { invitation } from "../school.js";

/** @import { Brief, Briefings, Course, Level } from "../types/protocol" */

/**
 * @param {Brief} game
 * @param {Level[]} levels
 * @param {Briefings} briefings
 * @param {Course} course
 */
export function gameCard(game, levels, briefings, course) {
  const scenario = el("select", { "aria-label": "Scenario" }, ...scenarioOptions(game));
  const wanted = wantedScenario(game);
  if (wanted) scenario.value = wanted;
  const about = el("p", { class: "about" });
  const hard = el("p", { class: "hard", "aria-label": "How hard it is" });
  const task = new Task();
  const sides = el("div", { class: "sides", role: "radiogroup", "aria-label": "Your side" });
  const level = el("select", { class: "level", "aria-label": "Strength of the computer" }, ...levels.map((entry) => el("option", { value: entry.id }, capital(entry.name || entry.id))));
  const manner = el("small", { class: "manner" });
  const describe = () => {
    const chosen = levels.find((entry) => entry.id === level.value);
    manner.textContent = chosen ? levelWords(chosen) : "";
  };
  level.addEventListener("change", () => {
    keepLevel(game.id, level.value);
    describe();
  });
  let side = 0;
  const chosen = () => game.scenarios.find((entry) => entry.id === scenario.value) ?? game.scenarios[0];
  const draw = () => {
    const entry = chosen();
    if (!entry) return;
    fillAbout(about, entry, briefings);
    fillHard(hard, game, entry, briefings);
    if (!entry.seats.includes(side)) side = entry.seats[0] ?? 0;
    task.show(game, entry, side, briefings);
    level.value = lastLevel(game.id, levels, Boolean(entry.school))?.id ?? "";
    describe();
    refill(sides, ...entry.seats.map((seat) => el("button", {
      type: "button", role: "radio", class: `side-mark ${game.seats[seat]?.nation ?? ""}`, "aria-checked": String(seat === side), "aria-pressed": String(seat === side),
      onclick: () => {
        side = seat;
        draw();
      },
    }, game.seats[seat]?.name ?? `Seat ${seat}`)));
  };
  scenario.addEventListener("change", draw);
  draw();
  const play = el("button", { type: "button", class: "main begin", "data-game": game.id, onclick: () => begin("bot") }, "Play against the computer");
  /** @param {"bot" | "me" | "alone"} others */
  const begin = async (others) => {
    play.disabled = true;
    try {
      await create({
        game: game.id,
        scenario: chosen().id,
        seats: chosen().seats.map((seat) => others !== "bot" || seat === side ? { seat, by: "me" } : { seat, by: "bot", level: level.value }),
      }, others === "alone" ? playAlone : undefined);
    } catch (error) {
      play.disabled = false;
      noteText(error instanceof Refused ? error.message : "The game could not be set up.");
    }
  };
  const look = el("img", { src: `/api/games/${game.id}/map.svg`, alt: "", loading: "lazy", decoding: "async" });
  return el("article", { class: wanted ? "game wanted" : "game", id: `game-${game.id}` },
    el("div", { class: "look", "aria-hidden": "true" }, look),
    el("div", { class: "game-words" },
      el("h3", {}, game.name), invitation(game, course),
      el("label", { class: "field" }, "Scenario ", scenario), about,
      el("div", { class: "field" }, "You play ", sides), hard,
      el("label", { class: "field" }, "Against ", level), manner,
      el("div", { class: "buttons" }, play,
        el("button", { type: "button", class: "hotseat", "data-game": game.id, onclick: () => begin("me") }, "Two at this screen"),
        el("button", { type: "button", class: "alone", "data-game": game.id, onclick: () => begin("alone") }, "Alone, all sides"),
        el("button", { type: "button", class: "other", "data-game": game.id, onclick: () => setUpDialog(game, levels, briefings, chosen().id) }, "Invite, options…")),
      el("p", { class: "rules" }, el("a", { href: `/manual/${game.id}` }, "Read the rules"), " in our own words, with examples to try."),
      task.box));
}

/**
 * The scenario of a game that the address of the lobby asks for: `/?battle=GAME/SCENARIO`.
 * @param {Brief} game
 */
function wantedScenario(game) {
  const [id, scenario] = new URLSearchParams(location.search).get("battle")?.split("/") ?? [];
  return id === game.id ? game.scenarios.find((entry) => entry.id === scenario)?.id : undefined;
}
