// @ts-check
// The answers that are not on the map: buttons, wide ones that carry their odds, and a sheet with a search for many.

import { el } from "../dom.js";
import { DEAF, isGrave, targetOf } from "../choose.js";
import { sentence } from "../words.js";
import { picture } from "./inspector.js";

/** @import { Chooser } from "../choose.js" */
/** @import { Chances } from "../chances.js" */
/** @import { Bundle, Choice } from "../types/wire" */

/** More buttons than this become a sheet with a search. */
const MOST_BUTTONS = 12;
/** More answers with odds than this are not asked for one by one. */
const MOST_WIDE = 4;

/**
 * @typedef {object} Seen
 * @property {(choice: Choice | null) => void} onHover
 * @property {(ids: string[]) => void} onAbout lights what an order is about
 * @property {Chances} chances
 * @property {(play: string) => number} since when a button for this answer appeared first, by the page's clock
 */

/**
 * @param {Choice[]} options those that are not on the map
 * @param {Chooser} chooser
 * @param {Seen} seen
 * @returns {Node[]}
 */
export function answers(options, chooser, seen) {
  const sets = options.filter((choice) => choice.parts?.length);
  if (sets.length > 1) return [tickBoxes(sets, chooser), ...answers(options.filter((choice) => !sets.includes(choice)), chooser, seen)];
  const rolls = options.filter((choice) => choice.odds && isGrave(choice));
  const wide = rolls.length <= MOST_WIDE ? rolls : [];
  const plain = options.filter((choice) => !wide.includes(choice));
  const first = plain.length > MOST_BUTTONS ? 0 : plain.length;
  const rows = [];
  if (plain.length > MOST_BUTTONS) rows.push(answerSheet(plain, chooser, seen));
  else if (plain.length) rows.push(el("div", { class: "buttons" }, ...plain.map((choice, index) => answerButton(choice, keyOf(index + 1), chooser, seen))));
  // Answers that act at once have a separate row and never the first key.
  if (wide.length) rows.push(el("div", { class: "buttons wide-row" }, ...wide.map((choice, index) => wideButton(choice, keyOf(Math.max(first, 1) + index + 1), chooser, seen))));
  return rows;
}

/**
 * Orders that stand for several answers. One that ends with dice shows their odds and is its own confirmation.
 * @param {Bundle[]} bundles
 * @param {Chooser} chooser
 * @param {Seen} seen
 */
export function orders(bundles, chooser, seen) {
  if (!bundles.length) return null;
  return el("div", { class: "buttons orders" }, ...bundles.map((bundle, index) => {
    const key = index < 9 ? `⇧${index + 1}` : "";
    const last = bundle.plays[bundle.plays.length - 1];
    const choice = { play: last, label: bundle.label, target: /** @type {const} */ ("button"), cases: [], binding: bundle.binding };
    const line = bundle.binding ? oddsLine(choice, seen.chances, () => {}, bundle.plays.slice(0, -1), "summary") : null;
    const button = el("button", {
      type: "button",
      class: `choice order ${bundle.binding ? "wide risky" : ""}`,
      "data-order": bundle.id,
      "data-key": key || null,
      onpointerenter: () => seen.onAbout(bundle.about ?? []),
      onfocus: () => seen.onAbout(bundle.about ?? []),
      onpointerleave: () => seen.onAbout([]),
      onblur: () => seen.onAbout([]),
      onclick: (/** @type {MouseEvent} */ event) => {
        if (bundle.binding && performance.now() - seen.since(bundle.id) < DEAF) return;
        chooser.carryOut(bundle, pointOf(event));
      },
    }, el("span", { class: "wide-label" }, bundle.label, key ? el("kbd", {}, key) : null), line);
    if (bundle.binding) deafen(button, seen.since(bundle.id));
    return button;
  }));
}

/**
 * Answers that are sets of the same few things: each thing is ticked, and one button gives the answer.
 * @param {Choice[]} sets
 * @param {Chooser} chooser
 */
function tickBoxes(sets, chooser) {
  const parts = [...new Set(sets.flatMap((choice) => choice.parts ?? []))];
  const alone = (/** @type {string} */ part) => sets.find((choice) => choice.parts?.length === 1 && choice.parts[0] === part);
  const ticked = new Set();
  const found = () => sets.find((choice) => choice.parts?.length === ticked.size && choice.parts.every((part) => ticked.has(part)));
  const give = el("button", {
    class: "choice ticked",
    disabled: true,
    onclick: (/** @type {MouseEvent} */ event) => { const choice = found(); if (choice) chooser.choose(choice, pointOf(event)); },
  }, "Tick what you want");
  const box = (/** @type {string} */ part) => el("label", { class: "tick" },
    el("input", {
      type: "checkbox",
      onchange: (/** @type {Event} */ event) => {
        if (/** @type {HTMLInputElement} */ (event.target).checked) ticked.add(part);
        else ticked.delete(part);
        const choice = found();
        /** @type {HTMLButtonElement} */ (give).disabled = !choice;
        give.textContent = choice ? `These ${choice.cost ? `for ${choice.cost}` : ""}`.trim() : ticked.size ? "Not together" : "Tick what you want";
        if (choice) give.setAttribute("data-play", choice.play);
        else give.removeAttribute("data-play");
      },
    }), el("span", {}, part), alone(part)?.cost ? el("span", { class: "cost-word" }, alone(part)?.cost ?? "") : null);
  return el("div", { class: "tick-boxes" }, ...parts.map(box), give);
}

/** @param {number} number */
function keyOf(number) {
  return number <= 9 ? String(number) : "";
}

/**
 * @param {Choice} choice
 * @param {string} key
 * @param {Chooser} chooser
 * @param {Seen} seen
 */
export function answerButton(choice, key, chooser, seen) {
  return el("button", {
    ...common(choice, key, seen),
    class: choice.odds ? "choice risky" : "choice",
    title: choice.binding ? "Cannot be taken back" : null,
    onclick: (/** @type {MouseEvent} */ event) => chooser.choose(choice, pointOf(event)),
  }, portrait(choice, chooser), unbroken(choice.label), choice.cost ? el("span", { class: "cost-word" }, choice.cost) : null, key ? el("kbd", {}, key) : null);
}

/**
 * A button with its odds on it is its own confirmation, once the odds stand there.
 * @param {Choice} choice
 * @param {string} key
 * @param {Chooser} chooser
 * @param {Seen} seen
 */
function wideButton(choice, key, chooser, seen) {
  let told = false;
  const line = oddsLine(choice, seen.chances, () => { told = true; });
  const button = el("button", {
    ...common(choice, key, seen),
    class: "choice wide risky",
    onclick: (/** @type {MouseEvent} */ event) => {
      if (performance.now() - seen.since(choice.play) < DEAF) return;
      chooser.choose(choice, pointOf(event), told);
    },
  }, el("span", { class: "wide-label" }, portrait(choice, chooser), unbroken(choice.label), key ? el("kbd", {}, key) : null), line);
  deafen(button, seen.since(choice.play));
  return button;
}

/**
 * The attributes that all buttons of answers have.
 * @param {Choice} choice
 * @param {string} key
 * @param {Seen} seen
 */
function common(choice, key, seen) {
  return {
    type: "button",
    "data-play": choice.play,
    "data-key": key || null,
    onpointerenter: () => seen.onHover(choice),
    onfocus: () => seen.onHover(choice),
    onpointerleave: () => seen.onHover(null),
  };
}

/**
 * One line that says what the dice promise.
 * @param {Choice} choice
 * @param {Chances} chances
 * @param {() => void} [onTold]
 * @param {string[]} [before] answers that are given first
 * @param {"whole" | "summary"} [words] without the title, where the button names it
 */
export function oddsLine(choice, chances, onTold, before = [], words = "whole") {
  const line = el("span", { class: "odds-line" }, "…");
  chances.of(choice.play, before).then((odds) => {
    line.textContent = odds instanceof Error ? "" : sentence(words === "summary" ? odds.summary : `${odds.title}: ${odds.summary}`);
    if (!(odds instanceof Error)) onTold?.();
  });
  return line;
}

/**
 * A button that acts at once looks as if it had not settled yet while it does not react.
 * @param {HTMLElement} button
 * @param {number} since when it appeared, by the page's clock
 */
export function deafen(button, since) {
  const left = since + DEAF - performance.now();
  if (left <= 0) return;
  button.classList.add("settling");
  setTimeout(() => button.classList.remove("settling"), left);
}

/** The search in the sheet, kept when the panel is drawn anew. */
let sought = { question: "", text: "" };

/**
 * A list with a search, for more answers than buttons are good for.
 * @param {Choice[]} options
 * @param {Chooser} chooser
 * @param {Seen} seen
 */
function answerSheet(options, chooser, seen) {
  const question = `${chooser.table.info.id} ${chooser.table.rev}`;
  if (sought.question !== question) sought = { question, text: "" };
  const list = el("div", { class: "buttons many" });
  const none = el("p", { class: "quiet-words", hidden: true }, "Nothing is called so.");
  const search = el("input", { type: "search", placeholder: `Search ${options.length} answers`, "aria-label": "Search the answers", value: sought.text });
  const rows = options.map((choice) => ({ words: `${choice.label} ${choice.cost ?? ""}`.toLowerCase(), row: answerButton(choice, "", chooser, seen) }));
  list.append(...rows.map(({ row }) => row));
  const draw = () => {
    sought.text = search.value;
    const words = search.value.trim().toLowerCase().split(/\s+/);
    for (const entry of rows) entry.row.hidden = !words.every((word) => entry.words.includes(word));
    none.hidden = rows.some(({ row }) => !row.hidden);
  };
  search.addEventListener("input", draw);
  search.addEventListener("keydown", (event) => {
    const only = rows.filter(({ row }) => !row.hidden);
    if (event.key === "Enter" && only.length === 1) only[0].row.click();
  });
  draw();
  return el("div", { class: "answer-sheet" }, search, list, none);
}

/**
 * Factors such as 3-2-6 stay on one line.
 * @param {string} text
 */
function unbroken(text) {
  return text.replace(/(?<=\d)-(?=\d)/g, "\u2011");
}

/**
 * The counter of a unit that is not on the map: a reserve, a reinforcement, a loss.
 * @param {Choice} choice
 * @param {Chooser} chooser
 */
function portrait(choice, chooser) {
  const unit = targetOf(choice, "unit");
  const state = unit ? chooser.table.shown.units.get(unit) : undefined;
  return unit && state ? picture(unit, state.face) : null;
}

/** @param {MouseEvent} event */
function pointOf(event) {
  if (event.clientX || event.clientY) return { x: event.clientX, y: event.clientY };
  const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
  return { x: box.left, y: box.bottom };
}
