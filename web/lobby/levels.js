// @ts-check
// The levels of the computer in words. Matches show how strong they are: docs/bots.md.

import { recall, remember } from "../settings.js";

/** @import { Level } from "../types/protocol" */

/** The opponent of a first visit. */
const USUAL = "captain";
/** The opponent of a first battle. */
const GENTLE = "recruit";

/** @type {Record<string, string>} */
const WORDS = {
  random: "Any legal move. For trying things out.",
  recruit: "Quick and plausible, right for a first battle. A captain beats it in nine games of ten.",
  captain: "Plans its turn by the odds. The usual opponent.",
  general: "As captain, but looks further; up to ten seconds a turn. It beats a captain in five games of eight.",
};

/**
 * The description of a level.
 * @param {Level} level
 */
export function levelWords(level) {
  return WORDS[level.id] ?? level.about;
}

/**
 * The level that was played last in this title, or the usual one, which is a gentle one for a first battle.
 * @param {string} game
 * @param {Level[]} levels
 * @param {boolean} [isFirst]
 */
export function lastLevel(game, levels, isFirst = false) {
  const last = recall(`level.${game}`, isFirst ? GENTLE : USUAL);
  return levels.find((level) => level.id === last) ?? levels.find((level) => level.id === USUAL) ?? levels[0];
}

/**
 * @param {string} game
 * @param {string} level
 */
export function keepLevel(game, level) {
  remember(`level.${game}`, level);
}
