// @ts-check
// Help: the first minute of play, and the keys.

import { el } from "../dom.js";
import { openDialog } from "./menu.js";

/** @import { Key } from "../keyboard.js" */

/** @param {Key[]} keys */
export function helpDialog(keys) {
  openDialog("Help",
    el("p", {}, "One sentence says what you have to decide: beside the map, on a small screen below it. What you may choose on the map is lit: an outline around a counter, a tint on a place, with its cost. Places that matter are tinted more strongly. Everything else is a button."),
    el("p", {}, "Choose something that is not lit, and a note says why it is not allowed, with the number of the case. Point at a case number, or tap it, to read what it says."),
    el("p", {}, "Nothing is lost by trying: undo works until a die is rolled, something is revealed, or the other side answers. What rolls dice, reveals something or ends something is asked about first, with its odds; a wide button with the odds on it acts at once."),
    el("p", {}, "Several counters go together: hold Shift and click them or draw a box around them, or rest a finger on a stack. Then choose where they go, or drag them. A button above the others stands for several answers; what it is about is lit while you point at it."),
    el("p", {}, "Everything can be typed as well: press / and begin; Tab completes."),
    el("table", { class: "key-table" }, el("tbody", {}, ...keys.filter((key) => key.words).map((key) =>
      el("tr", {}, el("td", {}, el("kbd", {}, key.key.startsWith("Arrow") ? "← ↑ ↓ →" : key.key)), el("td", {}, key.words))))));
}
