// @ts-check
// Which symbol of the sheet shows a counter's face. Faces missing on the sheet are made from others: the back
// of a garrison that is still face down, and a unit within the walls of its fort. No unit may be invisible.

import { svg } from "../dom.js";
import { bring, unbrought } from "./inline.js";

/** The walls of a fort, with a bastion at each corner. */
const WALLS = "M12 12H86V84H12Z";
const BASTIONS = "M12 2L22 12 12 22 2 12ZM86 2L96 12 86 22 76 12ZM12 74L22 84 12 94 2 84ZM86 74L96 84 86 94 76 84Z";
/** A fort as the map draws it: five sides, the point towards the enemy. */
const FORT = "M49 11L85.1 37.3 71.3 79.7H26.7L12.9 37.3Z";

/**
 * The id of the symbol of a counter's face.
 * @param {string} unit
 * @param {string} face
 */
export function faceId(unit, face) {
  const id = `face-${slug(unit)}-${slug(face)}`;
  const sheet = document.querySelector("svg.symbols");
  bring(id, sheet);
  if (document.getElementById(id)) return id;
  const start = `face-${slug(unit)}-`;
  const drawn = [...document.querySelectorAll(`symbol[id^="${start}"]:not([data-made])`)].map((symbol) => symbol.id);
  const faces = [...drawn, ...unbrought(start)];
  if (faces.length === 0) return id;
  const [front, back] = [faces.find((one) => one.endsWith("-full")) ?? faces[0], faces.find((one) => one.endsWith("-reduced")) ?? faces[faces.length - 1]];
  const like = face.endsWith("back") ? back : front;
  bring(like, sheet);
  const shown = document.getElementById(like);
  if (!shown) return id;
  if (face === "face down") return faceDown(shown);
  return face.startsWith("inside") ? inside(shown, id) : like;
}

/**
 * The back of a counter that is still face down, in the colour of its owner: a fort with an unknown garrison.
 * @param {Element} face one that was drawn for it
 */
function faceDown(face) {
  const plate = face.querySelector("use")?.getAttribute("href") ?? "";
  const id = `face-down-${plate.slice(1)}`;
  if (!document.getElementById(id)) {
    face.after(svg("symbol", { id, viewBox: "0 0 100 100", "data-made": true }, svg("use", { href: plate }),
      svg("path", { class: "cf-walls", d: FORT }),
      svg("text", { class: "cf-factors", transform: "translate(49 65) scale(1.35)" }, "?")));
  }
  return id;
}

/**
 * A counter inside a fort: its own face within the walls.
 * @param {Element} face
 * @param {string} id
 */
function inside(face, id) {
  face.after(svg("symbol", { id, viewBox: "0 0 100 100", "data-made": true },
    svg("use", { href: face.querySelector("use")?.getAttribute("href") ?? "" }),
    svg("path", { class: "cf-walls", d: WALLS }),
    svg("path", { class: "cf-bastions", d: BASTIONS }),
    svg("use", { href: `#${face.id}`, class: "cf-within", width: 68, height: 68, x: 15, y: 14 })));
  return id;
}

/** @param {string} text */
function slug(text) {
  return text.replace(/[^A-Za-z0-9.-]/gu, (letter) => `_${(letter.codePointAt(0) ?? 0).toString(16)}_`);
}
