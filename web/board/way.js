// @ts-check
// The way of a move, drawn while the pointer or the focus is on a place that can be reached.

import { svg } from "../dom.js";

/** @import { GameMap } from "./map.js" */
/** @import { Table } from "../state.js" */
/** @import { Choice } from "../types/wire" */

export class Way {
  /**
   * @param {Table} table
   * @param {GameMap} map
   */
  constructor(table, map) {
    this.table = table;
    this.map = map;
    this.group = svg("g", { class: "way" });
    map.counters.before(this.group);
    /** @type {Map<string, string[]>} */
    this.known = new Map();
    this.wanted = "";
    table.on("decision", () => {
      this.known.clear();
      this.show(null);
    });
  }

  /** @param {Choice | null} choice */
  async show(choice) {
    const play = choice?.play ?? "";
    if (play === this.wanted) return;
    this.wanted = play;
    this.group.replaceChildren();
    if (!play) return;
    const places = this.known.get(play) ?? await this.table.path(play).catch(() => /** @type {string[]} */ ([]));
    this.known.set(play, places);
    if (this.wanted === play) this.draw(places);
  }

  /** @param {string[]} places */
  draw(places) {
    const middles = places.map((place) => this.map.middle(place)).filter((at) => at !== undefined);
    if (middles.length < 2) return;
    const points = middles.map((at) => `${at.x},${at.y}`).join(" ");
    this.group.replaceChildren(svg("polyline", { points }), svg("polyline", { points }),
      ...middles.slice(1).map((at) => svg("circle", { cx: at.x, cy: at.y, r: 6 })));
  }
}
