// @ts-check
// The briefings of a title before a game; a title may have none.

import { get, Refused } from "./api.js";

/** @import { Balance, Briefings } from "./types/protocol" */

/** How hard a scenario is for a side, from 1 to 5. */
const HARD = ["very easy", "easy", "fair", "hard", "very hard"];

/**
 * A game can be played without them: if the server refuses, there are none.
 * @param {string} game
 * @returns {Promise<Briefings>}
 */
export async function briefingsOf(game) {
  try {
    return await get(`/api/games/${game}/briefings`);
  } catch (error) {
    if (error instanceof Refused) return { briefing: [], shape: [] };
    throw error;
  }
}

/** @param {number} hard */
export function hardWords(hard) {
  return HARD[hard - 1] ?? "";
}

/** @param {number} hard */
export function hardDots(hard) {
  return HARD.map((_, index) => index < hard ? "●" : "○").join("");
}

/**
 * How a scenario ends between equals, in a sentence: "Of 100 games between captains the British win 65 and the Germans
 * 35."
 * @param {Balance} balance
 * @param {{ id: string, name: string }[]} sides
 */
export function balanceWords({ games, won }, sides) {
  /** @param {number} count */
  const share = (count) => {
    const whole = Math.round(100 * count / games);
    return whole === 0 && count > 0 ? "fewer than one" : count === 0 ? "none" : String(whole);
  };
  const [first, second] = sides.map((side) => ({ name: side.name, count: won[side.id] ?? 0 }));
  if (!first || !second) return "";
  const drawn = games - first.count - second.count;
  return `Of 100 games between captains the ${first.name} win ${share(first.count)} and the ${second.name} ${share(second.count)}`
    + (drawn > 0 ? `; ${share(drawn)} ${share(drawn) === "1" ? "is" : "are"} drawn.` : ".");
}
