// @ts-check
// Panning and zooming the map: drag, wheel, pinch and keys. Only a transform changes, so that it stays smooth.

import { onNextFrame } from "../dom.js";

/** Where the map is seen from, and the scale that the player has chosen for it. */
/** @typedef {{ x: number, y: number, scale: number, liked?: number }} Sight */

const CLOSEST = 4;
/** How much of the desk is seen when the page itself turns the map to something at its edge. */
const MARGIN = 14;
/** How far points that are to be seen keep from the frame's edge. */
const BORDER = 56;
/** All of a small board keeps further from it, so that no area at its edge is cut. */
const BOARD_BORDER = 100;
/** Going nearer than this makes nothing easier to read. */
const NEAR = 1.1;
/** A picture seen larger than drawn by this factor looks soft; one seen smaller by VAIN was drawn in vain. */
const SOFT = 1.02;
const VAIN = 0.55;
/** How long the map is at rest until it is drawn in the size in which it is seen, in milliseconds. */
const REST = 160;
/** How long the page glides from one sight to another, in milliseconds. */
const GLIDE = 350;
/** From here on the whole map can be read at once. */
const WHOLE = 0.45;
/** The page itself goes no further away than this: from there no counter can be told from another. */
const READABLE = 0.3;

export class Zoom {
  /**
   * @param {HTMLElement} frame what the map is seen through
   * @param {HTMLElement} sheet what is moved
   * @param {{ left: number, top: number, right: number, bottom: number }} box the map's edges in map units
   * @param {(sight: Sight) => void} onChange called when the sight has settled
   */
  constructor(frame, sheet, box, onChange) {
    this.frame = frame;
    this.sheet = sheet;
    this.box = box;
    this.size = { width: box.right - box.left, height: box.bottom - box.top };
    this.onChange = onChange;
    /** @type {Sight} */
    this.sight = { x: 0, y: 0, scale: 1 };
    /** @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    this.dragged = false;
    const apply = onNextFrame(() => this.apply());
    this.draw = () => {
      sheet.classList.add("moving");
      clearTimeout(this.settling);
      apply();
    };
    sheet.style.transformOrigin = "0 0";
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      frame.addEventListener(end, (event) => this.release(event));
    }
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // A drag is no click.
    frame.addEventListener("click", (event) => {
      if (this.dragged) event.stopPropagation();
      this.dragged = false;
    }, true);
    new ResizeObserver(() => {
      this.measure();
      this.fitAgain();
    }).observe(frame);
  }

  /** The frame may have another size than before. */
  measure() {
    this.framed = undefined;
  }

  /** The size of the frame: asked once, because asking while the page changes is slow. @type {{ width: number, height: number } | undefined} */
  framed;

  /** What can be seen of the frame: a sheet may cover its lower part. */
  room() {
    this.framed ??= { width: this.frame.clientWidth, height: this.frame.clientHeight };
    const { width, height } = this.framed;
    return { width: width - this.beside(), height: Math.max(height * 0.35, height - this.covered()) };
  }

  /** How much of the frame's right edge belongs to buttons; the desk sets it. @type {() => number} */
  beside = () => 0;

  /** How much of the frame's lower edge is covered; the desk sets it. @type {() => number} */
  covered = () => 0;

  /** Shows a map that has not been seen yet from the best sight; the desk sets it. @type {() => void} */
  openAgain = () => {};

  /** The scale at which the whole map is seen. */
  fitting() {
    const { width, height } = this.room();
    return Math.min(width / this.size.width, height / this.size.height) || 1;
  }

  /** Shows the whole map. */
  fit() {
    const scale = this.fitting();
    const { width, height } = this.room();
    this.liked = scale;
    this.sight = { scale, x: (width - this.size.width * scale) / 2, y: (height - this.size.height * scale) / 2 };
    this.whole = { ...this.sight };
    this.draw();
  }

  /** Fills the frame with the map: close enough to read, wide enough to find one's way. */
  cover() {
    if (this.fitting() >= WHOLE) {
      this.fit();
      return;
    }
    const { width, height } = this.room();
    const scale = Math.max(width / this.size.width, height / this.size.height);
    const readable = 0.5;
    this.sight.scale = Math.min(Math.max(scale, readable), Math.max(readable, this.fitting() * 2.2));
    this.liked = this.sight.scale;
    this.show((this.box.left + this.box.right) / 2, (this.box.top + this.box.bottom) / 2, { always: true });
  }

  /** @param {Sight} sight */
  set(sight) {
    this.sight = { ...sight };
    this.liked = sight.liked ?? sight.scale;
    this.keepInside();
  }

  /**
   * Brings a point of the map to the middle if it is not well in sight.
   * @param {number} x
   * @param {number} y
   * @param {{ always?: boolean }} [how]
   */
  show(x, y, how = {}) {
    if (!how.always && this.sees(x, y)) return;
    const { width, height } = this.room();
    const [right, down] = [(x - this.box.left) * this.sight.scale, (y - this.box.top) * this.sight.scale];
    this.sight.x = width / 2 - right;
    this.sight.y = height / 2 - down;
    this.keepInside(MARGIN);
    this.glides = true;
  }

  /** The scale that the player has chosen: the page goes further away for a question, and comes back to it. */
  liked = 1;

  /** Whether the page has gone further away than the player likes. */
  isAway() {
    return this.sight.scale < this.liked;
  }

  /**
   * Brings points of the map into sight together: from further away if need be, but not so far that nothing can be read.
   * @param {{ x: number, y: number }[]} points
   * @param {number} [border] how far they keep from the edge, in pixels
   */
  showPoints(points, border = BORDER) {
    if (!this.isAway() && points.every((at) => this.sees(at.x, at.y))) return;
    const [across, down] = [points.map((at) => at.x), points.map((at) => at.y)];
    const box = { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
    const { width, height } = this.room();
    const fitting = Math.min((width - 2 * border) / Math.max(1, box.right - box.left), (height - 2 * border) / Math.max(1, box.bottom - box.top));
    this.sight.scale = Math.min(this.liked, Math.max(fitting, READABLE, this.fitting()));
    this.show((box.left + box.right) / 2, (box.top + box.bottom) / 2, { always: true });
  }

  /**
   * Shows a small board: as near as all of it allows, whatever scale the player chose elsewhere.
   * @param {{ x: number, y: number }[]} points
   */
  showBoard(points) {
    this.liked = NEAR;
    const { width, height } = this.room();
    this.showPoints(points, Math.max(BORDER, Math.min(BOARD_BORDER, Math.min(width, height) / 7)));
    this.liked = this.sight.scale;
    this.shownBoard = { points, at: { ...this.sight } };
  }

  /** The small board that was shown last, and where it was seen from. @type {{ points: { x: number, y: number }[], at: Sight } | undefined} */
  shownBoard;

  /** The sight from which the whole map was seen last. @type {Sight | undefined} */
  whole;

  /** The frame has another size: a small board or a whole map that has not been moved is fitted anew. */
  fitAgain() {
    const { shownBoard: board, sight, whole } = this;
    const isAt = (/** @type {Sight} */ at) => sight.x === at.x && sight.y === at.y && sight.scale === at.scale;
    if (board && isAt(board.at)) this.showBoard(board.points);
    else if (whole && isAt(whole)) this.fit();
    else this.keepInside();
  }

  /**
   * Fits a part of the map into the frame, and keeps that as the scale that is liked.
   * @param {{ x: number, y: number }[]} corners
   */
  fitTo(corners) {
    const [across, down] = [corners.map((at) => at.x), corners.map((at) => at.y)];
    const box = { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
    const { width, height } = this.room();
    const fitting = Math.min((width - 2 * BORDER) / Math.max(1, box.right - box.left), (height - 2 * BORDER) / Math.max(1, box.bottom - box.top));
    this.sight.scale = Math.min(NEAR, Math.max(fitting, READABLE, this.fitting()));
    this.liked = this.sight.scale;
    this.show((box.left + box.right) / 2, (box.top + box.bottom) / 2, { always: true });
  }

  /**
   * Turns to the one of many points that is nearest to their middle, at the scale that the player likes.
   * @param {{ x: number, y: number }[]} points
   */
  showAmong(points) {
    const middle = { x: points.reduce((sum, at) => sum + at.x, 0) / points.length, y: points.reduce((sum, at) => sum + at.y, 0) / points.length };
    /** @param {{ x: number, y: number }} at */
    const distance = (at) => Math.hypot(at.x - middle.x, at.y - middle.y);
    const nearest = points.reduce((best, at) => distance(at) < distance(best) ? at : best);
    if (!this.isAway() && points.every((at) => this.sees(at.x, at.y))) return;
    this.sight.scale = this.liked;
    this.show(nearest.x, nearest.y, { always: true });
  }

  /** The part of the map that can be seen. */
  seen() {
    const { width, height } = this.room();
    const { x, y, scale } = this.sight;
    const [left, top] = [this.box.left - x / scale, this.box.top - y / scale];
    const [right, bottom] = [left + width / scale, top + height / scale];
    return {
      left: Math.max(left, this.box.left), top: Math.max(top, this.box.top), right: Math.min(right, this.box.right), bottom: Math.min(bottom, this.box.bottom),
    };
  }

  /**
   * Whether a point of the map is well in sight.
   * @param {number} x
   * @param {number} y
   * @param {number} [margin] how far from the edge, in pixels
   */
  sees(x, y, margin = 40) {
    const { width, height } = this.room();
    const left = this.sight.x + (x - this.box.left) * this.sight.scale;
    const top = this.sight.y + (y - this.box.top) * this.sight.scale;
    return left > margin && left < width - margin && top > margin && top < height - margin;
  }

  /**
   * @param {number} factor
   * @param {number} [x] of the frame; its middle unless told
   * @param {number} [y]
   */
  zoomBy(factor, x = this.room().width / 2, y = this.room().height / 2) {
    const scale = Math.min(CLOSEST, Math.max(this.fitting() * 0.8, this.sight.scale * factor));
    const ratio = scale / this.sight.scale;
    this.liked = scale;
    this.sight = { scale, x: x - (x - this.sight.x) * ratio, y: y - (y - this.sight.y) * ratio };
    this.keepInside();
  }

  /**
   * @param {number} right
   * @param {number} down
   */
  panBy(right, down) {
    this.sight.x -= right;
    this.sight.y -= down;
    this.keepInside();
  }

  /** @param {number} [slack] how much of the desk may be seen beside the map */
  keepInside(slack = 70) {
    const { width, height } = this.room();
    const { scale } = this.sight;
    const [mapWidth, mapHeight] = [this.size.width * scale, this.size.height * scale];
    /** @param {number} at @param {number} map @param {number} frame */
    const clamp = (at, map, frame) =>
      map <= frame ? Math.min(Math.max(at, -slack), frame - map + slack) : Math.min(slack, Math.max(frame - map - slack, at));
    this.sight.x = clamp(this.sight.x, mapWidth, width);
    this.sight.y = clamp(this.sight.y, mapHeight, height);
    this.draw();
  }

  apply() {
    const { x, y, scale } = this.sight;
    if (this.glides) {
      this.glides = false;
      this.sheet.classList.add("gliding");
      clearTimeout(this.gliding);
      this.gliding = setTimeout(() => this.sheet.classList.remove("gliding"), GLIDE);
    }
    this.sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale / this.grain})`;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      // A gliding map is drawn anew when it has arrived.
      if (this.sheet.classList.contains("gliding")) {
        this.apply();
        return;
      }
      this.sheet.classList.remove("moving");
      if (scale > this.grain * SOFT || scale < this.grain * VAIN) this.lay();
      this.onChange({ ...this.sight, liked: this.liked });
    }, REST);
  }

  /**
   * Has the map drawn in the size in which it is seen now. While it moves the picture stays as it was drawn, and only its
   * transform changes.
   */
  lay() {
    const { x, y, scale } = this.sight;
    this.grain = scale;
    this.draws(scale);
    this.sheet.style.transform = `translate(${x}px, ${y}px) scale(1)`;
  }

  /** The scale in which the map was drawn. */
  grain = 1;

  /** Lays the map out in a scale; the desk sets it. @type {(scale: number) => void} */
  draws = () => {};

  /** Whether the map glides to its next sight. */
  glides = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  settling;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  gliding;

  /** @param {PointerEvent} event */
  press(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) {
      this.dragged = false;
      this.from = { x: event.clientX, y: event.clientY };
    }
  }

  /** @type {{ x: number, y: number } | undefined} */
  from;

  /** @param {PointerEvent} event */
  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const others = [...this.fingers.entries()].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length === 0) {
      if (!this.dragged && this.from && Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) < 6) return;
      if (!this.dragged) this.frame.setPointerCapture(event.pointerId);
      this.dragged = true;
      this.panBy(finger.x - event.clientX, finger.y - event.clientY);
    } else {
      const other = others[0];
      const box = this.frame.getBoundingClientRect();
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      this.dragged = true;
      this.panBy((finger.x - event.clientX) / 2, (finger.y - event.clientY) / 2);
      const [x, y] = [(event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top];
      if (before > 0) this.zoomBy(after / before, x, y);
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  release(event) {
    this.fingers.delete(event.pointerId);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const lines = event.deltaMode === 1 ? 24 : 1;
    const step = Math.max(-120, Math.min(120, event.deltaY * lines));
    this.zoomBy(Math.exp(-step / 400), event.clientX - box.left, event.clientY - box.top);
  }
}
