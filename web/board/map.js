// @ts-check
// The map: drawn once by the server as SVG, tinted and lettered here from what is shown and asked.
// Squares and areas have the same interface: a shape with `data-place`.

import { el, svg } from "../dom.js";
import { inlineSvg } from "./inline.js";

/** @import { Position } from "../position.js" */
/** @import { PlaceInfo } from "../types/wire" */

/** The classes a place may wear while something is asked or told. */
const TINTS = ["can-move", "can-act", "is-target", "is-picked", "is-last"];

/** Marks that reach over places: zones of control, supply, command. They are hatchings, off until asked for. */
export const REACHES = ["zoc", "zone", "supply", "command"];

/** @typedef {{ x: number, y: number }} Point */
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
    this.picture.setAttribute("width", String(box.width));
    this.picture.setAttribute("height", String(box.height));
    this.picture.setAttribute("aria-hidden", "false");
    this.markers = svg("g", { class: "markers" });
    this.tints = svg("g", { class: "tints" });
    this.counters = svg("g", { class: "counters" });
    this.labels = svg("g", { class: "labels" });
    this.top = svg("svg", {
      class: "atlas overlay", viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      width: box.width, height: box.height,
    }, this.markers, this.tints, this.counters, this.labels);
    const sheet = inlineSvg(countersText);
    sheet.setAttribute("class", `${sheet.getAttribute("class") ?? ""} symbols`);
    this.sheet = el("div", { class: "sheet" }, this.picture, this.top, sheet);
    this.symbols = sheet;
    frame.prepend(this.sheet);
    /** @type {Map<string, SVGGraphicsElement>} */
    this.shapes = new Map();
    for (const shape of this.picture.querySelectorAll("[data-place], [data-bridge]")) {
      const id = shape.getAttribute("data-place") ?? shape.getAttribute("data-bridge") ?? "";
      shape.setAttribute("data-place", id);
      this.shapes.set(id, /** @type {SVGGraphicsElement} */ (shape));
    }
    /** What shows who controls a place, where the map itself has it. @type {Map<string, Element[]>} */
    this.owners = new Map();
    for (const owner of this.picture.querySelectorAll("[data-control-of]")) {
      const id = owner.getAttribute("data-control-of") ?? "";
      this.owners.set(id, [...(this.owners.get(id) ?? []), owner]);
    }
    this.places = new Map(places.map((place) => [place.id, place]));
    /** @type {Set<string>} */
    this.lit = new Set();
    this.ringed = "";
    this.follow();
  }

  /** Day or lamplight, as the page has it. */
  follow() {
    const root = document.documentElement.classList;
    for (const picture of [this.picture, this.top, this.symbols]) {
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
    for (const id of this.lit) {
      const shape = this.shapes.get(id);
      shape?.classList.remove(...TINTS.filter((tint) => tint !== "is-last"));
      shape?.removeAttribute("tabindex");
      shape?.removeAttribute("role");
      shape?.removeAttribute("aria-label");
    }
    this.lit = new Set(lights.keys());
    this.labels.replaceChildren();
    for (const [id, light] of lights) {
      const shape = this.shapes.get(id);
      if (!shape) continue;
      shape.classList.add(light.tint);
      if (light.label) {
        shape.setAttribute("tabindex", "0");
        shape.setAttribute("role", "button");
        shape.setAttribute("aria-label", light.label);
      }
      if (light.cost) this.letter(id, light.cost);
    }
  }

  /**
   * A small label on a place: what it costs to go there.
   * @param {string} id
   * @param {string} text
   */
  letter(id, text) {
    const at = this.middle(id);
    const shape = this.shapes.get(id);
    if (!at || !shape) return;
    const box = shape.getBBox();
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

  /**
   * Control and what lies on the places besides units.
   * @param {Position} position
   */
  update(position) {
    this.markers.replaceChildren();
    this.tints.replaceChildren();
    for (const shape of this.shapes.values()) shape.removeAttribute("data-control");
    for (const place of position.places.values()) {
      const shape = this.shapes.get(place.id);
      const at = this.middle(place.id);
      if (!shape || !at) continue;
      this.own(place.id, shape, place.control ?? "");
      this.mark(shape, at, this.owners.has(place.id) ? "" : place.control ?? "", place.marks ?? []);
    }
    // Bridges and the like have a state of their own, which a track tells.
    for (const track of position.tracks.values()) {
      const shape = this.shapes.get(track.id);
      if (shape?.hasAttribute("data-state")) shape.setAttribute("data-state", track.value);
    }
  }

  /**
   * Shows who controls a place: by the map's own flags and washes, or by a tint.
   * @param {string} id
   * @param {Element} shape
   * @param {string} control
   */
  own(id, shape, control) {
    const owners = this.owners.get(id);
    if (!owners) {
      if (control) shape.setAttribute("data-control", control);
      return;
    }
    for (const owner of owners) {
      for (const word of [...owner.classList].filter((name) => name.startsWith("is-"))) owner.classList.remove(word);
      if (control) owner.classList.add(`is-${control}`);
    }
  }

  /**
   * A flag for the owner and a slip of paper for each mark.
   * @param {SVGGraphicsElement} shape
   * @param {Point} at
   * @param {string} control
   * @param {string[]} marks
   */
  mark(shape, at, control, marks) {
    const box = shape.getBBox();
    const group = svg("g", { class: "place-marks", transform: `translate(${at.x} ${at.y})` });
    if (control) this.put(group, `marker-control-${control}`, "control", { x: -box.width / 2 + 14, y: -box.height / 2 + 16 }, 20);
    let along = 0;
    for (const text of marks) {
      const name = text.split(" ")[0].toLowerCase();
      if (REACHES.includes(name)) {
        this.wash(shape, name, text);
        continue;
      }
      const y = Math.min(box.height / 2 - 20, 62);
      const symbol = this.symbolFor(text);
      if (symbol) {
        this.put(group, symbol, name, { x: along * 32 - (marks.length - 1) * 16, y }, 32, text);
      } else {
        const width = 10 + text.length * 6.4;
        group.append(svg("g", { class: "slip", "data-mark": name, transform: `translate(${-width / 2} ${y + 8 - along * 20})` },
          svg("rect", { width, height: 17, rx: 2 }),
          svg("text", { x: width / 2, y: 12.5 }, text)));
      }
      along += 1;
    }
    this.markers.append(group);
  }

  /**
   * What reaches over a place rather than lies on it is a hatching, on a layer of its own.
   * @param {SVGGraphicsElement} shape
   * @param {string} name
   * @param {string} text
   */
  wash(shape, name, text) {
    const nation = ["british", "french", "german"].find((word) => text.toLowerCase().includes(word)) ?? "";
    const copy = /** @type {SVGGraphicsElement} */ (shape.cloneNode(false));
    for (const attribute of ["id", "data-place", "tabindex", "role", "aria-label"]) copy.removeAttribute(attribute);
    copy.setAttribute("class", `reach reach-${name} ${nation}`);
    copy.setAttribute("data-mark", name);
    this.tints.append(copy);
  }

  /**
   * The marker of the counter sheet that a mark's words name, in whatever order and with whatever ending.
   * @param {string} text
   * @returns {string | undefined}
   */
  symbolFor(text) {
    const words = text.toLowerCase().replace(/ x\d+$/, "").split(/[^a-z]+/).filter(Boolean);
    /** @param {string} one @param {string} other */
    const alike = (one, other) => one === other || (one.length > 7 && other.length > 7 && one.slice(0, 8) === other.slice(0, 8));
    for (const symbol of this.symbols.querySelectorAll("symbol[id^='marker-']")) {
      const parts = symbol.id.split("-").slice(1);
      if (parts.length === words.length && parts.every((part) => words.some((word) => alike(part, word)))) return symbol.id;
    }
    return undefined;
  }

  /**
   * Puts a marker of the counter sheet down, if the sheet has it, with its number when there are several.
   * @param {SVGGElement} group
   * @param {string} id
   * @param {string} mark
   * @param {Point} at
   * @param {number} size
   * @param {string} [words]
   */
  put(group, id, mark, at, size, words = "") {
    if (!this.symbols.querySelector(`#${CSS.escape(id)}`)) return;
    const count = words.match(/ x(\d+)$/)?.[1];
    group.append(svg("g", { class: "marker", "data-mark": mark },
      svg("use", { href: `#${id}`, x: at.x - size / 2, y: at.y - size / 2, width: size, height: size }),
      words ? svg("title", {}, words) : null,
      count ? svg("circle", { class: "count-disc", cx: at.x + size * 0.4, cy: at.y - size * 0.35, r: 8.5 }) : null,
      count ? svg("text", { class: "count", x: at.x + size * 0.4, y: at.y - size * 0.35 + 4.5 }, count) : null));
  }

  /** The kinds of marks that lie on the map now, for the list of layers. */
  markKinds() {
    const kinds = [...this.top.querySelectorAll("[data-mark]")].map((slip) => slip.getAttribute("data-mark") ?? "");
    return [...new Set(kinds)];
  }
}
