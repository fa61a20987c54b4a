// @ts-check
// The box that some maps keep free for the tracks: filled like the margin of a printed map, and kept up to date.

import { svg } from "../dom.js";
import { capital } from "../words.js";

/** @import { GameMap } from "./map.js" */
/** @import { Table } from "../state.js" */
/** @import { TrackItem } from "../types/wire" */

/** What one line takes, and where the first begins, in map units. */
const LINE = 17;
const HEAD = 48;
/** About as wide as a letter is. */
const LETTER = 6.9;

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
  const rows = (tracks) => tracks.map((track) => [track.label, capital(track.value)]);
  table.on("shown", () => {
    const tracks = table.shown.trackList().filter((track) => track.value !== "" && !map.shapes.has(track.id));
    const sides = new Set(tracks.map((track) => track.seat).filter((seat) => seat !== undefined));
    const list = [
      ...rows(tracks.filter((track) => track.seat === undefined)),
      ...[...sides].flatMap((seat) => [[table.seatName(seat), ""], ...rows(tracks.filter((track) => track.seat === seat))]),
    ].slice(0, Math.floor((height - HEAD) / LINE) + 1);
    lines.replaceChildren(...list.flatMap(([label, value], index) => {
      const line = y + HEAD + index * LINE;
      // A long line is written smaller rather than one word over the other.
      const small = (label.length + value.length + 1) * LETTER > width - 28 ? " small" : "";
      return [
        svg("text", { class: `${value ? "track-label" : "track-side"}${small}`, x: x + 14, y: line }, label),
        svg("text", { class: `track-value${small}`, x: x + width - 14, y: line }, value),
      ];
    }));
  });
}
