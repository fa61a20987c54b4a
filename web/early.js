// @ts-check
// Requests for a table's page, sent while most of its modules are still on their way.

import { get, getText } from "./api.js";
import { briefingsOf } from "./briefings.js";
import { recall } from "./settings.js";
import { addressOf } from "./socket.js";

/** @import { Briefings, TableInfo } from "./types/protocol" */
/** @import { Title } from "./types/wire" */

const id = location.pathname.split("/")[2] ?? "";

/** The table of this page's address. @type {Promise<TableInfo>} */
export const table = get(`/api/tables/${id}`);

/** A connection to the table. A visitor with a link has to take a seat first. */
export const socket = location.hash ? undefined : new WebSocket(addressOf(id));

// The game that was opened last is most likely this one: its files are asked for before the table has said so.
const last = recall("game", "");
const likely = last ? filesOf(last) : undefined;

/** Its game, the map, the counters, the briefings. @type {Promise<[Title, string, string, Briefings]>} */
export const files = table.then(({ game }) => likely && game === last ? likely : filesOf(game));

// Errors reach the modules that wait for these; there may be none yet.
for (const asked of [files, likely]) asked?.catch(() => {});

/**
 * @param {string} game
 * @returns {Promise<[Title, string, string, Briefings]>}
 */
function filesOf(game) {
  return Promise.all([
    /** @type {Promise<Title>} */ (get(`/api/games/${game}`)), getText(`/api/games/${game}/map.svg`),
    getText(`/api/games/${game}/counters.svg`), briefingsOf(game),
  ]);
}
