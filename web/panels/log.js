// @ts-check
// The log: every event as a sentence with its cases and dice, in the colours of the side; a click finds the place.

import { el, onNextFrame, refill } from "../dom.js";
import { chips } from "../cases.js";
import { rollRow } from "../dice.js";

/** @import { Table } from "../state.js" */
/** @import { Told } from "../types/wire" */

/** No more lines than this are in the page at once; earlier ones are a button away. */
const MOST = 300;

/**
 * @param {HTMLElement} panel
 * @param {Table} table
 * @param {(told: Told) => void} onFind
 */
export function showLog(panel, table, onFind) {
  const list = el("ol", { class: "log", role: "log", "aria-live": "polite", "aria-label": "What has happened" });
  const filter = el("input", { type: "search", class: "log-filter", placeholder: "filter", "aria-label": "Filter the log" });
  const kinds = el("select", { class: "log-kind", "aria-label": "Whose events" });
  const earlier = el("button", { type: "button", class: "quiet earlier", onclick: () => table.earlier() }, "Earlier events");
  refill(panel, el("div", { class: "log-head" }, el("h2", {}, "Log"), kinds, filter), el("div", { class: "log-scroll", tabindex: "0" }, earlier, list));
  const scroll = /** @type {HTMLElement} */ (panel.querySelector(".log-scroll"));
  kinds.append(el("option", { value: "" }, "all"), el("option", { value: "dice" }, "dice"),
    ...table.title.seats.map((seat, index) => el("option", { value: String(index) }, seat.name)));
  /** @type {{ told: Told, element: HTMLElement }[]} */
  let lines = [];
  let from = 0;
  /** Whether the newest line is kept in sight: until the reader scrolls back. */
  let follows = true;
  let read = table.eventsFrom + table.events.length;
  /** Lines that are no events and have been shown. @type {WeakSet<Told>} */
  const noted = new WeakSet();

  const wanted = () => {
    const text = filter.value.trim().toLowerCase();
    return table.told().filter((told) => matches(told, kinds.value, text));
  };
  const draw = () => {
    const events = wanted();
    from = Math.max(0, events.length - MOST);
    const shown = events.slice(from);
    let same = 0;
    while (same < lines.length && same < shown.length && lines[same].told === shown[same]) same += 1;
    for (const line of lines.splice(same)) line.element.remove();
    const first = table.events.length ? table.eventsFrom : 0;
    for (const told of shown.slice(same)) {
      const index = table.events.indexOf(told);
      const isNew = index < 0 ? !noted.has(told) : first + index >= read;
      if (index < 0) noted.add(told);
      const element = line(told, table, isNew, onFind);
      lines.push({ told, element });
      list.append(element);
    }
    read = Math.max(read, table.eventsFrom + table.events.length);
    earlier.hidden = table.eventsFrom === 0 && from === 0;
    toTheEnd();
  };
  const toTheEnd = () => {
    if (!follows) return;
    // Lines out of sight have no height yet: the end is where it is only once the last lines have been laid out.
    scroll.scrollTop = scroll.scrollHeight;
    requestAnimationFrame(() => {
      scroll.scrollTop = scroll.scrollHeight;
    });
  };
  // On a small screen the log is a tab: it comes into sight later.
  new ResizeObserver(toTheEnd).observe(scroll);
  for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    scroll.addEventListener(kind, () => setTimeout(() => {
      follows = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 80;
    }, 150), { passive: true });
  }
  const redraw = onNextFrame(draw);
  table.on("view", () => {
    read = table.eventsFrom + table.events.length;
  });
  const restart = () => {
    lines = [];
    list.replaceChildren();
    redraw();
  };
  table.on("told", redraw);
  table.on("noted", redraw);
  table.on("view", restart);
  filter.addEventListener("input", restart);
  kinds.addEventListener("change", restart);
  draw();
}

/**
 * @param {Told} told
 * @param {string} kind
 * @param {string} text
 */
function matches(told, kind, text) {
  if (kind === "dice" && !told.rolls?.length) return false;
  if (kind && kind !== "dice" && told.seat !== Number(kind)) return false;
  return !text || told.text.toLowerCase().includes(text) || told.cases.some((number) => number.startsWith(text));
}

/**
 * @param {Told} told
 * @param {Table} table
 * @param {boolean} isNew
 * @param {(told: Told) => void} onFind
 */
function line(told, table, isNew, onFind) {
  const nation = table.nation(told.seat);
  const where = (told.places?.length ?? 0) + (told.units?.length ?? 0) > 0;
  const words = where
    ? el("button", { type: "button", class: "told-text find", title: "Find it on the map", onclick: () => onFind(told) }, told.text)
    : el("span", { class: "told-text" }, told.text);
  const element = el("li", { class: `told ${nation}${isNew ? " unread" : ""}`, "data-kind": told.kind },
    words, chips(told.cases), ...(told.rolls ?? []).map((roll) => rollRow(roll, table.nation(roll.seat ?? told.seat), chips)));
  if (isNew) setTimeout(() => element.classList.remove("unread"), 6000);
  return element;
}
