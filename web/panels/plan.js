// @ts-check
// The list of what is planned, with its chances, above the answers.

import { chips } from "../cases.js";
import { el } from "../dom.js";

/** @import { Planned } from "../types/wire" */

/**
 * @param {Planned[]} plan
 * @param {(place: string) => void} onPlace shows a place on the map
 */
export function planList(plan, onPlace) {
  if (!plan.length) return null;
  // The same cases on every line say nothing about any of them.
  const same = plan.every(({ cases }) => cases.join() === plan[0].cases.join());
  const rows = plan.map(({ place, text, cases }) => el("li", { "data-plan": place },
    el("button", { type: "button", class: "link", title: "Show it on the map", onclick: () => onPlace(place) }, text),
    same && plan.length > 1 ? null : chips(cases)));
  return el("section", { class: "plan", "aria-label": "What is planned" },
    plan.length > 1 ? el("h3", {}, `${plan.length} planned`, same ? chips(plan[0].cases) : null) : null,
    el("ul", {}, ...rows));
}
