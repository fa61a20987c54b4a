// @ts-check
// The card of a unit or a place: what is printed, and how it stands now.

import { el, svg } from "../dom.js";
import { faceId } from "../board/counters.js";

/** @import { Table } from "../state.js" */

/**
 * @param {Table} table
 * @param {string} id
 * @param {(unit: string) => void} onFind
 */
export function unitCard(table, id, onFind) {
  const info = table.title.units.find((unit) => unit.id === id);
  const state = table.shown.units.get(id);
  if (!info) return null;
  return el("article", { class: "inspector", "data-inspect": id },
    el("div", { class: "inspector-head" },
      state ? picture(id, state.face) : null,
      el("div", {},
        el("h3", { class: `side-mark ${info.nation}` }, info.name),
        el("p", { class: "quiet-words" }, info.kind, " · ", el("code", {}, info.id)))),
    el("ul", { class: "card-lines" }, ...info.card.map((line) => el("li", {}, line))),
    state ? el("p", { class: "standing" },
      `${state.face}, `, state.at ? placeWords(table, state.at) : "off the map",
      state.marks?.length ? `, marked ${state.marks.join(", ")}` : "",
      state.left ? `, ${state.left} left` : "", ". ",
      table.title.places.some((place) => place.id === state.at)
        ? el("button", { type: "button", class: "link", onclick: () => onFind(id) }, "find") : null) : null);
}

/**
 * @param {Table} table
 * @param {string} id
 * @param {(unit: string) => void} onUnit
 */
export function placeCard(table, id, onUnit) {
  const info = table.title.places.find((place) => place.id === id);
  const state = table.shown.places.get(id);
  if (!info) return null;
  const here = [...table.shown.units.values()].filter((unit) => unit.at === id);
  const names = new Map(table.title.units.map((unit) => [unit.id, unit]));
  return el("article", { class: "inspector", "data-inspect": id },
    el("h3", {}, info.name ? `${info.name} ` : "", el("code", {}, info.id)),
    el("ul", { class: "card-lines" }, ...info.card.map((line) => el("li", {}, line))),
    state?.control ? el("p", { class: `standing side-mark ${state.control}` }, `Control: ${nationWord(table, state.control)}`) : null,
    state?.marks?.length ? el("p", { class: "standing" }, state.marks.join(", ")) : null,
    here.length ? el("ul", { class: "here" }, ...here.map((unit) => el("li", {},
      el("button", { type: "button", class: "unit-line", onclick: () => onUnit(unit.id) },
        picture(unit.id, unit.face), el("span", {}, names.get(unit.id)?.name ?? unit.id),
        unit.marks?.length ? el("small", {}, unit.marks.join(" ")) : null)))) : null);
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
