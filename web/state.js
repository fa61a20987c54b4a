// @ts-check
// What this browser knows about the table: one place that hears the server and tells the panels.

import { Link } from "./socket.js";
import { noteText } from "./note.js";
import { Position } from "./position.js";

/** @import { Decision, Seat, Title, Told, Odds } from "./types/wire" */
/** @import { ChatLine, LessonMessage, NewsMessage, Order, Outcome, ServerMessage, TableInfo, UpdateMessage, ViewAtMessage, Viewer, ViewMessage } from "./types/protocol" */

/**
 * Told to listeners: `table` (who sits where), `view` (a whole new view), `shown` (what lies on the map),
 * `decision`, `lesson`, `told` (the log changed), `noted` (a line was added that is no event), `news`, `chat`, `orders`, `link`, `busy`.
 */
export class Table extends EventTarget {
  /**
   * @param {TableInfo} info
   * @param {Title} title
   * @param {WebSocket} [socket] a connection that was made early
   */
  constructor(info, title, socket) {
    super();
    this.info = info;
    this.title = title;
    this.rev = -1;
    /** @type {Viewer} */
    this.viewer = "spectator";
    /** @type {Seat[]} */
    this.you = [];
    this.live = new Position();
    /** The position on the map: the live one, or an earlier one during a film or a replay. */
    this.shown = this.live;
    /** @type {Decision | null} */
    this.decision = null;
    this.undo = false;
    /** @type {Seat | null} */
    this.drawOffer = null;
    /** @type {Told[]} */
    this.events = [];
    this.eventsFrom = 0;
    /** Remarks and acts beside the game, each with the number of events before it. @type {{ after: number, told: Told }[]} */
    this.notes = [];
    /** @type {Outcome | null} */
    this.outcome = info.outcome;
    /** @type {ViewMessage["away"]} */
    this.away = undefined;
    /** @type {Order[]} */
    this.orders = [];
    /** @type {ChatLine[]} */
    this.chat = [];
    /** The latest act beside the game. @type {NewsMessage | null} */
    this.news = null;
    /** The card of the lesson at this table. @type {LessonMessage | null} */
    this.lesson = null;
    /** Whether the learner plays on after the lesson's end. */
    this.playsOn = false;
    /** The revision that an answer was sent for and not yet acknowledged. @type {number | null} */
    this.sent = null;
    /** Whether an order is being carried out, answer by answer. */
    this.carrying = false;
    this.connected = false;
    this.opened = false;
    /** @type {Viewer | null | undefined} */
    this.wish = undefined;
    this.link = new Link(info.id, {
      onMessage: (message) => this.hear(message),
      onState: (isOpen) => {
        this.connected = isOpen;
        this.sent = null;
        this.tell("busy");
        this.tell("link");
      },
      hello: () => ({
        ...(this.wish === undefined ? {} : { seat: this.wish === "spectator" ? null : this.wish }),
        ...(this.rev >= 0 ? { rev: this.rev } : {}),
      }),
    }, socket);
  }

  /** @param {string} what */
  tell(what) {
    this.dispatchEvent(new Event(what));
  }

  /**
   * @param {string} what
   * @param {() => void} work
   */
  on(what, work) {
    this.addEventListener(what, work);
  }

  /** @param {ServerMessage} message */
  hear(message) {
    switch (message.type) {
      case "view": return this.hearView(message);
      case "update": return this.hearUpdate(message);
      case "table":
        this.info = message.table;
        this.outcome = message.table.outcome ?? this.outcome;
        return this.tell("table");
      case "orders":
        this.orders = message.orders;
        return this.tell("orders");
      case "chat":
        this.chat.push(message);
        return this.tell("chat");
      case "news":
        this.news = message;
        return this.tell("news");
      case "lesson":
        this.lesson = message;
        return this.tell("lesson");
      case "bye":
        noteText(`The server says: ${message.error}.`);
        return this.forgetEyes();
      case "refused":
        // A seat that was one's own and is no more: the next hello looks through whatever eyes are left.
        if (message.error === "this seat is not yours") this.forgetEyes();
        return;
      default:
    }
  }

  /** The next hello does not ask for the eyes it had. */
  forgetEyes() {
    this.wish = undefined;
    this.rev = -1;
  }

  /** @param {ViewMessage} view */
  hearView(view) {
    const isFirst = !this.opened;
    this.opened = true;
    Object.assign(this, { info: view.table, viewer: view.viewer, you: view.you, rev: view.rev });
    this.wish = view.viewer;
    this.live = Position.of({ seq: view.seq ?? 0, turn: view.turn ?? 0, items: view.items ?? [] });
    this.shown = this.live;
    this.decision = view.decision ?? null;
    this.undo = view.undo ?? false;
    this.drawOffer = view.draw_offer ?? null;
    this.events = view.events ?? [];
    this.eventsFrom = view.events_from ?? 0;
    this.outcome = view.outcome ?? null;
    // Only a player who opens the page has been away; a broken connection or a change of seat is no absence.
    this.away = isFirst ? view.away : undefined;
    this.orders = view.orders ?? [];
    this.chat = view.chat ?? [];
    this.noteWaiting();
    for (const what of ["table", "view", "shown", "told", "decision", "chat", "orders"]) this.tell(what);
  }

  /** @param {UpdateMessage} update */
  hearUpdate(update) {
    if (update.from !== this.rev) {
      this.rev = -1;
      this.link.hello();
      return;
    }
    const followed = this.shown === this.live;
    this.rev = update.rev;
    this.live.apply(update.items);
    this.live.seq = update.seq;
    this.live.turn = update.turn;
    const keep = Math.max(0, update.events_from - this.eventsFrom);
    this.events.length = Math.min(this.events.length, keep);
    this.events.push(...update.events);
    this.decision = update.decision;
    this.undo = update.undo;
    this.drawOffer = update.draw_offer;
    this.outcome = update.outcome;
    this.noteWaiting();
    if (followed) this.tell("shown");
    this.tell("told");
    this.tell("decision");
    if (update.outcome) this.tell("table");
  }

  /**
   * Writes something into the log that is no event of the game.
   * @param {Told} told
   */
  note(told) {
    this.notes.push({ after: this.eventsFrom + this.events.length, told });
    this.tell("noted");
  }

  /** The events and what was noted between them, in order. */
  told() {
    const list = [...this.events];
    // From the last to the first: an insertion does not move the places before it.
    for (const { after, told } of this.notes.toReversed()) {
      list.splice(Math.max(0, after - this.eventsFrom), 0, told);
    }
    return list;
  }

  /** Notes since when others are waited for. */
  noteWaiting() {
    if (this.isAsked()) this.waitingSince = 0;
    else if (this.waitingSince === 0) this.waitingSince = performance.now();
  }

  /** When the viewer gave the last answer, by the page's clock; 0 while the viewer is asked. */
  waitingSince = 0;

  /** Whether the viewer must answer now. */
  isAsked() {
    return this.decision !== null && typeof this.viewer === "number" && this.decision.seats.includes(this.viewer) && this.isLive();
  }

  /** Whether the map shows the present. */
  isLive() {
    return this.shown === this.live;
  }

  /**
   * Lays an earlier position on the map, or the present one again.
   * @param {Position | null} position
   */
  show(position) {
    this.shown = position ?? this.live;
    this.tell("shown");
    this.tell("decision");
  }

  /** Whether an answer to the shown state is under way; no longer once the table has moved on. */
  get busy() {
    return this.carrying || this.sent === this.rev;
  }

  /**
   * Sends an answer to what is shown.
   * @param {{ type: "play", text: string, anyway?: boolean } | { type: "undo" } | { type: "lesson", go: string }} answer
   */
  async answer(answer) {
    const { rev } = this;
    this.sent = rev;
    this.tell("busy");
    try {
      await this.link.ask({ ...answer, rev });
    } finally {
      if (this.sent === rev) this.sent = null;
      this.tell("busy");
    }
  }

  /**
   * Plays a typed line.
   * @param {string} text
   * @param {boolean} [anyway] although a lesson wants something else
   */
  play(text, anyway) {
    return this.answer({ type: "play", text, ...(anyway ? { anyway } : {}) });
  }

  /** Takes the last entry back. */
  takeBack() {
    return this.answer({ type: "undo" });
  }

  /**
   * @param {string} text
   * @returns {Promise<{ legal: boolean, error?: string, reasons?: import("./types/wire").Reason[] }>}
   */
  why(text) {
    return this.link.ask({ type: "why", text });
  }

  /**
   * @param {string} text
   * @param {string[]} before
   * @returns {Promise<Odds>}
   */
  async odds(text, before = []) {
    return (await this.link.ask({ type: "odds", text, before })).odds;
  }

  /**
   * The places that a typed move passes.
   * @param {string} text
   * @returns {Promise<string[]>}
   */
  async path(text) {
    return (await this.link.ask({ type: "path", text })).places;
  }

  /**
   * Where these counters can go together, and in which order they best go.
   * @param {string[]} units
   * @returns {Promise<import("./types/wire").Together>}
   */
  async together(units) {
    return (await this.link.ask({ type: "together", units })).together;
  }

  /**
   * The answers that bring counters to places.
   * @param {[string, string][]} moves
   * @returns {Promise<import("./types/wire").March>}
   */
  async march(moves) {
    return (await this.link.ask({ type: "march", moves })).march;
  }

  /** @returns {Promise<import("./types/wire").Layer[]>} */
  async layers() {
    return (await this.link.ask({ type: "layers" })).layers;
  }

  /** @returns {Promise<import("./types/wire").Standing>} */
  async victory() {
    return (await this.link.ask({ type: "victory" })).victory;
  }

  /**
   * The acts of others since an entry, in three lines.
   * @param {number} since
   * @returns {Promise<string[]>}
   */
  async summary(since) {
    return (await this.link.ask({ type: "summary", since })).lines;
  }

  /** @returns {Promise<import("./types/wire").Staff>} */
  async staff() {
    return (await this.link.ask({ type: "staff" })).staff;
  }

  /**
   * What a level would do here.
   * @param {string} level
   * @returns {Promise<import("./types/protocol").Advice>}
   */
  async advise(level) {
    return (await this.link.ask({ type: "advise", level })).advice;
  }

  /**
   * What speaks against an answer.
   * @param {string} text
   * @returns {Promise<import("./types/protocol").Warning | null>}
   */
  async warn(text) {
    return (await this.link.ask({ type: "warn", text })).warning;
  }

  /**
   * Says whether all players may be advised, for one's own part.
   * @param {boolean} advice
   */
  agree(advice) {
    this.link.send({ type: "consent", advice });
  }

  /** The computer's next moves need not be seen one by one. */
  hurry() {
    this.link.send({ type: "hurry" });
  }

  /**
   * @param {number} seq
   * @param {Viewer} [as]
   * @returns {Promise<ViewAtMessage>}
   */
  at(seq, as) {
    return this.link.ask({ type: "at", seq, ...(as === undefined ? {} : { as }) });
  }

  /** Fetches up to 500 events before those known; false when there are none. */
  async earlier() {
    if (this.eventsFrom === 0) return false;
    const from = Math.max(0, this.eventsFrom - 500);
    const answer = await this.link.ask({ type: "events", from, to: this.eventsFrom });
    this.events.unshift(...answer.events);
    this.eventsFrom = from;
    this.tell("told");
    return true;
  }

  /**
   * Looks through the eyes of another held seat.
   * @param {Viewer} viewer
   */
  lookAs(viewer) {
    this.wish = viewer;
    this.rev = -1;
    this.link.hello();
  }

  /**
   * The side that a seat plays: bids may have swapped the sides, and then the tracks say who plays which.
   * @param {Seat} seat
   */
  played(seat) {
    for (const track of this.live.tracks.values()) {
      const side = track.seat === seat ? track.id.match(/^player-(.+)$/)?.[1] : undefined;
      if (side) return this.title.seats.find((info) => info.nation === side);
    }
    return this.title.seats[seat];
  }

  /** @param {Seat | null | undefined} seat */
  nation(seat) {
    return seat === null || seat === undefined ? "" : this.played(seat)?.nation ?? "";
  }

  /** @param {Seat} seat */
  seatName(seat) {
    return this.played(seat)?.name ?? `seat ${seat}`;
  }
}
