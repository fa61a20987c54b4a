// @ts-check
// The manual beside the board: a case number anywhere at the table opens its paragraph.

import { byId, el, refill } from "../dom.js";
import { Book, contentsList, foundList, showPage } from "../reader/book.js";
import { explainRulings } from "../reader/rulings.js";

/** @import { Title } from "../types/wire" */

/**
 * Opens the manual of a game beside the board whenever a case number is clicked.
 * A finger cannot hover: its first tap shows what the case says, with a button that leads here.
 * @param {Title} title
 */
export function manualBeside(title) {
  const panel = new ManualPanel(title.id);
  explainRulings((address) => panel.followAddress(address));
  document.addEventListener("click", (event) => {
    const chip = event.target instanceof Element ? event.target.closest("button[data-case]") : null;
    const number = chip?.getAttribute("data-case") ?? "";
    if (!number) return;
    const byFinger = event instanceof PointerEvent && event.pointerType === "touch";
    const card = document.getElementById("case-card");
    if (byFinger && card) {
      // The card closes when the finger's tap becomes a click elsewhere; the touch itself comes before that.
      const read = (/** @type {Event} */ touch) => {
        touch.preventDefault();
        card.hidden = true;
        panel.openCase(number);
      };
      card.append(el("button", { type: "button", class: "quiet read-rule", ontouchend: read, onclick: read,
        onpointerover: (/** @type {Event} */ over) => over.stopPropagation() }, "Read the rule"));
    } else {
      panel.openCase(number);
    }
  });
  return panel;
  return panel;
}

export class ManualPanel {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Promise<Book> | null} */
    this.book = null;
    this.area = el("div", { class: "manual-page", tabindex: -1 });
    this.list = el("div", { class: "manual-list", hidden: true });
    this.whole = el("a", { class: "quiet-words", href: `/manual/${game}`, target: "_blank", title: "The manual on a page of its own" }, "On its own page");
    this.words = el("input", { type: "search", placeholder: "Search", "aria-label": "Search the manual", autocomplete: "off", oninput: () => this.search() });
    this.panel = el("aside", { id: "manual", class: "manual-panel", "aria-label": "The manual", hidden: true },
      el("header", { class: "manual-head" },
        el("button", { type: "button", class: "back", onclick: () => this.close() }, "← Back to the table"),
        el("button", { type: "button", class: "quiet", onclick: () => this.contents() }, "Contents"),
        this.words, this.whole),
      this.list, this.area);
    this.panel.addEventListener("click", (event) => this.follow(event));
    this.panel.addEventListener("keydown", (event) => {
      // Keys in the manual do not play at the table.
      event.stopPropagation();
      if (event.key === "Escape") this.close();
    });
    document.body.append(this.panel);
  }

  open() {
    this.book ??= Book.open(this.game);
    this.panel.hidden = false;
    document.body.classList.add("has-manual");
    return this.book;
  }

  /** @param {string} number */
  async openCase(number) {
    this.before = document.activeElement;
    const book = await this.open();
    const [page, anchor] = book.placeOf(number) ?? [book.contents.pages[0].id, ""];
    await this.go(page, anchor);
    this.area.focus({ preventScroll: true });
  }

  /** Opens the manual where it was left, or at its beginning. */
  async openAnywhere() {
    this.before = document.activeElement;
    if (!this.area.dataset.page) refill(this.area, el("p", { class: "quiet-words" }, "The book is being opened."));
    const book = await this.open();
    if (!this.area.dataset.page) await this.go(book.contents.pages[0].id, "");
  }

  get isOpen() {
    return !this.panel.hidden;
  }

  close() {
    this.panel.hidden = true;
    document.body.classList.remove("has-manual");
    if (this.before instanceof HTMLElement && this.before.isConnected) this.before.focus({ preventScroll: true });
    else byId("decision").focus({ preventScroll: true });
  }

  /**
   * @param {string} page
   * @param {string} anchor
   */
  async go(page, anchor) {
    if (!this.area.dataset.page) refill(this.area, el("p", { class: "quiet-words" }, "The book is being opened."));
    const book = await this.open();
    this.list.hidden = true;
    this.whole.href = book.address(page, anchor);
    try {
      await showPage(book, this.area, page, anchor);
    } catch {
      refill(this.area, el("p", { role: "alert" }, "This page of the manual could not be opened."));
      delete this.area.dataset.page;
    }
  }

  async contents() {
    const book = await this.open();
    const isOpen = !this.list.hidden && this.list.dataset.shows === "contents";
    this.list.dataset.shows = "contents";
    refill(this.list, contentsList(book));
    this.list.hidden = isOpen;
  }

  async search() {
    const book = await this.open();
    const words = this.words.value.trim();
    this.list.dataset.shows = "found";
    this.list.hidden = words === "";
    if (words) refill(this.list, foundList(book, words));
  }

  /** @param {MouseEvent} event */
  async follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link === this.whole || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    const address = link.href;
    if (new URL(address).pathname.startsWith("/try/")) {
      link.target = "_blank";
      return;
    }
    if (!address.includes(`/manual/${this.game}/`)) return;
    event.preventDefault();
    await this.followAddress(address);
  }

  /** @param {string} address */
  async followAddress(address) {
    const place = (await this.open()).read(address);
    if (place) await this.go(...place);
  }
}
