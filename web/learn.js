// @ts-check
// The course of a game, and the way into one of its lessons.

import { get, post, Refused } from "./api.js";
import { byId, el, refill } from "./dom.js";
import { playAlone } from "./panels/curtain.js";
import { briefingsOf } from "./briefings.js";
import { courseOf, firstBattle, inWords, marksOf, nextLesson } from "./school.js";
import { applyLight } from "./settings.js";
import { capital } from "./words.js";

/** @import { Course, Games, TableInfo } from "./types/protocol" */

applyLight();
start().catch((error) => {
  const words = error instanceof Refused ? error.message : "The lesson could not be set up.";
  refill(byId("course"), el("p", { role: "alert" }, words), el("a", { class: "button", href: "/" }, "To the lobby"));
  if (!(error instanceof Refused)) throw error;
});

async function start() {
  const [, , game, lesson] = location.pathname.split("/");
  if (lesson) await open(game, lesson);
  else await list(game);
}

/**
 * Sits down to a lesson, where it was left unless it is done or wanted anew.
 * @param {string} game
 * @param {string} lesson
 */
async function open(game, lesson) {
  const mark = marksOf(game)[lesson];
  const again = new URLSearchParams(location.search).has("again") || mark?.done === true;
  const { table } = /** @type {{ table: TableInfo }} */ (await post(`/api/games/${game}/lessons/${lesson}`, { step: mark?.step ?? 1, again }));
  playAlone(table.id);
  location.replace(`/table/${table.id}`);
}

/** @param {string} game */
async function list(game) {
  const games = /** @type {Games} */ (await get("/api/games"));
  const brief = games.games.find((entry) => entry.id === game);
  const name = brief?.name ?? game;
  const course = await courseOf(game);
  const battle = firstBattle(brief);
  const shape = (await briefingsOf(game)).shape.find((entry) => entry.scenario === battle?.id);
  const marks = marksOf(game, course);
  document.title = `${name}: lessons · Westfront`;
  byId("what").textContent = `The lessons of ${name}`;
  const minutes = course.lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  const next = nextLesson(course, marks);
  const begun = Object.keys(marks).length > 0;
  refill(byId("course"),
    el("p", {}, `${capital(inWords(course.lessons.length))} lessons of a few minutes, about ${minutes} minutes in all. Each is a small board on the real table: you do something, and the table says what it means. Leave when you like; the lesson waits for you.`),
    next ? el("a", { class: "button main", id: "next-lesson", href: `/learn/${game}/${next.id}` },
      `${begun ? "Go on" : "Begin"}: ${next.title}`) : el("p", { class: "all-done" }, "You have taken the whole course. Now play: ",
      el("a", { href: battle?.href ?? "/" }, battle ? `${battle.name}, your first battle` : "to the lobby"), "."),
    el("ol", { class: "course" }, ...course.lessons.map((lesson) => entry(game, lesson, marks[lesson.id]))),
    battle ? el("section", { class: "first-battle" },
      el("h2", {}, `First battle: ${battle.name}`),
      el("p", {}, battle.about, shape ? ` About ${shape.minutes} minutes, against the computer or a friend.` : ""),
      el("p", {}, el("a", { class: "button", id: "first-battle", href: battle.href }, "Choose your side"))) : null,
    el("p", { class: "quiet-words" }, "The dice of a lesson are written beforehand, so that everybody sees the same. At all other tables they are rolled, and you can audit them."),
    el("p", {}, el("a", { href: `/manual/${game}` }, "The rules"), " · ", el("a", { href: "/" }, "The lobby")));
}

/**
 * @param {string} game
 * @param {Course["lessons"][number]} lesson
 * @param {{ step: number, done?: boolean } | undefined} mark
 */
function entry(game, lesson, mark) {
  const begun = !mark?.done && (mark?.step ?? 1) > 1;
  const state = mark?.done ? "done" : begun ? "begun" : "open";
  const words = mark?.done ? "done" : begun ? `at step ${mark?.step} of ${lesson.steps}` : "";
  return el("li", { class: state, "data-lesson": lesson.id },
    el("span", { class: "tick", "aria-hidden": "true" }, mark?.done ? "✓" : begun ? "◐" : "○"),
    el("a", { href: `/learn/${game}/${lesson.id}` }, lesson.title),
    el("span", { class: "minutes" }, `${lesson.minutes} minutes`),
    el("span", { class: "state" }, words));
}
