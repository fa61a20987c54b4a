// @ts-check
// Case numbers that say what they mean: hover, focus or tap one to read its title and gist.

import { el, refill } from "./dom.js";

/** @import { Title, Case } from "./types/wire" */

/** More numbers than this in a row are folded up: the first say enough for most readers. */
const MOST = 3;

/** @type {Map<string, Case>} */
let book = new Map();

/** @param {Title} title */
export function openCasebook(title) {
  book = new Map(title.cases.map((entry) => [entry.number, entry]));
}

/** @param {string} number */
export function caseOf(number) {
  return book.get(number);
}

/**
 * A case number as a small button.
 * @param {string} number
 */
export function chip(number) {
  const entry = book.get(number);
  const words = entry ? `${number} ${entry.title}` : number;
  return el("button", { class: "case", type: "button", "data-case": number, "aria-label": `Case ${words}` }, number);
}

/**
 * All cases of something, each once.
 * @param {string[]} numbers
 */
export function chips(numbers) {
  const unique = [...new Set(numbers)];
  if (unique.length === 0) return null;
  if (unique.length <= MOST) return el("span", { class: "cases" }, ...unique.map(chip));
  const rest = unique.slice(MOST - 1);
  const more = el("button", { class: "case more-cases", type: "button", title: rest.join(", "), "aria-label": `${rest.length} more cases`,
    onclick: () => more.replaceWith(...rest.map(chip)) }, `+${rest.length}`);
  return el("span", { class: "cases" }, ...unique.slice(0, MOST - 1).map(chip), more);
}

/**
 * A text whose citations, as in "Hindenburg Line (2.1.3)", are case numbers to be read.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
export function cited(text) {
  return text.split(/\((\d+(?:\.\d+)+[a-z]?)\)/).map((part, index) => index % 2 ? (book.has(part) ? chip(part) : `(${part})`) : part);
}

/** Shows the gist of whatever case number is hovered, focused or tapped, anywhere on the page. */
export function explainCases() {
  const card = el("div", { id: "case-card", class: "case-card", role: "tooltip", hidden: true });
  document.body.append(card);
  /** @param {Event} event */
  const near = (event) => event.target instanceof Element ? event.target.closest("[data-case]") : null;
  /** @param {Element} where */
  const show = (where) => {
    const number = where.getAttribute("data-case") ?? "";
    const entry = book.get(number);
    refill(
      card,
      el("b", {}, number), " ", el("span", { class: "case-title" }, entry?.title ?? "This case is not in the casebook."),
      entry?.gist ? el("p", {}, entry.gist) : null,
    );
    card.hidden = false;
    const box = where.getBoundingClientRect();
    const width = Math.min(320, innerWidth - 16);
    card.style.width = `${width}px`;
    card.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    const below = box.bottom + 6;
    card.style.top = below + card.offsetHeight < innerHeight ? `${below}px` : `${box.top - card.offsetHeight - 6}px`;
  };
  const hide = () => {
    card.hidden = true;
  };
  for (const kind of ["pointerover", "focusin", "click"]) {
    document.addEventListener(kind, (event) => {
      const where = near(event);
      if (where) show(where);
      else if (kind !== "focusin") hide();
    });
  }
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}
