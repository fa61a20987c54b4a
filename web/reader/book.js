// @ts-check
// A manual in this browser: its contents are fetched once, its pages when they are opened.

import { get, getText } from "../api.js";
import { el, refill } from "../dom.js";

/** @typedef {{ anchor: string, number: string, title: string }} Section */
/** @typedef {{ id: string, number: string, title: string, sections: Section[] }} Page */
/** @typedef {{ chapter: string, anchor: string, number: string, title: string, text: string }} Entry */
/** @typedef {{ game: string, name: string, pages: Page[], anchors: Record<string, string>, search: Entry[] }} Contents */

/** The most sections that a search finds. */
const MOST_FOUND = 40;
/** How many letters are shown around the first word that was found. */
const AROUND = 70;

export class Book {
  /** @param {Contents} contents */
  constructor(contents) {
    this.contents = contents;
    /** @type {Map<string, Promise<string>>} */
    this.pages = new Map();
  }

  /** @param {string} game */
  static async open(game) {
    return new Book(/** @type {Contents} */ (await get(`/api/games/${game}/manual`)));
  }

  /**
   * The page on which a case or clause is explained, and its anchor there.
   * @param {string} number
   * @returns {[string, string] | null}
   */
  placeOf(number) {
    const { anchors } = this.contents;
    const known = [number, number.replace(/[a-z]+$/, "")].find((one) => one in anchors);
    return known ? [anchors[known], known] : null;
  }

  /** @param {string} id */
  page(id) {
    const known = this.pages.get(id);
    if (known) return known;
    const page = getText(`/api/games/${this.contents.game}/manual/${id}`);
    this.pages.set(id, page);
    page.catch(() => this.pages.delete(id));
    return page;
  }

  /**
   * The address of a page, as a link anywhere in the manual has it.
   * @param {string} id
   * @param {string} [anchor]
   */
  address(id, anchor) {
    return `/manual/${this.contents.game}/${id}${anchor ? `#${anchor}` : ""}`;
  }

  /**
   * The page and the anchor that an address of this manual means; nothing for other addresses.
   * @param {string} address
   * @returns {[string, string] | null}
   */
  read(address) {
    const url = new URL(address, location.href);
    const [, kind, game, page] = url.pathname.split("/");
    if (url.origin !== location.origin || kind !== "manual" || game !== this.contents.game) return null;
    return [page || this.contents.pages[0].id, decodeURIComponent(url.hash.slice(1))];
  }

  /**
   * The sections in which all words stand, the best first.
   * @param {string} words
   */
  search(words) {
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    if (wanted.length === 0) return [];
    const found = [];
    for (const entry of this.contents.search) {
      const [title, text] = [entry.title.toLowerCase(), entry.text.toLowerCase()];
      if (!wanted.every((word) => title.includes(word) || text.includes(word) || entry.number.startsWith(word))) continue;
      let weight = 0;
      for (const word of wanted) {
        if (entry.number === word) weight += 100;
        else if (entry.number.startsWith(word)) weight += 20;
        if (title.includes(word)) weight += 10;
        weight += Math.min(4, text.split(word).length - 1);
      }
      found.push({ entry, weight });
    }
    return found.sort((one, other) => other.weight - one.weight).slice(0, MOST_FOUND).map((one) => one.entry);
  }
}

/**
 * The contents as a list of links.
 * @param {Book} book
 */
export function contentsList(book) {
  return el("nav", { class: "contents", "aria-label": "Contents" }, el("ol", {}, ...book.contents.pages.map((page) =>
    el("li", { "data-page": page.id },
      el("a", { href: book.address(page.id) }, el("span", { class: "number" }, page.number), " ", page.title),
      page.sections.length ? el("ol", {}, ...page.sections.map((section) => el("li", {},
        el("a", { href: book.address(page.id, section.anchor) }, el("span", { class: "number" }, section.number), " ", section.title)))) : null))));
}

/**
 * The finds of a search, as a list of links.
 * @param {Book} book
 * @param {string} words
 */
export function foundList(book, words) {
  const found = book.search(words);
  if (found.length === 0) return el("p", { class: "quiet-words" }, "Nothing in this manual has all these words.");
  return el("ol", { class: "found" }, ...found.map((entry) => el("li", {},
    el("a", { href: book.address(entry.chapter, entry.anchor) }, el("b", {}, `${entry.number} ${entry.title}`.trim())),
    el("div", { class: "quiet-words" }, snippet(entry.text, words)))));
}

/**
 * @param {string} text
 * @param {string} words
 */
function snippet(text, words) {
  const first = words.toLowerCase().split(/\s+/).filter(Boolean).map((word) => text.toLowerCase().indexOf(word)).find((at) => at >= 0) ?? 0;
  const start = Math.max(0, first - AROUND);
  return `${start > 0 ? "…" : ""}${text.slice(start, first + 2 * AROUND)}…`;
}

/**
 * Puts a page into an area and shows the paragraph of an anchor.
 * @param {Book} book
 * @param {HTMLElement} area
 * @param {string} page
 * @param {string} anchor
 */
export async function showPage(book, area, page, anchor) {
  if (area.dataset.page !== page) {
    const text = await book.page(page);
    // The server draws the page from the pack; nothing that a user wrote is in it.
    const drawn = new DOMParser().parseFromString(text, "text/html");
    refill(area, ...drawn.body.childNodes);
    area.dataset.page = page;
  }
  for (const old of area.querySelectorAll(".read-here")) old.classList.remove("read-here");
  const mark = anchor ? area.querySelector(`[id="${CSS.escape(anchor)}"]`) : null;
  const place = mark?.classList.contains("anchor") ? mark.parentElement : mark;
  if (place) {
    place.classList.add("read-here");
    place.scrollIntoView({ block: "start" });
  } else {
    area.scrollTop = 0;
    if (area.tagName === "MAIN") scrollTo(0, 0);
  }
}
