// @ts-check
// Being told that it is one's turn: by mail, or by a call to an address of one's own.

import { el } from "../dom.js";
import { get, post, Refused } from "../api.js";
import { openDialog } from "./menu.js";

/** @import { Table } from "../state.js" */
/** @import { Me, Notify } from "../types/protocol" */

/** @param {Table} table */
export async function notifyDialog(table) {
  const seat = typeof table.viewer === "number" ? table.viewer : table.you[0];
  const path = `/api/tables/${table.info.id}/notify`;
  const [me, now] = await Promise.all([/** @type {Promise<Me>} */ (get("/api/me")), /** @type {Promise<Notify>} */ (get(`${path}?seat=${seat}`))]);
  const email = el("input", { type: "email", autocomplete: "email", value: now.email ?? me.account?.email ?? "", placeholder: "anna@example.org" });
  const wantsMail = el("input", { type: "checkbox", checked: Boolean(now.email) });
  const webhook = el("input", { type: "url", value: now.webhook ?? "", placeholder: "https://" });
  const wantsCall = el("input", { type: "checkbox", checked: Boolean(now.webhook) });
  const said = el("p", { role: "status" });
  const form = el("form", { class: "orders-form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    said.className = "";
    try {
      const set = /** @type {Notify} */ (await post(path, {
        seat, email: wantsMail.checked ? email.value.trim() : null, webhook: wantsCall.checked ? webhook.value.trim() : null,
      }));
      said.textContent = notifyWords(set);
    } catch (error) {
      said.className = "trouble";
      said.textContent = error instanceof Refused ? error.message : "That did not work.";
    }
  } },
    el("p", {}, `When the ${table.seatName(seat)} must answer and you are not here:`),
    me.mail ? el("label", { class: "field" }, wantsMail, " send a mail to ", email)
      : el("p", { class: "quiet-words" }, "This server sends no mail."),
    el("label", { class: "field" }, wantsCall, " call this web address (a webhook) ", webhook),
    el("button", { type: "submit", class: "main" }, "Keep it so"), said);
  openDialog("Tell me when it is my turn", form);
}

/** @param {Notify} set */
function notifyWords(set) {
  const parts = [];
  if (set.asked) parts.push(`A mail has gone to ${set.asked}. Follow its link to confirm the address.`);
  if (set.email) parts.push(`Mails go to ${set.email}.`);
  if (set.webhook) parts.push(`The address is called; the key of its signature is ${set.key ?? "kept"}.`);
  return parts.join(" ") || "You are not told.";
}
