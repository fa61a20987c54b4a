// @ts-check
// Standing orders: answers to questions that only slow an online game down.

import { el, refill } from "../dom.js";
import { openDialog } from "./menu.js";
import { recall, remember } from "../settings.js";

/** @import { Table } from "../state.js" */
/** @import { Order } from "../types/protocol" */

/**
 * Remembers which kinds of questions this seat has been asked, so that orders can be given for them.
 * @param {Table} table
 */
export function watchKinds(table) {
  const key = `kinds.${table.title.id}`;
  table.on("decision", () => {
    const kind = table.decision?.kind;
    if (!kind || !table.isAsked()) return;
    const known = recall(key, /** @type {string[]} */ ([]));
    if (!known.includes(kind)) remember(key, [...known, kind].sort());
  });
}

/** @param {Table} table */
export function ordersDialog(table) {
  const kinds = recall(`kinds.${table.title.id}`, /** @type {string[]} */ ([]));
  const list = el("ul", { class: "orders" });
  /** @type {Order[]} */
  let orders = structuredClone(table.orders);
  const draw = () => refill(list, ...orders.map((order, index) => el("li", {},
    el("b", {}, words(order.kind)), ": ", answerWords(order), " ",
    el("button", { type: "button", class: "link", onclick: () => {
      orders = orders.filter((_, at) => at !== index);
      send();
    } }, "withdraw"))),
    orders.length ? null : el("li", { class: "quiet-words" }, "No orders stand. Every question is put to you."));
  const send = () => {
    table.link.send({ type: "orders", orders });
    draw();
  };
  const kind = el("select", { "aria-label": "Question" }, ...kinds.map((name) => el("option", { value: name }, words(name))));
  const how = el("select", { "aria-label": "Answer" },
    el("option", { value: "starts" }, "answer beginning with"),
    el("option", { value: "first" }, "the first answer offered"),
    el("option", { value: "weakest" }, "lose the weakest unit"),
    el("option", { value: "strongest" }, "lose the strongest unit"),
    el("option", { value: "odds" }, "if the odds are good enough"));
  const text = el("input", { type: "text", placeholder: "pass", "aria-label": "Typed answer" });
  const label = el("input", { type: "text", placeholder: "result, such as success", "aria-label": "Result" });
  const least = el("input", { type: "number", min: "0", max: "100", value: "50", "aria-label": "At least, per cent" });
  const otherwise = el("input", { type: "text", placeholder: "otherwise", "aria-label": "Otherwise" });
  const extra = el("span", { class: "orders-odds" }, " when ", label, " is at least ", least, " %, otherwise ", otherwise);
  const fit = () => {
    text.hidden = how.value !== "starts" && how.value !== "odds";
    extra.hidden = how.value !== "odds";
  };
  how.addEventListener("change", fit);
  fit();
  const form = el("form", { class: "orders-form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    orders.push({ kind: kind.value, answer: answerOf(how.value, text.value, label.value, Number(least.value) / 100, otherwise.value) });
    send();
  } }, el("p", {}, "When asked ", kind, " give ", how, " ", text, extra, " "), el("button", { type: "submit", disabled: kinds.length === 0 }, "Give the order"));
  draw();
  openDialog("Standing orders",
    el("p", {}, "An order answers for you at once. If it does not decide fully, you are asked. The first order that fits is used."),
    list, kinds.length ? form : el("p", { class: "quiet-words" }, "Orders can be given for questions you have been asked at least once."));
}

/**
 * @param {string} how
 * @param {string} text
 * @param {string} label
 * @param {number} least
 * @param {string} otherwise
 * @returns {Order["answer"]}
 */
function answerOf(how, text, label, least, otherwise) {
  switch (how) {
    case "first": return "first";
    case "weakest": return { losses: "weakest" };
    case "strongest": return { losses: "strongest" };
    case "odds": return { odds: { play: text, label, at_least: least, otherwise } };
    default: return { starts: text };
  }
}

/** @param {Order} order */
function answerWords(order) {
  const { answer } = order;
  if (answer === "first") return "the first answer offered";
  if ("starts" in answer) return `“${answer.starts}”`;
  if ("losses" in answer) return `the ${answer.losses} unit`;
  const { odds } = answer;
  return `“${odds.play}” if ${odds.label} has at least ${Math.round(odds.at_least * 100)} %, otherwise “${odds.otherwise}”`;
}

/** @param {string} kind */
function words(kind) {
  return kind.replace(/-/g, " ");
}
