// @ts-check
// What this browser remembers: preferences, the place on each map, what has been read.

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  try {
    const text = localStorage.getItem(`westfront.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function remember(key, value) {
  try {
    localStorage.setItem(`westfront.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** @typedef {"system" | "light" | "dark"} Light */

/** Puts the chosen light on the page; called before the first paint. */
export function applyLight() {
  const light = recall("light", /** @type {Light} */ ("system"));
  const root = document.documentElement;
  root.classList.toggle("dark", light === "dark");
  root.classList.toggle("light", light === "light");
}

/** The next of system, light and dark. */
export function turnLight() {
  const order = /** @type {Light[]} */ (["system", "light", "dark"]);
  const next = order[(order.indexOf(recall("light", "system")) + 1) % order.length];
  remember("light", next);
  applyLight();
  return next;
}
