// @ts-check
// The command line: everything can be typed, with completion from the options.

import { byId, el, refill } from "../dom.js";

/** @import { Table } from "../state.js" */
/** @import { Chooser } from "../choose.js" */
/** @import { Choice } from "../types/wire" */

/** Lines that can be typed at any time. */
const ALWAYS = [
  { play: "undo", label: "take back the last answer" },
  { play: "resign", label: "give up" },
  { play: "offer draw", label: "propose a draw" },
  { play: "accept draw", label: "agree to the draw offered" },
];

/**
 * @param {Table} table
 * @param {Chooser} chooser
 * @param {{ onHover: (choice: Choice | null) => void }} hooks
 */
export function showCommandLine(table, chooser, hooks) {
  const form = byId("command-form");
  const input = /** @type {HTMLInputElement} */ (byId("command"));
  const list = byId("completions");
  /** @type {{ play: string, label: string, cost?: string }[]} */
  let found = [];
  let picked = -1;
  /** @type {string[]} */
  const said = [];
  let back = 0;

  const close = () => {
    list.hidden = true;
    picked = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const pick = (/** @type {number} */ index) => {
    picked = index;
    list.querySelectorAll("li").forEach((item, at) => item.setAttribute("aria-selected", String(at === index)));
    const item = list.children[index];
    if (!item) return;
    item.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", item.id);
    hooks.onHover(chooser.options().find((choice) => choice.play === found[index].play) ?? null);
  };
  const complete = () => {
    const text = input.value.trim().toLowerCase();
    const all = [...chooser.options(), ...(text ? ALWAYS : [])];
    const begins = all.filter((choice) => choice.play.toLowerCase().startsWith(text));
    const holds = all.filter((choice) => !begins.includes(choice) && `${choice.play} ${choice.label}`.toLowerCase().includes(text));
    found = [...begins, ...holds].slice(0, 60);
    picked = -1;
    list.hidden = found.length === 0;
    input.setAttribute("aria-expanded", String(found.length > 0));
    refill(list, ...found.map((choice, index) => el("li", {
      role: "option", id: `completion-${index}`, "aria-selected": "false",
      onpointerdown: (/** @type {Event} */ event) => {
        event.preventDefault();
        say(choice.play);
      },
    }, choice.play, el("span", {}, choice.label, choice.cost ? `, ${choice.cost}` : ""))));
  };
  const say = async (/** @type {string} */ text) => {
    const words = text.trim();
    if (!words) return;
    said.push(words);
    back = said.length;
    input.value = "";
    close();
    const box = input.getBoundingClientRect();
    const at = { x: box.left, y: box.top - 40 };
    if (words === "undo") return chooser.undo(at);
    const choice = chooser.options().find((option) => option.play === words);
    if (choice) await chooser.choose(choice, at);
    else if (await chooser.isWarnedOf(words, at) || !await chooser.send(words, at)) input.value = words;
  };
  /** Completes as far as all findings agree. */
  const extend = () => {
    const begins = found.filter((choice) => choice.play.toLowerCase().startsWith(input.value.trim().toLowerCase()));
    const choices = picked >= 0 ? [found[picked]] : begins.length ? begins : found;
    if (choices.length === 0) return;
    let common = choices[0].play;
    for (const choice of choices) {
      while (!choice.play.startsWith(common)) common = common.slice(0, -1);
    }
    if (common.length > input.value.length || picked >= 0) input.value = common;
    complete();
  };

  input.addEventListener("input", complete);
  input.addEventListener("focus", () => {
    document.body.classList.add("typing");
    complete();
  });
  input.addEventListener("blur", () => {
    document.body.classList.remove("typing");
    close();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && !event.shiftKey && !list.hidden && input.value.trim()) {
      event.preventDefault();
      extend();
    } else if (event.key === "ArrowDown" && found.length) {
      event.preventDefault();
      pick((picked + 1) % found.length);
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      if (input.value === "" || (back < said.length && picked < 0)) {
        back = Math.max(0, back - 1);
        input.value = said[back] ?? "";
      } else if (found.length) pick((picked - 1 + found.length) % found.length);
    } else if (event.key === "Escape") {
      close();
      if (chooser.armed) chooser.arm(null);
      else input.blur();
      event.stopPropagation();
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const only = found.filter((choice) => choice.play.startsWith(input.value.trim()));
    if (!input.value.trim() && picked < 0) {
      if (chooser.armed) chooser.choose(chooser.armed);
      return;
    }
    if (picked >= 0) say(found[picked].play);
    else if (only.length === 1) say(only[0].play);
    else say(input.value);
  });
  table.on("decision", () => {
    if (document.activeElement === input) complete();
  });
}
