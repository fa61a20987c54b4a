// @ts-check
// The exact odds of answers, asked of the server once for each question.

import { Refused } from "./api.js";

/** @import { Table } from "./state.js" */
/** @import { Odds } from "./types/wire" */

export class Chances {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Map<string, Promise<Odds | Error>>} */
    this.asked = new Map();
    /** Called with odds that have become known. @type {(play: string, odds: Odds) => void} */
    this.onKnown = () => {};
    let rev = -1;
    table.on("decision", () => {
      if (rev === table.rev) return;
      rev = table.rev;
      this.asked.clear();
    });
  }

  /**
   * The odds of an answer, after others have been given on a copy; an error says why there are none.
   * @param {string} play
   * @param {string[]} [before]
   * @returns {Promise<Odds | Error>}
   */
  of(play, before = []) {
    const key = JSON.stringify([this.table.rev, before, play]);
    const known = this.asked.get(key);
    if (known) return known;
    const { rev } = this.table;
    const answer = this.table.odds(play, before).then((odds) => {
      if (rev === this.table.rev) this.onKnown(play, odds);
      return odds;
    }).catch((error) => error instanceof Refused ? error : new Refused("The odds could not be computed."));
    this.asked.set(key, answer);
    return answer;
  }
}
