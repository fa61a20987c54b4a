// @ts-check
// The lobby: begin a game in one click, go on with one's own, join open ones, watch those of others, look at finished ones.

import { applyLight, recall, remember, turnLight } from "./settings.js";
import { byId, el, refill } from "./dom.js";
import { get, post, Refused } from "./api.js";
import { noteText } from "./note.js";
import { briefingsOf } from "./briefings.js";
import { courseOf, whereToBegin } from "./school.js";
import { gameCard } from "./lobby/cards.js";
import { showTables } from "./lobby/tables.js";
import { showAccount } from "./lobby/account.js";

/** @import { Games } from "./types/protocol" */

applyLight();
start().catch((error) => {
  refill(byId("games"), el("p", { role: "alert" }, error instanceof Refused ? error.message : "The server does not answer."));
  throw error;
});

async function start() {
  const name = /** @type {HTMLInputElement} */ (byId("player-name"));
  name.value = recall("name", "");
  name.addEventListener("change", () => remember("name", name.value.trim()));
  byId("light").addEventListener("click", () => noteText(`Light: ${turnLight()}.`));
  byId("upload").addEventListener("change", (event) => upload(/** @type {HTMLInputElement} */ (event.target)));
  const games = /** @type {Games} */ (await get("/api/games"));
  const briefings = await Promise.all(games.games.map((game) => briefingsOf(game.id)));
  const courses = await Promise.all(games.games.map((game) => courseOf(game.id)));
  const begin = whereToBegin(games.games, courses);
  if (begin) byId("games").before(begin);
  refill(byId("games"), ...games.games.map((game, index) => gameCard(game, games.levels, briefings[index], courses[index])));
  const wanted = new URLSearchParams(location.search).get("battle")?.split("/")[0];
  if (wanted) document.getElementById(`game-${wanted}`)?.scrollIntoView();
  const refresh = () => showTables(games.games);
  await Promise.all([refresh(), showAccount(refresh)]);
  setInterval(() => {
    if (!document.hidden) refresh();
  }, 5000);
}

/** @param {HTMLInputElement} field */
async function upload(field) {
  const file = field.files?.[0];
  if (!file) return;
  try {
    const answer = /** @type {any} */ (await post("/api/tables/upload", await file.text()));
    location.href = `/table/${answer.table?.id ?? answer.id}`;
  } catch (error) {
    noteText(error instanceof Refused ? error.message : "The record could not be read.");
  }
  field.value = "";
}
