// @ts-check
// From a click, a key or a typed line to an answer: armed first when it is grave, explained when refused.

import { Refused } from "./api.js";
import { noteRefusal, noteText, dropNote } from "./note.js";
import { recall } from "./settings.js";

/** @import { Table } from "./state.js" */
/** @import { Bundle, Choice } from "./types/wire" */
/** @import { Warning } from "./types/protocol" */
/** @import { Point } from "./board/map.js" */

/** How long a button that acts at once is deaf after it has appeared, in milliseconds. */
export const DEAF = 400;

/**
 * Whether an answer is confirmed first: it rolls dice, reveals something, or ends an impulse, a phase or a turn.
 * @param {Choice} choice
 */
export function isGrave(choice) {
  return choice.binding === true || choice.ends === true;
}

/** Whether the player wants to confirm grave answers. */
export function wantsQuestion() {
  return recall("confirm", true);
}

/**
 * Tells listeners `armed` when the choice that waits for a confirmation changes, `unwanted` when a lesson speaks
 * against an answer.
 */
export class Chooser extends EventTarget {
  /** @param {Table} table */
  constructor(table) {
    super();
    this.table = table;
    /** @type {Choice | null} */
    this.armed = null;
    /** What an answer would leave undone, in words. @type {(choice: Choice) => string} */
    this.leaves = () => "";
    /** What speaks against an answer, or against several, one a line. @type {(text: string) => Promise<Warning | null>} */
    this.warns = async () => null;
    /** What speaks against the armed choice. @type {Warning | null} */
    this.warning = null;
    /** Whether an answer waits for that. */
    this.weighing = false;
    /** Since when it has been armed, by the page's clock. */
    this.armedSince = 0;
    /** The options of the decision before this one, if it was answered here and may be taken back. @type {Choice[]} */
    this.before = [];
    /** @type {Choice[]} */
    this.answered = [];
    /** The order that was carried out last, from one number of answers to another: undo takes it back as one. @type {{ from: number, to: number } | null} */
    this.order = null;
    /** The kinds of questions that were asked here in a row. @type {string[]} */
    this.row = [];
    /** Whether the question has just come after one of another kind, and nothing has been done in it. */
    this.isUntouched = false;
    let seen = -1;
    table.on("decision", () => {
      if (table.rev === seen) return;
      seen = table.rev;
      const kind = table.decision?.kind ?? "";
      this.isUntouched = table.isAsked() && this.row.length > 0 && !this.row.includes(kind);
      this.row = table.isAsked() ? [...this.row, kind] : [];
      this.before = this.answered;
      this.answered = [];
      this.arm(null);
    });
  }

  options() {
    return this.table.isAsked() ? this.table.decision?.options ?? [] : [];
  }

  /**
   * The options that a click on a unit or place means.
   * @param {"unit" | "place"} kind
   * @param {string} id
   */
  on(kind, id) {
    return this.options().filter((choice) => targetOf(choice, kind) === id);
  }

  /**
   * @param {Choice | null} choice
   * @param {Warning | null} [warning]
   */
  arm(choice, warning = null) {
    if (this.armed === choice) return;
    this.armed = choice;
    this.warning = warning;
    this.armedSince = performance.now();
    this.dispatchEvent(new Event("armed"));
  }

  /**
   * Answers with a choice; a grave one, or one that is warned of, is only armed the first time.
   * @param {Choice} choice
   * @param {Point} [at] where the pointer was
   * @param {boolean} [isSure] whether the button was its own confirmation
   */
  async choose(choice, at, isSure = false) {
    if (this.table.busy || this.weighing) return;
    // An answer that a lesson has just asked for needs no confirmation.
    const isSaid = this.table.lesson?.want.includes(choice.play) === true;
    const left = this.leaves(choice) !== "";
    // A step may end by itself, and the button that ends the next one lies where the last one lay.
    const slips = left && this.isUntouched;
    const asks = !isSaid && wantsQuestion() && (slips || (!isSure && (isGrave(choice) || left)));
    if (this.armed !== choice) {
      const { rev } = this.table;
      const warning = await this.weigh(choice.play);
      if (this.table.rev !== rev || this.table.busy) return;
      if (asks || warning) {
        dropNote();
        this.arm(choice, warning);
        return;
      }
    } else if ((asks || this.warning) && performance.now() - this.armedSince < DEAF) {
      // The second half of a double click is no yes.
      return;
    }
    await this.settle(choice, at);
  }

  /** @param {string} text an answer, or one a line for those of an order */
  async weigh(text) {
    this.weighing = true;
    try {
      return await this.warns(text);
    } finally {
      this.weighing = false;
    }
  }

  /**
   * Whether something speaks against several answers at once; if so, it is said. It is said once: given
   * again, the answers are carried out.
   * @param {string} text one answer a line
   * @param {Point} [at]
   */
  async isWarnedOf(text, at) {
    if (this.weighing) return true;
    const { rev } = this.table;
    const warning = await this.weigh(text);
    if (this.table.rev !== rev) return true;
    if (warning) noteText(`${warning.text} Give it again to do it all the same.`, at);
    return warning !== null;
  }

  /**
   * Answers with a choice that has been confirmed or needs no confirmation.
   * @param {Choice} choice
   * @param {Point} [at]
   */
  async settle(choice, at) {
    if (this.table.busy) return;
    dropNote();
    const options = this.options();
    this.arm(null);
    // A button that ended something was no pick: a click on a counter afterwards asks why not, and takes nothing back.
    await this.send(choice.play, at, choice.binding || choice.target === "button" ? [] : options);
  }

  /**
   * Plays a typed line as it is.
   * @param {string} text
   * @param {Point} [at]
   * @param {Choice[]} [options] what else could have been chosen
   */
  async send(text, at, options = []) {
    try {
      this.answered = options;
      await this.table.play(text);
      return true;
    } catch (error) {
      this.answered = [];
      if (error instanceof Refused && error.lesson) this.dispatchEvent(new CustomEvent("unwanted", { detail: { text, error } }));
      else if (error instanceof Refused) noteRefusal({ error: error.message, reasons: error.reasons }, at);
      else throw error;
      return false;
    }
  }

  /**
   * Gives the answers of an order one after the other. It stops where one is no longer offered, and says so.
   * @param {Bundle} bundle
   * @param {Point} [at]
   */
  async carryOut(bundle, at) {
    const { table } = this;
    if (table.busy) return;
    dropNote();
    if (await this.isWarnedOf(bundle.plays.join("\n"), at)) return;
    this.arm(null);
    const from = table.live.seq;
    let given = 0;
    await this.whileBusy(async () => {
      for (const play of bundle.plays) {
        if (!this.options().some((choice) => choice.play === play)) break;
        const { rev } = table;
        if (!(await this.send(play, at))) break;
        given += 1;
        await this.movedOn(rev);
      }
    });
    this.order = given > 1 && table.undo ? { from, to: table.live.seq } : null;
    // A lesson has said itself why it goes no further.
    if (given < bundle.plays.length && !table.lesson) noteText(`Stopped after ${given} of ${bundle.plays.length}.`, at);
    if (this.order) table.tell("decision");
  }

  /**
   * Nothing else is answered while several answers are given or taken back.
   * @param {() => Promise<void>} work
   */
  async whileBusy(work) {
    const { table } = this;
    table.carrying = true;
    table.tell("busy");
    try {
      await work();
    } finally {
      table.carrying = false;
      table.tell("busy");
    }
  }

  /**
   * Waits until the table has moved on from a state, or a moment at most.
   * @param {number} rev
   */
  async movedOn(rev) {
    for (let waited = 0; this.table.rev === rev && waited < 5000; waited += 5) await new Promise((done) => setTimeout(done, 5));
  }

  /** How many answers the next undo takes back at once. */
  orderSize() {
    return this.order && this.order.to === this.table.live.seq ? this.order.to - this.order.from : 0;
  }

  /** @param {Point} [at] */
  async undoOrder(at) {
    const from = this.order?.from ?? 0;
    this.order = null;
    await this.whileBusy(async () => {
      while (this.table.undo && this.table.live.seq > from) {
        const { rev } = this.table;
        await this.undo(at);
        await this.movedOn(rev);
        if (this.table.rev === rev) return;
      }
    });
  }

  /** @param {Point} [at] */
  async undo(at) {
    if (this.armed) {
      this.arm(null);
      return;
    }
    if (!this.table.undo) {
      noteText("Nothing can be taken back: a die has been rolled, something was revealed, or the other side has acted.", at);
      return;
    }
    try {
      this.answered = [];
      await this.table.takeBack();
    } catch (error) {
      if (error instanceof Refused) noteRefusal({ error: error.message, reasons: error.reasons }, at);
      else throw error;
    }
  }

  /**
   * A click on something that is no option now: another pick of the last choice, or the reason why not.
   * @param {"unit" | "place"} kind
   * @param {string} id
   * @param {string} name
   * @param {Point} at
   */
  async explain(kind, id, name, at) {
    const { decision } = this.table;
    if (!decision || !this.table.isAsked()) return;
    // If the question is not about the map, a click only looks.
    if (decision.options.every((choice) => choice.target === "button") && this.before.length === 0) return;
    const instead = this.before.filter((choice) => targetOf(choice, kind) === id);
    if (instead.length === 1 && this.table.undo) {
      const options = this.before;
      await this.undo(at);
      await this.send(instead[0].play, at, options);
      return;
    }
    // A click on what is fired at or assaulted, before it was said with what.
    const ground = kind === "unit" ? this.table.shown.units.get(id)?.at : id;
    if (ground && decision.options.some((choice) => targetOf(choice, "unit") && choice.play.split(" ").includes(ground))) {
      noteText("Choose one of the outlined counters first.", at);
      return;
    }
    const texts = this.meanings(decision.options, kind, id);
    if (texts.length === 0) {
      const wantsOther = decision.options.some((choice) => targetOf(choice, kind === "place" ? "unit" : "place"));
      const hint = kind === "place" ? "Choose one of the outlined counters first." : "Choose one of the tinted places.";
      noteText(wantsOther ? hint : `${decision.text} ${name} cannot be chosen for that.`, at);
      return;
    }
    try {
      const refusal = await this.whyNot(texts, decision.cases);
      if (refusal) noteRefusal(refusal, at);
    } catch (error) {
      if (error instanceof Refused) noteRefusal({ error: error.message, reasons: error.reasons }, at);
    }
  }

  /**
   * Where things are: places by their names, counters by theirs.
   * @param {string} id
   */
  where(id) {
    return this.table.title.places.find((place) => place.id === (this.table.shown.units.get(id)?.at ?? id));
  }

  /**
   * What a click most likely meant, what lies near first: a counter that nothing is asked of may be meant against
   * somebody near it whom no other counter can reach.
   * @param {Choice[]} options
   * @param {"unit" | "place"} kind
   * @param {string} id
   */
  meanings(options, kind, id) {
    const here = this.where(id);
    const far = (/** @type {string} */ text) => Math.min(Infinity, ...text.split(" ").filter((word) => word !== id)
      .map((word) => this.where(word)).map((there) => here && there ? Math.hypot(there.x - here.x, there.y - here.y) : Infinity));
    const texts = likely(options, kind, id);
    const line = texts[0]?.split(" ") ?? [];
    const spot = line.findIndex((word) => word !== id && this.table.title.places.some((place) => place.id === word));
    const against = kind === "unit" && spot >= 0 ? this.strangers(id).map((place) => line.with(spot, place).join(" ")) : [];
    const all = [...new Set([...texts, ...against])].map((text) => ({ text, far: far(text) }));
    return all.sort((one, other) => one.far === other.far ? 0 : one.far - other.far).map(({ text }) => text).slice(0, MEANINGS);
  }

  /**
   * Where counters of other nations lie.
   * @param {string} id
   */
  strangers(id) {
    const { title, shown } = this.table;
    const nations = new Map(title.units.map((unit) => [unit.id, unit.nation]));
    const others = [...shown.units].filter(([unit]) => nations.get(unit) !== nations.get(id));
    return [...new Set(others.map(([, state]) => state.at))];
  }

  /**
   * Why none of these lines can be played. A reason that only repeats the rule of the question explains nothing: then
   * the next line may say more.
   * @param {string[]} texts
   * @param {string[]} known the cases of the question
   */
  async whyNot(texts, known) {
    /** @type {import("./types/wire").Refusal | null} */
    let first = null;
    for (const text of texts) {
      const answer = await this.table.why(text);
      if (answer.legal) return null;
      const refusal = { error: answer.error ?? "", reasons: answer.reasons ?? [] };
      if (refusal.reasons.some((reason) => !known.includes(reason.case))) return refusal;
      first ??= refusal;
    }
    return first;
  }
}

/** So many meanings of a click are asked about. */
const MEANINGS = 6;

/**
 * The typed lines a click may have meant: those of options on the same kind of thing, with this one in its place.
 * @param {Choice[]} options
 * @param {"unit" | "place"} kind
 * @param {string} id
 */
function likely(options, kind, id) {
  /** @type {Set<string>} */
  const texts = new Set();
  for (const choice of options) {
    const target = targetOf(choice, kind);
    if (target === undefined) continue;
    const words = choice.play.split(" ");
    const index = words.lastIndexOf(target);
    if (index >= 0) texts.add(words.with(index, id).join(" "));
  }
  return [...texts];
}

/**
 * @param {Choice} choice
 * @param {"unit" | "place"} kind
 * @returns {string | undefined}
 */
export function targetOf(choice, kind) {
  if (choice.target === "button") return undefined;
  const target = /** @type {Record<string, string | undefined>} */ (choice.target);
  return target[kind];
}
