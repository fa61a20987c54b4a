// @ts-check
// The table as this viewer sees it: the items of a view by their ids.

/** @import { View, Item, UnitItem, PlaceItem, TrackItem } from "./types/wire" */

export class Position {
  constructor() {
    this.seq = 0;
    this.turn = 0;
    /** @type {Map<number, Item>} */
    this.items = new Map();
    /** @type {Map<string, UnitItem>} */
    this.units = new Map();
    /** @type {Map<string, PlaceItem>} */
    this.places = new Map();
    /** @type {Map<string, TrackItem>} */
    this.tracks = new Map();
  }

  /** @param {View} view */
  static of(view) {
    const position = new Position();
    position.apply(view.items);
    position.seq = view.seq;
    position.turn = view.turn;
    return position;
  }

  /**
   * Puts changed items in; null takes one away.
   * @param {[number, Item | null][]} items
   */
  apply(items) {
    for (const [index, item] of items) {
      const old = this.items.get(index);
      if (old) this.forget(old);
      if (!item) {
        this.items.delete(index);
        continue;
      }
      this.items.set(index, item);
      if ("unit" in item) this.units.set(item.unit.id, item.unit);
      else if ("place" in item) this.places.set(item.place.id, item.place);
      else this.tracks.set(item.track.id, item.track);
    }
  }

  /** @param {Item} item */
  forget(item) {
    if ("unit" in item) this.units.delete(item.unit.id);
    else if ("place" in item) this.places.delete(item.place.id);
    else this.tracks.delete(item.track.id);
  }

  /** The tracks in the order of the items. */
  trackList() {
    const list = [];
    for (const index of [...this.items.keys()].sort((one, other) => one - other)) {
      const item = this.items.get(index);
      if (item && "track" in item) list.push(item.track);
    }
    return list;
  }
}
