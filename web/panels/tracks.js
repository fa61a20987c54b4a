// @ts-check
// The tracks: the first of them in the line above the map, all of them on a card, grouped by whose they are.

import { el, refill } from "../dom.js";
import { capital } from "../words.js";

/** @import { Table } from "../state.js" */
/** @import { TrackItem } from "../types/wire" */

/** How many facts the line above the map has room for at most. */
const IN_THE_LINE = 5;

/**
 * @param {HTMLElement} strip
 * @param {Table} table
 * @param {(id: string) => boolean} isOnMap whether the map itself shows a track
 */
export function showStrip(strip, table, isOnMap) {
  /** @type {Map<string, { element: HTMLElement, value: HTMLElement }>} */
  const facts = new Map();
  const draw = () => {
    const shown = inTheLine(factsOf(table, isOnMap).filter((track) => track.id !== "phase" || hasPhase(table)));
    const ids = new Set(shown.map((track) => track.id));
    for (const [id, fact] of facts) {
      if (!ids.has(id)) {
        fact.element.remove();
        facts.delete(id);
      }
    }
    for (const track of shown) {
      let fact = facts.get(track.id);
      if (!fact) {
        const value = el("span", { class: "fact-value" });
        const labelled = /^[\d\s:+−–-]+$/.test(track.value) ? " labelled" : "";
        fact = { value, element: el("div", { class: `fact${labelled}`, "data-track": track.id }, el("span", { class: "fact-label" }, track.label), value) };
        facts.set(track.id, fact);
      }
      strip.append(fact.element);
      if (track.title) fact.element.title = track.title;
      const text = track.id === "turn" ? turnWords(track.value) : track.value;
      if (fact.value.textContent !== text) {
        const isChange = fact.value.textContent !== "";
        fact.value.textContent = text;
        fact.element.classList.toggle("changed", isChange);
      } else {
        fact.element.classList.remove("changed");
      }
    }
  };
  table.on("shown", draw);
  draw();
}

/**
 * The number of the turn and its date, kept apart: "1 · February 21" and not the 1st of February.
 * @param {string} value
 */
function turnWords(value) {
  return value.replace(/^(\d+) (?=\D)/, "$1 · ");
}

/**
 * The facts of the line: those of one side are on the card of tracks, except for the score.
 * @param {Table} table
 * @param {(id: string) => boolean} isOnMap
 * @returns {{ id: string, label: string, value: string, title?: string }[]}
 */
function factsOf(table, isOnMap) {
  const tracks = table.shown.trackList().filter((track) => track.value !== "" && !isOnMap(track.id));
  const points = tracks.filter((track) => track.id.startsWith("vp-"));
  // The score names the sides in the order in which the players are named.
  const first = `vp-${table.nation(0)}`;
  const sides = points.toSorted((one, other) => Number(other.id === first) - Number(one.id === first));
  const score = { id: "vp", label: "Victory points", value: sides.map((track) => track.value).join(" : "), title: sides.map((track) => `${track.label}: ${track.value}`).join(", ") };
  return tracks.flatMap((track) => {
    if (track === points[0]) return [score];
    if (points.includes(track)) return [];
    return track.seat === undefined || track.id === "vp" ? [track] : [];
  });
}

/**
 * The first facts; the score comes second, so that it is never the one without room.
 * @template {{ id: string }} T
 * @param {T[]} facts
 */
function inTheLine(facts) {
  const score = facts.filter((fact) => fact.id === "vp");
  const others = facts.filter((fact) => fact.id !== "vp").slice(0, IN_THE_LINE - score.length);
  return [...others.slice(0, 1), ...score, ...others.slice(1)];
}

/**
 * Whether a phase has begun: during the set-up there is none.
 * @param {Table} table
 */
function hasPhase(table) {
  return table.eventsFrom > 0 || table.events.some((told) => told.kind === "phase");
}

/**
 * The card with every track.
 * @param {Table} table
 */
export function tracksCard(table) {
  const card = el("article", { class: "tracks" });
  const draw = () => {
    /** @type {Map<string, TrackItem[]>} */
    const groups = new Map();
    for (const track of table.shown.trackList()) {
      const owner = track.seat === undefined ? "" : String(track.seat);
      groups.set(owner, [...(groups.get(owner) ?? []), track]);
    }
    refill(card, el("h3", {}, "Tracks"), ...[...groups].sort(([one], [other]) => one.localeCompare(other)).flatMap(([owner, tracks]) => [
      owner === "" ? null : el("h4", { class: `side-mark ${table.nation(Number(owner))}` }, table.seatName(Number(owner))),
      el("dl", {}, ...tracks.flatMap((track) => [el("dt", {}, track.label), el("dd", { "data-track": track.id }, capital(track.id === "turn" ? turnWords(track.value) : track.value) || "–")])),
    ]));
  };
  table.on("shown", () => {
    if (card.isConnected) draw();
  });
  draw();
  return card;
}
