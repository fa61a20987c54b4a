// @ts-check
// A few words across the table.

import { el, refill } from "../dom.js";

/** @import { Table } from "../state.js" */

/** @param {Table} table */
export function chatCard(table) {
  const list = el("ol", { class: "chat", "aria-live": "polite", "aria-label": "Chat" });
  const input = el("input", { type: "text", maxlength: "500", placeholder: "say something", "aria-label": "Message" });
  const form = el("form", { class: "chat-form", onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    if (input.value.trim()) table.link.send({ type: "chat", text: input.value.trim() });
    input.value = "";
  } }, input, el("button", { type: "submit" }, "Say"));
  const draw = () => {
    refill(list, ...table.chat.map((line) => el("li", { class: `side-mark ${table.nation(line.seat)}` },
      el("span", {}, el("b", {}, table.seatName(line.seat)), " ", line.text))));
    list.scrollTop = list.scrollHeight;
  };
  table.on("chat", draw);
  draw();
  return el("article", {}, el("h3", {}, "Chat"), list, typeof table.viewer === "number" ? form : null);
}
