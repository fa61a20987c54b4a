// @ts-check
// A question that comes again and again in one turn is answered once for all of it.

import { el, refill } from "../dom.js";

/** @import { Table } from "../state.js" */
/** @import { Chances } from "../chances.js" */
/** @import { Bundle, Choice } from "../types/wire" */
/** @import { Order } from "../types/protocol" */

/** How likely a result has to be at first, in per cent. */
const LIKELY = 30;

/**
 * Beside a question that can be passed over: passes over it for the rest of the turn, or lets an order that rolls dice
 * decide by its odds.
 * @param {Table} table
 * @param {Chances} chances
 */
export function turnOrder(table, chances) {
  const { decision } = table;
  const pass = decision?.options.find((choice) => choice.play === "pass" && choice.target === "button");
  if (!decision || !pass) return null;
  const bold = decision.bundles?.find((bundle) => bundle.binding);
  const give = (/** @type {Order["answer"]} */ answer) => {
    const order = { kind: decision.kind, answer, turn: table.live.turn };
    const others = table.orders.filter((other) => !(other.kind === order.kind && other.turn !== undefined));
    table.link.send({ type: "orders", orders: [order, ...others] });
  };
  return el("details", { class: "turn-order" },
    el("summary", {}, "For the rest of this turn…"),
    el("div", { class: "buttons" },
      el("button", { type: "button", class: "choice", "data-turn-order": "pass", onclick: () => give({ starts: "pass" }) }, `${pass.label}, whenever I am asked`)),
    bold ? byOdds(bold, pass, chances, give) : null,
    el("p", { class: "quiet-words" }, "You can withdraw the order among the standing orders. ", el("kbd", {}, "s")));
}

/**
 * @param {Bundle} bold
 * @param {Choice} pass
 * @param {Chances} chances
 * @param {(answer: Order["answer"]) => void} give
 */
function byOdds(bold, pass, chances, give) {
  const result = el("select", { "aria-label": "Result" });
  const least = el("input", { type: "number", min: "0", max: "100", value: String(LIKELY), "aria-label": "At least, per cent" });
  const form = el("form", { class: "orders-odds", hidden: true, onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    give({ all: { order: bold.id, label: result.value, at_least: Number(least.value) / 100, otherwise: pass.play } });
  } },
    "All who can, if ", result, " has a chance of at least ", least, " %. ", el("button", { type: "submit", "data-turn-order": "odds" }, "Give the order"));
  chances.of(bold.plays[bold.plays.length - 1], bold.plays.slice(0, -1)).then((odds) => {
    if (odds instanceof Error) return;
    refill(result, ...odds.results.map(({ label }) => el("option", { value: label }, `“${label}”`)));
    result.selectedIndex = odds.results.length - 1;
    form.hidden = false;
  });
  return form;
}
