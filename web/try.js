// @ts-check
// "Try it": a table for one at this browser that begins from the position of a worked example, with ordinary dice.

import { get, Refused } from "./api.js";
import { byId, el, refill } from "./dom.js";
import { create } from "./lobby/create.js";
import { playAlone } from "./panels/curtain.js";
import { applyLight, remember } from "./settings.js";

/** @typedef {{ name: string, scenario: string, options: Record<string, string>, position: string | null, seats: number[] }} Trial */

applyLight();
start().catch((error) => {
  const words = error instanceof Refused ? error.message : "The example could not be set up.";
  refill(byId("words"), el("p", { role: "alert" }, words), el("a", { href: "/" }, "To the lobby"));
  if (!(error instanceof Refused)) throw error;
});

async function start() {
  const [, , game, example] = location.pathname.split("/");
  const trial = /** @type {Trial} */ (await get(`/api/games/${game}/examples/${example}`));
  const wish = {
    game,
    scenario: trial.scenario,
    options: trial.position ? {} : trial.options,
    position: trial.position ?? "",
    seats: trial.seats.map((seat) => ({ seat, by: "me" })),
    title: trial.name,
  };
  await create(wish, (table) => {
    playAlone(table);
    // The scenario's task is not the example's.
    remember(`briefed.${table}`, trial.seats);
  });
}
