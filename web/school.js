// @ts-check
// The school: the course of a game, and how far this browser is in it.

import { get } from "./api.js";
import { el } from "./dom.js";
import { recall, remember } from "./settings.js";

/** @import { Brief, Course } from "./types/protocol" */
/** @import { ScenarioInfo } from "./types/wire" */

/** How far each lesson of a game is. @typedef {Record<string, { step: number, done?: boolean }>} Marks */

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A small number in words. @param {number} count */
export function inWords(count) {
  return NUMBERS[count] ?? String(count);
}

/**
 * The course of a game; none where the server has none.
 * @param {string} game
 * @returns {Promise<Course>}
 */
export async function courseOf(game) {
  try {
    return await get(`/api/games/${game}/lessons`);
  } catch {
    return { lessons: [] };
  }
}

/**
 * How far the lessons of a game are: as this browser knows it, and as the server does.
 * @param {string} game
 * @param {Course} [course]
 */
export function marksOf(game, course) {
  const marks = recall(`school.${game}`, /** @type {Marks} */ ({}));
  for (const lesson of course?.lessons ?? []) {
    if (lesson.done) marks[lesson.id] = { step: marks[lesson.id]?.step ?? 1, done: true };
  }
  return marks;
}

/**
 * Notes how far a lesson is; what is done stays done.
 * @param {string} game
 * @param {string} lesson
 * @param {{ step: number, done?: boolean }} mark
 */
export function keepMark(game, lesson, mark) {
  const marks = marksOf(game);
  marks[lesson] = { step: mark.step, done: mark.done || marks[lesson]?.done || false };
  remember(`school.${game}`, marks);
}

/**
 * The first lesson that is not done.
 * @param {Course} course
 * @param {Marks} marks
 */
export function nextLesson(course, marks) {
  return course.lessons.find((lesson) => !marks[lesson.id]?.done);
}

/**
 * The battle that ends the course of a game, and the way to it.
 * @param {{ id: string, scenarios: ScenarioInfo[] } | undefined} game
 */
export function firstBattle(game) {
  const battle = game?.scenarios.find((scenario) => scenario.school);
  return battle && { ...battle, href: `/?battle=${game?.id}/${battle.id}` };
}

/**
 * Where to begin without a lesson of any game: with the shortest course.
 * @param {Brief[]} games
 * @param {Course[]} courses
 */
export function whereToBegin(games, courses) {
  const minutes = courses.map((course) => course.lessons.reduce((sum, lesson) => sum + lesson.minutes, 0));
  const taught = games.map((_, index) => index).filter((index) => minutes[index] > 0);
  if (taught.length < 2 || taught.some((index) => Object.keys(marksOf(games[index].id, courses[index])).length > 0)) return null;
  const [first] = taught.toSorted((one, other) => minutes[one] - minutes[other]);
  return el("p", { class: "where-to-begin" }, "Never played any of them? Begin with ",
    el("a", { href: `/learn/${games[first].id}` }, games[first].name),
    `. Its ${inWords(courses[first].lessons.length)} lessons take ${minutes[first]} minutes in all and ask for no rulebook.`);
}

/**
 * A line for the card of a game that leads into its course.
 * @param {Brief} game
 * @param {Course} course
 */
export function invitation(game, course) {
  const count = course.lessons.length;
  if (count === 0) return null;
  const marks = marksOf(game.id, course);
  const done = course.lessons.filter((lesson) => marks[lesson.id]?.done).length;
  const next = nextLesson(course, marks);
  const begun = Object.keys(marks).length > 0;
  const battle = firstBattle(game);
  if (!next) {
    return el("p", { class: "school-line" }, "You have taken the whole course. ",
      battle ? el("a", { href: battle.href }, `Your first battle: ${battle.name}`) : null, battle ? " · " : null,
      el("a", { href: `/learn/${game.id}` }, "The lessons"));
  }
  if (!begun) {
    return el("p", { class: "school-line new" }, "New here? ",
      el("a", { class: "learn", href: `/learn/${game.id}` }, `Learn it in ${inWords(count)} short lessons`));
  }
  return el("p", { class: "school-line" }, `${done} of ${count} lessons done. `,
    el("a", { class: "learn", href: `/learn/${game.id}` }, `Go on: ${next.title}`));
}
