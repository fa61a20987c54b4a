// @ts-check
// Several counters taken in hand together: with the shift key, in a box, or by a long press of a finger.

import { targetOf } from "../choose.js";
import { el } from "../dom.js";
import { noteText } from "../note.js";

/** @import { Chooser } from "../choose.js" */
/** @import { Counters } from "./counters.js" */
/** @import { GameMap, Point } from "./map.js" */
/** @import { Table } from "../state.js" */
/** @import { Choice } from "../types/wire" */

/** How far the pointer must go before a press becomes a box. */
const SLACK = 6;
/** How long a finger rests on a counter to take it in hand, in milliseconds. */
const HOLD = 450;

/** Tells listeners `change` when other counters are in hand, or it is known where they can go. */
export class Group extends EventTarget {
  /**
   * @param {Table} table
   * @param {GameMap} map
   * @param {Counters} counters
   * @param {Chooser} chooser
   */
  constructor(table, map, counters, chooser) {
    super();
    this.table = table;
    this.map = map;
    this.counters = counters;
    this.chooser = chooser;
    /** The counters in hand, in the order in which they go. @type {Set<string>} */
    this.units = new Set();
    /** Where all of them can go. @type {Set<string>} */
    this.places = new Set();
    /** Whether the server still works out where they can go. */
    this.waits = false;
    /** The revision for which they were taken in hand. */
    this.rev = -1;
    table.on("decision", () => {
      if (this.units.size && table.rev !== this.rev) this.clear();
    });
    this.listen();
  }

  /**
   * Whether a counter can be taken in hand now: one answer names it, and that answer is harmless.
   * @param {string} unit
   */
  isPickable(unit) {
    return isOneMove(this.chooser.on("unit", unit));
  }

  /**
   * The counters that lie with this one and can be taken in hand.
   * @param {string} unit
   */
  stackOf(unit) {
    const at = this.table.shown.units.get(unit)?.at;
    return [...this.table.shown.units.values()].filter((other) => other.at === at && this.isPickable(other.id)).map((other) => other.id);
  }

  /** Whether others lie with the counter that is moving, and could have gone with it. */
  companions() {
    const { decision, shown } = this.table;
    const unit = (decision?.about ?? []).find((id) => shown.units.has(id));
    const at = unit ? shown.units.get(unit)?.at : undefined;
    // Those in a pool lie in no stack.
    if (!unit || !at || !this.map.shapes.has(at) || !this.table.undo || this.chooser.on("unit", unit).length) return [];
    const { before } = this.chooser;
    const could = (/** @type {string} */ id) => isOneMove(before.filter((choice) => targetOf(choice, "unit") === id));
    // Only a unit that is asked for a place is on the march.
    if (!could(unit) || !this.chooser.options().some((choice) => targetOf(choice, "place"))) return [];
    return [...shown.units.values()].filter((other) => other.at === at && could(other.id)).map((other) => other.id);
  }

  /**
   * Takes counters in hand; a single counter that is in hand already is put down.
   * @param {string[]} units
   */
  async take(units) {
    if (!this.table.isAsked() || this.table.busy) return;
    const wanted = [...(await this.putBack()), ...units].filter((unit) => this.isPickable(unit));
    if (units.length === 1 && this.units.has(units[0])) this.units.delete(units[0]);
    else for (const unit of wanted) this.units.add(unit);
    this.rev = this.table.rev;
    await this.look();
  }

  /** Stops the move of a counter that was named alone; returns which it was. */
  async putBack() {
    const { table, chooser } = this;
    const unit = (table.decision?.about ?? []).find((id) => table.shown.units.has(id));
    const wasNamed = unit !== undefined && chooser.before.some((choice) => typeof choice.target === "object" && "unit" in choice.target && choice.target.unit === unit);
    if (this.units.size || !wasNamed || !table.undo) return [];
    const { rev } = table;
    await chooser.undo();
    await chooser.movedOn(rev);
    return [unit];
  }

  /** Asks where all can go. */
  async look() {
    const units = [...this.units];
    this.places = new Set();
    this.waits = units.length > 0;
    this.tell();
    if (units.length === 0) return;
    const found = await this.table.together(units).catch(() => ({ units, places: [] }));
    if (units.join() !== [...this.units].join()) return;
    this.units = new Set(found.units);
    this.places = new Set(found.places);
    this.waits = false;
    this.tell();
  }

  clear() {
    if (this.units.size === 0) return;
    this.units.clear();
    this.places.clear();
    this.waits = false;
    this.tell();
  }

  tell() {
    for (const [id, piece] of this.counters.pieces) piece.element.classList.toggle("chosen", this.units.has(id));
    this.dispatchEvent(new Event("change"));
  }

  /**
   * What a click means while counters are in hand; false if it means what it always does.
   * @param {string | null | undefined} unit
   * @param {string | null | undefined} place
   * @param {Point} at
   * @param {boolean} coarse whether a finger has clicked
   */
  hears(unit, place, at, coarse) {
    if (this.units.size === 0) return false;
    if (place && this.places.has(place)) this.send([...this.units].map((id) => [id, place]), at);
    else if (unit && this.units.has(unit)) this.take([unit]);
    else if (unit && coarse && this.isPickable(unit)) this.take([unit]);
    else if (unit) {
      this.clear();
      return false;
    } else if (place) noteText(this.waits ? "One moment." : this.places.size ? "Not all of them can go there. The tinted places take them all." : "Not all of them can go there. Take fewer of them in hand.", at);
    return true;
  }

  /**
   * The counters are put down where one of them was dragged to: all together, or in the order in which they stand.
   * @param {string} held
   * @param {string} place
   * @param {Point} at
   */
  drop(held, place, at) {
    const { map, table } = this;
    const stood = (/** @type {string} */ id) => table.shown.units.get(id)?.at ?? "";
    const from = map.middle(stood(held));
    const to = map.middle(place);
    const units = [held, ...[...this.units].filter((id) => id !== held)];
    const isStack = units.every((id) => stood(id) === stood(held));
    /** @type {[string, string][]} */
    const moves = [];
    for (const id of isStack || !from || !to ? [...this.units] : units) {
      const own = map.middle(stood(id));
      const goal = isStack || !own || !from || !to ? place : this.placeAt(own.x + to.x - from.x, own.y + to.y - from.y);
      if (goal) moves.push([id, goal]);
    }
    return this.send(moves, at);
  }

  /**
   * The place with its middle at a point of the map, or near it.
   * @param {number} x
   * @param {number} y
   */
  placeAt(x, y) {
    for (const id of this.map.shapes.keys()) {
      const middle = this.map.middle(id);
      const box = this.map.boxes.get(id);
      if (middle && box && Math.hypot(middle.x - x, middle.y - y) < Math.min(box.width, box.height) * 0.45) return id;
    }
    return undefined;
  }

  /**
   * Gives the answers that bring counters to places. Answers that roll dice are confirmed as always.
   * @param {[string, string][]} moves
   * @param {Point} at
   */
  async send(moves, at) {
    const march = await this.table.march(moves).catch(() => null);
    const wanted = moves.length;
    this.clear();
    if (!march || march.plays.length === 0) {
      noteText("None of them can go there.", at);
      return;
    }
    const last = march.binding ? march.plays[march.plays.length - 1] : undefined;
    const plays = march.binding ? march.plays.slice(0, -1) : march.plays;
    if (plays.length) await this.chooser.carryOut({ id: "march", label: "", plays, binding: false }, at);
    const choice = this.chooser.options().find((option) => option.play === last);
    if (choice) await this.chooser.choose(choice, at);
    else if (march.moved.length < wanted) noteText(`${march.moved.length} of ${wanted} can go there; the others stay.`, at);
  }

  listen() {
    const { frame } = this.map;
    /** @type {{ x: number, y: number, box: HTMLElement | null, unit: string | null } | undefined} */
    let drawn;
    let swallow = false;
    const unitOf = (/** @type {EventTarget | null} */ target) => target instanceof Element ? target.closest("[data-unit]")?.getAttribute("data-unit") ?? null : null;
    frame.addEventListener("pointerdown", (event) => {
      swallow = false;
      if (event.pointerType !== "mouse") this.rest(event, unitOf(event.target), () => { swallow = true; });
      if (!event.shiftKey || event.pointerType !== "mouse" || event.button !== 0 || !this.table.isAsked()) return;
      if (event.target instanceof Element && event.target.closest("button")) return;
      // Neither the map nor a counter is dragged meanwhile.
      event.stopPropagation();
      event.preventDefault();
      drawn = { x: event.clientX, y: event.clientY, box: null, unit: unitOf(event.target) };
    }, true);
    addEventListener("pointermove", (event) => {
      if (!drawn) return;
      const [width, height] = [Math.abs(event.clientX - drawn.x), Math.abs(event.clientY - drawn.y)];
      if (!drawn.box && Math.hypot(width, height) < SLACK) return;
      drawn.box ??= frame.appendChild(el("div", { class: "pick-box" }));
      const edge = frame.getBoundingClientRect();
      const [left, top] = [Math.min(event.clientX, drawn.x) - edge.left, Math.min(event.clientY, drawn.y) - edge.top];
      Object.assign(drawn.box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    });
    addEventListener("pointerup", () => {
      if (!drawn) return;
      const { box, unit } = drawn;
      drawn = undefined;
      swallow = true;
      if (box) {
        const edges = box.getBoundingClientRect();
        box.remove();
        this.take(this.inside(edges));
      } else if (unit) this.take([unit]);
    });
    frame.addEventListener("click", (event) => {
      if (!swallow) return;
      swallow = false;
      event.stopPropagation();
      const unit = unitOf(event.target);
      // A double click takes all counters that lie there.
      if (event.detail === 2 && event.shiftKey && unit) this.take(this.stackOf(unit));
    }, true);
  }

  /**
   * A finger that rests on a counter takes all that lie there in hand.
   * @param {PointerEvent} event
   * @param {string | null} unit
   * @param {() => void} onTaken
   */
  rest(event, unit, onTaken) {
    if (!unit) return;
    const { clientX: x, clientY: y } = event;
    const end = () => {
      clearTimeout(timer);
      for (const kind of ["pointerup", "pointercancel"]) removeEventListener(kind, end);
      removeEventListener("pointermove", move);
    };
    const move = (/** @type {PointerEvent} */ moved) => { if (Math.hypot(moved.clientX - x, moved.clientY - y) > SLACK * 2) end(); };
    const timer = setTimeout(() => {
      end();
      onTaken();
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(15);
      const stack = this.stackOf(unit);
      this.take(stack.length ? stack : [unit]);
    }, HOLD);
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, end);
    addEventListener("pointermove", move);
  }

  /**
   * The counters whose pile lies in a box on the screen and that can be taken in hand.
   * @param {DOMRect} box
   */
  inside(box) {
    const matrix = this.map.top.getScreenCTM();
    if (!matrix) return [];
    const companions = this.companions();
    const found = [];
    for (const [id, pile] of this.counters.piles) {
      if (!(this.isPickable(id) || companions.includes(id))) continue;
      const { x, y } = new DOMPoint(pile.x, pile.y).matrixTransform(matrix);
      if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) found.push(id);
    }
    return found;
  }
}

/**
 * Whether a counter has only one answer, and a harmless one: retreats and losses are not moves.
 * @param {Choice[]} choices those that name it
 */
function isOneMove(choices) {
  return choices.length === 1 && !choices[0].binding && !choices[0].odds;
}
