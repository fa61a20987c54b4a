// @ts-check
// Links to seats: shown once by the server, kept by the browser that made the table, copied with a click.

import { el } from "../dom.js";
import { recall, remember } from "../settings.js";
import { noteText } from "../note.js";
import { openDialog } from "./menu.js";

/** @import { Created, TableInfo } from "../types/protocol" */
/** @import { SeatInfo } from "../types/wire" */

/** @typedef {{ links: { seat: number, link: string }[], spectator: string }} Kept */

/** @param {Created} created */
export function keepLinks(created) {
  const kept = recall("links", /** @type {Record<string, Kept>} */ ({}));
  kept[created.table.id] = { links: created.links, spectator: created.spectator };
  remember("links", kept);
}

/**
 * @param {string} table
 * @returns {Kept | undefined}
 */
export function linksOf(table) {
  return recall("links", /** @type {Record<string, Kept>} */ ({}))[table];
}

/**
 * @param {TableInfo} info
 * @param {SeatInfo[]} seats
 */
export function shareDialog(info, seats) {
  const kept = linksOf(info.id);
  const lines = (kept?.links ?? []).map(({ seat, link }) => {
    const state = info.seats.find((entry) => entry.seat === seat);
    return linkLine(`${seats[seat]?.name ?? `Seat ${seat}`}${state?.yours ? " (your seat, for another device)" : state?.taken ? " (taken)" : ""}`, link);
  });
  openDialog("Share this table",
    el("p", {}, kept ? "Whoever opens a seat's link plays that seat. Send it to your opponent; keep your own." : "The links of the seats are kept by the browser that made the table."),
    el("div", { class: "share" }, ...lines, kept?.spectator ? linkLine("Onlookers", kept.spectator) : null,
      info.watch ? linkLine("The table itself (anyone may watch)", `/table/${info.id}`) : null));
}

/**
 * @param {string} words
 * @param {string} link
 */
export function linkLine(words, link) {
  const url = new URL(link, location.origin).href;
  const field = el("input", { type: "text", readonly: true, value: url, "aria-label": words, onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
  return el("div", { class: "link-line" }, el("span", {}, words), field,
    el("button", { type: "button", onclick: async () => {
      try {
        await navigator.clipboard.writeText(url);
        noteText("Copied.");
      } catch {
        field.select();
      }
    } }, "Copy"));
}
