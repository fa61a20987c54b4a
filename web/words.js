// @ts-check
// Small words.

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * With a capital and a full stop.
 * @param {string} text
 */
export function sentence(text) {
  const first = capital(text);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
