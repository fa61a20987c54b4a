// @ts-check
// From a click, a key or a typed line to an answer: armed first when it cannot be taken back, explained when refused.

import { Refused } from "./api.js";
import { noteRefusal, noteText, dropNote } from "./note.js";
import { recall } from "./settings.js";

/** @import { Table } from "./state.js" */
/** @import { Choice } from "./types/wire" */
/** @import { Point } from "./board/map.js" */

/** Tells listeners `armed` when the choice that waits for a confirmation changes. */
export class Chooser extends EventTarget {
  /** @param {Table} table */
  constructor(table) {
    super();
    this.table = table;
    /** @type {Choice | null} */
    this.armed = null;
    /** The options of the decision before this one, if it was answered here and may be taken back. @type {Choice[]} */
    this.before = [];
    /** @type {Choice[]} */
    this.answered = [];
    let seen = -1;
    table.on("decision", () => {
      if (table.rev === seen) return;
      seen = table.rev;
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

  /** @param {Choice | null} choice */
  arm(choice) {
    if (this.armed === choice) return;
    this.armed = choice;
    this.dispatchEvent(new Event("armed"));
  }

  /**
   * Answers with a choice; one that cannot be taken back is only armed the first time.
   * @param {Choice} choice
   * @param {Point} [at] where the pointer was
   */
  async choose(choice, at) {
    if (this.table.busy) return;
    dropNote();
    if (choice.binding && recall("confirm", true) && this.armed !== choice) {
      this.arm(choice);
      return;
    }
    const options = this.options();
    this.arm(null);
    await this.send(choice.play, at, choice.binding ? [] : options);
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
      if (error instanceof Refused) noteRefusal({ error: error.message, reasons: error.reasons }, at);
      else throw error;
      return false;
    }
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
    const instead = this.before.filter((choice) => targetOf(choice, kind) === id);
    if (instead.length === 1 && this.table.undo) {
      const options = this.before;
      await this.undo(at);
      await this.send(instead[0].play, at, options);
      return;
    }
    const text = likely(decision.options, kind, id);
    if (!text) {
      noteText(`${decision.text} ${name} cannot be chosen for that.`, at);
      return;
    }
    try {
      const answer = await this.table.why(text);
      if (!answer.legal) noteRefusal({ error: answer.error ?? "", reasons: answer.reasons ?? [] }, at);
    } catch (error) {
      if (error instanceof Refused) noteRefusal({ error: error.message, reasons: error.reasons }, at);
    }
  }
}

/**
 * The typed line a click most likely meant: that of an option on the same kind of thing, with this one in its place.
 * @param {Choice[]} options
 * @param {"unit" | "place"} kind
 * @param {string} id
 */
function likely(options, kind, id) {
  for (const choice of options) {
    const target = targetOf(choice, kind);
    if (target === undefined) continue;
    const words = choice.play.split(" ");
    const index = words.lastIndexOf(target);
    if (index >= 0) return words.with(index, id).join(" ");
  }
  return undefined;
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
