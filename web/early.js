// @ts-check
// What the page of a table needs from the server, asked for while most of its modules are still on their way.

import { get, getText } from "./api.js";
import { briefingsOf } from "./briefings.js";

/** @import { Briefings, TableInfo } from "./types/protocol" */
/** @import { Title } from "./types/wire" */

/** The table of this page's address. @type {Promise<TableInfo>} */
export const table = get(`/api/tables/${location.pathname.split("/")[2] ?? ""}`);

/** Its game, the map, the counters, the briefings. @type {Promise<[Title, string, string, Briefings]>} */
export const files = table.then(({ game }) => Promise.all([
  /** @type {Promise<Title>} */ (get(`/api/games/${game}`)), getText(`/api/games/${game}/map.svg`),
  getText(`/api/games/${game}/counters.svg`), briefingsOf(game),
]));

// Whoever waits for them is told; nobody may have come to wait yet.
files.catch(() => {});
