// @ts-check
// This browser's part in the dice of a table: it notes the commitment that it sees, and only then gives its nonce.

import { nonce, post } from "./api.js";
import { recall, remember } from "./settings.js";

/** @import { Seated, TableInfo } from "./types/protocol" */

/** @typedef {{ commitment: string, nonce: string, at: number }} Pledge */

/** How many tables are remembered. */
const MOST = 300;

/**
 * Notes the commitment of a table, once, together with the nonce that will be given for it; the nonce.
 * @param {TableInfo} table
 */
export function pledge(table) {
  const notes = recall("pledges", /** @type {Record<string, Pledge>} */ ({}));
  const known = notes[table.id];
  if (known) return known.nonce;
  const note = { commitment: table.commitment, nonce: nonce(), at: Date.now() };
  const kept = Object.entries({ ...notes, [table.id]: note }).sort((one, other) => other[1].at - one[1].at).slice(0, MOST);
  remember("pledges", Object.fromEntries(kept));
  return note.nonce;
}

/**
 * What this browser noted about a table.
 * @param {string} table
 * @returns {Pledge | undefined}
 */
export function pledgeOf(table) {
  return recall("pledges", /** @type {Record<string, Pledge>} */ ({}))[table];
}

/**
 * Gives the nonce for seats that have none yet: no click is needed for that.
 * @param {TableInfo} table
 * @returns {Promise<TableInfo>}
 */
export async function giveNonce(table) {
  if (table.state !== "waiting" || !table.seats.some((seat) => seat.yours && !seat.ready)) return table;
  const seated = /** @type {Seated} */ (await post(`/api/tables/${table.id}/begin`, { nonce: pledge(table) }));
  return seated.table;
}
