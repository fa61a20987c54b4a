// @ts-check
// The curtain between two players at one screen: it closes when the other side must answer and would show a secret.

import { el } from "../dom.js";
import { recall, remember } from "../settings.js";

/** @import { Table } from "../state.js" */
/** @import { Seat } from "../types/wire" */

/** @typedef {"secrets" | "always" | "never"} When */

/** When the curtain closes, in words. @type {[When, string][]} */
const WHEN = [["secrets", "only for secrets"], ["always", "always"], ["never", "never (we both look)"]];

/**
 * When the curtain closes at a table: as was chosen there, or else as was chosen last.
 * @param {string} table
 * @returns {When}
 */
export function curtainAt(table) {
  return recall(`curtain.${table}`, recall("curtain", /** @type {When} */ ("secrets")));
}

/**
 * One player plays all sides: there is no one to hide anything from.
 * @param {string} table
 */
export function playAlone(table) {
  remember(`curtain.${table}`, "never");
}

/**
 * A field to choose when the curtain closes.
 * @param {Table} table
 */
export function curtainField(table) {
  const field = el("select", { "data-setting": "curtain", onchange: () => {
    remember("curtain", field.value);
    remember(`curtain.${table.info.id}`, field.value);
  } }, ...WHEN.map(([value, words]) => el("option", { value }, words)));
  field.value = curtainAt(table.info.id);
  return el("label", {}, "Curtain: ", field);
}

/** @param {Table} table */
export function hangCurtain(table) {
  const words = el("p", {});
  const open = el("button", { type: "button", class: "main", id: "open-curtain" }, "I am here");
  const choice = el("p", { class: "curtain-choice" });
  const curtain = el("div", { class: "curtain", id: "curtain", role: "dialog", "aria-modal": "true", hidden: true },
    el("div", { class: "curtain-card" }, el("h2", {}, "The table changes hands"), words, open, choice));
  document.body.append(curtain);
  /** @type {Seat | undefined} */
  let next;
  /** Whether the question before was put to several seats in secret. */
  let wasSealed = false;
  /** The hand-over that is being checked. */
  let turning = "";
  let opened = false;
  open.addEventListener("click", () => {
    if (next === undefined) return;
    opened = true;
    table.lookAs(next);
  });
  table.on("view", () => {
    if (opened) curtain.hidden = true;
    opened = false;
  });
  /** @param {Seat} seat */
  const close = (seat) => {
    words.replaceChildren(`The ${table.seatName(seat)} answer next. `, "Hand the screen over; the map is covered until then.");
    choice.replaceChildren(curtainField(table));
    curtain.className = `curtain ${table.nation(seat)}`;
    open.textContent = `I play the ${table.seatName(seat)}`;
    if (!curtain.hidden) return;
    curtain.hidden = false;
    open.focus();
  };
  const look = async () => {
    const { decision, viewer } = table;
    const seat = nextSeat(table);
    const isSealed = wasSealed || (decision?.seats.length ?? 0) > 1;
    if (seat === undefined) {
      wasSealed = (decision?.seats.length ?? 0) > 1;
      return;
    }
    const turn = `${table.rev} ${String(viewer)} ${seat}`;
    if (turn === turning) return;
    turning = turn;
    next = seat;
    wasSealed = (decision?.seats.length ?? 0) > 1;
    if (await mustClose(table, seat, isSealed)) close(seat);
    else if (turning === turn) table.lookAs(seat);
  };
  table.on("decision", look);
  table.on("lesson", look);
}

/**
 * The seat of this screen that must answer while another one looks on.
 * @param {Table} table
 */
function nextSeat(table) {
  const { decision, viewer, you, lesson } = table;
  // In a lesson the program answers for the other side, unless the learner has left its way.
  if (table.info.lesson && !lesson) return undefined;
  if (lesson && lesson.standing !== "astray" && !table.playsOn) return viewer === lesson.seat ? undefined : lesson.seat;
  if (!decision || table.outcome || you.length < 2 || !table.isLive()) return undefined;
  if (typeof viewer === "number" && decision.seats.includes(viewer)) return undefined;
  return decision.seats.find((entry) => you.includes(entry));
}

/**
 * @param {Table} table
 * @param {Seat} seat
 * @param {boolean} isSealed
 */
async function mustClose(table, seat, isSealed) {
  const when = curtainAt(table.info.id);
  if (when !== "secrets") return when === "always";
  return isSealed || typeof table.viewer !== "number" || await knowsMore(table, seat, table.viewer);
}

/**
 * Whether a seat sees something that another does not: a thing that lies open to the one and covered to the other.
 * If that is not known, the curtain closes.
 * @param {Table} table
 * @param {Seat} seat
 * @param {Seat} other
 */
async function knowsMore(table, seat, other) {
  try {
    const { seq } = table.live;
    const [truth, own, theirs] = await Promise.all([table.at(seq, "all"), table.at(seq, seat), table.at(seq, other)]);
    const known = new Map(own.items.map(([index, item]) => [index, JSON.stringify(item)]));
    const seen = new Map(theirs.items.map(([index, item]) => [index, JSON.stringify(item)]));
    return truth.items.some(([index, item]) => {
      // An empty track is not shown.
      if (item && "track" in item && item.track.value === "") return false;
      const text = JSON.stringify(item);
      return known.get(index) === text && seen.get(index) !== text;
    });
  } catch {
    return true;
  }
}
