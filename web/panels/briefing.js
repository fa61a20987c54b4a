// @ts-check
// The briefing: how things stand, what the side must do, a few ideas. It comes once, before the first question of a seat.

import { balanceWords, hardDots, hardWords } from "../briefings.js";
import { el } from "../dom.js";
import { recall, remember } from "../settings.js";
import { mayBeAdvised } from "./advice.js";
import { warningOffer } from "./warnings.js";

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
    this.shape = briefings.shape.find((entry) => entry.scenario === table.info.scenario);
    /** @type {HTMLDialogElement | undefined} */
    this.dialog = undefined;
    /** The turn in which this game began; scenarios begin in the midst of a campaign. @type {number | undefined} */
    this.first = undefined;
    this.hasAsked = false;
    /** Ends when the open card is put away. @type {Promise<void>} */
    this.reading = Promise.resolve();
    /** @type {Promise<void>} */
    this.learning = Promise.resolve();
    table.on("decision", () => {
      if (!this.hasAsked) this.learning = this.learn();
      this.greet();
    });
  }

  /** Waits until there is no briefing to read, or until it has been read. */
  async settled() {
    await this.learning;
    await this.reading;
  }

  /** Finds out when the game began, as soon as it has. */
  async learn() {
    const { live, decision } = this.table;
    if (this.first !== undefined || !decision || !this.isThere) return;
    if (live.seq === 0) {
      this.first = live.turn;
      return;
    }
    this.hasAsked = true;
    try {
      this.first = (await this.table.at(0)).turn;
      this.greet();
    } catch {
      // The connection was lost: the next question asks again.
      this.hasAsked = false;
    }
  }

  /** Whether there is anything to read. */
  get isThere() {
    return this.briefings.length > 0;
  }

  /** Opens the card if the viewer has just sat down to a new game. */
  greet() {
    const { table } = this;
    const { viewer } = table;
    if (this.dialog || table.info.lesson || !table.isAsked() || typeof viewer !== "number") return;
    if (this.first === undefined || table.live.turn > this.first) return;
    if (this.known().includes(viewer) || !this.of(viewer)) return;
    this.open();
  }

  /** Opens the card of one's own side; a spectator reads those of all sides. */
  open() {
    const { table } = this;
    if (this.dialog || !this.isThere) return;
    const { viewer } = table;
    const seats = typeof viewer === "number" ? [viewer] : table.info.seats.map((seat) => seat.seat);
    const done = el("button", { type: "button", class: "main", id: "briefing-done", autofocus: true }, "To the map");
    const dialog = el("dialog", { class: "briefing", "aria-label": "Briefing" },
      ...seats.map((seat) => this.page(seat)), el("div", { class: "briefing-foot" }, typeof viewer === "number" && mayBeAdvised(table) ? warningOffer() : null, done));
    this.dialog = dialog;
    this.reading = new Promise((read) => {
      const putAway = () => {
        if (this.dialog !== dialog) return;
        this.dialog = undefined;
        dialog.close();
        dialog.remove();
        if (typeof viewer === "number") remember(this.key(), [...new Set([...this.known(), viewer])]);
        read();
      };
      // The event of a closed dialog waits for the next picture, which a large map may hold up.
      done.addEventListener("click", putAway);
      dialog.addEventListener("close", putAway);
    });
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
      briefing.ideas.length ? el("ul", {}, ...briefing.ideas.map((idea) => el("li", {}, idea))) : null,
      this.outlook(briefing.side));
  }

  /**
   * Its length, how hard it is for a side, and how it ends between equals.
   * @param {string} side
   */
  outlook(side) {
    if (!this.shape) return null;
    const { balance, hard, minutes, turns } = this.shape;
    const level = hard[side];
    const sides = this.table.info.seats.flatMap(({ seat }) => this.table.played(seat) ?? []);
    return el("p", { class: "outlook" }, `${turns} turns, about ${minutes} minutes`,
      ...level ? [", ", el("span", { class: "dots", "aria-hidden": "true" }, hardDots(level)), ` ${hardWords(level)} for this side`] : [], ". ",
      balance ? balanceWords(balance, sides) : null);
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
