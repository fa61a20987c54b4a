// @ts-check
// Odds before you commit: what adds up, line by line with its case, and the exact chance of every result.

import { el, refill } from "../dom.js";
import { chips } from "../cases.js";
import { signed } from "../dice.js";
import { Refused } from "../api.js";

/** @import { Table } from "../state.js" */
/** @import { Choice, Odds, Sum, Chance } from "../types/wire" */

/** Asks for odds, remembers them for the open decision, and builds their card. */
export class OddsCard {
  /**
   * @param {Table} table
   * @param {(chart: [string, string] | null) => void} onChart
   */
  constructor(table, onChart) {
    this.table = table;
    this.onChart = onChart;
    this.card = el("article", { class: "odds", "aria-live": "off" });
    /** @type {Map<string, Odds | Error>} */
    this.known = new Map();
    /** @type {Set<string>} */
    this.tried = new Set();
    /** @type {Choice | null} */
    this.choice = null;
    this.asked = "";
    let rev = -1;
    table.on("decision", () => {
      if (rev === table.rev) return;
      rev = table.rev;
      this.known.clear();
      this.tried.clear();
    });
  }

  /**
   * Shows the odds of a choice.
   * @param {Choice} choice
   */
  async show(choice) {
    this.choice = choice;
    const before = [...this.tried].filter((play) => play !== choice.play);
    const key = JSON.stringify([this.table.rev, before, choice.play]);
    this.asked = key;
    const known = this.known.get(key);
    if (known) {
      this.draw(choice, known);
      return;
    }
    let answer;
    try {
      answer = await this.table.odds(choice.play, before);
    } catch (error) {
      answer = error instanceof Refused ? error : new Refused("The odds could not be computed.");
    }
    this.known.set(key, answer);
    // Another choice may have been hovered meanwhile.
    if (this.asked === key) this.draw(choice, answer);
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
      el("table", { class: "chances" }, el("caption", { class: "unseen" }, "Results and their chances"), el("tbody", {}, ...answer.results.map(chanceRow))),
      this.trying(choice));
    this.onChart(answer.chart ?? null);
  }

  /**
   * What could be done first, to be tried on and off.
   * @param {Choice} choice
   */
  trying(choice) {
    const others = (this.table.decision?.options ?? []).filter((other) =>
      !other.binding && !other.odds && other.play !== choice.play && other.target === "button");
    if (others.length === 0 || others.length > 24) return null;
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
    el("caption", {}, sum.label, el("b", {}, String(sum.total))),
    el("tbody", {}, ...sum.lines.map((line) => el("tr", {},
      el("td", { class: "value" }, signed(line.value)), el("td", {}, line.label, chips(line.cases))))));
}

/** @param {Chance} chance */
function chanceRow(chance) {
  const share = chance.of ? chance.ways / chance.of : 0;
  const bar = el("span", { class: "bar" });
  bar.style.width = `${(share * 100).toFixed(2)}%`;
  return el("tr", { "data-ways": chance.ways, "data-of": chance.of, "data-label": chance.label },
    el("td", { class: "result" }, chance.label, chips(chance.cases)),
    el("td", { class: "bar-cell" }, bar),
    el("td", { class: "percent", title: `${chance.ways} of ${chance.of}` }, percent(share), el("small", {}, `${chance.ways}/${chance.of}`)));
}

/** @param {number} share */
export function percent(share) {
  const value = share * 100;
  return `${value >= 99.5 && value < 100 ? value.toFixed(1) : value < 10 && value > 0 ? value.toFixed(1) : Math.round(value)} %`;
}
