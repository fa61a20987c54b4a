// @ts-check
// After the game: the worth of the dice to each side, and the computer's reasons.

import { el, refill } from "../dom.js";
import { chips } from "../cases.js";
import { die } from "../dice.js";
import { get, Refused } from "../api.js";

/** @import { Table } from "../state.js" */
/** @import { After, Ledger, RollLuck } from "../types/protocol" */

/** How many of the rolls that mattered most are listed. */
const MOST = 12;

/**
 * @param {Table} table
 * @param {(seq: number) => void} onReplay shows the table after this many answers
 */
export function afterCard(table, onReplay) {
  const card = el("article", { class: "after" }, el("h3", {}, "Luck and reasons"), el("p", { class: "quiet-words" }, "The dice are being weighed."));
  const ask = () => get(`/api/tables/${table.info.id}/after`).then((answer) => {
    const { luck, progress, thoughts } = /** @type {After} */ (answer);
    const none = progress === undefined ? "This server keeps no ledger of luck." : `The dice are being weighed: ${Math.round(progress * 100)} %.`;
    refill(card, el("h3", {}, "Luck"), ...(luck ? ledger(luck, onReplay) : [el("p", { class: "quiet-words" }, none)]),
      el("h3", {}, "What the computer thought"), reasons(table, thoughts, onReplay));
    if (progress !== undefined && card.isConnected) setTimeout(ask, 1000);
  }, (error) => refill(card, el("h3", {}, "Luck and reasons"), el("p", { role: "alert" }, error instanceof Refused ? error.message : "That could not be fetched.")));
  ask();
  return card;
}

/**
 * @param {Ledger} luck
 * @param {(seq: number) => void} onReplay
 */
function ledger(luck, onReplay) {
  const words = { result: "winning chances", points: "victory points", none: "" }[luck.measure];
  const most = Math.max(0.001, ...luck.sides.map((side) => Math.abs(side.total)));
  const swings = luck.rolls.map((roll) => ({ roll, size: Math.max(...roll.effect.map(Math.abs)) })).filter(({ size }) => size > 0.005)
    .sort((one, other) => other.size - one.size).slice(0, MOST).map(({ roll }) => roll);
  return [
    el("p", { class: "quiet-words" }, `What the dice brought beyond what could be expected of them, in ${words || "nothing that can be measured"}. Decisions are not in it.`),
    el("table", { class: "luck" }, el("tbody", {}, ...luck.sides.map((side) => {
      const bar = el("span", { class: `luck-bar ${side.nation} ${side.total < 0 ? "bad" : "good"}` });
      bar.style.width = `${(Math.abs(side.total) / most) * 50}%`;
      return el("tr", {}, el("th", { scope: "row", class: `side-mark ${side.nation}` }, side.name), el("td", { class: "luck-cell" }, bar), el("td", { class: "value" }, amount(luck, side.total)));
    }))),
    swings.length ? el("h4", {}, "The rolls that mattered most") : null,
    el("ol", { class: "swings" }, ...swings.map((roll) => swing(luck, roll, onReplay))),
  ];
}

/**
 * @param {Ledger} luck
 * @param {RollLuck} roll
 * @param {(seq: number) => void} onReplay
 */
function swing(luck, roll, onReplay) {
  const best = roll.effect.indexOf(Math.max(...roll.effect));
  const side = luck.sides[best];
  return el("li", { class: `told ${side?.nation ?? ""}` },
    el("button", { type: "button", class: "told-text find", title: "Show it in the replay", onclick: () => onReplay(roll.action) }, roll.told || roll.text), chips(roll.cases),
    el("div", { class: "roll" }, `turn ${roll.turn}`, ...roll.dice.map((value) => die(value, side?.nation ?? "")),
      el("b", {}, `${amount(luck, roll.effect[best] ?? 0)} for the ${side?.name ?? ""}`)));
}

/**
 * An effect in the words of its measure; from lost to won is from 0 to 100 %.
 * @param {Ledger} luck
 * @param {number} effect
 */
function amount(luck, effect) {
  const value = luck.measure === "result" ? effect * 50 : effect;
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)}${luck.measure === "result" ? " %" : ""}`;
}

/**
 * @param {Table} table
 * @param {[number, string][]} thoughts
 * @param {(seq: number) => void} onReplay
 */
function reasons(table, thoughts, onReplay) {
  if (thoughts.length === 0) return el("p", { class: "quiet-words" }, table.info.seats.some((seat) => seat.by === "bot") ? "It kept its reasons to itself." : "No computer played.");
  return el("details", {}, el("summary", {}, `Answer by answer (${thoughts.length})`), el("ol", { class: "thoughts" }, ...thoughts.map(([seq, text]) => el("li", {},
    el("button", { type: "button", class: "link", title: "Show it in the replay", onclick: () => onReplay(seq + 1) }, String(seq + 1)), " ", text))));
}
