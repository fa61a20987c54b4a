// @ts-check
// Attacks that are planned and not yet rolled for, on their squares.

import { svg } from "../dom.js";

/** @import { GameMap } from "./map.js" */
/** @import { Planned } from "../types/wire" */

export class PlanSlips {
  /** @param {GameMap} map */
  constructor(map) {
    this.map = map;
    this.group = svg("g", { class: "plan-slips" });
    map.top.append(this.group);
  }

  /** @param {Planned[]} plan */
  update(plan) {
    this.group.replaceChildren(...plan.map((planned) => this.slip(planned)).filter((slip) => slip !== null));
  }

  /** @param {Planned} planned */
  slip({ place, label }) {
    const at = this.map.middle(place);
    if (!at) return null;
    const width = 14 + label.length * 8.5;
    // At the upper edge of a square; an area may be tall, and there it stands above its number.
    const above = Math.min(52, (this.map.boxes.get(place)?.height ?? 100) / 2);
    return svg("g", { class: "plan-slip", "data-plan": place, transform: `translate(${at.x - width / 2} ${at.y - above - 8})` },
      svg("rect", { width, height: 24, rx: 4 }),
      svg("text", { x: width / 2, y: 17.5 }, label));
  }
}
