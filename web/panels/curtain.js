// @ts-check
// The curtain between two players at one screen: it closes when the other side must answer.

import { el } from "../dom.js";

/** @import { Table } from "../state.js" */

/** @param {Table} table */
export function hangCurtain(table) {
  const words = el("p", {});
  const open = el("button", { type: "button", class: "main", id: "open-curtain" }, "I am here");
  const curtain = el("div", { class: "curtain", id: "curtain", role: "dialog", "aria-modal": "true", hidden: true },
    el("div", { class: "curtain-card" }, el("h2", {}, "The table changes hands"), words, open));
  document.body.append(curtain);
  /** @type {number | undefined} */
  let next;
  open.addEventListener("click", () => {
    if (next === undefined) return;
    opened = true;
    table.lookAs(next);
  });
  let opened = false;
  table.on("view", () => {
    if (opened) curtain.hidden = true;
    opened = false;
  });
  table.on("decision", () => {
    const { decision, viewer, you } = table;
    if (!decision || table.outcome || you.length < 2 || !table.isLive()) return;
    if (typeof viewer === "number" && decision.seats.includes(viewer)) return;
    const seat = decision.seats.find((entry) => you.includes(entry));
    if (seat === undefined) return;
    next = seat;
    words.replaceChildren(`The ${table.seatName(seat)} answer next. `, "Hand the screen over; the map is covered until then.");
    curtain.className = `curtain ${table.nation(seat)}`;
    open.textContent = `I play the ${table.seatName(seat)}`;
    if (curtain.hidden) {
      curtain.hidden = false;
      open.focus();
    }
  });
}
