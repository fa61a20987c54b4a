// @ts-check
// The socket of a table: messages, answers to questions, and coming back after a break.

import { Refused } from "./api.js";

/** @import { ServerMessage, Viewer } from "./types/protocol" */

/** @typedef {{ resolve: (message: any) => void, reject: (reason: Error) => void }} Waiting */

const LONGEST_PAUSE = 8000;

/**
 * Where the socket of a table is.
 * @param {string} table
 */
export function addressOf(table) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
}

export class Link {
  /**
   * @param {string} table
   * @param {{ onMessage: (message: ServerMessage) => void, onState: (isOpen: boolean) => void,
   *   hello: () => { seat?: Viewer | null, rev?: number } }} hooks
   * @param {WebSocket} [early] an unused connection to the table
   */
  constructor(table, hooks, early) {
    this.hooks = hooks;
    this.url = addressOf(table);
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.lastId = 0;
    this.pause = 300;
    this.isOpen = false;
    if (early && early.readyState <= WebSocket.OPEN) this.use(early);
    else this.connect();
    // A laptop that wakes up should not wait for the next try.
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.connect();
    });
  }

  /** @type {WebSocket | undefined} */
  socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  retry;

  connect() {
    const state = this.socket?.readyState;
    if (state === WebSocket.CONNECTING || state === WebSocket.OPEN) return;
    clearTimeout(this.retry);
    this.use(new WebSocket(this.url));
  }

  /** @param {WebSocket} socket */
  use(socket) {
    this.socket = socket;
    socket.onopen = () => {
      this.isOpen = true;
      this.pause = 300;
      this.hello();
      this.hooks.onState(true);
    };
    if (socket.readyState === WebSocket.OPEN) socket.onopen(new Event("open"));
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      this.isOpen = false;
      for (const waiting of this.waiting.values()) waiting.reject(new Refused("The connection was lost."));
      this.waiting.clear();
      this.hooks.onState(false);
      this.retry = setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(LONGEST_PAUSE, this.pause * 1.7);
    };
  }

  /** Opens a new socket: this browser has become somebody else to the server. */
  reconnect() {
    this.pause = 0;
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) this.socket.close();
    else this.connect();
  }

  hello() {
    this.send({ type: "hello", ...this.hooks.hello() });
  }

  /** @param {ServerMessage} message */
  receive(message) {
    const id = "id" in message ? message.id : undefined;
    const waiting = id === undefined ? undefined : this.waiting.get(id);
    if (id !== undefined && waiting) {
      this.waiting.delete(id);
      if (message.type === "refused") {
        const refused = new Refused(message.error, message.reasons ?? []);
        refused.lesson = message.lesson ?? "";
        if (message.stale) this.hello();
        waiting.reject(refused);
      } else {
        waiting.resolve(message);
      }
      return;
    }
    this.hooks.onMessage(message);
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Sends a message and waits for its direct answer.
   * @param {Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  ask(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("There is no connection to the table."));
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ ...message, id });
    });
  }
}
