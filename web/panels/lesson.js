// @ts-check
// The lesson: its present text, above the question; it lights things on the map. The server decides all.

import { byId, el, refill } from "../dom.js";
import { announce } from "../announce.js";
import { chips } from "../cases.js";
import { noteRefusal } from "../note.js";
import { Refused } from "../api.js";
import { targetOf } from "../choose.js";
import { firstBattle, keepMark } from "../school.js";
import { warningOffer } from "./warnings.js";

/** @import { Table } from "../state.js" */
/** @import { Chooser } from "../choose.js" */
/** @import { Choice } from "../types/wire" */
/** @import { LessonMessage } from "../types/protocol" */

/** @typedef {{ x: number, y: number }} Point */

/**
 * @typedef {object} Hooks
 * @property {Map<string, Element>} places
 * @property {Map<string, { element: Element }>} pieces
 * @property {(choice: Choice | null) => void} onHover
 * @property {(at: Point) => boolean} sees
 * @property {(points: Point[]) => void} look
 * @property {(points: Point[]) => void} board shows all of a small board
 * @property {(unit: string) => void} fan lays the pile of a counter out, or puts it together again
 * @property {(id: string) => Point | undefined} where
 * @property {{ unit: (id: string) => void, charts: () => void, chartAlone: () => void, map: () => void, victory: () => void }} open
 */

export class LessonCard {
  /**
   * @param {Table} table
   * @param {Chooser} chooser
   * @param {Hooks} hooks
   */
  constructor(table, chooser, hooks) {
    this.table = table;
    this.chooser = chooser;
    this.hooks = hooks;
    this.box = el("section", { id: "lesson", class: "lesson", "aria-label": "The lesson" });
    byId("decision").before(this.box);
    /** The objection to the last answer. @type {{ text: string, play: string, tries: boolean } | null} */
    this.remark = null;
    /** Whether the wanted answer was shown, and is shown on. */
    this.shown = false;
    this.seen = "";
    /** The lesson whose board has been brought into sight. */
    this.opened = "";
    /** Whether the sheet was pulled up for a table. */
    this.hasLifted = false;
    table.on("lesson", () => this.hear());
    for (const what of ["shown", "decision"]) table.on(what, () => this.light());
    // The counters are laid on the map after the panels have heard of them.
    table.on("decision", () => setTimeout(() => this.spread()));
    chooser.addEventListener("unwanted", (event) => {
      const { text, error } = /** @type {CustomEvent<{ text: string, error: Refused }>} */ (event).detail;
      this.remark = { text: error.message, play: text, tries: error.lesson === "unsaid" };
      this.draw();
      announce(error.message);
      this.box.scrollTop = 0;
    });
  }

  /** The server says how the lesson stands. */
  hear() {
    const { lesson } = this.table;
    if (!lesson) return;
    const key = `${lesson.lesson} ${lesson.step} ${lesson.standing}`;
    this.remark = null;
    if (lesson.want.length === 0 || key !== this.seen) this.shown = false;
    keepMark(this.table.title.id, lesson.lesson, { step: lesson.standing === "finished" ? 1 : lesson.step, done: lesson.standing === "finished" && lesson.won });
    if (lesson.standing !== "finished") this.table.playsOn = false;
    this.draw();
    this.light();
    if (key === this.seen) return;
    this.seen = key;
    if (this.hasLifted) this.hooks.open.map();
    this.hasLifted = false;
    announce(this.box.querySelector(".say, .learnt, .said")?.textContent ?? "");
    // The board of the step lies on the table only after the panels have heard of it.
    setTimeout(() => this.turn(lesson));
  }

  draw() {
    const { lesson } = this.table;
    if (!lesson) return;
    this.box.dataset.standing = lesson.standing;
    this.box.dataset.step = String(lesson.step);
    this.box.dataset.rev = String(this.table.rev);
    this.box.classList.toggle("reads", lesson.standing === "open" && lesson.reads);
    this.box.classList.toggle("plays-on", lesson.standing === "finished" && this.table.playsOn);
    refill(this.box, this.head(lesson), ...(lesson.standing === "finished" ? this.end(lesson) : this.body(lesson)));
  }

  /** @param {LessonMessage} lesson */
  head(lesson) {
    const bar = el("span", { class: "lesson-bar", "aria-hidden": "true" }, el("span", {}));
    /** @type {HTMLElement} */ (bar.firstElementChild).style.width = `${Math.round((lesson.standing === "finished" ? 1 : (lesson.step - 1) / lesson.steps) * 100)}%`;
    return el("header", {},
      el("h2", {}, lesson.title),
      el("span", { class: "lesson-count", title: `Lesson ${lesson.number} of ${lesson.of}` }, lesson.standing === "finished" ? "done" : `${lesson.step} of ${lesson.steps}`),
      bar);
  }

  /**
   * @param {LessonMessage} lesson
   * @returns {(Node | null)[]}
   */
  body(lesson) {
    const { remark } = this;
    const astray = lesson.standing === "astray";
    const turning = lesson.standing === "turning";
    return [
      lesson.said ? el("p", { class: "said" }, lesson.said) : null,
      astray || turning ? null : el("p", { class: "say" }, ...marked(lesson.say)),
      remark ? el("p", { class: "said against", role: "status" }, remark.text) : null,
      astray ? el("p", { class: "lesson-hint" }, "Play on as long as you like, both sides are yours. Then go back to the lesson.") : null,
      turning ? el("p", { class: "say" }, "So much for this board. Look at the map, then go on to the next one.") : null,
      el("div", { class: "buttons" },
        astray ? this.button("lesson-again", "From here again", "main", () => this.go("again")) : null,
        turning ? this.button("lesson-next", "To the next board", "main", () => this.go("next")) : null,
        !astray && !turning && lesson.reads ? this.button("lesson-next", "Next", "main", () => this.go("next")) : null,
        SHEET.matches && lesson.show?.panel === "charts" && !astray && !turning ? this.button("lesson-chart", "See the table", "", () => this.openChart()) : null,
        remark?.tries ? this.button("lesson-anyway", "See what happens", "", () => this.play(remark.play, true)) : null,
        !astray && lesson.want.length ? this.button("lesson-show", this.shown ? "Do it for me" : "Show me", "", () => this.help(lesson)) : null,
        lesson.step > 1 || turning ? this.button("lesson-back", "Back", "quiet", () => this.go("back")) : null,
        this.course()),
    ];
  }

  /**
   * @param {LessonMessage} lesson
   * @returns {(Node | null)[]}
   */
  end(lesson) {
    const { title } = this.table;
    return [
      lesson.said ? el("p", { class: "said" }, lesson.said) : null,
      lesson.won ? null : el("p", { class: "said against" }, "This way the lesson's goal was not reached. Take it once more if you like."),
      el("h3", {}, "What you have learnt"),
      el("ul", { class: "learnt" }, ...lesson.learnt.map((text) => el("li", {}, ...marked(text)))),
      el("p", { class: "lesson-more" }, "More in the rules: ", chips([...new Set([lesson.manual, ...lesson.cases])])),
      lesson.next ? null : warningOffer(),
      el("div", { class: "buttons" },
        lesson.next ? el("a", { class: "button main", id: "lesson-following", href: `/learn/${title.id}/${lesson.next.id}` }, `Next lesson: ${lesson.next.title}`)
          : el("a", { class: "button main", id: "lesson-following", href: firstBattle(title)?.href ?? "/" }, "Now your first battle"),
        this.button("lesson-first", "Once more", "", () => this.go("first")),
        this.table.outcome || this.table.playsOn ? null : this.button("lesson-on", "Play on from here", "", () => this.playOn()),
        this.button("lesson-back", "Back", "quiet", () => this.go("back")),
        this.course()),
    ];
  }

  course() {
    return el("a", { class: "button quiet", id: "lesson-leave", href: `/learn/${this.table.title.id}`, title: "The lesson waits for you" }, "All lessons");
  }

  /**
   * @param {string} id
   * @param {string} words
   * @param {string} manner
   * @param {() => void} run
   */
  button(id, words, manner, run) {
    return el("button", { type: "button", id, class: manner, onclick: run }, words);
  }

  /** Pulls the sheet of a phone up to the table that is spoken of. */
  openChart() {
    this.hooks.open.chartAlone();
    this.hasLifted = true;
  }

  /** Both sides are the learner's now. */
  playOn() {
    this.table.playsOn = true;
    this.draw();
    this.table.tell("lesson");
  }

  /** @param {"next" | "back" | "again" | "first"} go */
  go(go) {
    return this.ask(() => this.table.answer({ type: "lesson", go }));
  }

  /**
   * @param {string} text
   * @param {boolean} anyway
   */
  play(text, anyway) {
    return this.ask(() => this.table.play(text, anyway));
  }

  /** @param {() => Promise<unknown>} work */
  async ask(work) {
    if (this.table.busy) return;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      noteRefusal({ error: error.message, reasons: error.reasons });
    }
  }

  /**
   * Lights the wanted answer; asked once more, gives it.
   * @param {LessonMessage} lesson
   */
  help(lesson) {
    if (this.shown) return this.play(this.wanted(lesson)?.play ?? lesson.want[0], false);
    this.shown = true;
    this.draw();
    this.light();
    const at = this.target(this.wanted(lesson));
    if (at && !this.hooks.sees(at)) this.hooks.look([at]);
    const choice = this.wanted(lesson);
    const unit = choice && targetOf(choice, "unit");
    if (unit) this.hooks.fan(unit);
  }

  /** Where the units of the board stand. */
  ground() {
    const places = [...new Set([...this.table.shown.units.values()].map((unit) => unit.at))];
    const points = places.map((id) => this.hooks.where(id)).filter((at) => at !== undefined);
    const median = (/** @type {number[]} */ list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? 0;
    const [x, y] = [median(points.map((at) => at.x)), median(points.map((at) => at.y))];
    const far = (/** @type {Point} */ at) => Math.hypot(at.x - x, at.y - y);
    // Some stand far off, only so that their side is on the map.
    const reach = 2.5 * median(points.map(far));
    return points.filter((at) => far(at) <= reach);
  }

  /**
   * The answer that is wanted next, or the one with which it begins.
   * @param {LessonMessage} lesson
   */
  wanted(lesson) {
    const options = this.chooser.options();
    for (const want of lesson.want) {
      const choice = options.find((entry) => entry.play === want) ?? options.find((entry) => want.startsWith(`${entry.play} `));
      if (choice) return choice;
    }
    return undefined;
  }

  /** @param {Choice | undefined} choice */
  target(choice) {
    const id = choice && (targetOf(choice, "unit") ?? targetOf(choice, "place"));
    return id ? this.hooks.where(id) : undefined;
  }

  /** Lights what the step names, and the wanted answer if it was asked for. */
  light() {
    for (const element of document.querySelectorAll(".lesson-lit")) element.classList.remove("lesson-lit", "preview");
    const { lesson } = this.table;
    if (!lesson || lesson.standing === "astray" || lesson.standing === "finished" || !this.table.isLive()) return;
    const { places = [], units = [], panel = "" } = lesson.show ?? {};
    for (const id of places) this.hooks.places.get(id)?.classList.add("lesson-lit");
    for (const id of units) this.hooks.pieces.get(id)?.element.classList.add("lesson-lit");
    if (panel === "strip" || panel === "victory") byId("strip").classList.add("lesson-lit");
    if (!this.shown) return;
    const choice = this.wanted(lesson);
    if (!choice) return;
    const [unit, place] = [targetOf(choice, "unit"), targetOf(choice, "place")];
    const element = unit ? this.hooks.pieces.get(unit)?.element : place ? this.hooks.places.get(place) : undefined;
    element?.classList.add("lesson-lit", "preview");
    for (const button of byId("decision").querySelectorAll("[data-play]")) {
      if (button instanceof HTMLElement && button.dataset.play === choice.play) button.classList.add("lesson-lit");
    }
  }

  /** Lays out the pile of the counter that is to be clicked or read about: it may lie under others. */
  spread() {
    const { lesson } = this.table;
    if (!lesson || lesson.standing !== "open" || !this.table.isLive()) return;
    const choice = this.wanted(lesson);
    this.hooks.fan((choice ? targetOf(choice, "unit") : lesson.reads && lesson.show?.units[0]) || "");
  }

  /**
   * Turns the map and the cards to what the step is about.
   * @param {LessonMessage} lesson
   */
  turn(lesson) {
    if (lesson !== this.table.lesson || !lesson.show) return;
    const { places, units, panel } = lesson.show;
    // The spot to click is in sight, too, even if the step is about something else.
    const points = [...[...places, ...units].map((id) => this.hooks.where(id)), this.target(this.wanted(lesson))].filter((at) => at !== undefined);
    // A phone has room for the subject of the step, a desk for all of the board.
    if (this.opened !== lesson.lesson) this.hooks.board(points.length && innerWidth < 760 ? points : [...points, ...this.ground()]);
    else if (points.some((at) => !this.hooks.sees(at))) this.hooks.look(points);
    this.opened = lesson.lesson;
    this.spread();
    if (panel === "unit" && units[0]) this.hooks.open.unit(units[0]);
    if (panel === "charts") this.hooks.open.charts();
    if (panel === "victory") this.hooks.open.victory();
    const choice = panel === "odds" ? this.wanted(lesson) : undefined;
    if (choice?.odds) this.hooks.onHover(choice);
    this.light();
  }
}

/** On a phone the cards lie in a sheet below the lesson, out of sight. */
const SHEET = matchMedia("(max-width: 759px)");

/** Fingers do not click. */
const TAPS = matchMedia("(pointer: coarse)").matches;

/**
 * A text in which **this** is strong and *that* is a word of the game.
 * @param {string} text
 */
function marked(text) {
  const words = TAPS ? text.replace(/\bClick\b/g, "Tap").replace(/\bclick\b/g, "tap") : text;
  return words.split(/(\*\*[^*]+\*\*|\*[^*]+\*)/).filter(Boolean).map((part) =>
    part.startsWith("**") ? el("strong", {}, part.slice(2, -2)) : part.startsWith("*") ? el("em", {}, part.slice(1, -1)) : part);
}
