// @ts-check
// A small note at the pointer that says why something may not be done, and goes away by itself.

import { el } from "./dom.js";
import { chip } from "./cases.js";
import { announce } from "./announce.js";
import { sentence } from "./words.js";

/** @import { Refusal } from "./types/wire" */

/** @type {HTMLElement | undefined} */
let shown;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

/** Takes the note away. */
export function dropNote() {
  clearTimeout(fading);
  shown?.remove();
  shown = undefined;
}

/**
 * Shows a refusal with all its cases.
 * @param {Refusal} refusal
 * @param {{ x: number, y: number }} [at] where; the middle of the page unless told
 */
export function noteRefusal(refusal, at) {
  const reasons = refusal.reasons.map((reason) =>
    el("li", {}, chip(reason.case), " ", reason.text));
  const words = reasons.length
    ? [el("ul", { class: "reasons" }, ...reasons)]
    : [el("p", {}, sentence(refusal.error))];
  showNote("refused", words, at);
  const spoken = refusal.reasons.map((reason) => `${reason.case}: ${reason.text}`).join(" ");
  announce(spoken || refusal.error);
}

/**
 * Shows a plain sentence.
 * @param {string} text
 * @param {{ x: number, y: number }} [at]
 */
export function noteText(text, at) {
  showNote("plain", [el("p", {}, text)], at);
  announce(text);
}

/**
 * @param {string} kind
 * @param {Node[]} words
 * @param {{ x: number, y: number }} [at]
 */
function showNote(kind, words, at) {
  dropNote();
  const note = el("div", { class: `note ${kind}`, role: "status", onclick: (/** @type {Event} */ event) => {
    if (!(event.target instanceof Element && event.target.closest("[data-case]"))) dropNote();
  } }, ...words);
  document.body.append(note);
  const where = at ?? { x: innerWidth / 2, y: innerHeight / 3 };
  const left = Math.max(8, Math.min(where.x + 14, innerWidth - note.offsetWidth - 8));
  const top = where.y + 14 + note.offsetHeight < innerHeight - 8 ? where.y + 14 : where.y - note.offsetHeight - 14;
  note.style.left = `${left}px`;
  note.style.top = `${Math.max(8, top)}px`;
  shown = note;
  const reading = 2600 + 45 * (note.textContent ?? "").length;
  const fade = () => {
    fading = setTimeout(() => {
      note.classList.add("gone");
      fading = setTimeout(dropNote, 400);
    }, Math.min(9000, reading));
  };
  note.addEventListener("pointerenter", () => clearTimeout(fading));
  note.addEventListener("pointerleave", fade);
  fade();
}
