// @ts-check
// Acts of people beside the game: chat, draw offers, resignations, arrivals. Each has a mark, a sound, a
// line.

import { byId } from "../dom.js";
import { noteText } from "../note.js";
import { recall, remember } from "../settings.js";
import { play } from "../sound.js";

/** @import { Table } from "../state.js" */
/** @import { NewsMessage, SeatState } from "../types/protocol" */

/** A player who waited longer than this, in milliseconds, hears that it is his decision. */
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
    /** Seats whose new player has not come to the table yet. @type {Set<number>} */
    this.coming = new Set();
    /** @type {number | null} */
    this.offer = null;
    this.wasOver = false;
    this.wasAsked = true;
    this.waited = 0;
    table.on("view", () => this.begin());
    table.on("chat", () => this.hearChat());
    table.on("news", () => this.hearNews());
    table.on("table", () => this.hearSeats());
    table.on("decision", () => {
      this.hearOffer();
      this.hearEnd();
      this.hearTurn();
    });
  }

  /** A whole view is no news, except for remarks made while the player was away. */
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

  /** News for everyone: a line in the log, and a sound for all but the player who acted. */
  hearNews() {
    const { news, you } = this.table;
    if (!news) return;
    const text = this.newsWords(news);
    if (!text) return;
    this.table.note({ kind: news.kind, seat: news.seat, text, cases: [] });
    if (you.includes(news.seat)) return;
    if (news.kind === "joined") {
      this.coming.add(news.seat);
      noteText(text, this.place());
    }
    // The end of the game has a sound of its own.
    if (!this.table.outcome) play("message");
  }

  /** @param {NewsMessage} news */
  newsWords(news) {
    const side = this.table.seatName(news.seat);
    switch (news.kind) {
      case "joined": return `${news.name || "Somebody"} takes the seat of the ${side}.`;
      case "offered-draw": return `The ${side} offer a draw.`;
      case "accepted-draw": return `The ${side} accept the draw.`;
      case "asked-advice": return `The ${side} asked for advice.`;
      case "resigned": return `The ${side} resign.`;
      default: return "";
    }
  }

  /** An offer that was not taken up is not reported; it has simply gone. */
  hearOffer() {
    const { table, offer } = this;
    this.offer = table.drawOffer;
    if (offer === null || table.drawOffer !== null || table.outcome) return;
    table.note({ kind: "draw", seat: offer, text: "The offer of a draw has lapsed.", cases: [] });
  }

  hearEnd() {
    if (!this.table.outcome || this.wasOver) return;
    this.wasOver = true;
    play("grave");
  }

  /** A player has come back to a seat: a note, and no line in the log. */
  hearSeats() {
    const { table } = this;
    for (const seat of table.info.seats) {
      const before = this.seats.get(seat.seat);
      this.seats.set(seat.seat, seat);
      if (!before?.taken || before.here || !seat.here || seat.by === "bot" || seat.yours) continue;
      // A player who has just taken the seat has been announced.
      if (this.coming.delete(seat.seat)) continue;
      noteText(`${seat.name || "Somebody"} (${table.seatName(seat.seat)}) is here.`, this.place());
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
