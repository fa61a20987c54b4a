// @ts-check
// A counter may be dragged to where it goes, instead of two clicks. Only the mouse drags: fingers move the map.

/** @import { Chooser } from "../choose.js" */
/** @import { Counters } from "./counters.js" */
/** @import { GameMap } from "./map.js" */
/** @import { Group } from "./group.js" */
/** @import { Table } from "../state.js" */

/** How far the pointer must go before a press becomes a drag. */
const SLACK = 8;

/**
 * @param {Table} table
 * @param {GameMap} map
 * @param {Counters} counters
 * @param {Chooser} chooser
 * @param {Group} group
 * @param {(place: string | null) => void} onOver which place the counter is over
 */
export function dragCounters(table, map, counters, chooser, group, onOver) {
  /** @type {{ unit: string, x: number, y: number, ready: Promise<unknown> | null } | undefined} */
  let held;
  /** Whether the click that ends a drag is still to come. */
  let swallow = false;

  /** @param {string} unit */
  const isInHand = (unit) => table.isAsked() && (table.decision?.about ?? []).includes(unit)
    && chooser.options().some((choice) => typeof choice.target === "object" && "place" in choice.target);
  /** @param {string} unit */
  const pick = (unit) => {
    const choices = chooser.on("unit", unit);
    return choices.length === 1 && !choices[0].binding && !choices[0].odds ? choices[0] : undefined;
  };
  /** @param {number} x @param {number} y */
  const placeAt = (x, y) => document.elementsFromPoint(x, y).map((element) => element.closest("[data-place]")?.getAttribute("data-place")).find(Boolean) ?? null;

  map.sheet.addEventListener("pointerdown", (event) => {
    swallow = false;
    const unit = event.target instanceof Element ? event.target.closest("[data-unit]")?.getAttribute("data-unit") : null;
    if (!unit || event.pointerType !== "mouse" || event.button !== 0 || !(pick(unit) || isInHand(unit) || group.units.has(unit))) return;
    // The map stays where it is while a counter is carried.
    event.stopPropagation();
    held = { unit, x: event.clientX, y: event.clientY, ready: null };
  });
  addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.ready) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      const choice = group.units.has(held.unit) ? undefined : pick(held.unit);
      held.ready = choice && !isInHand(held.unit) ? chooser.choose(choice) : Promise.resolve();
      map.frame.classList.add("carrying");
    }
    const carried = group.units.has(held.unit) ? [...group.units].filter((unit) => unit !== held?.unit) : [];
    carried.forEach((unit, index) => carry(unit, event.clientX + 7 * (carried.length - index), event.clientY - 7 * (carried.length - index)));
    carry(held.unit, event.clientX, event.clientY);
    onOver(placeAt(event.clientX, event.clientY));
  });
  addEventListener("pointerup", async (event) => {
    const carried = held;
    held = undefined;
    if (!carried?.ready) return;
    swallow = true;
    const at = { x: event.clientX, y: event.clientY };
    const place = placeAt(at.x, at.y);
    await carried.ready;
    map.frame.classList.remove("carrying");
    for (const unit of [carried.unit, ...group.units]) counters.pieces.get(unit)?.element.classList.remove("carried");
    onOver(null);
    if (group.units.has(carried.unit)) {
      if (place && place !== table.shown.units.get(carried.unit)?.at) await group.drop(carried.unit, place, at);
      counters.update(table.shown);
      group.tell();
      return;
    }
    const choices = place ? chooser.on("place", place) : [];
    if (choices.length === 1) chooser.choose(choices[0], at);
    else if (place && place !== table.shown.units.get(carried.unit)?.at) chooser.explain("place", place, place, at);
    // In any case the counter lies where the table has it.
    counters.update(table.shown);
  });
  map.frame.addEventListener("click", (event) => {
    if (swallow) event.stopPropagation();
    swallow = false;
  }, true);

  /**
   * @param {string} unit
   * @param {number} x
   * @param {number} y
   */
  function carry(unit, x, y) {
    const piece = counters.pieces.get(unit);
    const matrix = map.top.getScreenCTM()?.inverse();
    if (!piece || !matrix) return;
    counters.fold();
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    const scale = piece.element.transform.baseVal.getItem(1).matrix.a;
    piece.element.setAttribute("transform", `translate(${at.x} ${at.y}) scale(${scale})`);
    // The next update lays it down again, even in the same place.
    piece.where = "";
    piece.element.classList.add("carried");
    map.counters.append(piece.element);
  }
}
