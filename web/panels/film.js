// @ts-check
// The acts of others: three lines about them, then the moves as a film that can be skipped, then the
// weightiest events.

import { byId, el, pause, refill, wantsCalm } from "../dom.js";
import { Position } from "../position.js";
import { recall, rememberSoon } from "../settings.js";

/** @import { Table } from "../state.js" */
/** @import { Told } from "../types/wire" */

/** A film is never longer than this many pictures; more moves go by faster. */
const PICTURES = 60;
/** More own answers than this in a row, and others have had their turn. */
const OWN_TURN = 3;
/** After this many answers of others in a row the page says in three lines what they did; after fewer if ground changed hands. */
const LONG_TURN = 6;

/** How far this browser has shown a table: after how many entries and events. */
/** @typedef {{ seq: number, events: number }} Seen */

/**
 * @param {Table} table
 * @returns {Seen}
 */
export function lastSeen(table) {
  return recall(`seen.${table.info.id}`, { seq: 0, events: 0 });
}

/**
 * Remembers from now on what has been shown, so that a reload does not show it again.
 * @param {Table} table
 */
export function keepSeen(table) {
  const keep = () => {
    if (!document.hidden && table.isLive()) rememberSoon(`seen.${table.info.id}`, { seq: table.live.seq, events: table.eventsFrom + table.events.length });
  };
  table.on("told", keep);
  document.addEventListener("visibilitychange", keep);
  keep();
}

/**
 * @param {Table} table
 * @param {Seen} seen what this browser has shown before
 * @param {(told: Told) => void} onTold called with each event that the film shows
 * @param {(told: Told) => void} onFind
 */
export async function playFilm(table, seen, onTold, onFind) {
  if (!table.away) return;
  const away = { since: Math.max(table.away.since, seen.seq), from: Math.max(table.away.events_from, seen.events) };
  if (away.since >= table.live.seq) return;
  const events = await missed(table, away.from);
  if (events.length === 0) return;
  const lines = await table.summary(away.since).catch(() => []);
  if (lines.length && !(await wantsFilm(table, "While you were away", lines, away.since))) return;
  await show(table, "While you were away", events, away.since, onTold, onFind);
}

/**
 * Says after each long turn of others in three lines what they did. The strip goes with the next answer.
 * @param {Table} table
 * @param {() => boolean} isFree whether nothing else is shown there
 * @param {(told: Told) => void} onTold
 * @param {(told: Told) => void} onFind
 */
export function watchTurns(table, isFree, onTold, onFind) {
  /** Since when others act, in entries and events; none while the viewer does. @type {Seen | null} */
  let since = null;
  /** How many answers the viewer has given in a row: one or two in between do not make it the viewer's turn. */
  let row = 0;
  let rev = -1;
  let said = "";
  /** How many events there were when the viewer was last asked: what is told after them may be the viewer's own dice. */
  let answered = 0;
  let dice = "";
  let ground = "";
  const count = () => ({ seq: table.live.seq, events: table.eventsFrom + table.events.length });
  let last = count();
  table.on("view", () => {
    since = null;
    row = OWN_TURN;
    last = count();
  });
  table.on("decision", async () => {
    if (!table.isLive() || table.info.hotseat || table.info.lesson || table.outcome) return;
    if (table.rev === rev) return;
    rev = table.rev;
    const before = row;
    row = table.isAsked() ? row + 1 : 0;
    if (row === 0 && !since) {
      since = count();
      dice = "";
    }
    if (row === 0 && before > 0) {
      dice = ownDice(table, answered) || dice;
      ground = held(table);
    }
    if (row > OWN_TURN) since = null;
    // What was fought out before, with a short answer of others in it, is no part of their turn.
    if (since && isBegun(table, last.events)) since = last;
    last = count();
    if (row > 0) answered = count().events;
    const from = since;
    if (row !== 1 || !from || !isFree()) return;
    if (table.live.seq - from.seq < LONG_TURN && held(table) === ground) return;
    const asked = rev;
    const lines = await table.summary(from.seq).catch(() => []);
    if (!lines.length || lines.join() === said || table.rev !== asked || !isFree()) return;
    said = lines.join();
    const events = table.events.slice(Math.max(0, from.events - table.eventsFrom));
    // Nothing is said twice: what comes next is counted from here.
    since = null;
    if (await wantsFilm(table, dice, lines, from.seq)) await show(table, "What happened", events, from.seq, onTold, onFind);
  });
}

/**
 * Whether the log says since then that the phase of others begins.
 * @param {Table} table
 * @param {number} events
 */
function isBegun(table, events) {
  return table.events.slice(Math.max(0, events - table.eventsFrom))
    .some((told) => told.kind === "phase" && told.seat !== null && told.seat !== table.viewer);
}

/**
 * Who holds what.
 * @param {Table} table
 */
function held(table) {
  return [...table.live.places.values()].map((place) => `${place.id} ${place.control ?? ""}`).join();
}

/**
 * What the viewer's last blow came to, before the others had their turn; nothing if it had no dice.
 * @param {Table} table
 * @param {number} from of the events
 */
function ownDice(table, from) {
  const events = table.events.slice(Math.max(0, from - table.eventsFrom));
  const blow = events.findLast((told) => told.seat === table.viewer && told.rolls?.length && told.places?.length);
  return blow ? `Your dice: ${blow.text}` : "";
}

/**
 * Three lines, and whether the player wants to see it all.
 * @param {Table} table
 * @param {string} title
 * @param {string[]} lines
 * @param {number} since
 * @returns {Promise<boolean>}
 */
function wantsFilm(table, title, lines, since) {
  const box = byId("film");
  const length = Math.min(table.live.seq - since, PICTURES);
  const seconds = Math.max(1, Math.round(length * pictureTime(length) / 1000));
  return new Promise((done) => {
    const { rev } = table;
    const end = (/** @type {boolean} */ wanted) => {
      table.removeEventListener("decision", moved);
      if (!wanted) box.hidden = true;
      done(wanted);
    };
    const moved = () => { if (table.rev !== rev) end(false); };
    table.on("decision", moved);
    refill(box, el("div", { class: "film-strip film-summary", role: "status" },
      title ? el("b", {}, title) : null,
      ...lines.map((line, index) => el("p", { class: index ? "film-line" : "film-line first" }, line)),
      el("div", { class: "buttons" },
        el("button", { type: "button", id: "show-film", onclick: () => end(true) }, `Show me (${seconds} s)`),
        el("button", { type: "button", id: "close-summary", "data-key": "Escape", onclick: () => end(false) }, "Go on", el("kbd", {}, "Esc")))));
    box.hidden = false;
  });
}

/** @param {number} pictures */
function pictureTime(pictures) {
  return Math.max(350, Math.min(1400, 24000 / pictures));
}

/**
 * The film itself.
 * @param {Table} table
 * @param {string} title
 * @param {Told[]} events
 * @param {number} since
 * @param {(told: Told) => void} onTold
 * @param {(told: Told) => void} onFind
 */
async function show(table, title, events, since, onTold, onFind) {
  const box = byId("film");
  const caption = el("p", { class: "film-caption", "aria-live": "polite" });
  const count = el("span", { class: "film-count" });
  let skipped = false;
  const skip = el("button", { type: "button", id: "skip-film", "data-key": "Escape", onclick: () => { skipped = true; } }, "Skip", el("kbd", {}, "Esc"));
  refill(box, el("div", { class: "film-strip" }, el("b", {}, title), count, caption, skip));
  box.hidden = false;
  const length = table.live.seq - since;
  const step = Math.max(1, Math.ceil(length / PICTURES));
  const end = table.live.seq;
  for (let seq = since + step; seq <= end && !skipped && !wantsCalm(); seq += step) {
    const view = await table.at(seq).catch(() => null);
    if (!view || skipped) break;
    table.show(Position.of(view));
    const told = view.events.filter((event) => event.text).at(-1);
    if (told) {
      caption.textContent = told.text;
      onTold(told);
    }
    count.textContent = `${seq - since} of ${length}`;
    await waitOrSkip(pictureTime(Math.min(length, PICTURES)), () => skipped);
  }
  table.show(null);
  refill(box, summary(table, title, events, onFind, () => { box.hidden = true; }));
}

/**
 * All events since then, also those that came before the ones in the log.
 * @param {Table} table
 * @param {number} from
 */
async function missed(table, from) {
  while (from < table.eventsFrom && await table.earlier().catch(() => false));
  return table.events.slice(Math.max(0, from - table.eventsFrom));
}

/**
 * @param {number} milliseconds
 * @param {() => boolean} isSkipped
 */
async function waitOrSkip(milliseconds, isSkipped) {
  for (let waited = 0; waited < milliseconds && !isSkipped(); waited += 50) await pause(50);
}

/**
 * The last things that happened, and how many there were.
 * @param {Table} table
 * @param {string} title
 * @param {Told[]} events
 * @param {(told: Told) => void} onFind
 * @param {() => void} onClose
 */
function summary(table, title, events, onFind, onClose) {
  const rolled = events.filter((event) => event.rolls?.length);
  const notable = (rolled.length ? rolled : events).slice(-6);
  return el("div", { class: "film-strip film-summary", role: "status" },
    el("b", {}, `${title}: ${events.length} ${events.length === 1 ? "event" : "events"}, ${rolled.length} with dice.`),
    el("ul", {}, ...notable.map((told) => el("li", { class: `told ${table.nation(told.seat)}` },
      el("button", { type: "button", class: "told-text find", onclick: () => onFind(told) }, told.text)))),
    el("button", { type: "button", id: "close-summary", "data-key": "Escape", onclick: onClose }, "Go on", el("kbd", {}, "Esc")));
}
