// @ts-check
// The replay: a slider over the whole game, with steps, a clock, turns and everybody's eyes once the game is over.

import { el, onNextFrame, pause, refill } from "../dom.js";
import { Position } from "../position.js";
import { Refused } from "../api.js";
import { noteText } from "../note.js";

/** @import { Table } from "../state.js" */
/** @import { Told } from "../types/wire" */
/** @import { Viewer } from "../types/protocol" */

export class Replay {
  /**
   * @param {HTMLElement} box
   * @param {Table} table
   * @param {(told: Told) => void} onFind
   */
  constructor(box, table, onFind) {
    this.box = box;
    this.table = table;
    this.onFind = onFind;
    this.seq = 0;
    /** @type {Viewer | undefined} */
    this.eyes = undefined;
    this.playing = false;
    this.isOpen = false;
    this.fetching = false;
    this.slider = el("input", { type: "range", min: 0, id: "replay-slider", "aria-label": "Position in the game" });
    this.words = el("p", { class: "replay-words", "aria-live": "polite" });
    this.place = el("output", { class: "replay-place", id: "replay-place" });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.fetchSoon = onNextFrame(() => this.fetch());
  }

  /** @param {number} [seq] */
  open(seq = this.table.live.seq) {
    this.isOpen = true;
    this.box.hidden = false;
    document.body.classList.add("replaying");
    refill(this.box, el("div", { class: "film-strip replay" },
      el("div", { class: "replay-row" },
        this.button("|◀", "To the beginning", "Home", () => this.go(0)),
        this.button("◀", "One back", ",", () => this.go(this.seq - 1)),
        this.button("▶", "One on", ".", () => this.go(this.seq + 1)),
        this.button("Play", "Play or pause", "p", () => this.run()),
        this.slider, this.place,
        this.turns(), this.viewers(),
        el("button", { type: "button", class: "quiet", onclick: () => this.copyLink(), title: "Copy a link to this position" }, "Link"),
        el("button", { type: "button", id: "close-replay", "data-key": "Escape", onclick: () => this.close() }, "Back to now")),
      this.words));
    this.go(seq);
  }

  /**
   * @param {string} words
   * @param {string} title
   * @param {string} key
   * @param {() => void} run
   */
  button(words, title, key, run) {
    return el("button", { type: "button", title: `${title} (${key})`, "aria-label": title, "data-key": key, onclick: run }, words);
  }

  /** A list of turns to jump to; found by halving, because only positions know their turn. */
  turns() {
    const last = this.table.live.turn;
    if (last < 2) return null;
    const pick = el("select", { "aria-label": "Jump to a turn" }, el("option", { value: "" }, "turn"),
      ...Array.from({ length: last }, (_, index) => el("option", { value: String(index + 1) }, String(index + 1))));
    pick.addEventListener("change", async () => {
      const wanted = Number(pick.value);
      pick.value = "";
      if (wanted) this.go(await this.startOf(wanted));
    });
    return pick;
  }

  /** @param {number} turn */
  async startOf(turn) {
    let [low, high] = [0, this.table.live.seq];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const view = await this.table.at(middle, this.eyes);
      if (view.turn >= turn) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Once the game is over, or at a hotseat table, every seat's view can be had. */
  viewers() {
    const { table } = this;
    if (!table.outcome && !table.info.hotseat) return null;
    const pick = el("select", { "aria-label": "Through whose eyes", id: "replay-eyes" },
      el("option", { value: "all" }, "everything"), el("option", { value: "spectator" }, "onlooker"),
      ...table.info.seats.map((seat) => el("option", { value: String(seat.seat) }, table.seatName(seat.seat))));
    pick.value = this.eyes === undefined ? String(table.viewer) : String(this.eyes);
    pick.addEventListener("change", () => {
      this.eyes = pick.value === "all" || pick.value === "spectator" ? pick.value : Number(pick.value);
      this.fetchSoon();
    });
    return pick;
  }

  /** @param {number} seq */
  go(seq) {
    this.seq = Math.max(0, Math.min(this.table.live.seq, seq));
    this.slider.max = String(this.table.live.seq);
    this.slider.value = String(this.seq);
    this.place.textContent = `${this.seq} / ${this.table.live.seq}`;
    this.fetchSoon();
  }

  /** Fetches the position under the slider; while one is under way only the last wish counts. */
  async fetch() {
    if (this.fetching || !this.isOpen) return;
    this.fetching = true;
    let shown = -1;
    let eyes = this.eyes;
    try {
      while (this.isOpen && (shown !== this.seq || eyes !== this.eyes)) {
        [shown, eyes] = [this.seq, this.eyes];
        const view = await this.table.at(shown, eyes);
        if (!this.isOpen) break;
        this.table.show(Position.of(view));
        this.caption(view.events);
        this.place.textContent = `${shown} / ${this.table.live.seq} · turn ${view.turn}`;
        history.replaceState(null, "", `?at=${shown}`);
      }
    } catch (error) {
      if (error instanceof Refused) noteText(error.message);
      else throw error;
    } finally {
      this.fetching = false;
    }
  }

  /** @param {Told[]} events */
  caption(events) {
    const last = events.filter((event) => event.text);
    refill(this.words, last.map((event) => event.text).slice(-3).join(" ") || "No event of its own.");
    const told = last.at(-1);
    if (told) this.onFind(told);
  }

  /** Plays on until the end or until told to stop. */
  async run() {
    this.playing = !this.playing;
    while (this.playing && this.isOpen && this.seq < this.table.live.seq) {
      this.go(this.seq + 1);
      await pause(700);
    }
    this.playing = false;
  }

  async copyLink() {
    const link = `${location.origin}/table/${this.table.info.id}?at=${this.seq}`;
    try {
      await navigator.clipboard.writeText(link);
      noteText("The link to this position has been copied.");
    } catch {
      noteText(link);
    }
  }

  close() {
    this.isOpen = false;
    this.playing = false;
    this.box.hidden = true;
    document.body.classList.remove("replaying");
    history.replaceState(null, "", location.pathname);
    this.table.show(null);
  }
}
