// @ts-check
// Computes every die of a record again.

import { ChaCha8 } from "./chacha.js";
import { diceOf } from "./record.js";

/** @typedef {{ good: boolean, sentence: string, facts: [string, string][] }} Verdict */

/**
 * @param {string} text
 * @returns {Promise<Verdict>}
 */
export async function verify(text) {
  const { source, dice, secret, sealed } = diceOf(text);
  /** @type {[string, string][]} */
  const facts = [];
  const key = await keyOf(source, secret, facts);
  if (typeof key === "string") return { good: false, sentence: key, facts };
  if (sealed) return { good: false, sentence: "Some lines are sealed: only the full record of a finished game can be audited.", facts };
  const open = new ChaCha8(key, 0);
  const hidden = new ChaCha8(key, 1);
  for (const [index, die] of dice.entries()) {
    const value = (die.hidden ? hidden : open).roll(die.of);
    if (value !== die.value) {
      return { good: false, sentence: `Die ${index + 1}, in line ${die.line}, should show ${value}; the record has ${die.value}.`, facts };
    }
  }
  facts.push(["dice compared", String(dice.length)]);
  return { good: true, sentence: `All ${dice.length} dice are as the generator gave them, and the generator was fixed before the first of them was rolled.`, facts };
}

/**
 * The key of the dice, or why there is none.
 * @param {string[]} source
 * @param {string} secret
 * @param {[string, string][]} facts
 * @returns {Promise<Uint8Array | string>}
 */
async function keyOf(source, secret, facts) {
  if (!crypto.subtle) return "This browser gives its cryptography only to pages over https or from this machine.";
  if (source[0] === "seed") {
    facts.push(["seed", source[1]]);
    const bytes = new DataView(new ArrayBuffer(8));
    bytes.setBigUint64(0, BigInt(source[1]), true);
    return digest(new Uint8Array(bytes.buffer));
  }
  if (source[0] !== "audited") return "The dice of this record are hidden: the game is not over yet.";
  const [, commitment, , game, , ...nonces] = source;
  facts.push(["table", game], ["commitment", commitment], ["nonces", nonces.join(" ")]);
  if (!secret) return "The secret is not in this record: the game is not over yet.";
  const bytes = fromHex(secret);
  facts.push(["secret", secret]);
  if (toHex(await digest(bytes)) !== commitment) return "The secret does not fit the commitment that was published before the game.";
  const mac = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const message = new TextEncoder().encode([game, ...nonces].join("\n"));
  const key = new Uint8Array(await crypto.subtle.sign("HMAC", mac, message));
  facts.push(["key", toHex(key)]);
  return key;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function digest(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function fromHex(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}
