// @ts-check
// Layers that can be switched on and off: those the map has, and the marks that lie on it.

import { el } from "../dom.js";
import { recall, remember } from "../settings.js";
import { REACHES } from "./markers.js";

/** @import { GameMap } from "./map.js" */
/** @import { Markers } from "./markers.js" */

/** Layers of the picture worth a switch, with their words. */
const LAYERS = [
  ["names", "Names"], ["codes", "Square codes"], ["grid", "Grid"], ["trenches", "Trenches"], ["roads", "Roads"],
  ["railways", "Railways"], ["woods", "Woods"], ["hachures", "Hills"],
];

export class Layers {
  /**
   * @param {GameMap} map
   * @param {Markers} markers
   * @param {string} game
   */
  constructor(map, markers, game) {
    this.map = map;
    this.markers = markers;
    this.key = `layers.${game}`;
    /** @type {Record<string, boolean>} */
    this.off = { ...Object.fromEntries(REACHES.map((name) => [name, true])), ...recall(this.key, {}) };
    this.apply();
  }

  apply() {
    for (const [id] of LAYERS) {
      const layer = this.map.picture.querySelector(`#layer-${id}`);
      layer?.classList.toggle("layer-off", this.off[id] === true);
    }
    this.map.top.classList.toggle("no-counters", this.off.counters === true);
    this.map.picture.classList.toggle("no-control", this.off.control === true);
    this.map.top.dataset.off = Object.keys(this.off).filter((id) => this.off[id]).join(" ");
    for (const mark of this.map.top.querySelectorAll("[data-mark]")) {
      mark.classList.toggle("layer-off", this.off[mark.getAttribute("data-mark") ?? ""] === true);
    }
  }

  /** @param {string} id */
  toggle(id) {
    this.off[id] = !this.off[id];
    remember(this.key, this.off);
    this.apply();
    return !this.off[id];
  }

  /** A checkbox for each layer that exists. */
  list() {
    const drawn = LAYERS.filter(([id]) => (this.map.picture.querySelector(`#layer-${id}`)?.childElementCount ?? 0) > 0);
    const marks = this.markers.kinds().filter((kind) => kind !== "control").map((kind) => [kind, kind.charAt(0).toUpperCase() + kind.slice(1)]);
    return [["counters", "Counters"], ["control", "Control"], ...drawn, ...marks].map(([id, words]) =>
      el("label", {}, el("input", { type: "checkbox", checked: !this.off[id], onchange: () => this.toggle(id) }), words,
        id === "counters" ? el("kbd", {}, "h") : null));
  }
}
