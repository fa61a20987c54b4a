// @ts-check
// Status marks on counters: a shape and a letter, never a colour alone. The counter sheet draws most of them.

import { svg } from "../dom.js";

/** The corners of the counter, in the order in which they are used. */
const CORNERS = [[36, -36], [-38, -36], [-38, 36], [36, 36], [-40, 0], [40, 0]];

/** Arrows that say which way a unit faces, clockwise from north. */
const FACINGS = ["↑", "→", "↓", "←"];

/** @type {WeakMap<SVGSVGElement, Map<string, string>>} */
const lettersOf = new WeakMap();

/**
 * The mark symbols of a sheet by the letter they show.
 * @param {SVGSVGElement} sheet
 */
function letters(sheet) {
  let known = lettersOf.get(sheet);
  if (!known) {
    known = new Map();
    for (const symbol of sheet.querySelectorAll("symbol[id^='mark-']")) {
      const letter = symbol.textContent?.trim();
      if (letter) known.set(letter, symbol.id);
    }
    // Some marks are pictures without a letter; their names begin with it.
    for (const symbol of sheet.querySelectorAll("symbol[id^='mark-']:not(#mark-facing)")) {
      const letter = symbol.id.charAt(5).toUpperCase();
      if (!known.has(letter)) known.set(letter, symbol.id);
    }
    lettersOf.set(sheet, known);
  }
  return known;
}

/**
 * @param {SVGSVGElement} sheet
 * @param {string} letter
 * @param {number} index
 */
export function markBadge(sheet, letter, index) {
  const turned = FACINGS.indexOf(letter);
  if (turned >= 0) return svg("use", { class: "unit-mark", href: "#mark-facing", x: -50, y: -50, width: 100, height: 100, transform: `rotate(${turned * 90})` });
  const [x, y] = CORNERS[index % CORNERS.length];
  const symbol = letters(sheet).get(letter);
  if (symbol) return svg("use", { class: "unit-mark", href: `#${symbol}`, x: x - 18, y: y - 18, width: 36, height: 36 });
  const width = 14 + letter.length * 13;
  return svg("g", { class: "unit-mark plain", transform: `translate(${x} ${y})` },
    svg("rect", { x: -width / 2, y: -14, width, height: 28, rx: 4 }),
    svg("text", { y: 7.5 }, letter));
}
