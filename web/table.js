// @ts-check
// The page of a table: finds it, takes the seat of a link, and brings the panels together. Nothing else.

import { applyLight, recall, remember } from "./settings.js";
import { byId, el, refill } from "./dom.js";
import { post, Refused } from "./api.js";
import { explainCases, openCasebook } from "./cases.js";
import * as early from "./early.js";
import { closeMenusOutside } from "./panels/menu.js";
import { Table } from "./state.js";
import { openTable } from "./panels/desk.js";
import { manualBeside } from "./panels/manual.js";
import { offerSeats } from "./panels/seats.js";
import { keepLink } from "./panels/share.js";
import { giveNonce, pledge } from "./pledge.js";
import { capital, sentence } from "./words.js";

/** @import { Seated } from "./types/protocol" */

applyLight();
start().catch((error) => stop(error));

async function start() {
  const id = location.pathname.split("/")[2] ?? "";
  const token = location.hash.slice(1);
  let info = await early.table;
  if (token) {
    const seated = /** @type {Seated} */ (await post(`/api/tables/${id}/take`, { token, nonce: pledge(info), name: recall("name", "") }));
    if (seated.link) keepLink(id, seated.link);
    info = seated.table;
    // The secret goes out of sight; the cookie is enough from now on.
    history.replaceState(null, "", location.pathname + location.search);
  }
  info = await giveNonce(info);
  const [title, map, counters, briefings] = await early.files;
  openCasebook(title);
  explainCases();
  const manual = manualBeside(title);
  closeMenusOutside();
  const scenario = title.scenarios.find((entry) => entry.id === info.scenario);
  refill(byId("name"), title.name, info.lesson ? el("span", {}, " · Lesson") : info.hotseat && info.title ? el("span", { title: scenario?.name ?? "" }, ` · ${capital(info.title)}`) : scenario ? el("span", {}, ` · ${scenario.name}`) : null);
  remember("game", title.id);
  const table = new Table(info, title, early.socket);
  openTable(table, map, counters, briefings, manual);
  offerSeats(table);
  byId("opening").remove();
}

/** @param {unknown} error */
function stop(error) {
  const words = error instanceof Refused ? sentence(error.message) : "The table could not be opened.";
  refill(byId("opening"), el("div", { class: "stopped", role: "alert" },
    el("h2", {}, "This table does not open"), el("p", {}, words), el("a", { class: "button", href: "/" }, "To the lobby")));
  if (!(error instanceof Refused)) throw error;
}
