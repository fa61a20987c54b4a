// @ts-check
// Zones that reach over the map: control, command, supply. The server is asked only while they are shown.

import { onNextFrame, svg } from "../dom.js";

/** @import { GameMap } from "./map.js" */
/** @import { Table } from "../state.js" */
/** @import { Layer } from "../types/wire" */

/** Tells listeners `known` when the list of layers may have changed. */
export class Reaches extends EventTarget {
  /**
   * @param {Table} table
   * @param {GameMap} map
   */
  constructor(table, map) {
    super();
    this.table = table;
    this.map = map;
    this.group = svg("g", { class: "reaches" });
    map.tints.append(this.group);
    /** @type {Layer[]} */
    this.layers = [];
    /** Those that are shown. @type {Set<string>} */
    this.on = new Set();
    this.rev = -1;
    this.refresh = onNextFrame(() => this.ask());
    table.on("shown", () => {
      if (this.on.size) this.refresh();
    });
  }

  /** Asks for the layers of the present, and draws those that are wanted. */
  async ask() {
    const { table } = this;
    if (!table.isLive() || table.info.state === "waiting") {
      this.group.replaceChildren();
      return;
    }
    if (this.rev !== table.rev) {
      const { rev } = table;
      try {
        this.layers = await table.layers();
      } catch {
        // Without an answer the map is shown without layers.
        return;
      }
      this.rev = rev;
      this.dispatchEvent(new Event("known"));
    }
    this.draw();
  }

  /** @param {Iterable<string>} ids */
  show(ids) {
    this.on = new Set(ids);
    if (this.on.size) this.refresh();
    else this.group.replaceChildren();
  }

  draw() {
    const parts = this.layers.filter((layer) => this.on.has(layer.id)).map((layer) => {
      const [ground, edge] = this.outline(layer.places);
      return svg("g", { class: `reach reach-${layer.id.split("-")[0]} ${layer.nation}`, "data-layer": layer.id },
        svg("path", { class: "ground", d: ground }), svg("path", { class: "edge", d: edge }));
    });
    this.group.replaceChildren(...parts);
  }

  /**
   * The ground of places and its outer edge. Squares that touch have no edge between them.
   * @param {string[]} places
   */
  outline(places) {
    const middles = new Map(places.map((place) => [place, this.map.middle(place)]));
    const taken = new Set([...middles.values()].map((at) => at && `${Math.round(at.x)} ${Math.round(at.y)}`));
    const ground = [];
    const edge = [];
    for (const [place, at] of middles) {
      const area = this.map.shapes.get(place)?.getAttribute("d");
      const box = this.map.boxes.get(place);
      if (area) {
        ground.push(area);
        edge.push(area);
      } else if (at && box) {
        const [across, down] = [box.width / 2, box.height / 2];
        const [left, right, top, bottom] = [at.x - across, at.x + across, at.y - down, at.y + down];
        /** @param {number} x @param {number} y */
        const ends = (x, y) => !taken.has(`${Math.round(at.x + x * box.width)} ${Math.round(at.y + y * box.height)}`);
        ground.push(`M${left} ${top}H${right}V${bottom}H${left}Z`);
        if (ends(0, -1)) edge.push(`M${left} ${top}H${right}`);
        if (ends(0, 1)) edge.push(`M${left} ${bottom}H${right}`);
        if (ends(-1, 0)) edge.push(`M${left} ${top}V${bottom}`);
        if (ends(1, 0)) edge.push(`M${right} ${top}V${bottom}`);
      }
    }
    return [ground.join(""), edge.join("")];
  }
}
