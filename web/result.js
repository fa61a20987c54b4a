// @ts-check
// A result as records write it, `german breakthrough (13.1)`, in words.

/**
 * What kind of victory it was; the winners are named elsewhere.
 * @param {string} text
 */
export function resultWords(text) {
  const words = text.replace(/\s*\([\d., ]+\)$/, "").replace(/^[a-z+-]+\s*/, "");
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : "";
}

/**
 * The cases it rests on.
 * @param {string} text
 */
export function resultCases(text) {
  return text.match(/\(([\d., ]+)\)$/)?.[1].split(/[, ]+/).filter(Boolean) ?? [];
}
