// @ts-check
// The decision: one plain sentence with its case, buttons for what is not on the map, and undo.

import { el, refill } from "../dom.js";
import { chips } from "../cases.js";
import { resultCases, resultTail } from "../result.js";
import { announce } from "../announce.js";
import { targetOf } from "../choose.js";
import { answerButton, answers, orders } from "./answers.js";
import { turnOrder } from "./turn-order.js";
import { confirmation } from "./confirm.js";
import { picture } from "./inspector.js";
import { drawOffer } from "./offer.js";
import { planList } from "./plan.js";
import { computerWords } from "./players.js";

/** @import { Table } from "../state.js" */
/** @import { Chooser } from "../choose.js" */
/** @import { Chances } from "../chances.js" */
/** @import { Group } from "../board/group.js" */
/** @import { Choice } from "../types/wire" */

/**
 * @typedef {object} Hooks
 * @property {(choice: Choice | null) => void} onHover
 * @property {(ids: string[]) => void} onAbout lights what an order is about
 * @property {Group} group the counters that are in hand together
 * @property {() => void} onNext
 * @property {() => void} onEverything lights also what does not matter
 * @property {(place: string) => void} onPlace shows a place on the map
 * @property {() => { strong: number, faint: number, none: number }} shades how many places may be chosen, by how strongly they are lit
 * @property {Chances} chances
 * @property {() => void} onAdvice asks what the captain would do
 * @property {() => boolean} isAdvised whether that may be asked
 * @property {(choice: Choice) => boolean} isOnMap whether it can be clicked on the map
 */

/**
 * @param {HTMLElement} panel
 * @param {Table} table
 * @param {Chooser} chooser
 * @param {Hooks} hooks
 */
export function showDecision(panel, table, chooser, hooks) {
  let said = "";
  const since = appearances(table);
  const draw = () => {
    const focused = document.activeElement instanceof HTMLElement && panel.contains(document.activeElement)
      ? document.activeElement.dataset.play : undefined;
    refill(panel, ...content(table, chooser, { ...hooks, since }));
    panel.classList.toggle("mine", table.isAsked());
    panel.dataset.rev = String(table.rev);
    panel.dataset.kind = table.isAsked() ? table.decision?.kind ?? "" : "";
    panel.classList.toggle("busy", table.busy);
    const again = focused === undefined ? undefined
      : [...panel.querySelectorAll("button")].find((button) => button.dataset.play === focused);
    if (again) again.focus();
    else if (focused !== undefined) panel.focus({ preventScroll: true });
    const now = panel.querySelector(".prompt")?.textContent ?? "";
    if (now !== said && table.isAsked()) announce(now);
    said = now;
  };
  for (const what of ["decision", "table", "link"]) table.on(what, draw);
  table.on("busy", () => panel.classList.toggle("busy", table.busy));
  chooser.addEventListener("armed", draw);
  hooks.group.addEventListener("change", draw);
  draw();
}

/**
 * When the button of each answer of the open question appeared first: the panel is drawn anew more often than that.
 * @param {Table} table
 */
function appearances(table) {
  /** @type {Map<string, number>} */
  const first = new Map();
  let rev = -1;
  return (/** @type {string} */ play) => {
    if (rev !== table.rev) first.clear();
    rev = table.rev;
    const known = first.get(play) ?? performance.now();
    first.set(play, known);
    return known;
  };
}

/**
 * @param {Table} table
 * @param {Chooser} chooser
 * @param {Hooks & { since: (play: string) => number }} hooks
 * @returns {(Node | null)[]}
 */
function content(table, chooser, hooks) {
  if (!table.connected) return [head("No connection"), sentence("Looking for the server. Your place is kept.", [])];
  if (!table.isLive()) return [head("Earlier in this game"), sentence(`Turn ${table.shown.turn}, after ${table.shown.seq} answers.`, [])];
  if (table.outcome) return ending(table);
  if (table.info.state === "waiting") return [head("Waiting"), sentence("The game begins when every seat is taken.", [])];
  const { decision } = table;
  if (!decision) return [];
  if (!table.isAsked()) return [drawOffer(table, chooser), ...waiting(table)];
  const armed = chooser.armed;
  if (hooks.group.units.size && !armed) return inHand(table, hooks.group);
  return [
    drawOffer(table, chooser),
    el("div", { class: "asking" },
      el("div", {},
        head(`${table.seatName(/** @type {number} */ (table.viewer))} to decide`, table.nation(/** @type {number} */ (table.viewer))),
        sentence(decision.text, decision.cases)),
      subject(table)),
    planList(decision.plan ?? [], hooks.onPlace),
    armed ? null : orders(bundlesOf(table), chooser, hooks),
    ...(armed ? [confirmation(armed, chooser, hooks.chances)] : answers(decision.options.filter((choice) => !hooks.isOnMap(choice)), chooser, hooks)),
    armed ? null : turnOrder(table, hooks.chances),
    armed ? null : companions(hooks.group),
    armed ? null : guide(decision.options, hooks),
    armed ? null : foot(table, chooser, decision.options, hooks),
  ];
}

/**
 * The orders of the question. While a lesson asks for single answers they would only be in the way.
 * @param {Table} table
 */
function bundlesOf({ decision, lesson }) {
  return lesson?.standing === "open" ? [] : decision?.bundles ?? [];
}

/**
 * Counters that are in hand together: who, where to, and how to put them down.
 * @param {Table} table
 * @param {Group} group
 */
function inHand(table, group) {
  const { size } = group.units;
  const stack = group.stackOf([...group.units][0]).filter((id) => !group.units.has(id));
  const verb = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  const where = group.waits ? "Looking where they can go."
    : group.places.size ? `${verb} where they go together${verb === "Click" ? ", or drag them there" : ""}. They go in this order.`
      : size === 1 ? "It can go nowhere from here." : "There is no place to which all of them can go. Dragged, they keep their distances.";
  return [
    head(`${size} ${size === 1 ? "counter" : "counters"} in hand`, table.nation(/** @type {number} */ (table.viewer))),
    el("p", { class: "prompt", id: "in-hand" }, where),
    el("div", { class: "subject hand" }, ...[...group.units].map((id) => picture(id, table.shown.units.get(id)?.face ?? ""))),
    el("div", { class: "buttons" },
      stack.length ? el("button", { type: "button", class: "choice", id: "whole-stack", onclick: () => group.take(group.stackOf([...group.units][0])) }, `The whole stack (${group.stackOf([...group.units][0]).length})`) : null,
      el("button", { type: "button", class: "choice", id: "put-down", onclick: () => group.clear() }, size === 1 ? "Put it down" : "Put them down", el("kbd", {}, "Esc"))),
  ];
}

/**
 * A hint that counters lying with the moving one can go with it.
 * @param {Group} group
 */
function companions(group) {
  const stack = group.companions();
  if (stack.length < 2) return null;
  return el("div", { class: "buttons" }, el("button", { type: "button", class: "choice", id: "take-stack", onclick: () => group.take(stack) }, `Move the stack together (${stack.length})`));
}

/**
 * @param {string} text
 * @param {string} [nation]
 */
function head(text, nation = "") {
  return el("h2", { class: `whose ${nation ? `side-mark ${nation}` : ""}` }, text);
}

/**
 * @param {string} text
 * @param {string[]} cases
 */
function sentence(text, cases) {
  return el("p", { class: "prompt" }, text, chips(cases));
}

/**
 * The counters that the question is about: a reader of a name wants to see the piece.
 * @param {Table} table
 */
function subject(table) {
  const faces = (table.decision?.about ?? []).map((id) => {
    const state = table.shown.units.get(id);
    return state ? picture(id, state.face) : null;
  }).filter((face) => face !== null);
  return faces.length ? el("div", { class: "subject" }, ...faces) : null;
}

/** @param {Table} table */
function waiting(table) {
  const { decision } = table;
  const names = (decision?.seats ?? []).map((seat) => {
    const state = table.info.seats.find((entry) => entry.seat === seat);
    const side = `the ${table.seatName(seat)}`;
    if (state?.by === "bot") return `${side} (${computerWords(state)})`;
    return state?.name ? `${side} (${state.name})` : side;
  });
  return [
    head(`Waiting for the ${names.join(" and the ")}`, table.nation(decision?.seats[0])),
    sentence(decision?.text ?? "", decision?.cases ?? []),
    isComputers(table) ? thinking(table) : null,
    table.undo ? el("div", { class: "foot" }, el("button", { type: "button", id: "undo", "data-key": "u" }, "Undo", el("kbd", {}, "u"))) : null,
  ];
}

/** @param {Table} table */
function isComputers(table) {
  return (table.decision?.seats ?? []).some((seat) => table.info.seats.find((entry) => entry.seat === seat)?.by === "bot");
}

/**
 * A bar that fills while the computer thinks, over the time that it has for its turn.
 * @param {Table} table
 */
function thinking(table) {
  const bar = el("span", { class: "thinking-bar" });
  bar.style.animationDuration = `${table.info.bot_time}s`;
  bar.style.animationDelay = `${table.waitingSince - performance.now()}ms`;
  const hurry = () => table.hurry();
  return el("div", { class: "thinking" }, "thinking", el("span", { class: "thinking-track", "aria-hidden": "true" }, bar),
    // Each move of the computer draws the button anew: a click may end on another one than it began on.
    table.viewer === "spectator" ? null : el("button", { type: "button", id: "hurry", onpointerdown: hurry, onclick: hurry }, "Skip ahead", el("kbd", {}, "f")));
}

/** @param {Table} table */
function ending(table) {
  const winners = (table.outcome?.winners ?? []).map((seat) => table.seatName(seat));
  const yours = wonByYou(table);
  const told = yours === "You have won" ? yours : `${yours ? `${yours}. ` : ""}${winners.length ? `The ${winners.join(" and ")} won` : "A draw"}`;
  return [
    head("The game is over"),
    el("p", { class: "prompt result" }, told, resultTail(table.outcome?.text ?? ""), " ", chips(resultCases(table.outcome?.text ?? ""))),
    table.info.lesson ? null : el("div", { class: "buttons" },
      el("button", { type: "button", id: "why", "data-act": "victory" }, "Why", el("kbd", {}, "v")),
      el("button", { type: "button", id: "rematch", "data-act": "rematch" }, table.info.rematch ? "To the rematch" : "Rematch"),
      el("button", { type: "button", id: "watch-replay", "data-act": "replay" }, "Replay", el("kbd", {}, "r")),
      el("a", { class: "button", id: "account", href: `/account/${table.info.id}` }, "Account of the battle"),
      el("button", { type: "button", id: "luck", "data-act": "after" }, "Luck and reasons"),
      el("a", { class: "button", href: `/audit?table=${table.info.id}` }, "Audit the dice")),
  ];
}

/**
 * Whether the viewer has won, in words; nothing for a viewer who plays all sides or none.
 * @param {Table} table
 */
function wonByYou({ you, info, outcome, viewer }) {
  const won = you.filter((seat) => outcome?.winners.includes(seat));
  if (info.lesson || typeof viewer !== "number" || !outcome?.winners.length || (won.length > 0 && won.length < you.length)) return "";
  if (you.length > 1 && info.seats.every((_, seat) => you.includes(seat))) return "";
  return won.length ? "You have won" : "You have lost";
}

/**
 * A hint what to do with the map, for a first visit.
 * @param {Choice[]} options
 * @param {Hooks} hooks
 */
function guide(options, hooks) {
  const onMap = options.filter((choice) => hooks.isOnMap(choice));
  const units = new Set(onMap.map((choice) => targetOf(choice, "unit")).filter(Boolean)).size;
  const places = new Set(onMap.map((choice) => targetOf(choice, "place")).filter(Boolean)).size;
  if (units + places === 0) return null;
  const { strong, faint, none } = hooks.shades();
  const what = [
    units ? `${units} outlined ${units === 1 ? "counter" : "counters"}` : "",
    strong ? `${strong} tinted ${strong === 1 ? "place" : "places"}` : "",
    faint ? `${faint} faint ${faint === 1 ? "one" : "ones"}` : "",
  ];
  const verb = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
  return el("p", { class: "guide" }, `${verb} on the map: ${what.filter(Boolean).join(" or ")}. `,
    el("button", { type: "button", class: "link", "data-key": "n", onclick: () => hooks.onNext() }, "Show the next", el("kbd", {}, "n")),
    none ? " " : null,
    none ? el("button", { type: "button", class: "link", id: "everything", onclick: (/** @type {Event} */ event) => {
      hooks.onEverything();
      /** @type {HTMLElement} */ (event.currentTarget).remove();
    } }, `Show all ${places}`) : null);
}

/**
 * Undo with its limit, and the list of every answer for those who prefer a list.
 * @param {Table} table
 * @param {Chooser} chooser
 * @param {Choice[]} options
 * @param {Hooks & { since: (play: string) => number }} hooks
 */
function foot(table, chooser, options, hooks) {
  const onMap = options.filter((choice) => hooks.isOnMap(choice));
  return el("div", { class: "foot" },
    el("button", {
      type: "button", id: "undo", "data-key": "u", disabled: !table.undo, onclick: () => chooser.undo(),
      title: table.undo ? "Take back the last answer" : "Nothing can be taken back past a die, a reveal or the other side's answer",
    }, "Undo", el("kbd", {}, "u")),
    chooser.orderSize() > 1 ? el("button", { type: "button", id: "undo-order", onclick: () => chooser.undoOrder() }, `Take back all ${chooser.orderSize()}`) : null,
    table.undo ? null : el("span", { class: "undo-end" }, "nothing to take back"),
    hooks.isAdvised() ? el("button", { type: "button", id: "ask-advice", class: "quiet", onclick: () => hooks.onAdvice() }, "What would the captain do?", el("kbd", {}, "a")) : null,
    onMap.length ? el("details", { class: "all-options", open: isMixed(onMap) },
      el("summary", {}, options.length === 2 ? "Both answers as a list" : `All ${options.length} answers as a list`),
      el("div", { class: "buttons many" }, ...onMap.map((choice) => answerButton(choice, "", chooser, hooks)))) : null);
}

/** So few answers of two kinds are read sooner than they are told apart on the map. */
const FEW = 6;

/**
 * Whether a click on a counter answers in another way than a click on a place: one division may advance into a square,
 * another follow it from beside, and what is lit does not say which is which.
 * @param {Choice[]} onMap
 */
function isMixed(onMap) {
  const isUnit = (/** @type {Choice} */ choice) => targetOf(choice, "unit") !== undefined;
  return onMap.length <= FEW && onMap.some(isUnit) && !onMap.every(isUnit);
}
