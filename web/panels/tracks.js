// @ts-check
// The tracks: the first of them in the line above the map, all of them on a card, grouped by whose they are.

import { el, refill } from "../dom.js";

/** @import { Table } from "../state.js" */
/** @import { TrackItem } from "../types/wire" */

/** How many facts the line above the map has room for at most. */
const IN_THE_LINE = 9;

/**
 * @param {HTMLElement} strip
 * @param {Table} table
 * @param {(id: string) => boolean} isOnMap whether the map itself shows a track
 */
export function showStrip(strip, table, isOnMap) {
  /** @type {Map<string, { element: HTMLElement, value: HTMLElement }>} */
  const facts = new Map();
  const draw = () => {
    // What belongs to one side is on the card of tracks, except for the score.
    const tracks = table.shown.trackList().filter((track) =>
      track.value !== "" && !isOnMap(track.id) && (track.seat === undefined || track.id.startsWith("vp")));
    const shown = tracks.slice(0, IN_THE_LINE);
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
      if (fact.value.textContent !== track.value) {
        const isChange = fact.value.textContent !== "";
        fact.value.textContent = track.value;
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
      el("dl", {}, ...tracks.flatMap((track) => [el("dt", {}, track.label), el("dd", { "data-track": track.id }, track.value || "–")])),
    ]));
  };
  table.on("shown", () => {
    if (card.isConnected) draw();
  });
  draw();
  return card;
}
