// @ts-check
// The victory panel: every condition of both sides, what is met, what is lacking and where, and what it comes to now.

import { el, refill } from "../dom.js";
import { chips } from "../cases.js";
import { resultTail } from "../result.js";

/** @import { Table } from "../state.js" */
/** @import { Spots } from "../board/spots.js" */
/** @import { Goal, Standing, VictoryRow } from "../types/wire" */

/** So many conditions that hold together are shown at once; more are unfolded by hand. */
const FEW = 4;

/**
 * @param {Table} table
 * @param {Spots} spots
 */
export function victoryCard(table, spots) {
  const card = el("article", { class: "victory", id: "victory" }, el("h3", {}, "Victory"), el("p", { class: "quiet-words" }, "The staff counts."));
  /** The latest question; an answer to an earlier one is not shown. */
  let asked = 0;
  const draw = async () => {
    asked += 1;
    const mine = asked;
    try {
      const standing = await table.victory();
      if (mine === asked) refill(card, ...content(table, spots, standing));
    } catch {
      if (mine === asked) refill(card, el("h3", {}, "Victory"), el("p", { class: "quiet-words" }, "There is no answer. It is asked again with the next move."));
    }
  };
  // Once it is put away, nothing is asked for any more.
  table.on("shown", () => {
    if (card.isConnected && table.isLive()) draw();
  });
  spots.addEventListener("changed", () => {
    for (const button of card.querySelectorAll("button.lacking")) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-spots") === spots.lit));
    }
  });
  draw();
  return card;
}

/**
 * @param {Table} table
 * @param {Spots} spots
 * @param {Standing} standing
 */
function content(table, spots, standing) {
  const { viewer } = table;
  const isOwn = (/** @type {VictoryRow} */ row) => typeof viewer === "number" && row.seats.includes(viewer);
  const sides = [...new Set(standing.rows.map((row) => row.side))];
  const of = (/** @type {string} */ side) => standing.rows.filter((row) => row.side === side);
  sides.sort((one, other) => Number(of(other).some(isOwn)) - Number(of(one).some(isOwn)));
  return [
    el("h3", {}, "Victory"),
    el("p", { class: "victory-now" }, table.outcome ? ended(table) : standing.now),
    ...sides.flatMap((side) => [
      el("h4", { class: `side-mark ${table.nation(of(side)[0].seats[0])}` }, side),
      ...groups(of(side)).map(([group, rows]) => el("section", { class: "victory-group" },
        el("p", { class: "victory-group-name" }, alone(group, of(side)), rows.length > 1 ? `: ${needed(rows[0].need, rows.length)}` : ""),
        el("ul", {}, ...rows.map((row, index) => goalItem(row, spots, `${side} ${group} ${index}`))))),
    ]),
  ];
}

/** @param {Table} table */
function ended(table) {
  const winners = (table.outcome?.winners ?? []).map((seat) => table.seatName(seat));
  return `The game is over. ${winners.length ? `The ${winners.join(" and ")} won` : "It is a draw"}${resultTail(table.outcome?.text ?? "")}`;
}

/**
 * @param {VictoryRow[]} rows
 * @returns {[string, VictoryRow[]][]}
 */
function groups(rows) {
  return [...new Set(rows.map((row) => row.group))].map((group) => [group, rows.filter((row) => row.group === group)]);
}

/**
 * The name of a victory; the number of one that has no second says nothing.
 * @param {string} group
 * @param {VictoryRow[]} rows those of its side
 */
function alone(group, rows) {
  return rows.some((row) => row.group === `${group}I`) ? group : group.replace(/ I$/, "");
}

/**
 * @param {number} need
 * @param {number} of
 */
function needed(need, of) {
  if (need === of) return need === 2 ? "both of these" : `all ${of} of these`;
  return need === 1 ? "one of these" : `${need} of these ${of}`;
}

/** @param {Goal} goal */
function mark(goal) {
  if (goal.met === null) return ["?", "secret"];
  if (goal.met) return ["●", "met"];
  return goal.now > 0 ? ["◐", "partly met"] : ["○", "not met"];
}

/**
 * @param {Goal} goal
 * @param {Spots} spots
 * @param {string} name
 * @returns {HTMLElement}
 */
function goalItem(goal, spots, name) {
  const [sign, words] = mark(goal);
  const count = goal.met !== null && (goal.needed > 1 || goal.sources) ? el("span", { class: "goal-count" }, `${String(goal.now).replace("-", "\u2212")} / ${goal.needed}`) : null;
  const { parts = [], sources = [] } = goal;
  const inside = parts.length > 0 ? el("ul", {}, ...parts.map((part, index) => goalItem(part, spots, `${name} ${index}`)))
    : sources.length > 0 ? sourcesTable(sources) : null;
  return el("li", { class: "goal", "data-met": String(goal.met) },
    el("span", { class: "goal-mark", role: "img", "aria-label": words, title: words }, sign),
    el("div", { class: "goal-words" },
      el("span", { class: "goal-text" }, goal.text), " ", count, " ", chips(goal.cases ?? []),
      lacking(goal, spots, name),
      inside && el("details", { open: parts.length > 0 && parts.length <= FEW }, el("summary", {}, sources.length ? "By source" : "One by one"), inside)));
}

/**
 * @param {Goal} goal
 * @param {Spots} spots
 * @param {string} name
 */
function lacking(goal, spots, name) {
  const { text, squares = [], units = [] } = goal.lacking ?? { text: "" };
  if (!text) return null;
  if (squares.length + units.length === 0) return el("span", { class: "lacking" }, text);
  return el("button", {
    type: "button", class: "lacking link", "data-spots": name, "aria-pressed": String(spots.lit === name), title: "Show it on the map",
    onclick: () => spots.toggle(name, squares, units),
  }, text);
}

/** @param {import("../types/wire").PointSource[]} sources */
function sourcesTable(sources) {
  return el("table", { class: "goal-sources" },
    el("tr", {}, el("th", {}), el("th", {}, "own"), el("th", {}, "enemy")),
    ...sources.map((source) => el("tr", {}, el("td", {}, source.label), el("td", {}, source.own), el("td", {}, source.enemy))));
}
