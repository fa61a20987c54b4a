// @ts-check
// The legend: every mark, letter and number on counters and map, drawn as it is drawn there, with its words.

import { el, refill, svg } from "../dom.js";
import { get, Refused } from "../api.js";
import { faceId } from "../board/faces.js";
import { markBadge } from "../board/marks.js";
import { Markers } from "../board/markers.js";
import { picture } from "./inspector.js";
import { openDialog } from "./menu.js";

/** @import { GameMap } from "../board/map.js" */
/** @import { Table } from "../state.js" */
/** @import { Legend, Sign } from "../types/protocol" */

/** Lights that a counter wears; the others lie on places. */
const ON_COUNTERS = ["can", "done", "about", "chosen", "count"];

/**
 * @param {Table} table
 * @param {GameMap} map
 */
export function legendDialog(table, map) {
  const list = el("div", { class: "legend", id: "legend" }, el("p", { class: "quiet-words" }, "One moment."));
  openDialog("Legend", list);
  get(`/api/games/${table.title.id}/legend`).then((answer) => {
    const legend = /** @type {Legend} */ (answer);
    const markers = new Markers(map);
    let number = -1;
    const example = legend.group.flatMap((group) => group.entry).find((sign) => sign.counter);
    const groups = legend.group.map((group) => el("section", {},
      el("h4", {}, group.title),
      el("dl", {}, ...group.entry.flatMap((sign) => {
        number += 1;
        return [el("dt", {}, drawn(sign, number, { table, map, markers, example })), el("dd", {}, sign.words)];
      }))));
    refill(list, ...(groups.length ? groups : [el("p", {}, "This game has no legend.")]));
  }).catch((error) => {
    refill(list, el("p", {}, error instanceof Refused ? error.message : "The legend could not be fetched."));
  });
}

/**
 * A sign as the program draws it.
 * @param {Sign} sign
 * @param {number} number its place in the legend
 * @param {{ table: Table, map: GameMap, markers: Markers, example: Sign | undefined }} with_
 */
function drawn(sign, number, { table, map, markers, example }) {
  if (sign.counter) return picture(sign.counter, sign.face ?? "");
  if (sign.mark) return atlas("-24 -24 48 48", onMark(map, sign.mark));
  if (sign.marker) return marker(markers, sign.marker);
  if (sign.light) return light(sign.light, example);
  if (sign.place) return el("img", { src: `/api/games/${table.title.id}/legend/${number}`, alt: "", width: 80, height: 80, loading: "lazy" });
  return el("b", {}, sign.term ?? "");
}

/**
 * @param {string} box
 * @param {...(SVGElement | null)} parts
 */
function atlas(box, ...parts) {
  const root = document.documentElement.classList;
  const theme = root.contains("dark") ? "dark" : root.contains("light") ? "light" : "";
  return svg("svg", { class: `atlas sign ${theme}`, viewBox: box, "aria-hidden": "true" }, ...parts);
}

/**
 * A mark by itself, in the middle; an arrow lies at the edge of its counter.
 * @param {GameMap} map
 * @param {string} mark
 */
function onMark(map, mark) {
  const badge = markBadge(map.symbols, mark, 0);
  const isArrow = badge.getAttribute("href") === "#mark-facing";
  return svg("g", { transform: isArrow ? "scale(0.42)" : "translate(-36 36)" },
    isArrow ? svg("rect", { x: -50, y: -50, width: 100, height: 100, rx: 8, class: "sign-counter" }) : null, badge);
}

/**
 * @param {Markers} markers
 * @param {string} words
 */
function marker(markers, words) {
  const symbol = markers.symbolFor(words);
  if (symbol) return atlas("0 0 100 100", svg("use", { href: `#${symbol}`, width: 100, height: 100 }));
  return el("span", { class: "sign-slip" }, words);
}

/**
 * @param {string} kind
 * @param {Sign | undefined} example a counter to show it on
 */
function light(kind, example) {
  if (!ON_COUNTERS.includes(kind)) return atlas("0 0 60 60", svg("rect", { class: `place ${kind}`, x: 4, y: 4, width: 52, height: 52 }));
  const face = svg("g", { class: `counter ${kind}` },
    example ? svg("use", { href: `#${faceId(example.counter ?? "", example.face ?? "")}`, width: 100, height: 100 }) : null,
    svg("rect", { class: "outline", x: -1, y: -1, width: 102, height: 102, rx: 9 }));
  const badge = kind !== "count" ? null : svg("g", { class: "count-badge", transform: "translate(96 4)" },
    svg("circle", { r: 20, class: "count-disc" }), svg("text", { y: 8, class: "count", "font-size": 24 }, "3"));
  return atlas("-10 -18 130 130", face, badge);
}
