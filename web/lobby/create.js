// @ts-check
// Making a table and going there.

import { post } from "../api.js";
import { recall } from "../settings.js";
import { keepLinks } from "../panels/share.js";
import { pledge } from "../pledge.js";

/** @import { Created } from "../types/protocol" */

/**
 * @param {{ game: string, scenario: string, seats: { seat: number, by: string, level?: string }[],
 *   options?: Record<string, string>, position?: string, listed?: boolean, title?: string }} wish
 * @param {(table: string) => void} [onMade] called before the browser goes there
 */
export async function create(wish, onMade) {
  const body = { options: {}, listed: false, ...wish, name: recall("name", "") };
  const created = /** @type {Created} */ (await post("/api/tables", body));
  keepLinks(created);
  // The commitment is noted before the nonce is given, which the table's page does.
  pledge(created.table);
  onMade?.(created.table.id);
  location.href = `/table/${created.table.id}`;
}
