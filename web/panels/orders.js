// @ts-check
// Standing orders in words: answers to questions that only slow an online game down.

import { el, refill } from "../dom.js";
import { openDialog } from "./menu.js";
import { recall, rememberSoon } from "../settings.js";
import { targetOf } from "../choose.js";

/** @import { Chances } from "../chances.js" */
/** @import { Table } from "../state.js" */
/** @import { Order } from "../types/protocol" */

/** More answers than this are not remembered of a question. */
const MOST = 12;

/**
 * What this browser remembers of a kind of question: how it was asked last, its buttons, whether units are chosen in it,
 * and what can come of its dice.
 * @typedef {{ text: string, answers: { play: string, label: string }[], units: boolean, results: Record<string, string[]> }} Question
 */

/** @param {Table} table */
function questionsOf(table) {
  return recall(`questions.${table.title.id}`, /** @type {Record<string, Question>} */ ({}));
}

/**
 * Remembers the questions that this seat has been asked, so that orders can be given for them.
 * @param {Table} table
 * @param {Chances} chances
 */
export function watchQuestions(table, chances) {
  const key = `questions.${table.title.id}`;
  table.on("decision", () => {
    const { decision } = table;
    if (!decision || !table.isAsked()) return;
    const known = questionsOf(table);
    const before = known[decision.kind];
    const buttons = decision.options.filter((choice) => choice.target === "button" && !namesSomething(table, choice.play)).map(({ play, label }) => ({ play, label }));
    const answers = [...buttons, ...(before?.answers ?? []).filter((old) => !buttons.some((now) => now.play === old.play))].slice(0, MOST);
    const units = decision.options.some((choice) => targetOf(choice, "unit") !== undefined);
    known[decision.kind] = { text: decision.text, answers, units, results: before?.results ?? {} };
    rememberSoon(key, known);
  });
  chances.onKnown = (play, odds) => {
    const known = questionsOf(table);
    const question = known[table.decision?.kind ?? ""];
    if (!question?.answers.some((answer) => answer.play === play)) return;
    const seen = question.results[play] ?? [];
    question.results[play] = [...new Set([...seen, ...odds.results.map((result) => result.label)])];
    rememberSoon(key, known);
  };
}

/**
 * Whether a typed answer names a unit or a place: then it is no answer for the next time.
 * @param {Table} table
 * @param {string} play
 */
function namesSomething(table, play) {
  const words = new Set(play.split(" ").slice(1));
  return words.size > 0 && (table.title.units.some((unit) => words.has(unit.id)) || table.title.places.some((place) => words.has(place.id)));
}

/** @param {Table} table */
export function ordersDialog(table) {
  const questions = questionsOf(table);
  const list = el("ul", { class: "orders" });
  /** @type {Order[]} */
  let orders = structuredClone(table.orders);
  const draw = () => refill(list, ...orders.map((order, index) => el("li", {},
    "Whenever I am asked ", el("b", {}, quoted(questions[order.kind], order.kind)), ": ", answerWords(order, questions[order.kind]), order.turn === undefined ? ". " : `, in turn ${order.turn} alone. `,
    el("button", { type: "button", class: "link", onclick: () => {
      orders = orders.filter((_, at) => at !== index);
      send();
    } }, "withdraw"))),
    orders.length ? null : el("li", { class: "quiet-words" }, "No orders stand. Every question is put to you."));
  const send = () => {
    table.link.send({ type: "orders", orders });
    draw();
  };
  draw();
  const give = (/** @type {Order} */ order) => {
    orders.push(order);
    send();
  };
  openDialog("Standing orders",
    el("p", {}, "An order answers a question for you whenever it comes. Where it leaves something open, you are asked. The first order that fits is used."),
    list, Object.keys(questions).length ? orderForm(questions, table.decision?.kind ?? "", give)
      : el("p", { class: "quiet-words" }, "Orders can be given for questions that you have been asked at least once."));
}

/**
 * @param {Record<string, Question>} questions
 * @param {string} open the kind of the open question
 * @param {(order: Order) => void} onGive
 */
function orderForm(questions, open, onGive) {
  const kind = el("select", { "aria-label": "Question" }, ...Object.entries(questions).map(([name, question]) => el("option", { value: name }, question.text)));
  if (questions[open]) kind.value = open;
  const how = el("select", { "aria-label": "Answer" });
  const odds = el("span", { class: "orders-odds" });
  const play = el("select", { "aria-label": "Answer that rolls" });
  const result = el("select", { "aria-label": "Result" });
  const least = el("input", { type: "number", min: "0", max: "100", value: "50", "aria-label": "At least, per cent" });
  const otherwise = el("select", { "aria-label": "Otherwise" });
  refill(odds, play, " if ", result, " has a chance of at least ", least, " %, otherwise ", otherwise);
  const fitResults = () => refill(result, ...(questions[kind.value]?.results[play.value] ?? []).map((label) => el("option", { value: label }, `“${label}”`)));
  const fitHow = () => {
    odds.hidden = how.value !== "odds";
  };
  const fitKind = () => {
    const question = questions[kind.value];
    const rolls = question.answers.filter((answer) => question.results[answer.play]?.length);
    refill(how,
      ...question.answers.map((answer) => el("option", { value: `starts:${answer.play}` }, answer.label)),
      el("option", { value: "first" }, "The first answer on offer"),
      ...(question.units ? [el("option", { value: "weakest" }, "The weakest unit"), el("option", { value: "strongest" }, "The strongest unit")] : []),
      rolls.length ? el("option", { value: "odds" }, "It depends on the odds") : null);
    const options = (/** @type {Question["answers"]} */ answers) => answers.map((answer) => el("option", { value: answer.play }, answer.label));
    refill(play, ...options(rolls));
    refill(otherwise, ...options(question.answers));
    fitResults();
    fitHow();
  };
  kind.addEventListener("change", fitKind);
  how.addEventListener("change", fitHow);
  play.addEventListener("change", fitResults);
  fitKind();
  return el("form", { class: "orders-form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    onGive({ kind: kind.value, answer: answerOf(how.value, { play: play.value, label: result.value, at_least: Number(least.value) / 100, otherwise: otherwise.value }) });
  } },
    el("label", { class: "field" }, "Whenever I am asked something like ", kind), el("label", { class: "field" }, "answer for me: ", how), odds,
    el("button", { type: "submit" }, "Give the order"));
}

/**
 * @param {string} how
 * @param {{ play: string, label: string, at_least: number, otherwise: string }} odds
 * @returns {Order["answer"]}
 */
function answerOf(how, odds) {
  switch (how) {
    case "first": return "first";
    case "weakest": return { losses: "weakest" };
    case "strongest": return { losses: "strongest" };
    case "odds": return { odds };
    default: return { starts: how.slice("starts:".length) };
  }
}

/**
 * @param {Order} order
 * @param {Question | undefined} question
 */
function answerWords(order, question) {
  const { answer } = order;
  /** @param {string} play */
  const labelled = (play) => `“${question?.answers.find((one) => one.play === play)?.label ?? play}”`;
  if (answer === "first") return "the first answer on offer";
  if ("starts" in answer) return labelled(answer.starts);
  if ("losses" in answer) return `the ${answer.losses} unit`;
  if ("all" in answer) {
    const { label, at_least, otherwise } = answer.all;
    return `all who can, if “${label}” has a chance of at least ${Math.round(at_least * 100)} %, otherwise ${labelled(otherwise)}`;
  }
  const { odds } = answer;
  return `${labelled(odds.play)} if “${odds.label}” has a chance of at least ${Math.round(odds.at_least * 100)} %, otherwise ${labelled(odds.otherwise)}`;
}

/**
 * A question as it was asked last; its kind, if this browser has never seen it.
 * @param {Question | undefined} question
 * @param {string} kind
 */
function quoted(question, kind) {
  return question ? `“${question.text}”` : kind.replace(/-/g, " ");
}
