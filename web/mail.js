// @ts-check
// The page behind links in mails: confirms an address, sets a new password, ends mails.

import { applyLight } from "./settings.js";
import { byId, el, refill } from "./dom.js";
import { post, Refused } from "./api.js";

applyLight();
const [page, ...rest] = location.hash.slice(1).split(".");
// The secret goes out of sight.
history.replaceState(null, "", location.pathname);
const box = byId("mail");
const words = el("p", { role: "alert" });

/**
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @param {string} [otherwise]
 */
async function send(path, body, otherwise = "") {
  try {
    const said = /** @type {{ text?: string }} */ (await post(path, body));
    refill(box, el("p", {}, said.text ?? otherwise), el("a", { class: "button", href: "/" }, "To the lobby"));
  } catch (error) {
    words.textContent = error instanceof Refused ? error.message : "That did not work.";
  }
}

if (page === "confirm") {
  refill(box, el("h2", {}, "Is this address yours?"),
    el("button", { type: "button", class: "main", onclick: () => send("/api/mail/confirm", { token: rest[0] }) }, "Yes, confirm it"), words);
} else if (page === "recover") {
  const password = el("input", { type: "password", autocomplete: "new-password", required: true, minlength: "8" });
  refill(box, el("h2", {}, "A new password"), el("form", { class: "setup-form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    send("/api/mail/recover", { token: rest[0], password: password.value }, "The password is changed, and this browser is signed in. All other devices are signed out.");
  } }, el("label", { class: "field" }, "New password ", password), el("button", { type: "submit", class: "main" }, "Set it")), words);
} else if (page === "stop") {
  refill(box, el("h2", {}, "No more mails from this table?"),
    el("button", { type: "button", class: "main", onclick: () => send("/api/mail/stop", { table: rest[0], seat: Number(rest[1]), key: rest[2] }) }, "Stop them"), words);
} else {
  refill(box, el("p", {}, "This link is not whole. Copy it from the mail once more."), el("a", { class: "button", href: "/" }, "To the lobby"));
}
