// @ts-check
// Places that a panel points at: lit by a click, put out by another or by the next answer.

import { svg } from "../dom.js";

/** @import { GameMap } from "./map.js" */
/** @import { Zoom } from "./zoom.js" */
/** @import { Table } from "../state.js" */

/** Tells listeners `changed` when something was lit or put out. */
export class Spots extends EventTarget {
  /**
   * @param {Table} table
   * @param {GameMap} map
   * @param {Zoom} zoom
   */
  constructor(table, map, zoom) {
    super();
    this.table = table;
    this.map = map;
    this.zoom = zoom;
    this.group = svg("g", { class: "spots" });
    map.labels.before(this.group);
    /** What is lit, by the name its panel gave it. */
    this.lit = "";
    table.on("decision", () => this.putOut());
  }

  putOut() {
    if (!this.lit) return;
    this.lit = "";
    this.group.replaceChildren();
    this.dispatchEvent(new Event("changed"));
  }

  /**
   * Lights places and where units stand, and fits the map to them; a second time it puts them out.
   * @param {string} name
   * @param {string[]} places
   * @param {string[]} [units]
   */
  toggle(name, places, units = []) {
    if (this.lit === name) {
      this.putOut();
      return;
    }
    const stood = units.map((unit) => this.table.shown.units.get(unit)?.at ?? "");
    const known = [...new Set([...places, ...stood])].filter((place) => this.map.shapes.has(place));
    if (known.length === 0) return;
    this.lit = name;
    this.group.replaceChildren(...known.map((place) => this.spot(place)));
    const points = known.map((place) => this.map.middle(place)).filter((at) => at !== undefined);
    if (points.length) this.zoom.showPoints(points);
    this.dispatchEvent(new Event("changed"));
  }

  /** @param {string} place */
  spot(place) {
    const area = this.map.shapes.get(place)?.getAttribute("d");
    if (area) return svg("path", { d: area, "data-spot": place });
    const [at, box] = [this.map.middle(place), this.map.boxes.get(place)];
    const { width, height } = box ?? { width: 0, height: 0 };
    return svg("rect", { x: (at?.x ?? 0) - width / 2, y: (at?.y ?? 0) - height / 2, width, height, "data-spot": place });
  }
}
