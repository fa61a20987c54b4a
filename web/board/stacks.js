// @ts-check
// Where the counters of a place lie: on the spots the map offers, several to a pile when there are too few.

/** @import { GameMap } from "./map.js" */
/** @import { Position } from "../position.js" */
/** @import { UnitInfo, UnitItem } from "../types/wire" */

/** @typedef {{ x: number, y: number, size: number, units: UnitItem[] }} Pile */

/**
 * All piles on the map, those further up first.
 * @param {GameMap} map
 * @param {Position} position
 * @param {Map<string, UnitInfo>} infos
 * @param {Map<string, number>} order
 * @returns {Pile[]}
 */
export function layOut(map, position, infos, order) {
  /** @type {Map<string, UnitItem[]>} */
  const byPlace = new Map();
  for (const unit of position.units.values()) {
    if (!map.shapes.has(unit.at)) continue;
    const here = byPlace.get(unit.at);
    if (here) here.push(unit);
    else byPlace.set(unit.at, [unit]);
  }
  /** @type {Pile[]} */
  const piles = [];
  for (const [place, units] of byPlace) {
    units.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
    piles.push(...pilesOf(map, place, units, infos));
  }
  return piles.sort((one, other) => one.y - other.y || one.x - other.x);
}

/**
 * @param {GameMap} map
 * @param {string} place
 * @param {UnitItem[]} units
 * @param {Map<string, UnitInfo>} infos
 * @returns {Pile[]}
 */
function pilesOf(map, place, units, infos) {
  const spots = spotsOf(map, place);
  const shares = share(units, infos, spots.length);
  return shares.map((group, index) => ({ ...spots[index % spots.length], units: group }));
}

/**
 * The spots of a place: those the map names, or its middle.
 * @param {GameMap} map
 * @param {string} place
 * @returns {{ x: number, y: number, size: number }[]}
 */
function spotsOf(map, place) {
  const shape = map.shapes.get(place);
  const middle = map.middle(place) ?? { x: 0, y: 0 };
  const named = shape?.getAttribute("data-spots");
  const box = map.boxes.get(place);
  const isArea = shape?.hasAttribute("data-spots");
  const size = Number(shape?.getAttribute("data-size")) || (isArea ? 46 : Math.min(box?.width ?? 100, box?.height ?? 100) * 0.74);
  if (!named) return [{ ...middle, size }];
  const numbers = named.trim().split(/[\s,]+/).map(Number);
  const spots = [];
  for (let index = 0; index + 1 < numbers.length; index += 2) {
    spots.push({ x: numbers[index], y: numbers[index + 1], size });
  }
  return spots.length ? spots : [{ ...middle, size }];
}

/**
 * Shares units out among `room` piles; no pile holds two nations unless there is only one.
 * @param {UnitItem[]} units
 * @param {Map<string, UnitInfo>} infos
 * @param {number} room
 * @returns {UnitItem[][]}
 */
function share(units, infos, room) {
  if (units.length <= room) return units.map((unit) => [unit]);
  /** @type {Map<string, UnitItem[]>} */
  const nations = new Map();
  for (const unit of units) {
    const nation = infos.get(unit.id)?.nation ?? "";
    nations.set(nation, [...(nations.get(nation) ?? []), unit]);
  }
  if (room < nations.size) return [units];
  /** @type {UnitItem[][]} */
  const piles = [];
  let left = room;
  let unshared = units.length;
  for (const group of nations.values()) {
    const others = nations.size - 1;
    const count = Math.max(1, Math.min(group.length, Math.round((left * group.length) / unshared), left - (others > 0 && piles.length === 0 ? others : 0)));
    for (let index = 0; index < count; index += 1) {
      piles.push(group.slice(Math.floor((index * group.length) / count), Math.floor(((index + 1) * group.length) / count)));
    }
    left -= count;
    unshared -= group.length;
  }
  return piles;
}
