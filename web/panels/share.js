// @ts-check
// Links to seats: shown once by the server, kept by the browser that made the table, copied with a click.

import { el } from "../dom.js";
import { recall, remember } from "../settings.js";
import { noteText } from "../note.js";
import { post, Refused } from "../api.js";
import { openDialog } from "./menu.js";
import { devicesBox } from "./devices.js";

/** @import { Created, SeatLink, TableInfo } from "../types/protocol" */
/** @import { SeatInfo } from "../types/wire" */

/** @typedef {{ links: { seat: number, link: string }[], spectator: string }} Kept */

/** @param {Created} created */
export function keepLinks(created) {
  const kept = recall("links", /** @type {Record<string, Kept>} */ ({}));
  kept[created.table.id] = { links: created.links, spectator: created.spectator };
  remember("links", kept);
}

/**
 * Keeps the link of one's own seat, for other devices.
 * @param {string} table
 * @param {SeatLink} link
 */
export function keepLink(table, link) {
  const kept = recall("links", /** @type {Record<string, Kept>} */ ({}));
  const known = kept[table] ?? { links: [], spectator: "" };
  kept[table] = { ...known, links: [...known.links.filter((entry) => entry.seat !== link.seat), link] };
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
  /** @param {number} seat */
  const name = (seat) => seats[seat]?.name ?? `Seat ${seat}`;
  const lines = info.seats.map((state) => {
    const link = kept?.links.find((entry) => entry.seat === state.seat)?.link;
    if (state.yours && info.hotseat) return inviteLine(info.id, state.seat, name(state.seat));
    if (!link || (state.taken && !state.yours)) return null;
    return linkLine(`${name(state.seat)}${state.yours ? " (your seat, for another device)" : ""}`, link);
  });
  const own = info.hotseat ? [] : info.seats.filter((state) => state.yours);
  openDialog("Share this table",
    el("p", {}, info.hotseat
      ? "You play all sides at this browser. You can invite another player to one of them; that side is not yours any more once the invitation is used."
      : "An invitation works once. The player who opens it has that seat, and gets a link of his own for other devices."),
    el("div", { class: "share" }, ...lines, ...own.map((state) => devicesBox(info.id, state.seat, name(state.seat))), kept?.spectator ? linkLine("Onlookers", kept.spectator) : null,
      info.watch ? linkLine("The table itself (anyone may watch)", `/table/${info.id}`) : null));
}

/**
 * A button that makes an invitation to a seat of one's hotseat table.
 * @param {string} table
 * @param {number} seat
 * @param {string} name
 */
function inviteLine(table, seat, name) {
  const line = el("div", {}, el("button", { type: "button", onclick: async () => {
    try {
      const made = /** @type {SeatLink} */ (await post(`/api/tables/${table}/share`, { seat }));
      line.replaceChildren(linkLine(`Send this to the player of the ${name}`, made.link));
    } catch (error) {
      noteText(error instanceof Refused ? error.message : "That did not work.");
    }
  } }, `Invite another player to the ${name}`));
  return line;
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
