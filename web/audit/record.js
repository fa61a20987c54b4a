// @ts-check
// What a record says about its dice.

/** @typedef {{ value: number, of: number, hidden: boolean, line: number }} Die */
/** @typedef {{ source: string[], dice: Die[], secret: string, sealed: boolean }} Dice */

/**
 * @param {string} text
 * @returns {Dice}
 */
export function diceOf(text) {
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (lines[0] !== "westfront-record 1") throw new Error("A record begins with 'westfront-record 1'.");
  const end = lines.indexOf("---");
  if (end < 0) throw new Error("The record ends before the line '---'.");
  const source = lines.slice(0, end).find((line) => line.startsWith("dice: "));
  /** @type {Die[]} */
  const dice = [];
  let secret = "";
  let sealed = false;
  for (const [index, line] of lines.entries()) {
    if (index <= end || line === "" || line.startsWith("#") || line.startsWith("= turn ")) continue;
    if (line.startsWith("result: ")) continue;
    if (line.startsWith("secret: ")) {
      secret = line.slice(8);
      continue;
    }
    sealed ||= / sealed [0-9a-f]+/.test(line);
    const shown = line.match(/ \[([^\]]*)\]$/);
    for (const word of shown ? shown[1].split(/\s+/) : []) dice.push(dieOf(word, index + 1));
  }
  return { source: (source ?? "").slice(6).split(/\s+/), dice, secret, sealed };
}

/**
 * `4` is a die, `3/11` one of eleven things drawn, `~` marks what was drawn in secret.
 * @param {string} word
 * @param {number} line
 * @returns {Die}
 */
function dieOf(word, line) {
  const match = word.match(/^(~?)(\d+)(?:\/(\d+))?$/);
  if (!match) throw new Error(`Line ${line}: '${word}' is not a die.`);
  return { hidden: match[1] === "~", value: Number(match[2]), of: Number(match[3] ?? 6), line };
}
