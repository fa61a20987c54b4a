// @ts-check
// Lists of tables: one's own, open ones, those one can watch, finished ones.

import { byId, el, refill } from "../dom.js";
import { get, post, Refused } from "../api.js";
import { noteText } from "../note.js";
import { recall } from "../settings.js";
import { resultTail } from "../result.js";
import { computerWords } from "../panels/players.js";
import { keepLink } from "../panels/share.js";
import { pledge } from "../pledge.js";

/** @import { Brief, Seated, TableInfo } from "../types/protocol" */

/** @param {Brief[]} games */
export async function showTables(games) {
  const lists = await Promise.all(["mine", "open", "running", "finished"].map(listOf));
  const [mine, open, running, finished] = lists;
  /** @param {TableInfo} table */
  const isOthers = (table) => !table.seats.some((seat) => seat.yours);
  section("mine", mine.filter((table) => table.state !== "over"), games, "");
  section("open", open.filter(isOthers), games, "Nobody waits for an opponent just now. Set up a game and offer a seat to anyone.");
  section("running", running.filter(isOthers), games, "No game is open to watchers just now. A game that is listed in the lobby appears here when it begins.");
  section("finished", finished.slice(0, 30), games, "No game has been finished here yet.");
}

/**
 * The tables of a list; one that the server refuses is empty, and the others are shown.
 * @param {string} list
 * @returns {Promise<TableInfo[]>}
 */
async function listOf(list) {
  try {
    const answer = /** @type {{ tables: TableInfo[] } | TableInfo[]} */ (await get(`/api/tables?list=${list}`));
    return Array.isArray(answer) ? answer : answer.tables;
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

/**
 * @param {string} id
 * @param {TableInfo[]} tables
 * @param {Brief[]} games
 * @param {string} empty
 */
function section(id, tables, games, empty) {
  const box = byId(id);
  box.hidden = tables.length === 0 && empty === "";
  const rows = /** @type {Element} */ (box.querySelector(".rows"));
  refill(rows, ...(tables.length ? tables.map((table) => row(table, games, id === "running")) : [el("p", { class: "quiet-words" }, empty)]));
}

/**
 * @param {TableInfo} table
 * @param {Brief[]} games
 * @param {boolean} isWatched
 */
function row(table, games, isWatched) {
  const game = games.find((entry) => entry.id === table.game);
  const scenario = game?.scenarios.find((entry) => entry.id === table.scenario);
  const yours = table.seats.some((seat) => seat.yours && seat.asked);
  const names = table.seats.map((seat) => el("span", { class: `side-mark ${game?.seats[seat.seat]?.nation ?? ""}` },
    seat.by === "bot" ? computerWords(seat) : seat.yours ? "you" : seat.taken ? seat.name || "someone" : "free"));
  const free = table.state === "waiting" && !table.seats.some((seat) => seat.yours)
    ? table.seats.filter((seat) => seat.by === "open" && !seat.taken) : [];
  return el("div", { class: `row${yours ? " yours" : ""}` },
    el("a", { class: "row-name", href: `/table/${table.id}` }, table.title || game?.name || table.game,
      el("span", {}, ` ${scenario?.name ?? table.scenario}`)),
    el("span", { class: "row-players" }, ...names),
    el("span", { class: "row-state" }, stateWords(table, game, yours)),
    ...free.map((seat) => el("button", { type: "button", onclick: () => join(table, seat.seat) }, `Play ${game?.seats[seat.seat]?.name ?? "this seat"}`)),
    isWatched ? el("a", { class: "button watch", href: `/table/${table.id}` }, "Watch") : null);
}

/**
 * @param {TableInfo} table
 * @param {Brief | undefined} game
 */
function overWords(table, game) {
  const winners = (table.outcome?.winners ?? []).map((seat) => game?.seats[seat]?.name ?? `seat ${seat}`);
  return `${winners.length ? `The ${winners.join(" and ")} won` : "A draw"}${resultTail(table.outcome?.text ?? "")}`;
}

/**
 * @param {TableInfo} table
 * @param {Brief | undefined} game
 * @param {boolean} yours
 */
function stateWords(table, game, yours) {
  if (table.state === "over") return overWords(table, game);
  if (table.state === "waiting") return "waits for players";
  if (table.state === "broken") return "cannot go on";
  if (yours) return `turn ${table.turn}: your decision`;
  const asked = table.seats.filter((seat) => seat.asked).map((seat) => game?.seats[seat.seat]?.name ?? seat.id);
  return `turn ${table.turn}${asked.length ? `: ${asked.join(" and ")} to decide` : ""}`;
}

/**
 * @param {TableInfo} table
 * @param {number} seat
 */
async function join(table, seat) {
  try {
    const seated = /** @type {Seated} */ (await post(`/api/tables/${table.id}/join`, { seat, nonce: pledge(table), name: recall("name", "") }));
    if (seated.link) keepLink(table.id, seated.link);
    location.href = `/table/${table.id}`;
  } catch (error) {
    noteText(error instanceof Refused ? error.message : "The seat could not be taken.");
  }
}
