// @ts-check
// Lights: the units and places of the open decision's options, with their costs, and its subject.

import { targetOf } from "../choose.js";
import { weighPlaces } from "./weight.js";

/** @import { Table } from "../state.js" */
/** @import { Chooser } from "../choose.js" */
/** @import { Counters, Standing } from "./counters.js" */
/** @import { GameMap, Light } from "./map.js" */
/** @import { Group } from "./group.js" */
/** @import { Weight } from "./weight.js" */
/** @import { Zoom } from "./zoom.js" */
/** @import { Choice } from "../types/wire" */

/** How many choices are brought into sight together with the subject of a question. */
const NEARBY = 12;
/** How many kinds of questions are remembered as taking turns. */
const RECENT = 3;

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
    /** Counters that are in hand together; the desk sets it. @type {Group | undefined} */
    this.group = undefined;
    /** What `next` goes through. @type {Element[]} */
    this.ring = [];
    this.index = -1;
    /** How much each place matters. @type {Map<string, Weight>} */
    this.weights = new Map();
    /** The kinds of the last questions, the latest first. @type {string[]} */
    this.kinds = [];
    /** The revision for which everything legal is lit, whatever it matters. */
    this.everything = -1;
  }

  /** Lights everything that may be clicked now. */
  update() {
    const options = this.chooser.options();
    const about = this.table.isLive() ? this.table.decision?.about ?? [] : [];
    this.weights = weighPlaces(this.table, options);
    this.counters.light(this.standings(options, about));
    this.map.light(this.placeLights(options, about));
    this.ring = [];
    for (const choice of options) {
      const unit = targetOf(choice, "unit");
      const place = targetOf(choice, "place");
      const element = unit ? this.counters.pieces.get(unit)?.element : place ? this.map.shapes.get(place) : undefined;
      if (element?.isConnected && !this.ring.includes(element)) this.ring.push(element);
    }
    this.ring = this.mattering(this.ring);
    this.index = -1;
  }

  /** Lights also what is legal and does not matter, until the next question. */
  lightEverything() {
    this.everything = this.table.rev;
    this.update();
  }

  /** How many places may be chosen, by how strongly they are lit. */
  shades() {
    const shades = { strong: 0, faint: 0, none: 0 };
    for (const weight of this.weights.values()) shades[this.everything === this.table.rev ? "strong" : weight] += 1;
    return shades;
  }

  /**
   * Places that matter come first; the others are left out unless there is nothing else or all are asked for.
   * @param {Element[]} elements
   */
  mattering(elements) {
    /** @param {Element} element */
    const weight = (element) => this.weights.get(element.getAttribute("data-place") ?? "") ?? "strong";
    const strong = elements.filter((element) => weight(element) === "strong");
    const faint = elements.filter((element) => weight(element) === "faint");
    const none = elements.filter((element) => weight(element) === "none");
    return [...strong, ...faint, ...(this.everything === this.table.rev || strong.length + faint.length === 0 ? none : [])];
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
    if (this.group?.units.size) {
      const label = `All ${this.group.units.size} here`;
      for (const place of this.group.places) lights.set(place, { tint: "can-move", label });
      return lights;
    }
    for (const id of about) {
      const place = this.map.shapes.has(id) ? id : undefined;
      if (place) lights.set(place, { tint: "is-picked", label: "" });
    }
    for (const choice of options) {
      const place = targetOf(choice, "place");
      if (!place) continue;
      const isArmed = choice === this.chooser.armed;
      const label = choice.cost ? `${choice.label}, ${choice.cost}` : choice.label;
      lights.set(place, { tint: isArmed ? "is-picked" : this.shade(place, choice), cost: choice.cost, label });
    }
    return lights;
  }

  /**
   * @param {string} place
   * @param {Choice} choice
   */
  shade(place, choice) {
    const tint = choice.odds ? "is-target" : "can-move";
    const weight = this.everything === this.table.rev ? "strong" : this.weights.get(place);
    return weight === "none" ? "unlit" : weight === "faint" ? `${tint} faint` : tint;
  }

  /**
   * Shows the counters and places of a button or a typed line.
   * @param {Choice | null} choice
   */
  preview(choice) {
    const named = choice ? [targetOf(choice, "unit"), targetOf(choice, "place")] : [];
    this.previewAll(named.filter((id) => id !== undefined));
  }

  /**
   * Shows what an order is about: all its counters and places.
   * @param {string[]} ids
   */
  previewAll(ids) {
    for (const element of this.map.sheet.querySelectorAll(".preview")) element.classList.remove("preview");
    for (const id of ids) (this.counters.pieces.get(id)?.element ?? this.map.shapes.get(id))?.classList.add("preview");
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

  /** Where the open decision takes place: its subject, and the choices that matter most. */
  points() {
    const about = (this.table.decision?.about ?? []).map((id) => this.counters.where(id) ?? this.map.middle(id));
    const strong = this.ring.filter((element) => (this.weights.get(element.getAttribute("data-place") ?? "") ?? "strong") === "strong");
    // A lesson says which of them it means.
    const said = this.table.lesson?.standing === "open" ? this.table.lesson.show?.places ?? [] : [];
    const meant = this.ring.filter((element) => said.includes(element.getAttribute("data-place") ?? ""));
    const elements = meant.length ? meant : strong.length ? strong : this.ring;
    const chosen = elements.map((element) => this.pointOf(element));
    return {
      about: about.filter((at) => at !== undefined), chosen: chosen.filter((at) => at !== undefined),
      areCounters: elements.some((element) => element.hasAttribute("data-unit")),
    };
  }

  /**
   * Brings the open decision into sight: its subject always, some of the choices, and half of them when the
   * question is new. Questions that take turns, as who moves and where to, are not new.
   */
  follow() {
    const kind = this.table.decision?.kind ?? "";
    const isNew = !this.kinds.includes(kind);
    this.kinds = [kind, ...this.kinds.filter((known) => known !== kind)].slice(0, RECENT);
    const { about, chosen } = this.points();
    const seen = chosen.filter((at) => this.zoom.sees(at.x, at.y)).length;
    const wanted = isNew && about.length === 0 ? chosen.length / 2 : Math.min(1, chosen.length);
    // A spot near the edge that was just clicked need not come to the middle.
    const isInSight = seen >= wanted && about.every((at) => this.zoom.sees(at.x, at.y, 12));
    if (!isInSight || (isNew && this.zoom.isAway())) this.showAll();
  }

  /** Turns the map to the subject of the open decision, and to the choices if there are not too many. */
  showAll() {
    const { about, chosen, areCounters } = this.points();
    const points = about.length ? [...about, ...(chosen.length <= NEARBY ? chosen : [])] : chosen;
    if (points.length === 0) return;
    // Counters must be read, so the map stays near; places can be told from afar.
    if (areCounters && about.length === 0) this.zoom.showAmong(points);
    else this.zoom.showPoints(points);
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
