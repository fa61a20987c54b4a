// @ts-check
// The long way to set up a game: scenario, options, every seat.

import { el, refill } from "../dom.js";
import { openDialog } from "../panels/menu.js";
import { Refused } from "../api.js";
import { capital } from "../words.js";
import { create } from "./create.js";
import { levelWords } from "./levels.js";
import { fillAbout, fillHard, scenarioOptions, Task } from "./shape.js";

/** @import { Brief, Briefings, Level } from "../types/protocol" */

/** Said while computers have every seat; the server refuses such a table. */
const NOBODY = "A person must take at least one seat.";

/**
 * @param {Brief} game
 * @param {Level[]} levels
 * @param {Briefings} briefings
 * @param {string} scenarioId
 */
export function setUpDialog(game, levels, briefings, scenarioId) {
  const scenario = el("select", { name: "scenario" }, ...scenarioOptions(game));
  scenario.value = scenarioId;
  const about = el("p", { class: "about" });
  const hard = el("p", { class: "hard", "aria-label": "How hard it is" });
  const task = new Task();
  const chosen = () => game.scenarios.find((one) => one.id === scenario.value) ?? game.scenarios[0];
  const seats = el("div", { class: "seat-list" });
  const title = el("input", { type: "text", maxlength: "80", placeholder: "a name for the table, if you like" });
  const listed = el("input", { type: "checkbox" });
  const trouble = el("p", { class: "trouble", role: "alert" });
  const submit = el("button", { type: "submit", class: "main" }, "Set up the table");
  const options = game.options.map((option) => {
    const pick = option.values.length === 2 && option.values.includes("on")
      ? el("input", { type: "checkbox", "data-option": option.id, checked: option.values[0] === "on" })
      : el("select", { "data-option": option.id }, ...option.values.map((value) => el("option", { value }, valueWords(value))));
    return el("label", { class: "option" }, pick, " ", option.about, el("small", {}, ` ${option.case}`));
  });
  const check = () => {
    const picks = [...seats.querySelectorAll("select")];
    const isEmpty = picks.length > 0 && picks.every((pick) => pick.value.startsWith("bot:"));
    submit.disabled = isEmpty;
    trouble.textContent = isEmpty ? NOBODY : "";
    const own = picks.find((pick) => pick.value === "me")?.dataset.seat;
    task.show(game, chosen(), own === undefined ? undefined : Number(own), briefings);
  };
  const draw = () => {
    const entry = chosen();
    fillAbout(about, entry, briefings);
    fillHard(hard, game, entry, briefings);
    refill(seats, ...entry.seats.map((seat, index) => el("label", { class: `seat-row side-mark ${game.seats[seat]?.nation ?? ""}` },
      el("span", {}, game.seats[seat]?.name ?? `Seat ${seat}`),
      el("select", { "data-seat": seat },
        el("option", { value: "me", selected: index === 0 }, "I play it"),
        el("option", { value: "link", selected: index > 0 }, "a friend, by a secret link"),
        el("option", { value: "open" }, "anyone from the lobby"),
        ...levels.map((level) => el("option", { value: `bot:${level.id}`, title: levelWords(level) }, `the computer, ${level.name || level.id}`))))));
    check();
  };
  seats.addEventListener("change", check);
  scenario.addEventListener("change", draw);
  draw();
  const form = el("form", { class: "setup-form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    submit.disabled = true;
    trouble.textContent = "";
    try {
      await create({
        game: game.id,
        scenario: scenario.value,
        title: title.value.trim(),
        listed: listed.checked,
        options: chosenOptions(form, game),
        seats: [...seats.querySelectorAll("select")].map((pick) => {
          const [by, level] = pick.value.split(":");
          return { seat: Number(pick.dataset.seat), by, ...(level ? { level } : {}) };
        }),
      });
    } catch (error) {
      submit.disabled = false;
      trouble.textContent = error instanceof Refused ? error.message : "The table could not be set up.";
    }
  } },
    el("label", { class: "field" }, "Scenario ", scenario), about, hard, el("h3", {}, "Seats"), seats, task.box,
    options.length ? el("details", {}, el("summary", {}, `Optional rules and rulings (${options.length})`), ...options) : null,
    el("label", { class: "field" }, "Table ", title),
    el("label", { class: "field" }, listed, " list it in the lobby; anyone may watch"),
    trouble, submit);
  openDialog(game.name, form);
}

/**
 * The options that differ from their default.
 * @param {HTMLElement} form
 * @param {Brief} game
 */
function chosenOptions(form, game) {
  /** @type {Record<string, string>} */
  const chosen = {};
  for (const option of game.options) {
    const pick = form.querySelector(`[data-option="${CSS.escape(option.id)}"]`);
    const value = pick instanceof HTMLInputElement ? (pick.checked ? "on" : "off") : /** @type {HTMLSelectElement} */ (pick).value;
    if (value !== option.values[0]) chosen[option.id] = value;
  }
  return chosen;
}

/**
 * A value of an option in words, as far as it has any.
 * @param {string} value
 */
function valueWords(value) {
  return capital(value.replace(/-/g, " "));
}
