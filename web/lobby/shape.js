// @ts-check
// The description of a scenario before it is chosen: a line, its length, how hard it is for each side, one's
// own task.

import { el, refill } from "../dom.js";
import { balanceWords, hardDots, hardWords } from "../briefings.js";

/** @import { Brief, Briefings } from "../types/protocol" */
/** @import { ScenarioInfo } from "../types/wire" */

/** On a narrower page a task is a tap away. */
const WIDE = 760;

/**
 * The scenarios to choose from: the first battle of the course leads, but the first of the others is chosen.
 * @param {Brief} game
 */
export function scenarioOptions(game) {
  /** @param {ScenarioInfo} entry */
  const option = (entry) => el("option", { value: entry.id, selected: entry === others[0] }, entry.name);
  const school = game.scenarios.filter((entry) => entry.school);
  const others = game.scenarios.filter((entry) => !entry.school);
  if (school.length === 0) return others.map(option);
  return [
    el("optgroup", { label: "First battle" }, ...school.map(option)),
    el("optgroup", { label: "Scenarios" }, ...others.map(option)),
  ];
}

/**
 * The subject of a scenario, with its dates and its length.
 * @param {Element} box
 * @param {ScenarioInfo} scenario
 * @param {Briefings} briefings
 */
export function fillAbout(box, scenario, briefings) {
  const shape = briefings.shape.find((entry) => entry.scenario === scenario.id);
  const turns = `${scenario.turns} ${scenario.turns === 1 ? "turn" : "turns"}`;
  // Most texts begin with the dates themselves.
  const isDated = Boolean(scenario.from) && scenario.about.startsWith(scenario.from ?? "");
  const dates = isDated ? "" : [scenario.from, scenario.to].filter(Boolean).join(" to ");
  const length = shape ? `${turns}, about ${shape.minutes} minutes` : turns;
  refill(box, shape ? el("span", { class: "shape" }, shape.text, " ") : null, scenario.about, " ",
    el("span", { class: "dates" }, [dates, length].filter(Boolean).join(" · ")));
}

/**
 * How hard a scenario is for each side, and how it ends between equals.
 * @param {HTMLElement} box
 * @param {Brief} game
 * @param {ScenarioInfo} scenario
 * @param {Briefings} briefings
 */
export function fillHard(box, game, scenario, briefings) {
  const shape = briefings.shape.find((entry) => entry.scenario === scenario.id);
  const hard = shape?.hard ?? {};
  const sides = scenario.seats.map((seat) => game.seats[seat]).filter((seat) => seat && hard[seat.id]);
  box.hidden = sides.length === 0;
  refill(box, ...sides.map((seat) => el("span", {}, `${seat.name} `,
    el("span", { class: "dots", "aria-hidden": "true" }, hardDots(hard[seat.id])), ` ${hardWords(hard[seat.id])}`)),
    shape?.balance ? el("span", { class: "balance" }, balanceWords(shape.balance, sides)) : null);
}

/** The task of one side; it stays open or closed while scenarios and sides are tried. */
export class Task {
  constructor() {
    this.words = el("p", {});
    this.head = el("summary", {});
    this.box = el("details", { class: "task", open: innerWidth >= WIDE }, this.head, this.words);
  }

  /**
   * @param {Brief} game
   * @param {ScenarioInfo} scenario
   * @param {number | undefined} seat
   * @param {Briefings} briefings
   */
  show(game, scenario, seat, briefings) {
    const side = seat === undefined ? undefined : game.seats[seat];
    const task = briefings.briefing.find((entry) => entry.scenario === scenario.id && entry.side === side?.id)?.task;
    this.box.hidden = !task;
    this.head.textContent = `The task of the ${side?.name ?? ""}`;
    this.words.textContent = task ?? "";
  }
}
