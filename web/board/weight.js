// @ts-check
// How strongly a place that may be chosen is lit: strongly where the enemy stands, faintly where it is merely
// legal, and a target behind one's own lines not at all.

import { targetOf } from "../choose.js";

/** @import { Table } from "../state.js" */
/** @import { Choice } from "../types/wire" */

/** @typedef {"strong" | "faint" | "none"} Weight */

/** Up to this many places are all worth a look. */
const FEW = 12;

/**
 * The weight of every place among the options.
 * @param {Table} table
 * @param {Choice[]} options
 * @returns {Map<string, Weight>}
 */
export function weighPlaces(table, options) {
  /** @type {Map<string, Choice>} */
  const places = new Map();
  for (const choice of options) {
    const place = targetOf(choice, "place");
    if (place) places.set(place, choice);
  }
  if (places.size <= FEW) return new Map([...places.keys()].map((place) => [place, "strong"]));
  const enemies = enemyNations(table);
  const held = occupied(table, enemies);
  const ground = enemyGround(table, enemies);
  const weights = new Map([...places].map(([place, choice]) => [place, weigh(place, choice, held, ground)]));
  // If nothing stands out, all legal places matter.
  const found = new Set(weights.values());
  if (found.has("strong")) return weights;
  const best = found.has("faint") ? "faint" : "none";
  return new Map([...weights].map(([place, weight]) => [place, weight === best ? "strong" : weight]));
}

/**
 * @param {string} place
 * @param {Choice} choice
 * @param {Set<string>} held where enemies stand
 * @param {(place: string) => boolean} isTheirs
 * @returns {Weight}
 */
function weigh(place, choice, held, isTheirs) {
  if (held.has(place)) return "strong";
  // A roll at a place is meant to hit an enemy: not one's own ground.
  return choice.odds && !isTheirs(place) ? "none" : "faint";
}

/**
 * Whose ground a place is. If all of the enemy's ground is marked, unmarked ground is not his.
 * @param {Table} table
 * @param {Set<string>} enemies
 * @returns {(place: string) => boolean}
 */
function enemyGround(table, enemies) {
  const marked = [...table.shown.places.values()].filter((place) => enemies.has(place.control ?? "")).length;
  const isWhole = marked > table.title.places.length / 4;
  return (place) => {
    const control = table.shown.places.get(place)?.control ?? "";
    return control === "" ? !isWhole : enemies.has(control);
  };
}

/**
 * The nations that the other seats play.
 * @param {Table} table
 */
export function enemyNations(table) {
  const others = table.info.seats.map((seat) => seat.seat).filter((seat) => seat !== table.viewer);
  return new Set(others.map((seat) => table.nation(seat)).filter(Boolean));
}

/**
 * Where counters of these nations lie.
 * @param {Table} table
 * @param {Set<string>} nations
 */
function occupied(table, nations) {
  const theirs = new Set(table.title.units.filter((unit) => nations.has(unit.nation)).map((unit) => unit.id));
  return new Set([...table.shown.units.values()].filter((unit) => theirs.has(unit.id)).map((unit) => unit.at));
}
