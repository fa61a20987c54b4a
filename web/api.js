// @ts-check
// Requests to the server that served this page, and to no other.

import { sentence } from "./words.js";

/** @import { Reason } from "./types/wire" */

/** A request that the server refused. */
export class Refused extends Error {
  /**
   * @param {string} error
   * @param {Reason[]} reasons
   * @param {number} status
   */
  constructor(error, reasons = [], status = 0) {
    super(error);
    this.reasons = reasons;
    this.status = status;
    /** Said by a lesson: `back`, or `unsaid` if the answer can be tried nevertheless. */
    this.lesson = "";
  }
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function get(path) {
  return read(await fetch(path));
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<T>}
 */
export async function post(path, body) {
  const plain = typeof body === "string";
  return read(await fetch(path, {
    method: "POST",
    headers: { "Content-Type": plain ? "text/plain" : "application/json" },
    body: plain ? body : JSON.stringify(body),
  }));
}

/** @param {string} path */
export async function getText(path) {
  const answer = await fetch(path);
  if (!answer.ok) await read(answer);
  return answer.text();
}

/** @param {Response} answer */
async function read(answer) {
  const text = await answer.text();
  let body;
  try {
    body = text ? JSON.parse(text) : {};
  } catch {
    body = { error: text.slice(0, 200) };
  }
  if (!answer.ok) throw new Refused(sentence(body.error ?? `The server answered ${answer.status}`), body.reasons ?? [], answer.status);
  return body;
}

/** This browser's part in the dice of a table: sixteen random bytes in hexadecimal. */
export function nonce() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
