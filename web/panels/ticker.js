// @ts-check
// On a small screen, where the log is a tab: the last event on the map's edge, for a moment.

import { el, refill } from "../dom.js";
import { rollRow } from "../dice.js";
import { chips } from "../cases.js";

/** @import { Table } from "../state.js" */
/** @import { Told } from "../types/wire" */

/** How long it stays, in milliseconds: dice want to be looked at. */
const STAYS = { words: 4000, dice: 7000 };

/**
 * @param {HTMLElement} frame
 * @param {Table} table
 * @param {(told: Told) => void} onFind
 */
export function showTicker(frame, table, onFind) {
  const box = el("div", { class: "ticker", hidden: true });
  frame.append(box);
  let count = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let hiding;
  const hide = () => { box.hidden = true; };
  // A player who goes on has read it, and wants to see the map below it.
  frame.addEventListener("pointerdown", (event) => { if (!(event.target instanceof Node && box.contains(event.target))) hide(); });
  table.on("told", () => {
    const now = table.eventsFrom + table.events.length;
    const fresh = count < 0 || now <= count ? [] : table.events.slice(count - now);
    count = now;
    const told = fresh.findLast((event) => event.rolls?.length) ?? fresh.at(-1);
    if (!told) return;
    refill(box, el("button", { type: "button", class: "told-text find", onclick: () => {
      hide();
      onFind(told);
    } }, told.text),
      ...(told.rolls ?? []).map((roll) => rollRow({ ...roll, lines: [] }, table.nation(roll.seat ?? told.seat), chips)));
    box.className = `ticker told ${table.nation(told.seat)}`;
    box.hidden = false;
    clearTimeout(hiding);
    hiding = setTimeout(hide, told.rolls?.length ? STAYS.dice : STAYS.words);
  });
}
