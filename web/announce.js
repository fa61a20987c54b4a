// @ts-check
// The sentences that a screen reader says.

import { el } from "./dom.js";

/** @type {HTMLElement | undefined} */
let voice;

/**
 * Says a sentence politely, after what is being said now.
 * @param {string} text
 */
export function announce(text) {
  if (!voice) {
    voice = el("div", { id: "voice", class: "unseen", "aria-live": "polite" });
    document.body.append(voice);
  }
  voice.textContent = text;
}
