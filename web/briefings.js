// @ts-check
// What players of a title are told before a game; a title may have nothing to tell.

import { get, Refused } from "./api.js";

/** @import { Briefings } from "./types/protocol" */

/** How hard a scenario is for a side, from 1 to 5. */
const HARD = ["very easy", "easy", "fair", "hard", "very hard"];

/**
 * A game can be played without them: whatever the server refuses is not there.
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
