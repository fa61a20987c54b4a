// @ts-check
// Who sits where, who is here, and whose decision it is.

import { el, refill } from "../dom.js";

/** @import { Table } from "../state.js" */
/** @import { SeatState } from "../types/protocol" */

/**
 * @param {HTMLElement} box
 * @param {Table} table
 */
export function showPlayers(box, table) {
  const draw = () => {
    const asked = table.outcome ? [] : table.decision?.seats ?? [];
    refill(box, ...table.info.seats.map((seat) => {
      const classes = ["player", "side-mark", table.nation(seat.seat), asked.includes(seat.seat) ? "asked" : "", seat.here || seat.by === "bot" ? "" : "away"];
      return el("span", { class: classes.filter(Boolean).join(" "), title: seat.thinking ? "thinking" : seat.here ? "here" : null }, playerWords(table, seat));
    }));
  };
  for (const what of ["table", "decision"]) table.on(what, draw);
  draw();
}

/**
 * A side and who plays it.
 * @param {Table} table
 * @param {SeatState} seat
 */
function playerWords(table, seat) {
  const name = seat.by === "bot" ? computerWords(seat) : seat.yours && !table.info.lesson ? "you" : seat.name || "free";
  return `${table.seatName(seat.seat)}: ${name}`;
}

/**
 * The same for all seats, one below the other.
 * @param {Table} table
 */
export function playerLines(table) {
  return table.info.seats.map((seat) => el("span", { class: `side-mark ${table.nation(seat.seat)}` }, playerWords(table, seat)));
}

/**
 * The computer with its level.
 * @param {SeatState} seat
 */
export function computerWords(seat) {
  return seat.level ? `computer, ${seat.level}` : "computer";
}
