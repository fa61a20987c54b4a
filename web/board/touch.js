// @ts-check
// What a click on the map means: an option, a question about several, a pile to fan out, or why not.

import { el } from "../dom.js";
import { oddsLine } from "../panels/answers.js";
import { closeMenu, entry, openMenu } from "../panels/menu.js";

/** @import { Chances } from "../chances.js" */
/** @import { Chooser } from "../choose.js" */
/** @import { Counters } from "./counters.js" */
/** @import { Group } from "./group.js" */
/** @import { GameMap, Point } from "./map.js" */
/** @import { Table } from "../state.js" */
/** @import { Choice } from "../types/wire" */

/**
 * @param {Table} table
 * @param {GameMap} map
 * @param {Counters} counters
 * @param {Chooser} chooser
 * @param {Group} group
 * @param {{ onUnit: (id: string) => void, onPlace: (id: string) => void, onHover: (choice: Choice | null) => void, onWay: (choice: Choice | null) => void, chances: Chances }} hooks
 */
export function touchMap(table, map, counters, chooser, group, hooks) {
  /** @param {EventTarget | null} target */
  const hit = (target) => {
    const element = target instanceof Element ? target : null;
    const unit = element?.closest("[data-unit]")?.getAttribute("data-unit");
    const place = element?.closest("[data-place]")?.getAttribute("data-place");
    return { unit, place: place ?? (unit ? table.shown.units.get(unit)?.at : undefined) };
  };
  let coarse = false;
  /** The element under the pointer when the button went down: a pile may be laid out anew before it goes up. @type {EventTarget | null} */
  let pressed = null;
  map.frame.addEventListener("pointerdown", (event) => {
    coarse = event.pointerType !== "mouse";
    pressed = event.target;
    counters.hold({ x: event.clientX, y: event.clientY });
  }, true);
  map.frame.addEventListener("click", (event) => {
    const target = pressed ?? event.target;
    pressed = null;
    if (!(target instanceof Node && map.sheet.contains(target))) return;
    const at = { x: event.clientX, y: event.clientY };
    // A click between the counters of a fanned pile: the pile is put together again, and the place below it
    // is meant.
    const isBetween = target === counters.backdrop;
    if (isBetween) counters.fold();
    const { unit, place } = hit(isBetween ? document.elementFromPoint(at.x, at.y) : target);
    const pile = unit ? counters.piles.get(unit) : undefined;
    // Counters that are in hand want a place, not another counter of a pile.
    if (group.units.size && place && group.places.has(place)) {
      click(unit, place, at);
      return;
    }
    // A finger first fans a pile out, then picks from it.
    if (pile && coarse && pile.units.length > 1 && counters.fanned !== pile && !(place && chooser.on("place", place).length)) {
      counters.fan(pile, unit ?? "");
      return;
    }
    click(unit, place, at);
  });
  map.sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const { unit, place } = hit(event.target);
    if (!unit && !place) return;
    event.preventDefault();
    event.stopPropagation();
    const box = /** @type {Element} */ (event.target).getBoundingClientRect();
    click(unit, place, { x: box.right, y: box.bottom });
  });
  for (const kind of ["pointerover", "focusin"]) {
    map.sheet.addEventListener(kind, (event) => {
      const { unit, place } = hit(event.target);
      const choices = unit ? chooser.on("unit", unit) : [];
      const here = choices.length || !place ? choices : chooser.on("place", place);
      hooks.onHover(here.find((choice) => choice.odds) ?? null);
      hooks.onWay(choices.length || !place ? null : here[0] ?? null);
    });
  }

  /**
   * @param {string | null | undefined} unit
   * @param {string | null | undefined} place
   * @param {Point} at
   */
  function click(unit, place, at) {
    closeMenu();
    if (group.hears(unit, place, at, coarse)) return;
    const onUnit = unit ? chooser.on("unit", unit) : [];
    const choices = onUnit.length || !place ? onUnit : chooser.on("place", place);
    if (unit) hooks.onUnit(unit);
    else if (place) hooks.onPlace(place);
    if (choices.length === 1) {
      chooser.choose(choices[0], at);
    } else if (choices.length > 1) {
      openMenu(at, [el("h3", {}, "Which?"), ...choices.map((choice) => pick(choice, at))]);
    } else if (unit) {
      chooser.explain("unit", unit, nameOf(unit), at);
    } else if (place) {
      chooser.explain("place", place, placeName(place), at);
    }
  }

  /**
   * One of several things that a click can mean; what it promises stands below it, for a finger does not hover.
   * @param {Choice} choice
   * @param {Point} at
   */
  function pick(choice, at) {
    const button = entry(choice.cost ? `${choice.label}, ${choice.cost}` : choice.label, () => chooser.choose(choice, at));
    if (!choice.odds) return button;
    button.classList.add("with-odds");
    button.append(oddsLine(choice, hooks.chances, undefined, [], "summary"));
    button.addEventListener("pointerenter", () => hooks.onHover(choice));
    return button;
  }

  /** @param {string} id */
  function nameOf(id) {
    return table.title.units.find((entry) => entry.id === id)?.name ?? id;
  }

  /** @param {string} id */
  function placeName(id) {
    const place = table.title.places.find((entry) => entry.id === id);
    return place?.name ? `${place.name} (${id})` : id;
  }
}
