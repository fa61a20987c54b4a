// @ts-check
// The reader: a manual as a page of its own, with contents and search.

import { get, Refused } from "./api.js";
import { openCasebook, explainCases } from "./cases.js";
import { byId, el, refill } from "./dom.js";
import { Book, contentsList, foundList, showPage } from "./reader/book.js";
import { explainRulings } from "./reader/rulings.js";
import { applyLight } from "./settings.js";

/** @import { Games } from "./types/protocol" */
/** @import { Title } from "./types/wire" */

applyLight();
start().catch((error) => {
  const words = error instanceof Refused ? error.message : "The manual could not be opened.";
  refill(byId("page"), el("p", { role: "alert" }, words));
  if (!(error instanceof Refused)) throw error;
});

async function start() {
  const game = location.pathname.split("/")[2] ?? "";
  if (!game) return chooseGame();
  const book = await Book.open(game);
  refill(byId("name"), book.contents.name);
  document.title = `${book.contents.name} · Westfront`;
  refill(byId("contents"), contentsList(book));
  explainRulings();
  get(`/api/games/${game}`).then((title) => {
    openCasebook(/** @type {Title} */ (title));
    explainCases();
  }).catch(() => undefined);
  const search = /** @type {HTMLInputElement} */ (byId("search"));
  const go = async () => {
    const [page, anchor] = book.read(location.href) ?? [book.contents.pages[0].id, ""];
    openContents(false);
    byId("found").hidden = true;
    await showPage(book, byId("page"), page, anchor);
    lightContents(page);
    showSteps(book, page);
  };
  search.addEventListener("input", () => {
    const words = search.value.trim();
    byId("found").hidden = words === "";
    if (words) refill(byId("found"), foundList(book, words));
  });
  search.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      search.value = "";
      byId("found").hidden = true;
    }
  });
  byId("contents-button").addEventListener("click", () => openContents(!document.body.classList.contains("contents-open")));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || !book.read(link.href)) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    go();
  });
  addEventListener("popstate", go);
  await go();
}

/** @param {boolean} open */
function openContents(open) {
  document.body.classList.toggle("contents-open", open);
  byId("contents-button").setAttribute("aria-expanded", String(open));
}

/** @param {string} page */
function lightContents(page) {
  for (const entry of byId("contents").querySelectorAll("[data-page]")) {
    const isHere = entry.getAttribute("data-page") === page;
    entry.classList.toggle("open", isHere);
    if (isHere) entry.scrollIntoView({ block: "nearest" });
  }
}

/**
 * @param {Book} book
 * @param {string} page
 */
function showSteps(book, page) {
  const { pages } = book.contents;
  const here = pages.findIndex((entry) => entry.id === page);
  const [before, after] = [pages[here - 1], pages[here + 1]];
  refill(byId("steps"),
    before ? el("a", { rel: "prev", href: book.address(before.id) }, `← ${before.number} ${before.title}`) : el("span"),
    after ? el("a", { rel: "next", href: book.address(after.id) }, `${after.number} ${after.title} →`) : el("span"));
}

async function chooseGame() {
  const { games } = /** @type {Games} */ (await get("/api/games"));
  refill(byId("page"), el("article", { class: "chapter cover" }, el("h1", {}, "The manuals"),
    el("ul", {}, ...games.map((game) => el("li", {}, el("a", { href: `/manual/${game.id}` }, game.name))))));
}
