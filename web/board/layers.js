// @ts-check
// Layers that can be switched on and off: those of the map, the marks on it, and zones that reach over it.

import { el } from "../dom.js";
import { recall, remember } from "../settings.js";
import { capital } from "../words.js";

/** @import { GameMap } from "./map.js" */
/** @import { Markers } from "./markers.js" */
/** @import { Reaches } from "./reaches.js" */

/** Layers of the picture worth a switch, with their words. */
const LAYERS = [
  ["names", "Names"], ["codes", "Square codes"], ["grid", "Grid"], ["trenches", "Trenches"], ["roads", "Roads"],
  ["railways", "Railways"], ["woods", "Woods"], ["hachures", "Hills"],
];

export class Layers {
  /**
   * @param {GameMap} map
   * @param {Markers} markers
   * @param {Reaches} reaches
   * @param {string} game
   */
  constructor(map, markers, reaches, game) {
    this.map = map;
    this.markers = markers;
    this.reaches = reaches;
    this.key = `layers.${game}`;
    /** @type {Record<string, boolean>} */
    this.off = recall(this.key, {});
    /** Zones that reach over the map are off until asked for. @type {Record<string, boolean>} */
    this.reaching = recall(`${this.key}.reach`, {});
    this.apply();
    this.reach();
  }

  apply() {
    for (const [id] of LAYERS) {
      const layer = this.map.picture.querySelector(`#layer-${id}`);
      layer?.classList.toggle("layer-off", this.off[id] === true);
    }
    this.map.top.classList.toggle("no-counters", this.off.counters === true);
    for (const drawn of [this.map.picture, this.map.ground]) drawn.classList.toggle("no-control", this.off.control === true);
    this.map.top.dataset.off = Object.keys(this.off).filter((id) => this.off[id]).join(" ");
    for (const mark of this.map.top.querySelectorAll("[data-mark]")) {
      mark.classList.toggle("layer-off", this.off[mark.getAttribute("data-mark") ?? ""] === true);
    }
  }

  reach() {
    this.reaches.show(Object.keys(this.reaching).filter((id) => this.reaching[id]));
  }

  /** @param {string} id */
  toggle(id) {
    this.off[id] = !this.off[id];
    remember(this.key, this.off);
    this.apply();
    return !this.off[id];
  }

  /** @param {string} id */
  toggleReach(id) {
    this.reaching[id] = !this.reaching[id];
    remember(`${this.key}.reach`, this.reaching);
    this.reach();
  }

  /** A checkbox for each layer; those that reach over the map come when the server has sent them. */
  list() {
    const drawn = LAYERS.filter(([id]) => (this.map.picture.querySelector(`#layer-${id}`)?.childElementCount ?? 0) > 0);
    const marks = this.markers.kinds().filter(([kind]) => kind !== "control").map(([kind, words]) => [kind, capital(words)]);
    /** @param {string[][]} ids */
    const boxes = (ids) => ids.map(([id, words]) =>
      el("label", {}, el("input", { type: "checkbox", checked: !this.off[id], onchange: () => this.toggle(id) }), words,
        id === "counters" ? el("kbd", {}, "h") : null));
    const reach = el("div", { class: "reach-list" });
    const draw = () => reach.replaceChildren(...this.reaches.layers.map((layer) =>
      el("label", { class: `side-mark ${layer.nation}` },
        el("input", { type: "checkbox", "data-reach": layer.id, checked: this.reaching[layer.id] === true, onchange: () => this.toggleReach(layer.id) }), layer.label)));
    draw();
    this.reaches.addEventListener("known", draw, { once: true });
    this.reaches.refresh();
    return [
      el("h3", {}, "What lies on the map"), ...boxes([["counters", "Counters"], ["control", "Control"], ...marks]),
      reach, el("h3", {}, "What is drawn"), ...boxes(drawn),
    ];
  }
}
