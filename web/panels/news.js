// @ts-check
// What people do beside the game: chat, draw offers, resignations, who comes. A mark, a sound, a line in the log.

import { byId } from "../dom.js";
import { noteText } from "../note.js";
import { recall, remember } from "../settings.js";
import { play } from "../sound.js";

/** @import { Table } from "../state.js" */
/** @import { SeatState } from "../types/protocol" */

/** Whoever waited longer than this, in milliseconds, hears that it is his decision. */
const LONG = 4000;

/** Tells listeners `unread` when the number of unread messages changes. */
export class News extends EventTarget {
  /** @param {Table} table */
  constructor(table) {
    super();
    this.table = table;
    this.unread = 0;
    /** How many lines of the chat have been heard of. */
    this.heard = 0;
    /** @type {Map<number, SeatState>} */
    this.seats = new Map();
    /** @type {number | null} */
    this.offer = null;
    this.wasOver = false;
    this.wasAsked = true;
    this.waited = 0;
    table.on("view", () => this.begin());
    table.on("chat", () => this.hearChat());
    table.on("table", () => this.hearSeats());
    table.on("decision", () => {
      this.hearOffer();
      this.hearEnd();
      this.hearTurn();
    });
  }

  /** A whole view is nothing new, except for what was said while nobody was here. */
  begin() {
    const { table } = this;
    this.heard = table.chat.length;
    this.offer = table.drawOffer;
    this.wasOver = table.outcome !== null;
    this.seats = new Map(table.info.seats.map((seat) => [seat.seat, seat]));
    this.mark(table.chat.filter((line) => !table.you.includes(line.seat) && line.at > this.lastRead()).length);
  }

  lastRead() {
    return recall(`read.${this.table.info.id}`, 0);
  }

  /** The chat lies open: everything in it has been read. */
  read() {
    remember(`read.${this.table.info.id}`, this.table.chat.at(-1)?.at ?? 0);
    this.mark(0);
  }

  /** @param {number} unread */
  mark(unread) {
    this.unread = unread;
    if (unread) document.body.dataset.unread = String(unread);
    else delete document.body.dataset.unread;
    this.dispatchEvent(new Event("unread"));
  }

  hearChat() {
    const { table } = this;
    for (const line of table.chat.slice(this.heard)) {
      const text = `${this.speaker(line.seat)}: ${line.text}`;
      table.note({ kind: "chat", seat: line.seat, text, cases: [] });
      if (table.you.includes(line.seat)) continue;
      play("message");
      if (isInSight(document.querySelector(".chat"))) {
        this.read();
      } else {
        this.mark(this.unread + 1);
        noteText(text, this.place());
      }
    }
    this.heard = table.chat.length;
  }

  hearOffer() {
    const { table } = this;
    if (table.drawOffer === this.offer) return;
    const before = this.offer;
    this.offer = table.drawOffer;
    if (table.outcome) return;
    if (this.offer === null) {
      table.note({ kind: "draw", seat: before, text: "The offer of a draw has lapsed.", cases: [] });
      return;
    }
    table.note({ kind: "draw", seat: this.offer, text: `The ${table.seatName(this.offer)} offer a draw.`, cases: [] });
    if (!table.you.includes(this.offer)) play("message");
  }

  hearEnd() {
    const { table } = this;
    if (!table.outcome || this.wasOver) return;
    this.wasOver = true;
    const loser = table.info.seats.find((seat) => !table.outcome?.winners.includes(seat.seat));
    if (/resignation/.test(table.outcome.text) && loser) {
      table.note({ kind: "resign", seat: loser.seat, text: `The ${table.seatName(loser.seat)} resign.`, cases: [] });
    } else if (/agreed draw/.test(table.outcome.text)) {
      table.note({ kind: "draw", seat: null, text: "Both sides agree on a draw.", cases: [] });
    }
    play("grave");
  }

  /** Who has taken a seat, and who has come to one. */
  hearSeats() {
    const { table } = this;
    for (const seat of table.info.seats) {
      const before = this.seats.get(seat.seat);
      this.seats.set(seat.seat, seat);
      if (!before || seat.by === "bot" || seat.yours) continue;
      const name = seat.name || "Somebody";
      const text = seat.taken && !before.taken ? `${name} takes the seat of the ${table.seatName(seat.seat)}.`
        : seat.here && !before.here ? `${name} (${table.seatName(seat.seat)}) is here.` : "";
      if (!text) continue;
      table.note({ kind: "joined", seat: seat.seat, text, cases: [] });
      noteText(text, this.place());
      play("message");
    }
  }

  /** It is one's own decision again, after others were waited for. */
  hearTurn() {
    const isAsked = this.table.isAsked();
    if (isAsked && !this.wasAsked && (document.hidden || performance.now() - this.waited > LONG)) play("turn");
    if (!isAsked && this.wasAsked) this.waited = performance.now();
    this.wasAsked = isAsked;
  }

  /** @param {number} seat */
  speaker(seat) {
    const name = this.table.info.seats.find((entry) => entry.seat === seat)?.name;
    return name ? `${name} (${this.table.seatName(seat)})` : this.table.seatName(seat);
  }

  /** Below the menu's button, where the mark is. */
  place() {
    const box = byId("menu-button").getBoundingClientRect();
    return { x: box.left - 320, y: box.bottom };
  }
}

/** @param {Element | null} element */
function isInSight(element) {
  return element !== null && element.getClientRects().length > 0;
}
