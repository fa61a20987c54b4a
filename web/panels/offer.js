// @ts-check
// A draw on offer: said where the question stands, and accepted there.

import { el } from "../dom.js";

/** @import { Table } from "../state.js" */
/** @import { Chooser } from "../choose.js" */

/**
 * @param {Table} table
 * @param {Chooser} chooser
 */
export function drawOffer(table, chooser) {
  const { drawOffer: seat, viewer } = table;
  if (seat === null || table.outcome || !table.isLive()) return null;
  if (table.you.length === 1 && table.you.includes(seat)) return el("p", { class: "offer" }, "You have offered a draw.");
  const sure = el("span", { class: "buttons", hidden: true },
    el("button", { type: "button", id: "agree", onclick: () => chooser.send("accept draw") }, "Yes, end the game"),
    el("button", { type: "button", onclick: () => { sure.hidden = true; } }, "No"));
  const may = typeof viewer === "number" && viewer !== seat;
  return el("div", { class: "offer" }, el("p", {}, `The ${table.seatName(seat)} offer a draw.`),
    may ? el("button", { type: "button", id: "accept-draw", onclick: () => { sure.hidden = false; } }, "Accept the draw") : null, sure);
}
