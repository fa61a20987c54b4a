// @ts-check
// What this browser saw of a table's dice before the game, against what the record says after it.

import { pledgeOf } from "../pledge.js";
import { diceOf } from "./record.js";

/**
 * @param {string} text
 * @returns {{ good: boolean, sentence: string }}
 */
export function ownPart(text) {
  const [kind, commitment, , game, , ...nonces] = diceOf(text).source;
  const note = kind === "audited" ? pledgeOf(game) : undefined;
  if (!note) {
    return { good: true, sentence: "This browser has no note of this table: that the server did not choose the dice, the browsers of its players can say." };
  }
  if (note.commitment !== commitment) {
    return { good: false, sentence: `Before the game this browser was shown another commitment: ${note.commitment}. The server has changed its secret.` };
  }
  if (!nonces.includes(note.nonce)) {
    return { good: true, sentence: "The commitment is the one that this browser was shown. This browser gave no nonce of its own." };
  }
  return { good: true, sentence: "The commitment is the one that this browser was shown before it gave its nonce, and the nonce is in the record: the server could not choose these dice." };
}
