// @ts-check
// The small card before a grave answer: its words, its odds, "Do it" or "Not yet". The same everywhere.

import { el } from "../dom.js";
import { remember } from "../settings.js";
import { deafen, oddsLine } from "./answers.js";
import { warningLine } from "./warnings.js";

/** @import { Chooser } from "../choose.js" */
/** @import { Chances } from "../chances.js" */
/** @import { Choice } from "../types/wire" */

/**
 * @param {Choice} choice
 * @param {Chooser} chooser
 * @param {Chances} chances
 */
export function confirmation(choice, chooser, chances) {
  const yes = el("button", { type: "button", class: "main", id: "confirm", "data-play": choice.play, onclick: () => chooser.choose(choice) }, "Do it", el("kbd", {}, "Enter"));
  deafen(yes, chooser.armedSince);
  const undone = chooser.leaves(choice);
  return el("div", { class: "confirm", role: "group", "aria-label": "Confirm" },
    el("p", {}, el("b", {}, choice.label), choice.cost ? `, ${choice.cost}` : "", choice.binding ? ". This cannot be taken back." : "."),
    chooser.warning ? warningLine(chooser.warning) : null,
    undone ? el("p", { class: "left-undone" }, undone) : null,
    choice.odds ? oddsLine(choice, chances) : null,
    el("div", { class: "buttons" }, yes,
      el("button", { type: "button", id: "let-be", onclick: () => chooser.arm(null) }, "Not yet", el("kbd", {}, "Esc"))),
    el("label", { class: "never-ask" },
      el("input", { type: "checkbox", onchange: (/** @type {Event} */ event) => remember("confirm", !(/** @type {HTMLInputElement} */ (event.target).checked)) }),
      " Do not ask again (the menu turns it on again)"));
}
