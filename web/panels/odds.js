// @ts-check
// Odds before you commit: the sum line by line, each with its case, and the exact chance of every result.

import { el, refill } from "../dom.js";
import { chips } from "../cases.js";
import { counted, signed } from "../dice.js";

/** @import { Table } from "../state.js" */
/** @import { Chances } from "../chances.js" */
/** @import { Choice, Odds, Sum, Chance } from "../types/wire" */

/** With more answers than this nothing is tried on: the list would be longer than the card. */
const MOST_TRIED = 24;

/** A fraction of more ways than four dice have tells nobody anything; it is left to the tip of the pointer. */
const TELLING = 1296;

/** The card of an answer's odds. */
export class OddsCard {
  /**
   * @param {Table} table
   * @param {Chances} chances
   * @param {(chart: [string, string] | null) => void} onChart
   */
  constructor(table, chances, onChart) {
    this.table = table;
    this.chances = chances;
    this.onChart = onChart;
    this.card = el("article", { class: "odds", "aria-live": "off" });
    /** @type {Set<string>} */
    this.tried = new Set();
    /** The answers that can be given before each risky one, by its typed form. @type {Map<string, Choice[]>} */
    this.usable = new Map();
    this.asked = "";
    let rev = -1;
    table.on("decision", () => {
      if (rev === table.rev) return;
      rev = table.rev;
      this.tried.clear();
      this.usable.clear();
    });
  }

  /**
   * Shows the odds of a choice.
   * @param {Choice} choice
   */
  async show(choice) {
    const before = [...this.tried].filter((play) => play !== choice.play);
    const key = JSON.stringify([this.table.rev, before, choice.play]);
    this.asked = key;
    const answer = await this.chances.of(choice.play, before);
    // Another choice may have been hovered meanwhile.
    if (this.asked !== key) return;
    this.draw(choice, answer);
    await this.probe(choice);
    if (this.asked === key) this.draw(choice, answer);
  }

  /**
   * Finds out which other answers can be given first without losing this one: those that can be tried on.
   * @param {Choice} choice
   */
  async probe(choice) {
    if (this.usable.has(choice.play)) return;
    const { rev } = this.table;
    const others = (this.table.decision?.options ?? []).filter((other) => !other.binding && !other.odds && !other.ends && other.play !== "pass" && other.play !== choice.play);
    /** @type {Choice[]} */
    const usable = [];
    this.usable.set(choice.play, usable);
    if (others.length > MOST_TRIED) return;
    const alone = JSON.stringify(await this.chances.of(choice.play));
    for (const other of others) {
      const odds = await this.chances.of(choice.play, [other.play]);
      if (this.table.rev !== rev) return;
      // An answer that changes nothing is no help.
      if (!(odds instanceof Error) && JSON.stringify(odds) !== alone) usable.push(other);
    }
  }

  /**
   * @param {Choice} choice
   * @param {Odds | Error} answer
   */
  draw(choice, answer) {
    if (answer instanceof Error) {
      refill(this.card, el("h3", {}, choice.label), el("p", { class: "quiet-words" }, answer.message), this.trying(choice));
      this.onChart(null);
      return;
    }
    refill(this.card,
      el("h3", {}, answer.title, chips(answer.cases)),
      el("p", { class: "summary" }, answer.summary),
      ...answer.sums.map(sumTable),
      el("table", { class: "chances", "aria-label": "Results and their chances" },
        el("colgroup", {}, el("col", { class: "col-result" }), el("col", {}), el("col", { class: "col-percent" })), el("tbody", {}, ...answer.results.map(chanceRow))),
      this.trying(choice));
    this.onChart(answer.chart ?? null);
  }

  /**
   * Answers that could come first, to be tried on and off.
   * @param {Choice} choice
   */
  trying(choice) {
    const others = this.usable.get(choice.play) ?? [];
    if (others.length === 0) return null;
    return el("fieldset", { class: "trying" }, el("legend", {}, "Try it with"),
      ...others.map((other) => el("label", {},
        el("input", {
          type: "checkbox", checked: this.tried.has(other.play), "data-try": other.play,
          onchange: (/** @type {Event} */ event) => {
            if (/** @type {HTMLInputElement} */ (event.target).checked) this.tried.add(other.play);
            else this.tried.delete(other.play);
            this.show(choice);
          },
        }), " ", other.label, other.cost ? el("span", { class: "cost-word" }, other.cost) : null)));
  }
}

/** @param {Sum} sum */
function sumTable(sum) {
  return el("table", { class: "sum" },
    el("caption", {}, sum.label, el("b", { "data-total": sum.total }, counted(sum.total))),
    el("tbody", {}, ...sum.lines.map((line) => el("tr", {},
      el("td", { class: "value" }, signed(line.value)), el("td", {}, line.label, chips(line.cases))))));
}

/** @param {Chance} chance */
function chanceRow(chance) {
  const share = chance.of ? chance.ways / chance.of : 0;
  const bar = el("span", { class: "bar" });
  bar.style.width = `${(share * 100).toFixed(2)}%`;
  return el("tr", { "data-ways": chance.ways, "data-of": chance.of, "data-label": chance.label },
    el("td", { class: "result" }, chance.label, chips(chance.cases), chance.about ? el("small", {}, chance.about) : null),
    el("td", { class: "bar-cell" }, bar),
    el("td", { class: "percent", title: `${chance.ways} of ${chance.of}` }, percent(share), chance.of <= TELLING ? el("small", {}, `${chance.ways}/${chance.of}`) : null));
}

/** @param {number} share */
export function percent(share) {
  const value = share * 100;
  return `${value >= 99.5 && value < 100 ? value.toFixed(1) : value < 10 && value > 0 ? value.toFixed(1) : Math.round(value)} %`;
}
