// @ts-check
// What glows: the units and places of the open decision's options, with their costs, and what it is about.

import { targetOf } from "../choose.js";

/** @import { Table } from "../state.js" */
/** @import { Chooser } from "../choose.js" */
/** @import { Counters, Standing } from "./counters.js" */
/** @import { GameMap, Light } from "./map.js" */
/** @import { Zoom } from "./zoom.js" */
/** @import { Choice } from "../types/wire" */

export class Lights {
  /**
   * @param {Table} table
   * @param {GameMap} map
   * @param {Counters} counters
   * @param {Chooser} chooser
   * @param {Zoom} zoom
   */
  constructor(table, map, counters, chooser, zoom) {
    this.table = table;
    this.map = map;
    this.counters = counters;
    this.chooser = chooser;
    this.zoom = zoom;
    /** What `next` goes through. @type {Element[]} */
    this.ring = [];
    this.index = -1;
  }

  /** Lights everything that may be clicked now. */
  update() {
    const options = this.chooser.options();
    const about = this.table.isLive() ? this.table.decision?.about ?? [] : [];
    this.counters.light(this.standings(options, about));
    this.map.light(this.placeLights(options, about));
    this.ring = [];
    for (const choice of options) {
      const unit = targetOf(choice, "unit");
      const place = targetOf(choice, "place");
      const element = unit ? this.counters.pieces.get(unit)?.element : place ? this.map.shapes.get(place) : undefined;
      if (element?.isConnected && !this.ring.includes(element)) this.ring.push(element);
    }
    this.index = -1;
  }

  /**
   * @param {Choice[]} options
   * @param {string[]} about
   */
  standings(options, about) {
    /** @type {Map<string, Standing>} */
    const standings = new Map();
    const picks = options.filter((choice) => targetOf(choice, "unit"));
    if (picks.some((choice) => this.has(choice)) && typeof this.table.viewer === "number") {
      const nations = new Set(picks.map((choice) => this.counters.infos.get(targetOf(choice, "unit") ?? "")?.nation));
      for (const unit of this.counters.infos.values()) {
        if (nations.has(unit.nation)) standings.set(unit.id, { state: "done", label: "" });
      }
    }
    for (const id of about) standings.set(id, { state: "about", label: "" });
    for (const choice of picks) {
      const unit = targetOf(choice, "unit") ?? "";
      const more = standings.get(unit)?.label;
      const label = choice.cost ? `${choice.label}, ${choice.cost}` : choice.label;
      standings.set(unit, { state: "can", label: more ? `${more}; ${label}` : label });
    }
    return standings;
  }

  /**
   * @param {Choice[]} options
   * @param {string[]} about
   */
  placeLights(options, about) {
    /** @type {Map<string, Light>} */
    const lights = new Map();
    for (const id of about) {
      const place = this.map.shapes.has(id) ? id : undefined;
      if (place) lights.set(place, { tint: "is-picked", label: "" });
    }
    for (const choice of options) {
      const place = targetOf(choice, "place");
      if (!place) continue;
      const isArmed = choice === this.chooser.armed;
      const label = choice.cost ? `${choice.label}, ${choice.cost}` : choice.label;
      lights.set(place, { tint: isArmed ? "is-picked" : choice.odds ? "is-target" : "can-move", cost: choice.cost, label });
    }
    return lights;
  }

  /**
   * Shows what a button or a typed line would be about.
   * @param {Choice | null} choice
   */
  preview(choice) {
    for (const element of this.map.sheet.querySelectorAll(".preview")) element.classList.remove("preview");
    if (!choice) return;
    const unit = targetOf(choice, "unit");
    const place = targetOf(choice, "place");
    if (unit) this.counters.pieces.get(unit)?.element.classList.add("preview");
    if (place) this.map.shapes.get(place)?.classList.add("preview");
  }

  /**
   * Goes to the next thing that may be chosen.
   * @param {number} step
   */
  next(step) {
    if (this.ring.length === 0) return;
    this.index = (this.index + step + this.ring.length) % this.ring.length;
    const element = this.ring[this.index];
    const unit = element.getAttribute("data-unit");
    const at = this.pointOf(element);
    const pile = unit ? this.counters.piles.get(unit) : undefined;
    if (unit && pile && pile.units.length > 1 && this.counters.fanned !== pile) this.counters.fan(pile, unit);
    if (at) this.zoom.show(at.x, at.y);
    /** @type {SVGElement} */ (element).focus({ preventScroll: true });
  }

  /**
   * Whether a choice can be clicked on the map.
   * @param {Choice} choice
   */
  has(choice) {
    const unit = targetOf(choice, "unit");
    const place = targetOf(choice, "place");
    return unit ? this.map.shapes.has(this.table.shown.units.get(unit)?.at ?? "") : place ? this.map.shapes.has(place) : false;
  }

  /** Where the open decision takes place: what may be chosen, or what it is about. */
  points() {
    const chosen = this.ring.map((element) => this.pointOf(element));
    const about = (this.table.decision?.about ?? []).map((id) => this.counters.where(id) ?? this.map.middle(id));
    return (chosen.length ? chosen : about).filter((at) => at !== undefined);
  }

  /** Brings the open decision into sight if nothing of it is. */
  follow() {
    const points = this.points();
    if (points.length && !points.some((at) => this.zoom.sees(at.x, at.y))) this.zoom.show(points[0].x, points[0].y);
  }

  /** Turns the map to the middle of what may be chosen. */
  showAll() {
    const points = this.points();
    if (points.length === 0) return;
    const sum = points.reduce((total, at) => ({ x: total.x + at.x, y: total.y + at.y }));
    this.zoom.show(sum.x / points.length, sum.y / points.length, { always: true });
  }

  /** @param {Element} element */
  pointOf(element) {
    const unit = element.getAttribute("data-unit");
    return unit ? this.counters.where(unit) : this.map.middle(element.getAttribute("data-place") ?? "");
  }

  /**
   * Makes a counter easy to see for a moment.
   * @param {string} unit
   */
  flash(unit) {
    const element = this.counters.pieces.get(unit)?.element;
    if (!element) return;
    element.classList.add("found");
    setTimeout(() => element.classList.remove("found"), 1600);
  }
}
