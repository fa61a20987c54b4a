// @ts-check
// A gentle warning before a poor answer, for players who want it: one sentence, few of them, each kind can be
// turned off for the day.

import { el } from "../dom.js";
import { recall, remember } from "../settings.js";
import { mayBeAdvised } from "./advice.js";

/** @import { Table } from "../state.js" */
/** @import { Warning } from "../types/protocol" */

/** The most warnings in a turn. */
const MOST = 3;

/** Asks what speaks against an answer before it is given. */
export class Warnings {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The turn that warnings are counted in, and how many were given in it. */
    this.counted = { turn: -1, given: 0 };
    /** The revision of the question that was warned of last. */
    this.warned = -1;
  }

  /** Whether warnings are wanted and can be had. */
  get areOn() {
    return recall("warnings", false) && !this.table.info.lesson && mayBeAdvised(this.table);
  }

  /**
   * What speaks against an answer; nothing if nothing does, or if it has been said.
   * @param {string} text
   * @returns {Promise<Warning | null>}
   */
  async of(text) {
    const { table, counted } = this;
    if (!this.areOn || !table.isAsked() || this.warned === table.rev) return null;
    if (counted.turn !== table.live.turn) this.counted = { turn: table.live.turn, given: 0 };
    if (this.counted.given >= MOST) return null;
    const { rev } = table;
    const warning = await table.warn(text).catch(() => null);
    if (!warning || table.rev !== rev || putOff().includes(warning.kind)) return null;
    this.warned = rev;
    this.counted.given += 1;
    return warning;
  }
}

/** The kinds of warnings that are not wanted today. */
function putOff() {
  const { day, kinds } = recall("unwarned", { day: "", kinds: /** @type {string[]} */ ([]) });
  return day === today() ? kinds : [];
}

/**
 * The line in the card before an answer.
 * @param {Warning} warning
 */
export function warningLine(warning) {
  const later = el("button", { type: "button", class: "link", id: "not-again", onclick: () => {
    remember("unwarned", { day: today(), kinds: [...putOff(), warning.kind] });
    later.remove();
  } }, "Not again today");
  return el("p", { class: "warning-line", role: "status" }, warning.text, " ", later);
}

/** A box to tick that turns warnings on, for beginners who have not been asked yet; nothing for others. */
export function warningOffer() {
  if (recall("warnings", /** @type {boolean | null} */ (null)) !== null) return null;
  return el("label", { class: "warning-offer" }, el("input", {
    type: "checkbox", id: "warning-offer",
    onchange: (/** @type {Event} */ event) => remember("warnings", /** @type {HTMLInputElement} */ (event.target).checked),
  }), " Warn me before a blunder (the menu turns it off again)");
}

function today() {
  return new Date().toDateString();
}
