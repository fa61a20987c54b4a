// @ts-check
// The side panel, which on a phone is a sheet that is pulled up from below, with tabs.

import { byId, el } from "../dom.js";

/** @param {{ id: string, words: string, run?: () => void }[]} tabs */
export function makeSheet(tabs) {
  const side = byId("side");
  const grip = byId("grip");
  const bar = byId("tabs");
  side.dataset.tab = tabs[0].id;
  const lift = (/** @type {boolean} */ up) => {
    side.classList.toggle("up", up);
    grip.setAttribute("aria-expanded", String(up));
  };
  const show = (/** @type {string} */ id) => {
    side.dataset.tab = id;
    for (const button of bar.querySelectorAll("button")) button.setAttribute("aria-selected", String(button.dataset.tab === id));
  };
  bar.append(...tabs.map((tab) => el("button", {
    type: "button", role: "tab", "data-tab": tab.id, "aria-selected": String(tab.id === tabs[0].id),
    onclick: () => {
      const again = side.dataset.tab === tab.id && side.classList.contains("up") && !tab.run;
      if (tab.run) tab.run();
      show(tab.run ? "card" : tab.id);
      bar.querySelectorAll("button").forEach((button) => button.setAttribute("aria-selected", String(button.dataset.tab === tab.id)));
      lift(!again);
    },
  }, tab.words)));
  let from = 0;
  let dragged = false;
  grip.addEventListener("pointerdown", (event) => {
    from = event.clientY;
    dragged = false;
    grip.setPointerCapture(event.pointerId);
  });
  grip.addEventListener("pointermove", (event) => {
    if (!grip.hasPointerCapture(event.pointerId) || Math.abs(event.clientY - from) < 24) return;
    dragged = true;
    lift(event.clientY < from);
  });
  grip.addEventListener("click", () => {
    if (!dragged) lift(!side.classList.contains("up"));
    dragged = false;
  });
  return { lift, show };
}
