// @ts-check
// The optional account: the same seats on all devices.

import { byId, el, refill } from "../dom.js";
import { get, post, Refused } from "../api.js";
import { openDialog } from "../panels/menu.js";

/** @import { Me } from "../types/protocol" */

/** @param {() => void} onChange */
export async function showAccount(onChange) {
  const box = byId("account");
  const draw = async () => {
    const me = /** @type {Me} */ (await get("/api/me"));
    const changed = async () => {
      await draw();
      onChange();
    };
    refill(box, me.account
      ? el("span", {}, el("button", { type: "button", class: "quiet", id: "own-account", onclick: () => ownAccount(me, changed) }, el("b", {}, me.account.name)),
        " ", el("button", { type: "button", class: "quiet", onclick: async () => {
          await post("/api/logout", {});
          await changed();
        } }, "Sign out"))
      : el("button", { type: "button", class: "quiet", id: "sign-in", onclick: () => signIn(me, changed) }, "Sign in"));
  };
  await draw();
}

/**
 * @param {Me} me
 * @param {() => Promise<void>} onDone
 */
function signIn(me, onDone) {
  const name = el("input", { type: "text", name: "name", autocomplete: "username", required: true, maxlength: "40" });
  const password = field("password", "current-password");
  const form = talkingForm(async (submitter) => {
    await post(submitter === "new" ? "/api/account" : "/api/login", { name: name.value.trim(), password: password.value });
    dialog.close();
    await onDone();
    return "";
  },
    el("p", {}, "An account is not needed to play. With one, your seats are there on all your devices."),
    el("label", { class: "field" }, "Name ", name), el("label", { class: "field" }, "Password ", password),
    el("div", { class: "buttons" }, el("button", { type: "submit", class: "main", value: "old" }, "Sign in"),
      el("button", { type: "submit", value: "new" }, "Make an account")));
  const lost = me.mail ? lostPassword() : el("p", {}, "If you lose your password, ask the one who runs this server: it sends no mail.");
  const dialog = openDialog("Sign in", form, lost);
}

function lostPassword() {
  const name = el("input", { type: "text", autocomplete: "username", required: true, maxlength: "40" });
  return el("details", {}, el("summary", {}, "I have lost my password"), talkingForm(async () => {
    const said = /** @type {{ text: string }} */ (await post("/api/recover", { name: name.value.trim() }));
    return said.text;
  },
    el("p", {}, "A mail with a link to a new password goes to the address that the account has confirmed."),
    el("label", { class: "field" }, "Name ", name), el("button", { type: "submit" }, "Send the mail")));
}

/**
 * @param {Me} me
 * @param {() => Promise<void>} onDone
 */
function ownAccount(me, onDone) {
  const old = field("old", "current-password");
  const fresh = field("new", "new-password");
  const password = talkingForm(async () => {
    await post("/api/account/password", { old: old.value, new: fresh.value });
    return "The password is changed. Your other devices are signed out.";
  },
    el("h3", {}, "Change the password"),
    el("label", { class: "field" }, "Old password ", old), el("label", { class: "field" }, "New password ", fresh),
    el("button", { type: "submit", class: "main" }, "Change it and sign the other devices out"));
  const address = el("input", { type: "email", autocomplete: "email", value: me.account?.email ?? "" });
  const proof = field("proof", "current-password");
  const mail = me.mail ? talkingForm(async () => {
    const said = /** @type {{ text: string }} */ (await post("/api/account/email", { email: address.value.trim(), password: proof.value }));
    return said.text;
  },
    el("h3", {}, "Address for a lost password"),
    el("p", {}, me.account?.email ? `Confirmed: ${me.account.email}. Leave the field empty to take it back.` : "Only a confirmed address is used, and only if you lose your password."),
    el("label", { class: "field" }, "E-mail ", address), el("label", { class: "field" }, "Password ", proof),
    el("button", { type: "submit" }, "Confirm by mail")) : null;
  const everywhere = talkingForm(async () => {
    await post("/api/account/everywhere", {});
    dialog.close();
    await onDone();
    return "";
  },
    el("h3", {}, "Devices"), el("p", {}, "This browser and all others are signed out. Games that are open there stop."),
    el("button", { type: "submit" }, "Sign out everywhere"));
  const last = field("last", "current-password");
  const farewell = talkingForm(async () => {
    await post("/api/account/delete", { password: last.value });
    dialog.close();
    await onDone();
    return "";
  },
    el("h3", {}, "Delete the account"), el("p", {}, "The account is gone for good. Its games go on: their secret links still open your seats."),
    el("label", { class: "field" }, "Password ", last), el("button", { type: "submit" }, "Delete it for good"));
  const dialog = openDialog(me.account?.name ?? "Account", password, mail, everywhere, farewell);
}

/**
 * @param {string} name
 * @param {string} kind
 */
function field(name, kind) {
  return el("input", { type: "password", name, autocomplete: kind, required: true, minlength: "8" });
}

/**
 * A form that says whether it worked.
 * @param {(submitter: string) => Promise<string>} send
 * @param {...Node} content
 */
function talkingForm(send, ...content) {
  const words = el("p", { role: "alert" });
  return el("form", { class: "setup-form", onsubmit: async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    words.className = "";
    try {
      words.textContent = await send(event.submitter?.getAttribute("value") ?? "");
    } catch (error) {
      words.className = "trouble";
      words.textContent = error instanceof Refused ? error.message : "That did not work.";
    }
  } }, ...content, words);
}
