// @ts-check
// The briefing: how things stand, what the side must do, a few ideas. It comes once, before the first question of a seat.

import { el } from "../dom.js";
import { recall, remember } from "../settings.js";

/** @import { Table } from "../state.js" */
/** @import { Briefing, Briefings } from "../types/protocol" */
/** @import { Seat } from "../types/wire" */

/** Shows the briefing before the first question of each seat of a new game, once. */
export class BriefingCard {
  /**
   * @param {Table} table
   * @param {Briefings} briefings
   */
  constructor(table, briefings) {
    this.table = table;
    this.briefings = briefings.briefing.filter((entry) => entry.scenario === table.info.scenario);
    /** @type {HTMLDialogElement | undefined} */
    this.dialog = undefined;
    table.on("decision", () => this.greet());
  }

  /** Whether there is anything to read. */
  get isThere() {
    return this.briefings.length > 0;
  }

  /** Opens the card if the viewer has just sat down to a new game. */
  greet() {
    const { table } = this;
    const { viewer } = table;
    if (this.dialog || !table.isAsked() || typeof viewer !== "number" || table.live.turn > 1) return;
    if (this.known().includes(viewer) || !this.of(viewer)) return;
    this.open();
  }

  /** Opens the card of one's own side; who only watches reads those of all sides. */
  open() {
    const { table } = this;
    if (this.dialog || !this.isThere) return;
    const { viewer } = table;
    const seats = typeof viewer === "number" ? [viewer] : table.info.seats.map((seat) => seat.seat);
    const done = el("button", { type: "button", class: "main", id: "briefing-done" }, "To the map");
    const dialog = el("dialog", { class: "briefing", "aria-label": "Briefing" },
      ...seats.map((seat) => this.page(seat)), el("div", { class: "briefing-foot" }, done));
    done.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.dialog = undefined;
      if (typeof viewer === "number") remember(this.key(), [...new Set([...this.known(), viewer])]);
    });
    this.dialog = dialog;
    document.body.append(dialog);
    dialog.showModal();
  }

  /** @param {Seat} seat */
  page(seat) {
    const briefing = this.of(seat);
    if (!briefing) return null;
    return el("section", {}, el("h2", { class: `side-mark ${this.table.nation(seat)}` }, `Briefing: ${this.table.seatName(seat)}`),
      el("p", { class: "situation" }, briefing.situation),
      el("h3", {}, this.table.viewer === seat ? "Your task" : "Task"), el("p", {}, briefing.task),
      briefing.ideas.length ? el("h3", {}, "Ideas") : null,
      briefing.ideas.length ? el("ul", {}, ...briefing.ideas.map((idea) => el("li", {}, idea))) : null);
  }

  /**
   * @param {Seat} seat
   * @returns {Briefing | undefined}
   */
  of(seat) {
    const side = this.table.played(seat)?.id;
    return this.briefings.find((entry) => entry.side === side);
  }

  key() {
    return `briefed.${this.table.info.id}`;
  }

  /** The seats whose briefing has been put away. */
  known() {
    return recall(this.key(), /** @type {Seat[]} */ ([]));
  }
}
