// @ts-check
// The adviser: what a captain or general would do and why, other good answers, and what only looks good.

import { el, refill } from "../dom.js";
import { Refused } from "../api.js";
import { targetOf } from "../choose.js";
import { capital, sentence } from "../words.js";
import { recall, remember } from "../settings.js";

/** @import { Table } from "../state.js" */
/** @import { Chooser } from "../choose.js" */
/** @import { Choice } from "../types/wire" */
/** @import { Advice, AdvisedWay } from "../types/protocol" */

/** How much worse an answer is, in words. */
const WORSE = { hardly: "hardly different", slightly: "slightly worse", clearly: "clearly worse" };

/** The card with the advice on the open question. */
export class AdviceCard {
  /**
   * @param {Table} table
   * @param {Chooser} chooser
   * @param {(choice: Choice | null) => void} onHover lights what an answer means on the map
   */
  constructor(table, chooser, onHover) {
    this.table = table;
    this.chooser = chooser;
    this.onHover = onHover;
    this.card = el("article", { class: "advice", id: "advice" });
    /** The revision that the card speaks of. */
    this.rev = -1;
    table.on("decision", () => {
      if (this.card.isConnected && this.rev >= 0 && this.rev !== table.rev) this.grow();
    });
  }

  /** Whether advice may be asked for: the others are computers, or all have agreed. */
  get isAllowed() {
    const { table } = this;
    return !table.info.lesson && typeof table.viewer === "number" && mayBeAdvised(table);
  }

  /**
   * Asks, and shows the answer in the card.
   * @param {"captain" | "general"} level
   */
  async ask(level = "captain") {
    const { table } = this;
    const { rev } = table;
    this.rev = rev;
    this.say(level, level === "general" ? `The general thinks, for ${table.info.bot_time} seconds at most.` : "The captain looks at the map.");
    if (!table.isAsked()) {
      this.say(level, "There is nothing to decide for you now.");
      return;
    }
    try {
      const advice = await table.advise(level);
      if (this.rev === rev && table.rev === rev) this.show(level, advice);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.rev === rev && table.rev === rev) this.say(level, sentence(error.message));
    }
  }

  /**
   * @param {string} level
   * @param {string} words
   */
  say(level, words) {
    refill(this.card, el("h3", {}, `What would the ${level} do?`), el("p", { class: "quiet-words", role: "status" }, words));
  }

  /** The question has been answered: the advice is old. */
  grow() {
    this.rev = -1;
    this.onHover(null);
    refill(this.card, el("h3", {}, "Advice"), el("p", { class: "quiet-words" }, "That question is answered."),
      this.table.isAsked() ? el("div", { class: "buttons" }, el("button", { type: "button", id: "advice-again", onclick: () => this.ask() }, "And now?", el("kbd", {}, "a"))) : null);
  }

  /**
   * @param {"captain" | "general"} level
   * @param {Advice} advice
   */
  show(level, advice) {
    const { best } = advice;
    const choice = this.choice(best);
    const isFirst = !recall("advised", false);
    remember("advised", true);
    const matters = advice.or.some((way) => way.worse !== "hardly") || advice.not;
    refill(this.card,
      el("h3", {}, `What would the ${level} do?`),
      isFirst ? el("p", { class: "quiet-words" }, "It sees what you see, and no more.") : null,
      this.way(best, el("p", { class: "advice-do" }, el("b", {}, this.words(best)), matters ? "." : ". Others are about as good.")),
      el("p", { class: "advice-because" }, `Because ${best.because}.`, best.odds ? el("span", { class: "advice-odds" }, sentence(best.odds)) : null),
      choice ? el("div", { class: "buttons" }, el("button", {
        type: "button", class: "main", id: "advice-do", onclick: () => this.chooser.choose(choice),
        onpointerenter: () => this.onHover(choice), onpointerleave: () => this.onHover(null), onfocus: () => this.onHover(choice),
      }, "Do this")) : null,
      advice.or.length ? el("h4", {}, "Or") : null,
      advice.or.length ? el("ul", { class: "advice-or" }, ...advice.or.map((way) => el("li", {}, this.way(way,
        el("span", {}, this.choose(way), ` (${WORSE[way.worse]})${way.because === best.because ? "" : `: ${way.because}`}.`, way.odds ? ` ${sentence(way.odds)}` : ""))))) : null,
      advice.not ? el("p", { class: "advice-not" }, el("b", {}, "Rather not: "), this.way(advice.not, el("span", {}, `${this.words(advice.not)}. ${capital(advice.not.because)}.`))) : null,
      level === "captain" ? el("p", { class: "quiet-words" }, el("button", { type: "button", class: "link", id: "advice-general", onclick: () => this.ask("general") },
        `Ask the general (up to ${this.table.info.bot_time} seconds)`)) : null);
  }

  /**
   * Lights an answer on the map while the pointer rests on its words.
   * @param {AdvisedWay} way
   * @param {HTMLElement} element
   */
  way(way, element) {
    element.dataset.play = way.play;
    element.addEventListener("pointerenter", () => this.onHover(this.choice(way)));
    element.addEventListener("pointerleave", () => this.onHover(null));
    return element;
  }

  /** @param {AdvisedWay} way */
  choose(way) {
    const choice = this.choice(way);
    if (!choice) return this.words(way);
    return el("button", { type: "button", class: "link", onclick: () => this.chooser.choose(choice), onfocus: () => this.onHover(choice) }, this.words(way));
  }

  /**
   * What an answer is called; a bare unit says where it stands, so that it is found.
   * @param {AdvisedWay} way
   */
  words(way) {
    const choice = this.choice(way);
    const id = choice && targetOf(choice, "unit");
    const unit = this.table.title.units.find((entry) => entry.id === id);
    const at = id ? this.table.shown.units.get(id)?.at : undefined;
    if (unit?.name !== way.label || !this.table.title.places.some((place) => place.id === at)) return way.label;
    return `${way.label} in ${at}`;
  }

  /** @param {AdvisedWay} way */
  choice(way) {
    return this.chooser.options().find((choice) => choice.play === way.play) ?? null;
  }
}

/** @param {Table} table */
export function mayBeAdvised(table) {
  const people = table.info.seats.filter((seat) => seat.by !== "bot");
  return people.every((seat) => table.you.includes(seat.seat)) || people.every((seat) => seat.advice);
}

/**
 * Against other people: a box to tick for the agreement that all may be advised; otherwise nothing.
 * @param {Table} table
 */
export function consentField(table) {
  const { viewer } = table;
  const others = table.info.seats.filter((seat) => seat.by !== "bot" && !table.you.includes(seat.seat));
  if (typeof viewer !== "number" || table.outcome || others.length === 0) return null;
  const agreed = others.every((seat) => seat.advice);
  return el("label", { class: "consent" }, el("input", {
    type: "checkbox", id: "consent", checked: table.info.seats.find((seat) => seat.seat === viewer)?.advice ?? false,
    onchange: (/** @type {Event} */ event) => table.agree(/** @type {HTMLInputElement} */ (event.target).checked),
  }), `Adviser for all players${agreed ? " (the others agree)" : ", if the others agree"}`);
}
