// @ts-check
// The box that some maps keep free for the tracks: filled like the margin of a printed map, and kept up to date.

import { svg } from "../dom.js";

/** @import { GameMap } from "./map.js" */
/** @import { Table } from "../state.js" */
/** @import { TrackItem } from "../types/wire" */

/** What one line takes, and where the first begins, in map units. */
const LINE = 17;
const HEAD = 48;

/**
 * @param {GameMap} map
 * @param {Table} table
 */
export function fillTrackBox(map, table) {
  const frame = /** @type {SVGRectElement | null} */ (map.picture.querySelector("[id^='track-'] > rect"));
  if (!frame) return;
  const { x, y, width, height } = frame.getBBox();
  const lines = svg("g", { class: "track-lines" });
  frame.parentElement?.append(lines);
  /** @param {TrackItem[]} tracks */
  const rows = (tracks) => tracks.map((track) => [track.label, track.value]);
  table.on("shown", () => {
    const tracks = table.shown.trackList().filter((track) => track.value !== "" && !map.shapes.has(track.id));
    const sides = new Set(tracks.map((track) => track.seat).filter((seat) => seat !== undefined));
    const list = [
      ...rows(tracks.filter((track) => track.seat === undefined)),
      ...[...sides].flatMap((seat) => [[table.seatName(seat), ""], ...rows(tracks.filter((track) => track.seat === seat))]),
    ].slice(0, Math.floor((height - HEAD) / LINE) + 1);
    lines.replaceChildren(...list.flatMap(([label, value], index) => {
      const line = y + HEAD + index * LINE;
      return [
        svg("text", { class: value ? "track-label" : "track-side", x: x + 14, y: line }, label),
        svg("text", { class: "track-value", x: x + width - 14, y: line }, value),
      ];
    }));
  });
}
