// @ts-check
// The optional account: the same seats on all devices.

import { byId, el, refill } from "../dom.js";
import { get, post, Refused } from "../api.js";
import { openDialog } from "../panels/menu.js";

/** @typedef {{ account: { name: string, email?: string } | null }} Me */

/** @param {() => void} onChange */
export async function showAccount(onChange) {
  const box = byId("account");
  const draw = async () => {
    const me = /** @type {Me} */ (await get("/api/me"));
    refill(box, me.account
      ? el("span", {}, el("b", {}, me.account.name), " ", el("button", { type: "button", class: "quiet", onclick: async () => {
        await post("/api/logout", {});
        await draw();
        onChange();
      } }, "Sign out"))
      : el("button", { type: "button", class: "quiet", id: "sign-in", onclick: () => signIn(async () => {
        await draw();
        onChange();
      }) }, "Sign in"));
  };
  await draw();
}

/** @param {() => Promise<void>} onDone */
function signIn(onDone) {
  const name = el("input", { type: "text", name: "name", autocomplete: "username", required: true, maxlength: "40" });
  const password = el("input", { type: "password", name: "password", autocomplete: "current-password", required: true, minlength: "8" });
  const trouble = el("p", { class: "trouble", role: "alert" });
  /** @param {string} path */
  const send = async (path) => {
    try {
      await post(path, { name: name.value.trim(), password: password.value });
      dialog.close();
      await onDone();
    } catch (error) {
      trouble.textContent = error instanceof Refused ? error.message : "That did not work.";
    }
  };
  const dialog = openDialog("Sign in", el("form", { class: "setup-form", onsubmit: (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    send(event.submitter?.getAttribute("value") === "new" ? "/api/account" : "/api/login");
  } },
    el("p", {}, "An account is not needed to play. With one, your seats are there on all your devices."),
    el("label", { class: "field" }, "Name ", name), el("label", { class: "field" }, "Password ", password), trouble,
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "main", value: "old" }, "Sign in"),
      el("button", { type: "submit", value: "new" }, "Make an account"))));
}
