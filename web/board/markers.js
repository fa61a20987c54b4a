// @ts-check
// Control of the places, and things on them besides units: flags, markers of the sheet, slips of paper. Only
// places whose state has changed are drawn anew.

import { svg } from "../dom.js";

/** @import { GameMap, Point } from "./map.js" */
/** @import { Position } from "../position.js" */
/** @import { PlaceItem } from "../types/wire" */

export class Markers {
  /** @param {GameMap} map */
  constructor(map) {
    this.map = map;
    /** The drawings on each place, and the state that they show. @type {Map<string, { key: string, parts: Element[] }>} */
    this.drawn = new Map();
    /** The elements of the map that show who controls a place. @type {Map<string, Element[]>} */
    this.owners = new Map();
    for (const owner of map.picture.querySelectorAll("[data-control-of]")) {
      const id = owner.getAttribute("data-control-of") ?? "";
      this.owners.set(id, [...(this.owners.get(id) ?? []), owner]);
    }
    /** The squares beside each square. @type {Map<string, string[]>} */
    this.neighbours = neighbours(map);
    /** The markers of the counter sheet: the words of each. @type {[string, string[]][]} */
    this.symbols = [...map.symbols.querySelectorAll("symbol[id^='marker-']")].map((symbol) => [symbol.id, symbol.id.split("-").slice(1)]);
  }

  /** @param {Position} position */
  update(position) {
    for (const id of this.drawn.keys()) {
      if (!position.places.has(id)) this.draw({ id }, false);
    }
    for (const place of position.places.values()) this.draw(place, this.isAtFront(place, position));
    // Bridges and the like have a state of their own, which a track tells.
    for (const track of position.tracks.values()) {
      const shape = this.map.shapes.get(track.id);
      if (shape?.hasAttribute("data-state")) shape.setAttribute("data-state", track.value);
    }
  }

  /**
   * Whether a square has a neighbour under other control: flags along the front are enough.
   * @param {PlaceItem} place
   * @param {Position} position
   */
  isAtFront(place, position) {
    if (!place.control || this.owners.has(place.id)) return false;
    return this.neighbours.get(place.id)?.some((next) => (position.places.get(next)?.control ?? "") !== place.control) ?? false;
  }

  /**
   * @param {PlaceItem} place
   * @param {boolean} flies whether its owner's flag is shown
   */
  draw(place, flies) {
    const control = place.control ?? "";
    const marks = place.marks ?? [];
    const key = `${control}|${marks.join("|")}${flies ? "|flag" : ""}`;
    const old = this.drawn.get(place.id);
    if (old?.key === key) return;
    const shape = this.map.shapes.get(place.id);
    const at = this.map.middle(place.id);
    if (!shape || !at) return;
    for (const part of old?.parts ?? []) part.remove();
    this.own(place.id, shape, control);
    const parts = marks.length || (control && flies) ? [this.mark(place.id, at, flies ? control : "", marks)] : [];
    if (key === "|") this.drawn.delete(place.id);
    else this.drawn.set(place.id, { key, parts });
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
      else shape.removeAttribute("data-control");
      return;
    }
    for (const owner of owners) {
      for (const word of [...owner.classList].filter((name) => name.startsWith("is-"))) owner.classList.remove(word);
      if (control) owner.classList.add(`is-${control}`);
    }
  }

  /**
   * A flag and something for each mark.
   * @param {string} id
   * @param {Point} at
   * @param {string} flag whose, if any
   * @param {string[]} marks
   */
  mark(id, at, flag, marks) {
    const box = this.map.boxes.get(id) ?? { width: 100, height: 100 };
    const group = svg("g", { class: "place-marks", transform: `translate(${at.x} ${at.y})` });
    if (flag) this.put(group, `marker-control-${flag}`, "control", { x: -box.width / 2 + 14, y: -box.height / 2 + 16 }, 20);
    const y = Math.min(box.height / 2 - 20, 62);
    let along = 0;
    for (const text of marks) {
      const name = text.split(" ")[0].toLowerCase();
      const symbol = this.symbolFor(text);
      if (symbol) this.put(group, symbol, name, { x: along * 32 - (marks.length - 1) * 16, y }, 32, text);
      else group.append(slip(text, name, y + 8 - along * 20));
      along += 1;
    }
    this.map.markers.append(group);
    return group;
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
    const found = this.symbols.find(([, parts]) =>
      parts.length === words.length && parts.every((part) => words.some((word) => alike(part, word))));
    return found?.[0];
  }

  /**
   * Puts a marker of the counter sheet down, with its number when there are several.
   * @param {SVGGElement} group
   * @param {string} id
   * @param {string} mark
   * @param {Point} at
   * @param {number} size
   * @param {string} [words]
   */
  put(group, id, mark, at, size, words = "") {
    const count = words.match(/ x(\d+)$/)?.[1];
    group.append(svg("g", { class: "marker", "data-mark": mark },
      svg("use", { href: `#${id}`, x: at.x - size / 2, y: at.y - size / 2, width: size, height: size }),
      words ? svg("title", {}, words) : null,
      count ? svg("circle", { class: "count-disc", cx: at.x + size * 0.4, cy: at.y - size * 0.35, r: 8.5 }) : null,
      count ? svg("text", { class: "count", x: at.x + size * 0.4, y: at.y - size * 0.35 + 4.5 }, count) : null));
  }

  /**
   * The kinds of marks that lie on the map now, for the list of layers: each with its words, as far as those of a kind agree.
   * @returns {[string, string][]}
   */
  kinds() {
    /** @type {Map<string, string>} */
    const kinds = new Map();
    for (const part of this.map.top.querySelectorAll("[data-mark]")) {
      const kind = part.getAttribute("data-mark") ?? "";
      const words = (part.querySelector("title, text")?.textContent || kind).replace(/ x\d+$/, "");
      kinds.set(kind, (kinds.get(kind) ?? words) === words ? words : kind);
    }
    return [...kinds];
  }
}

/**
 * The squares beside each square: those that lie as far away as it is wide.
 * @param {GameMap} map
 */
function neighbours(map) {
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.round(x)} ${Math.round(y)}`;
  const middles = [...map.shapes.keys()].map((id) => ({ id, at: map.middle(id), size: map.boxes.get(id)?.width ?? 0 }));
  const byPoint = new Map(middles.map(({ id, at }) => [at ? key(at.x, at.y) : "", id]));
  return new Map(middles.map(({ id, at, size }) => {
    const beside = at ? [[size, 0], [-size, 0], [0, size], [0, -size]].map(([right, down]) => byPoint.get(key(at.x + right, at.y + down))) : [];
    return [id, beside.filter((next) => next !== undefined)];
  }));
}

/**
 * A slip of paper with a word on it.
 * @param {string} text
 * @param {string} name
 * @param {number} y
 */
function slip(text, name, y) {
  const width = 10 + text.length * 6.4;
  return svg("g", { class: "slip", "data-mark": name, transform: `translate(${-width / 2} ${y})` },
    svg("rect", { width, height: 17, rx: 2 }),
    svg("text", { x: width / 2, y: 12.5 }, text));
}
