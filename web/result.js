// @ts-check
// A result as records write it, `german breakthrough (13.1)`, in words.

/**
 * What kind of victory it was; the winners are named elsewhere.
 * @param {string} text
 */
function resultWords(text) {
  const words = text.replace(/\s*\([\d., ]+\)$/, "").replace(/^[a-z+-]+\s*/, "");
  return words ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : "";
}

/**
 * The same as the end of a sentence that begins with who has won: ` by holding out.`, `: tactical victory.`, or the full stop alone.
 * @param {string} text
 */
export function resultTail(text) {
  const words = resultWords(text);
  if (words === "" || words === "Victory." || words === "Draw.") return ".";
  // A nation keeps its capital letter.
  const plain = /^(Allied|British|French|German)\b/.test(words) ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
  return /^(by|as) /.test(plain) ? ` ${plain}` : `: ${plain}`;
}

/**
 * The cases it rests on.
 * @param {string} text
 */
export function resultCases(text) {
  return text.match(/\(([\d., ]+)\)$/)?.[1].split(/[, ]+/).filter(Boolean) ?? [];
}
