// @ts-check
// What this browser remembers: preferences, the place on each map, what has been read.

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  if (soon.has(key)) return /** @type {T} */ (soon.get(key));
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
  soon.delete(key);
  try {
    localStorage.setItem(`westfront.${key}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Values that wait for a quiet moment to be stored. @type {Map<string, unknown>} */
const soon = new Map();

/**
 * The same for values that change with every answer: they are stored when the page has nothing else to do.
 * @param {string} key
 * @param {unknown} value
 */
export function rememberSoon(key, value) {
  if (soon.size === 0) setTimeout(writeDown, 400);
  soon.set(key, value);
}

function writeDown() {
  for (const [key, value] of [...soon]) remember(key, value);
}

// Nothing is lost by leaving.
addEventListener("pagehide", writeDown);
document.addEventListener("visibilitychange", writeDown);

/** @typedef {"system" | "light" | "dark"} Light */

/** Puts the chosen light on the page; called before the first paint. */
export function applyLight() {
  const light = recall("light", /** @type {Light} */ ("system"));
  const root = document.documentElement;
  root.classList.toggle("dark", light === "dark");
  root.classList.toggle("light", light === "light");
}

/** The lights in words. @type {Record<Light, string>} */
export const LIGHTS = { system: "as the system has it", light: "day", dark: "lamp" };

/** @param {Light} light */
export function setLight(light) {
  remember("light", light);
  applyLight();
}

/** The next of system, light and dark, in words. */
export function turnLight() {
  const order = /** @type {Light[]} */ (Object.keys(LIGHTS));
  const next = order[(order.indexOf(recall("light", /** @type {Light} */ ("system"))) + 1) % order.length];
  setLight(next);
  return LIGHTS[next];
}
