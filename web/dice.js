// @ts-check
// Dice, drawn as dice.

import { el, svg, wantsCalm } from "./dom.js";

/** @import { Roll, Line } from "./types/wire" */

/** Where the pips lie on each face, in a box of 24. */
const PIPS = [
  [],
  [[12, 12]],
  [[7, 7], [17, 17]],
  [[7, 7], [12, 12], [17, 17]],
  [[7, 7], [17, 7], [7, 17], [17, 17]],
  [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
];

/**
 * One die.
 * @param {number} value
 * @param {string} [nation] whose colours it wears
 */
export function die(value, nation = "") {
  const pips = PIPS[value];
  const face = svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5, class: "die-face" });
  const marks = pips
    ? pips.map(([cx, cy]) => svg("circle", { cx, cy, r: 2.2, class: "die-pip" }))
    : [svg("text", { x: 12, y: 16.5, class: "die-number" }, value)];
  return svg("svg", { viewBox: "0 0 24 24", class: `die ${nation}`, role: "img", "aria-label": String(value) }, face, ...marks);
}

/**
 * A roll: its dice, what was added, and the sum.
 * @param {Roll} roll
 * @param {string} nation
 * @param {(numbers: string[]) => Node | null} chips
 */
export function rollRow(roll, nation, chips) {
  const dice = el("span", { class: "dice" }, ...roll.dice.map((value) => die(value, nation)));
  if (!wantsCalm()) dice.classList.add("rolling");
  return el(
    "div", { class: "roll" },
    el("span", { class: "roll-label" }, roll.label), dice,
    ...roll.lines.map((line) => modifier(line, chips)),
    el("b", { class: "roll-total" }, `= ${counted(roll.total)}`),
  );
}

/**
 * @param {Line} line
 * @param {(numbers: string[]) => Node | null} chips
 */
function modifier(line, chips) {
  return el("span", { class: "modifier" }, el("b", {}, signed(line.value)), " ", line.label, chips(line.cases));
}

/** @param {number} value */
export function signed(value) {
  return value < 0 ? `−${-value}` : `+${value}`;
}

/**
 * A number with the minus of a printed page.
 * @param {number} value
 */
export function counted(value) {
  return value < 0 ? `−${-value}` : String(value);
}
