// @ts-check
// The card of a unit or a place: its print, and its present state.

import { el, refill, svg } from "../dom.js";
import { cited } from "../cases.js";
import { capital } from "../words.js";
import { faceId } from "../board/faces.js";

/** @import { Table } from "../state.js" */
/** @import { PlaceInfo, UnitInfo } from "../types/wire" */

/**
 * @param {Table} table
 * @param {string} id
 * @param {(unit: string) => void} onFind
 */
export function unitCard(table, id, onFind) {
  const info = table.title.units.find((unit) => unit.id === id);
  if (!info) return null;
  const card = el("article", { class: "inspector", "data-inspect": id });
  const draw = () => refill(card, ...unitLines(table, info, onFind));
  // A unit that turns over or marches off is shown as it is now.
  table.on("shown", () => {
    if (card.isConnected) draw();
  });
  draw();
  return card;
}

/**
 * @param {Table} table
 * @param {UnitInfo} info
 * @param {(unit: string) => void} onFind
 */
function unitLines(table, info, onFind) {
  const { id } = info;
  const state = table.shown.units.get(id);
  return [
    el("div", { class: "inspector-head" },
      state ? picture(id, state.face) : null,
      el("div", {},
        el("h3", { class: `side-mark ${info.nation}` }, info.name),
        el("p", { class: "quiet-words" }, info.kind === "hq" ? "Headquarters" : capital(info.kind), " · ", el("code", { title: "How it is called in a typed line" }, info.id)))),
    el("ul", { class: "card-lines" }, ...info.card.map((line) => el("li", {}, ...cited(capital(line))))),
    state ? el("p", { class: "standing" },
      `${capital(state.face)}, `, state.at ? placeWords(table, state.at) : "off the map", markWords(state.marks ?? []),
      state.left ? `, ${state.left} left` : "", ". ",
      table.title.places.some((place) => place.id === state.at)
        ? el("button", { type: "button", class: "link", onclick: () => onFind(id) }, "Show it") : null) : null,
  ];
}

/**
 * @param {Table} table
 * @param {string} id
 * @param {(unit: string) => void} onUnit
 */
export function placeCard(table, id, onUnit) {
  const info = table.title.places.find((place) => place.id === id);
  if (!info) return null;
  const card = el("article", { class: "inspector", "data-inspect": id });
  const draw = () => refill(card, ...placeLines(table, info, onUnit));
  // Who comes and goes is shown as it is now.
  table.on("shown", () => {
    if (card.isConnected) draw();
  });
  draw();
  return card;
}

/**
 * @param {Table} table
 * @param {PlaceInfo} info
 * @param {(unit: string) => void} onUnit
 */
function placeLines(table, info, onUnit) {
  const { id } = info;
  const state = table.shown.places.get(id);
  const here = [...table.shown.units.values()].filter((unit) => unit.at === id);
  const names = new Map(table.title.units.map((unit) => [unit.id, unit]));
  return [
    el("h3", {}, info.name ? `${info.name} ` : "", el("code", {}, info.id)),
    el("ul", { class: "card-lines" }, ...info.card.map((line) => el("li", {}, ...cited(capital(line))))),
    state?.control ? el("p", { class: `standing side-mark ${state.control}` }, `Control: ${nationWord(table, state.control)}`) : null,
    state?.marks?.length ? el("p", { class: "standing" }, capital(state.marks.join(", "))) : null,
    here.length ? el("ul", { class: "here" }, ...here.map((unit) => el("li", {},
      el("button", { type: "button", class: "unit-line", onclick: () => onUnit(unit.id) },
        picture(unit.id, unit.face), el("span", {}, names.get(unit.id)?.name ?? unit.id),
        unit.marks?.length ? el("small", {}, unit.marks.join(" ")) : null)))) : null,
  ];
}

/** Which way a unit looks, by the arrow on its counter. @type {Record<string, string>} */
const FACING = { "↑": "north", "→": "east", "↓": "south", "←": "west" };

/** @param {string[]} marks */
function markWords(marks) {
  const facing = marks.map((mark) => FACING[mark]).find(Boolean);
  const letters = marks.filter((mark) => !FACING[mark]);
  return `${facing ? `, facing ${facing}` : ""}${letters.length ? `, marked ${letters.join(", ")}` : ""}`;
}

/**
 * A counter's face, drawn from the sheet.
 * @param {string} unit
 * @param {string} face
 */
export function picture(unit, face) {
  return svg("svg", { class: "atlas face", viewBox: "0 0 100 100", "aria-hidden": "true" },
    svg("use", { href: `#${faceId(unit, face)}`, width: 100, height: 100 }));
}

/**
 * @param {Table} table
 * @param {string} id
 */
export function placeWords(table, id) {
  const place = table.title.places.find((entry) => entry.id === id);
  return place ? (place.name ? `at ${place.name} (${id})` : `at ${id}`) : id;
}

/**
 * @param {Table} table
 * @param {string} nation
 */
function nationWord(table, nation) {
  return table.title.seats.find((seat) => seat.nation === nation)?.name ?? nation;
}
