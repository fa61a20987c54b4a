// @ts-check
// A table that still waits for players: who sits where, seats to take, links to send.

import { byId, el, refill } from "../dom.js";
import { post, Refused } from "../api.js";
import { noteText } from "../note.js";
import { recall } from "../settings.js";
import { pledge } from "../pledge.js";
import { computerWords } from "./players.js";
import { keepLink, linkLine, linksOf } from "./share.js";

/** @import { Table } from "../state.js" */
/** @import { Seated } from "../types/protocol" */

/** @param {Table} table */
export function offerSeats(table) {
  const box = el("div", { class: "waiting-room", hidden: true });
  byId("map").append(box);
  const draw = () => {
    const { info } = table;
    box.hidden = info.state !== "waiting" && info.state !== "broken";
    if (box.hidden) return;
    if (info.state === "broken") {
      refill(box, el("h2", {}, "This game cannot go on"), el("p", {}, info.about ?? "Its log does not fit this version of the program."),
        el("a", { class: "button", href: `/api/tables/${info.id}/record`, download: true }, "Download its record"));
      return;
    }
    const kept = linksOf(info.id);
    const mine = info.seats.some((seat) => seat.yours);
    refill(box, el("h2", {}, "Waiting for players"),
      el("ul", {}, ...info.seats.map((seat) => el("li", { class: `side-mark ${table.nation(seat.seat)}` },
        el("span", {}, el("b", {}, table.seatName(seat.seat)), " ", seat.taken ? `${seat.name || (seat.by === "bot" ? computerWords(seat) : "taken")}${seat.ready ? "" : ", not here yet"}` : "free"),
        !seat.taken && seat.by === "open" && !mine ? el("button", { type: "button", class: "main", onclick: () => join(seat.seat) }, "Sit here") : null))),
      ...(mine ? info.seats.filter((seat) => !seat.taken).map((seat) => {
        const link = kept?.links.find((entry) => entry.seat === seat.seat)?.link;
        return link ? linkLine(`Send this to the player of the ${table.seatName(seat.seat)}`, link) : null;
      }) : []));
  };
  /** @param {number} seat */
  const join = async (seat) => {
    try {
      const seated = /** @type {Seated} */ (await post(`/api/tables/${table.info.id}/join`, { seat, nonce: pledge(table.info), name: recall("name", "") }));
      if (seated.link) keepLink(table.info.id, seated.link);
      table.wish = undefined;
      table.rev = -1;
      table.link.reconnect();
    } catch (error) {
      noteText(error instanceof Refused ? error.message : "The seat could not be taken.");
    }
  };
  table.on("table", draw);
  draw();
}

