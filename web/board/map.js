// @ts-check
// The map: drawn once by the server as SVG, tinted and lettered here from the position and the question.
// Squares and areas have the same interface: a shape with `data-place`.

import { el, svg } from "../dom.js";
import { inlineSheet, inlineSvg } from "./inline.js";

/** @import { PlaceInfo } from "../types/wire" */

/** The classes a place may wear while something is asked or told. */
const TINTS = ["can-move", "can-act", "is-target", "is-picked", "is-last", "faint", "unlit"];

/** The layers of the picture that change while one plays. */
const GROUND = ["layer-places", "layer-markers", "layer-counters", "layer-highlights"];

/** @typedef {{ x: number, y: number }} Point */
/** What a place wears: one tint, and how much of it. */
/** @typedef {{ tint: string, cost?: string, label: string }} Light */

export class GameMap {
  /**
   * @param {HTMLElement} frame
   * @param {string} mapText
   * @param {string} countersText
   * @param {PlaceInfo[]} places
   */
  constructor(frame, mapText, countersText, places) {
    this.frame = frame;
    this.picture = inlineSvg(mapText);
    const box = this.picture.viewBox.baseVal;
    /** The map's edges in map units. */
    this.box = { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
    this.size = { width: box.width, height: box.height };
    this.picture.setAttribute("aria-hidden", "false");
    this.markers = svg("g", { class: "markers" });
    this.tints = svg("g", { class: "tints" });
    this.counters = svg("g", { class: "counters" });
    this.labels = svg("g", { class: "labels" });
    // Tints lie on a separate sheet of glass: the picture below is drawn once, and not again with each tint.
    this.ground = svg("svg", {
      class: `${this.picture.getAttribute("class") ?? "atlas"} ground`, viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
    }, ...[...this.picture.children].filter((layer) => GROUND.includes(layer.id)));
    this.top = svg("svg", {
      class: "atlas overlay", viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
    }, this.markers, this.tints, this.counters, this.labels);
    this.symbols = inlineSheet(countersText);
    this.symbols.classList.add("symbols");
    for (const drawn of [this.picture, this.ground, this.top]) {
      drawn.setAttribute("width", String(box.width));
      drawn.setAttribute("height", String(box.height));
    }
    this.sheet = el("div", { class: "sheet blank" }, ...[this.picture, this.ground, this.top].map((drawn) => el("div", { class: "pane" }, drawn)), this.symbols);
    frame.prepend(this.sheet);
    /** @type {Map<string, SVGGraphicsElement>} */
    this.shapes = new Map();
    for (const shape of this.ground.querySelectorAll("[data-place], [data-bridge]")) {
      const id = shape.getAttribute("data-place") ?? shape.getAttribute("data-bridge") ?? "";
      shape.setAttribute("data-place", id);
      this.shapes.set(id, /** @type {SVGGraphicsElement} */ (shape));
    }
    /** How large each place is; asked once, because asking while drawing is slow. @type {Map<string, { width: number, height: number }>} */
    this.boxes = new Map();
    for (const [id, shape] of this.shapes) {
      // A square says itself how large it is; the others have to be laid out to be measured.
      const { width, height } = shape instanceof SVGRectElement
        ? { width: Number(shape.getAttribute("width")), height: Number(shape.getAttribute("height")) } : shape.getBBox();
      this.boxes.set(id, { width, height });
    }
    this.places = new Map(places.map((place) => [place.id, place]));
    /** The places that are played on, where it is not the whole map. @type {string[]} */
    this.open = [];
    /** What is tinted. @type {Map<string, Light>} */
    this.lit = new Map();
    this.ringed = "";
    this.follow();
  }

  /** Shows the map, once the counters have come: one picture of both is drawn sooner than one of each. */
  unfold() {
    this.sheet.classList.remove("blank");
  }

  /**
   * Draws the sheets in a scale: they are kept as they are drawn in it, so that they can be moved quickly.
   * @param {number} scale
   */
  lay(scale) {
    // Another size would lay out every word anew.
    for (const drawn of [this.picture, this.ground, this.top]) drawn.style.transform = `scale(${scale})`;
  }

  /**
   * Greys the places that are not played on.
   * @param {string[]} open the places that are; all of them if none is named
   */
  close(open) {
    this.open = open;
    const inside = new Set(open);
    for (const [id, shape] of this.shapes) {
      shape.classList.toggle("closed", open.length > 0 && this.places.has(id) && !inside.has(id));
    }
  }

  /** Two opposite corners of the part that is played on; none if that is the whole map. @returns {Point[]} */
  corners() {
    const boxes = this.open.map((id) => this.shapes.get(id)?.getBBox()).filter((box) => box !== undefined);
    if (boxes.length === 0) return [];
    return [
      { x: Math.min(...boxes.map((box) => box.x)), y: Math.min(...boxes.map((box) => box.y)) },
      { x: Math.max(...boxes.map((box) => box.x + box.width)), y: Math.max(...boxes.map((box) => box.y + box.height)) },
    ];
  }

  /** Day or lamplight, as the page has it. */
  follow() {
    const root = document.documentElement.classList;
    for (const picture of [this.picture, this.ground, this.top, this.symbols]) {
      picture.classList.toggle("dark", root.contains("dark"));
      picture.classList.toggle("light", root.contains("light"));
    }
  }

  /**
   * The middle of a place.
   * @param {string} id
   * @returns {Point | undefined}
   */
  middle(id) {
    const shape = this.shapes.get(id);
    if (!shape) return undefined;
    const [x, y] = [shape.getAttribute("data-x"), shape.getAttribute("data-y")];
    if (x !== null && y !== null) return { x: Number(x), y: Number(y) };
    const moved = shape.transform.baseVal.numberOfItems ? shape.transform.baseVal.getItem(0).matrix : undefined;
    if (moved) return { x: moved.e, y: moved.f };
    const place = this.places.get(id);
    return place && { x: place.x, y: place.y };
  }

  /**
   * Tints and letters the places that may be clicked.
   * @param {Map<string, Light>} lights
   */
  light(lights) {
    const before = this.lit;
    this.lit = lights;
    for (const [id, old] of before) {
      const now = lights.get(id);
      if (now?.tint === old.tint && now.label === old.label) continue;
      const shape = this.shapes.get(id);
      shape?.classList.remove(...TINTS.filter((tint) => tint !== "is-last"));
      if (!now?.label) for (const name of ["tabindex", "role", "aria-label"]) shape?.removeAttribute(name);
    }
    for (const [id, light] of lights) {
      const old = before.get(id);
      if (light.tint === old?.tint && light.label === old.label) continue;
      const shape = this.shapes.get(id);
      if (!shape) continue;
      shape.classList.add(...light.tint.split(" "));
      if (light.label) {
        shape.setAttribute("tabindex", "0");
        shape.setAttribute("role", "button");
        shape.setAttribute("aria-label", light.label);
      }
    }
    const costs = JSON.stringify([...lights].filter(([, light]) => light.cost).map(([id, light]) => [id, light.cost]));
    if (costs === this.costs) return;
    this.costs = costs;
    this.labels.replaceChildren();
    for (const [id, light] of lights) if (light.cost) this.letter(id, light.cost);
  }

  /** The texts of the labels, as they were last drawn. */
  costs = "[]";

  /**
   * A small label on a place: what it costs to go there.
   * @param {string} id
   * @param {string} text
   */
  letter(id, text) {
    const at = this.middle(id);
    const box = this.boxes.get(id);
    if (!at || !box) return;
    const width = 13 + text.length * 8.2;
    const label = svg("g", { class: "cost", transform: `translate(${at.x} ${Math.min(at.y + box.height / 2 - 12, at.y + 44)})` },
      svg("rect", { x: -width / 2, y: -11, width, height: 21, rx: 4 }),
      svg("text", { y: 5 }, text));
    this.labels.append(label);
  }

  /**
   * Rings the place where something just happened.
   * @param {string} id
   */
  ring(id) {
    this.shapes.get(this.ringed)?.classList.remove("is-last");
    this.ringed = id;
    this.shapes.get(id)?.classList.add("is-last");
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.shapes.get(id)?.classList.remove("is-last"), 6000);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  fading;
}
