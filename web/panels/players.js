// @ts-check
// Who sits where, who is here, and whose decision it is.

import { el, refill } from "../dom.js";

/** @import { Table } from "../state.js" */

/**
 * @param {HTMLElement} box
 * @param {Table} table
 */
export function showPlayers(box, table) {
  const draw = () => {
    const asked = table.outcome ? [] : table.decision?.seats ?? [];
    refill(box, ...table.info.seats.map((seat) => {
      const name = seat.by === "bot" ? "computer" : seat.yours ? "you" : seat.name || "free";
      const classes = ["player", "side-mark", table.nation(seat.seat), asked.includes(seat.seat) ? "asked" : "", seat.here || seat.by === "bot" ? "" : "away"];
      return el("span", { class: classes.filter(Boolean).join(" "), title: seat.thinking ? "thinking" : seat.here ? "here" : null },
        `${table.seatName(seat.seat)} (${name})`);
    }));
  };
  for (const what of ["table", "decision"]) table.on(what, draw);
  draw();
}
