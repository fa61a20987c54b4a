// @ts-check
// The counters: one element for each unit, made once, moved from view to view.

import { svg, wantsCalm } from "../dom.js";
import { faceId } from "./faces.js";
import { arrange } from "./order.js";
import { layOut } from "./stacks.js";
import { markBadge } from "./marks.js";

/** @import { GameMap, Point } from "./map.js" */
/** @import { Position } from "../position.js" */
/** @import { UnitInfo, UnitItem } from "../types/wire" */
/** @import { Pile } from "./stacks.js" */

/** The side of a counter, in pixels, at which its factors can be read. */
const READABLE = 50;
/** How long the pointer rests on a pile before it is fanned out, in milliseconds. */
const REST = 130;
/** How far a hand moves the pointer that only presses, in pixels. */
const STILL = 4;

/** @typedef {{ element: SVGGElement, use: SVGUseElement, marks: SVGGElement, at: Point | undefined, where: string, key: string }} Piece */
/** @typedef {{ state: "can" | "done" | "about" | "", label: string }} Standing */

export class Counters {
  /**
   * @param {GameMap} map
   * @param {UnitInfo[]} units
   */
  constructor(map, units) {
    this.map = map;
    this.layer = map.counters;
    this.infos = new Map(units.map((unit) => [unit.id, unit]));
    this.order = new Map(units.map((unit, index) => [unit.id, index]));
    /** @type {Map<string, Piece>} */
    this.pieces = new Map();
    /** @type {Map<string, Pile>} */
    this.piles = new Map();
    /** @type {Pile | undefined} */
    this.fanned = undefined;
    /** Whether the pile that is fanned out stays so until the pointer comes to another one. */
    this.stays = false;
    /** How many pixels a map unit has on the screen; the desk sets it. */
    this.scale = () => 1;
    /** The part of the map that can be seen: a pile is laid out there; the desk sets it. */
    this.seen = () => map.box;
    this.badges = svg("g", { class: "badges" });
    this.layer.after(this.badges);
    this.backdrop = svg("rect", { class: "fan-backdrop", rx: 8 });
    map.top.addEventListener("pointerover", (event) => this.hover(event));
    map.top.addEventListener("pointermove", (event) => {
      if (this.pressed) this.hover(event);
    });
    map.frame.addEventListener("pointerleave", (event) => {
      // A finger leaves with every tap.
      if (event.pointerType !== "mouse") return;
      clearTimeout(this.resting);
      if (!this.stays) this.fold();
    });
  }

  /**
   * A press keeps the piles as they are drawn. What it brings under the pointer is fanned out only when that moves:
   * a pile laid out unasked covers its neighbours.
   * @param {Point} at
   */
  hold(at) {
    clearTimeout(this.resting);
    this.pressed = at;
  }

  /** Where the pointer was pressed, if it has not been moved since. @type {Point | undefined} */
  pressed;

  /** Until the pointer has rested on a pile. @type {ReturnType<typeof setTimeout> | undefined} */
  resting;

  /**
   * Puts every counter where the position has it.
   * @param {Position} position
   */
  update(position) {
    const before = new Map([...this.pieces].map(([id, piece]) => [id, piece.at]));
    this.fold();
    this.piles.clear();
    const seen = new Set();
    /** @type {Element[]} */
    const order = [];
    for (const pile of layOut(this.map, position, this.infos, this.order)) {
      pile.units.forEach((unit, index) => {
        seen.add(unit.id);
        const piece = this.piece(unit);
        const lift = Math.min(index, 4) * pile.size * 0.075;
        this.place(piece, { x: pile.x + lift, y: pile.y - lift }, pile.size);
        this.piles.set(unit.id, pile);
        order.push(piece.element);
      });
    }
    // Counters lower on the map cover those above them.
    arrange(this.layer, order);
    for (const [id, piece] of this.pieces) {
      if (!seen.has(id)) {
        piece.element.remove();
        piece.at = undefined;
      }
    }
    this.count();
    this.glide(before);
  }

  /**
   * The piece of a unit, with the right face up and the right marks on it.
   * @param {UnitItem} unit
   */
  piece(unit) {
    let piece = this.pieces.get(unit.id);
    if (!piece) {
      const use = svg("use", { width: 100, height: 100, x: -50, y: -50 });
      const marks = svg("g", { class: "unit-marks" });
      const info = this.infos.get(unit.id);
      const element = svg("g", { class: `counter ${info?.nation ?? ""}`, "data-unit": unit.id },
        svg("title", {}, info?.name ?? unit.id), use, marks,
        svg("rect", { class: "outline", x: -51, y: -51, width: 102, height: 102, rx: 9 }));
      piece = { element, use, marks, at: undefined, where: "", key: "" };
      this.pieces.set(unit.id, piece);
    }
    const marks = unit.marks ?? [];
    const key = `${unit.face}|${marks.join()}`;
    if (key !== piece.key) {
      piece.key = key;
      piece.use.setAttribute("href", `#${faceId(unit.id, unit.face)}`);
      piece.marks.replaceChildren(...marks.map((mark, index) => markBadge(this.map.symbols, mark, index)));
    }
    return piece;
  }

  /**
   * @param {Piece} piece
   * @param {Point} at
   * @param {number} size
   */
  place(piece, at, size) {
    piece.at = at;
    const where = `translate(${round(at.x)} ${round(at.y)}) scale(${round(size / 100)})`;
    if (where === piece.where) return;
    piece.where = where;
    piece.element.setAttribute("transform", where);
  }

  /** A count on every pile of several. */
  count() {
    const piles = [...new Set(this.piles.values())].filter((pile) => pile.units.length > 1);
    const key = piles.map((pile) => `${pile.x} ${pile.y} ${pile.size} ${pile.units.length}`).join();
    if (key === this.counted) return;
    this.counted = key;
    this.badges.replaceChildren(...piles.map((pile) => badge(pile)));
  }

  /** The piles that bear a count. */
  counted = "";

  /**
   * Counters that have moved glide from where they were.
   * @param {Map<string, Point | undefined>} before
   */
  glide(before) {
    if (wantsCalm() || document.hidden) return;
    for (const [id, piece] of this.pieces) {
      const from = before.get(id);
      if (!from || !piece.at) continue;
      const [right, down] = [from.x - piece.at.x, from.y - piece.at.y];
      if (Math.hypot(right, down) < 20) continue;
      const scale = piece.element.transform.baseVal.getItem(1).matrix.a;
      piece.element.animate([
        { transform: `translate(${from.x}px, ${from.y}px) scale(${scale})` },
        { transform: `translate(${piece.at.x}px, ${piece.at.y}px) scale(${scale})` },
      ], { duration: 320, easing: "ease-in-out" });
    }
  }

  /**
   * Outlines the units that may act, dims those that are done.
   * @param {Map<string, Standing>} standings
   */
  light(standings) {
    for (const [id, piece] of this.pieces) {
      const standing = standings.get(id);
      piece.element.classList.toggle("can", standing?.state === "can");
      piece.element.classList.toggle("done", standing?.state === "done");
      piece.element.classList.toggle("about", standing?.state === "about");
      if (standing?.label) {
        piece.element.setAttribute("tabindex", "0");
        piece.element.setAttribute("role", "button");
        piece.element.setAttribute("aria-label", standing.label);
      } else {
        for (const name of ["tabindex", "role", "aria-label"]) piece.element.removeAttribute(name);
      }
    }
  }

  /**
   * A pile is fanned out where the pointer rests, not where it only passes.
   * @param {PointerEvent} event
   */
  hover(event) {
    clearTimeout(this.resting);
    // While a button is held, something is being drawn or dragged.
    if (event.buttons) return;
    if (this.pressed && Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y) < STILL) return;
    this.pressed = undefined;
    const target = event.target instanceof Element ? event.target.closest("[data-unit]") : null;
    const pile = target && this.piles.get(target.getAttribute("data-unit") ?? "");
    if (pile === this.fanned) return;
    if (event.target === this.backdrop || (this.stays && !pile)) return;
    this.fold();
    if (!pile || pile.units.length < 2 || event.pointerType !== "mouse") return;
    this.resting = setTimeout(() => {
      if (this.piles.get(target.getAttribute("data-unit") ?? "") === pile) this.fan(pile, target.getAttribute("data-unit") ?? "");
    }, REST);
  }

  /**
   * Lays a pile out so that each counter can be read and clicked. The counter under the pointer stays there.
   * @param {Pile} pile
   * @param {string} held
   * @param {boolean} [stays] whether it stays so while the pointer is elsewhere
   */
  fan(pile, held, stays = false) {
    this.fold();
    this.fanned = pile;
    this.stays = stays;
    const columns = Math.min(pile.units.length, 5);
    const rows = Math.ceil(pile.units.length / columns);
    const size = Math.max(pile.size * 1.12, READABLE / this.scale());
    const gap = size * 1.08;
    const edges = this.seen();
    const index = Math.max(0, pile.units.findIndex((unit) => unit.id === held));
    const from = this.pieces.get(held)?.at ?? pile;
    const left = Math.max(edges.left + size, Math.min(from.x - (index % columns) * gap, edges.right - columns * gap));
    const top = Math.max(edges.top + size, Math.min(from.y - Math.floor(index / columns) * gap, edges.bottom - rows * gap));
    for (const [name, value] of Object.entries({
      x: left - size * 0.62, y: top - size * 0.62, width: (columns - 1) * gap + size * 1.24, height: (rows - 1) * gap + size * 1.24,
    })) this.backdrop.setAttribute(name, String(round(value)));
    this.layer.append(this.backdrop);
    this.badges.classList.add("fanned");
    pile.units.forEach((unit, index) => {
      const piece = this.pieces.get(unit.id);
      if (!piece) return;
      this.place(piece, { x: left + (index % columns) * gap, y: top + Math.floor(index / columns) * gap }, size);
      this.layer.append(piece.element);
    });
  }

  /** Puts a fanned pile together again. */
  fold() {
    const pile = this.fanned;
    if (!pile) return;
    this.fanned = undefined;
    this.stays = false;
    this.backdrop.remove();
    this.badges.classList.remove("fanned");
    pile.units.forEach((unit, index) => {
      const piece = this.pieces.get(unit.id);
      const lift = Math.min(index, 4) * pile.size * 0.075;
      if (piece) this.place(piece, { x: pile.x + lift, y: pile.y - lift }, pile.size);
    });
  }

  /**
   * Where a unit's counter lies on the map.
   * @param {string} id
   */
  where(id) {
    return this.pieces.get(id)?.at;
  }
}

/** @param {Pile} pile */
function badge(pile) {
  const lift = Math.min(pile.units.length - 1, 4) * pile.size * 0.075;
  const radius = Math.max(9, pile.size * 0.16);
  return svg("g", { class: "count-badge", transform: `translate(${round(pile.x + lift + pile.size * 0.46)} ${round(pile.y - lift - pile.size * 0.46)})` },
    svg("circle", { r: round(radius), class: "count-disc" }),
    svg("text", { y: round(radius * 0.38), class: "count", "font-size": round(radius * 1.15) }, pile.units.length));
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
