// @ts-check
// Help: the first minute of play, and the keys.

import { el } from "../dom.js";
import { openDialog } from "./menu.js";

/** @import { Key } from "../keyboard.js" */

/** @param {Key[]} keys */
export function helpDialog(keys) {
  openDialog("Help",
    el("p", {}, "At the top right stands what is asked of you, in one sentence. What you may click on the map is lit: an outline around a counter, a tint on a place, with its cost. Everything else is a button."),
    el("p", {}, "Click something that is not lit, and a note says why it is not allowed, with the number of the case. Hover or tap a case number to read what it says."),
    el("p", {}, "Nothing is lost by trying: undo works until a die is rolled, something is revealed, or the other side answers. What cannot be taken back asks first and shows its odds."),
    el("p", {}, "Everything can be typed as well: press / and begin; Tab completes."),
    el("table", { class: "key-table" }, el("tbody", {}, ...keys.filter((key) => key.words).map((key) =>
      el("tr", {}, el("td", {}, el("kbd", {}, key.key.startsWith("Arrow") ? "← ↑ ↓ →" : key.key)), el("td", {}, key.words))))));
}
