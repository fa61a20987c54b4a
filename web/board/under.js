// @ts-check
// The map under the counters: they fade while a key is held; a covered place has its name above them.

import { svg } from "../dom.js";

/** @import { Counters } from "./counters.js" */
/** @import { GameMap } from "./map.js" */
/** @import { Table } from "../state.js" */

/** How tall the name is on the screen, in pixels. */
const TALL = 14;

export class Under {
  /**
   * @param {Table} table
   * @param {GameMap} map
   * @param {Counters} counters
   */
  constructor(table, map, counters) {
    this.table = table;
    this.map = map;
    this.counters = counters;
    this.group = svg("g", { class: "covered-name" });
    map.top.append(this.group);
    this.named = "";
    map.sheet.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.name(this.placeOf(event.target));
    });
    map.frame.addEventListener("pointerleave", () => this.name(""));
    addEventListener("blur", () => this.look(false));
  }

  /**
   * Lets the counters fade, or brings them back.
   * @param {boolean} isThrough
   */
  look(isThrough) {
    this.map.top.classList.toggle("see-through", isThrough);
  }

  /** @param {EventTarget | null} target */
  placeOf(target) {
    const element = target instanceof Element ? target : null;
    const unit = element?.closest("[data-unit]")?.getAttribute("data-unit");
    return unit ? this.table.shown.units.get(unit)?.at ?? "" : element?.closest("[data-place]")?.getAttribute("data-place") ?? "";
  }

  /**
   * Writes the name of a place above its counters; of none that lies open.
   * @param {string} id
   */
  name(id) {
    if (id === this.named) return;
    this.named = id;
    this.group.replaceChildren();
    const top = this.topOf(id);
    if (!top) return;
    const name = this.map.places.get(id)?.name;
    const text = name ? `${id} ${name}` : id;
    const unit = TALL / this.counters.scale();
    const width = (text.length * 0.56 + 1) * unit;
    this.group.append(svg("g", { transform: `translate(${top.x} ${Math.max(top.y - unit, this.map.box.top + unit)})` },
      svg("rect", { x: -width / 2, y: -unit * 0.95, width, height: unit * 1.35, rx: unit * 0.2 }),
      svg("text", { "font-size": unit }, text)));
  }

  /**
   * The point above the counters of a place; nothing if no counter lies there.
   * @param {string} id
   */
  topOf(id) {
    const piles = new Set([...this.counters.piles].filter(([unit]) => this.table.shown.units.get(unit)?.at === id).map(([, pile]) => pile));
    if (!id || piles.size === 0) return undefined;
    const tops = [...piles].map((pile) => pile.y - pile.size * 0.5 - Math.min(pile.units.length - 1, 4) * pile.size * 0.075);
    const across = [...piles].map((pile) => pile.x);
    return { x: across.reduce((sum, x) => sum + x, 0) / across.length, y: Math.min(...tops) };
  }
}
