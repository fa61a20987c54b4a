// @ts-check
// The line of the sequence of play: past, present and next phases, and what has been left undone.

import { el, onNextFrame, refill } from "../dom.js";
import { placeWords } from "./inspector.js";
import { entry, openMenu } from "./menu.js";

/** @import { Table } from "../state.js" */
/** @import { Spots } from "../board/spots.js" */
/** @import { Choice, Staff, StaffPhase } from "../types/wire" */

/** The most units that a list names; the map shows them all. */
const MOST = 40;

/** Asks for where we are after every answer, and shows it. */
export class StaffLine {
  /**
   * @param {HTMLElement} line
   * @param {Table} table
   * @param {Spots} spots
   * @param {{ onCase: (number: string) => void, onUnit: (unit: string) => void }} hooks
   */
  constructor(line, table, spots, hooks) {
    this.line = line;
    this.table = table;
    this.spots = spots;
    this.hooks = hooks;
    /** @type {Staff | null} */
    this.staff = null;
    this.rev = -1;
    const refresh = onNextFrame(() => this.ask());
    for (const what of ["decision", "shown"]) table.on(what, refresh);
    refresh();
  }

  async ask() {
    const { table } = this;
    if (!table.isLive() || table.outcome || table.info.state === "waiting") {
      this.staff = null;
      this.draw();
      return;
    }
    if (this.rev === table.rev) return;
    const { rev } = table;
    this.rev = rev;
    try {
      const staff = await table.staff();
      if (this.rev !== rev) return;
      this.staff = staff;
      this.draw();
    } catch {
      // Without an answer the line stays as it was, and the next answer asks again.
      this.rev = -1;
    }
  }

  /**
   * What an answer would leave undone, in words; nothing if it ends nothing.
   * @param {Choice} choice
   */
  leaves(choice) {
    const { staff, table } = this;
    if (!staff || this.rev !== table.rev || !staff.ends.includes(choice.play)) return "";
    return staff.undone[0]?.text ?? "";
  }

  draw() {
    const { staff } = this;
    const { line } = this;
    line.hidden = !staff || staff.at === null;
    if (!staff || staff.at === null) {
      refill(line);
      return;
    }
    const { at } = staff;
    /** @type {Node[]} */
    const list = [];
    let part = "";
    staff.phases.forEach((phase, index) => {
      if (phase.part !== part) {
        part = phase.part;
        if (part) list.push(el("li", { class: "phase-part" }, part));
      }
      list.push(this.phase(phase, index, at));
    });
    const left = staff.undone.length
      ? el("button", { type: "button", class: "undone", id: "undone", "aria-haspopup": "true", title: staff.undone[0].text, onclick: () => this.list(staff) }, `${count(staff)} left`) : null;
    refill(line, el("ol", { class: "phase-list" }, ...list), left, el("span", { class: "phase-next" }, staff.next));
    const now = line.querySelector("[aria-current]");
    const frame = line.querySelector(".phase-list");
    if (now instanceof HTMLElement && frame) frame.scrollLeft = Math.max(0, now.offsetLeft - frame.clientWidth / 3);
  }

  /**
   * @param {StaffPhase} phase
   * @param {number} index
   * @param {number} at
   */
  phase(phase, index, at) {
    const when = index < at ? "past" : index === at ? "now" : index === at + 1 ? "next" : "later";
    return el("li", { class: `phase ${when}` },
      el("button", { type: "button", title: `Read about it (${phase.case})`, "aria-current": index === at ? "step" : null, onclick: () => this.hooks.onCase(phase.case) },
        phase.label, phase.note ? el("small", {}, ` ${phase.note}`) : null));
  }

  /** @param {Staff} staff */
  list(staff) {
    const button = this.line.querySelector("#undone");
    if (!(button instanceof HTMLElement)) return;
    const { table } = this;
    openMenu(button, staff.undone.flatMap((undone, index) => [
      el("h3", {}, undone.text),
      undone.units?.length || undone.places?.length
        ? entry("Show them all on the map", () => this.spots.toggle(`undone ${index}`, undone.places ?? [], undone.units)) : null,
      ...(undone.units ?? []).slice(0, MOST).map((unit) => entry(
        `${table.title.units.find((known) => known.id === unit)?.name ?? unit}, ${placeWords(table, table.shown.units.get(unit)?.at ?? "")}`, () => this.hooks.onUnit(unit))),
    ]));
  }
}

/**
 * How many things are left: the units or places of the first line, or the lines.
 * @param {Staff} staff
 */
function count(staff) {
  const [first] = staff.undone;
  return (first.units?.length ?? 0) + (first.places?.length ?? 0) || staff.undone.length;
}
