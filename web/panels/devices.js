// @ts-check
// Where a seat can be played, and how the others are signed out.

import { el, refill } from "../dom.js";
import { get, post, Refused } from "../api.js";
import { noteText } from "../note.js";
import { keepLink, linkLine } from "./share.js";

/** @import { Device, Devices } from "../types/protocol" */

/**
 * @param {string} table
 * @param {number} seat
 * @param {string} name
 */
export function devicesBox(table, seat, name) {
  const box = el("div", { class: "devices" });
  const path = `/api/tables/${table}/devices`;
  /** @param {Devices} shown */
  const draw = (shown) => {
    const others = shown.devices.filter((device) => !device.you).length;
    refill(box, el("h3", {}, `Devices that play the ${name}`),
      el("ul", {}, ...shown.devices.map((device) => el("li", {}, deviceWords(device)))),
      el("button", { type: "button", onclick: signOut }, others ? "Sign the other devices out" : "Make a new link for my devices"),
      shown.link ? linkLine("Your seat, for another device", shown.link.link) : null);
  };
  const signOut = async () => {
    try {
      const shown = /** @type {Devices} */ (await post(path, { seat }));
      if (shown.link) keepLink(table, shown.link);
      draw(shown);
      noteText("Your old link opens this seat no more.");
    } catch (error) {
      noteText(error instanceof Refused ? error.message : "That did not work.");
    }
  };
  get(`${path}?seat=${seat}`).then((shown) => draw(/** @type {Devices} */ (shown))).catch(() => box.remove());
  return box;
}

/** @param {Device} device */
function deviceWords(device) {
  const kind = device.account ? `a browser signed in as ${device.account}` : "a browser with the seat's link";
  const seen = new Date(device.seen).toLocaleDateString();
  return device.you ? `this browser${device.account ? `, signed in as ${device.account}` : ""}` : `${kind}, last used ${seen}`;
}
