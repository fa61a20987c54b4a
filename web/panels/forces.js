// @ts-check
// The order of battle: every counter by side and by where it is, with find-on-map; reserves, losses and
// reinforcements to come are the boxes that are not on the map.

import { el, refill } from "../dom.js";
import { picture } from "./inspector.js";

/** @import { Table } from "../state.js" */
/** @import { UnitInfo, UnitItem } from "../types/wire" */

/**
 * @param {Table} table
 * @param {(unit: string) => void} onFind
 */
export function forcesCard(table, onFind) {
  const card = el("article", { class: "forces" });
  const search = el("input", { type: "search", placeholder: "find a unit", "aria-label": "Find a unit" });
  const list = el("div", { class: "forces-list" });
  const draw = () => refill(list, ...sides(table, search.value.trim().toLowerCase(), onFind));
  search.addEventListener("input", draw);
  table.on("shown", () => {
    if (card.isConnected) draw();
  });
  refill(card, el("div", { class: "card-head" }, el("h3", {}, "Order of battle"), search), list);
  draw();
  return card;
}

/**
 * @param {Table} table
 * @param {string} text
 * @param {(unit: string) => void} onFind
 */
function sides(table, text, onFind) {
  const onMap = new Map(table.title.places.map((place) => [place.id, place]));
  const nations = [...new Set(table.title.units.map((unit) => unit.nation))];
  return nations.map((nation) => {
    /** @type {Map<string, { info: UnitInfo, state: UnitItem }[]>} */
    const groups = new Map([["On the map", []]]);
    for (const info of table.title.units) {
      const state = table.shown.units.get(info.id);
      if (info.nation !== nation || !state) continue;
      if (text && !`${info.name} ${info.id} ${info.kind} ${info.card.join(" ")}`.toLowerCase().includes(text)) continue;
      const group = onMap.has(state.at) ? "On the map" : box(state.at);
      groups.set(group, [...(groups.get(group) ?? []), { info, state }]);
    }
    const filled = [...groups].filter(([, units]) => units.length > 0);
    return el("section", {}, el("h4", { class: `side-mark ${nation}` }, table.title.seats.find((seat) => seat.nation === nation)?.name ?? nation),
      ...filled.map(([group, units]) => el("details", { open: group === "On the map" || text !== "" },
        el("summary", {}, `${group} (${units.length})`),
        el("ul", { class: "here" }, ...units.map(({ info, state }) => el("li", {},
          el("button", { type: "button", class: "unit-line", onclick: () => onFind(info.id) },
            picture(info.id, state.face), el("span", {}, info.name),
            el("small", {}, onMap.get(state.at)?.name || (onMap.has(state.at) ? state.at : ""), " ", state.left ?? "", " ", (state.marks ?? []).join(" ")))))))));
  });
}

/** Boxes that have a better name than their word. @type {Record<string, string>} */
const BOXES = {
  due: "Reinforcements to come", track: "On the turn track", pool: "Replacements", gone: "Lost", eliminated: "Lost",
  exited: "Left the map", hand: "In hand", off: "Off the map",
};

/** @param {string} at */
function box(at) {
  const words = BOXES[at] ?? at.replace(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
