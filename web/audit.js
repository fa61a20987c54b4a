// @ts-check
// The page that audits the dice of a finished game.

import { applyLight } from "./settings.js";
import { byId, el, refill } from "./dom.js";
import { getText, Refused } from "./api.js";
import { verify } from "./audit/verify.js";
import { ownPart } from "./audit/own.js";

applyLight();
const field = /** @type {HTMLTextAreaElement} */ (byId("record"));
byId("check").addEventListener("click", check);
const table = new URLSearchParams(location.search).get("table");
if (table) fetchRecord(table);

/** @param {string} id */
async function fetchRecord(id) {
  try {
    field.value = await getText(`/api/tables/${encodeURIComponent(id)}/record`);
    await check();
  } catch (error) {
    show(false, error instanceof Refused ? error.message : "The record could not be fetched.", []);
  }
}

async function check() {
  try {
    const record = field.value.trim();
    const verdict = await verify(record);
    const own = ownPart(record);
    show(verdict.good && own.good, verdict.good && !own.good ? own.sentence : `${verdict.sentence} ${own.sentence}`, verdict.facts);
  } catch (error) {
    show(false, error instanceof Error ? error.message : "The record could not be read.", []);
  }
}

/**
 * @param {boolean} good
 * @param {string} sentence
 * @param {[string, string][]} facts
 */
function show(good, sentence, facts) {
  refill(byId("result"), el("div", { class: `audit-result ${good ? "good" : "bad"}` },
    el("h3", {}, good ? "The dice are right" : "The dice cannot be confirmed"), el("p", {}, sentence),
    facts.length ? el("dl", {}, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)])) : null));
}
