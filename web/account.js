// @ts-check
// The account of a finished game: result, turning points, luck, losses and the last map, on one page to read and share.

import { applyLight, recall } from "./settings.js";
import { byId, el, pause, refill, svg } from "./dom.js";
import { get, getText, post, Refused } from "./api.js";
import { resultTail } from "./result.js";
import { create } from "./lobby/create.js";
import { linksOf, linkLine } from "./panels/share.js";
import { noteText } from "./note.js";
import { sentence } from "./words.js";

/** @import { Account, After, Brief, Games, Ledger, Moment, Seated, TableInfo } from "./types/protocol" */

applyLight();
start().catch((error) => {
  const words = error instanceof Refused ? sentence(error.message) : "The account could not be written.";
  refill(byId("account"), el("p", { role: "alert" }, words), el("a", { class: "button", href: "/" }, "To the lobby"));
  if (!(error instanceof Refused)) throw error;
});

async function start() {
  const id = location.pathname.split("/")[2] ?? "";
  const token = location.hash.slice(1);
  if (token) {
    /** @type {Seated} */ (await post(`/api/tables/${id}/take`, { token, name: recall("name", "") }));
    history.replaceState(null, "", location.pathname);
  }
  const [info, { games }] = /** @type {[TableInfo, Games]} */ (await Promise.all([get(`/api/tables/${id}`), get("/api/games")]));
  const game = games.find((entry) => entry.id === info.game);
  if (!game) throw new Refused("This game is not played here any more.");
  const scenario = game.scenarios.find((entry) => entry.id === info.scenario);
  refill(byId("name"), game.name, scenario ? ` · ${scenario.name}` : "");
  refill(byId("players"), [scenario ? `${scenario.from} to ${scenario.to}` : "", ...info.seats.map((seat) =>
    `${name(game, seat.seat)}: ${seat.by === "bot" ? `computer, ${seat.level}` : seat.name || "a player"}`)].filter(Boolean).join(" · "));
  document.title = `${game.name}, account · Westfront`;
  for (;;) {
    const after = /** @type {After} */ (await get(`/api/tables/${id}/after`));
    draw(info, game, after);
    if (after.progress === undefined) return;
    await pause(1500);
  }
}

/**
 * @param {Brief} game
 * @param {number} seat
 */
function name(game, seat) {
  return game.seats[seat]?.name ?? `Seat ${seat}`;
}

/**
 * @param {TableInfo} info
 * @param {Brief} game
 * @param {After} after
 */
function draw(info, game, after) {
  const { luck, progress } = after;
  const account = luck?.account ?? null;
  const page = byId("account");
  // The map is large: it stays while the rest is written.
  const map = page.querySelector(".last-map") ?? el("figure", { class: "last-map" },
    el("a", { href: `/table/${info.id}`, title: "To the table" }, el("img", { src: `/api/tables/${info.id}/picture.svg`, alt: "The map at the end of the game" })),
    el("figcaption", {}, "The map at the end"));
  refill(page,
    el("p", { class: "account-result" }, result(info, game)),
    progress !== undefined ? el("p", { class: "quiet-words", role: "status" }, `The turning points are being looked for: ${Math.round(progress * 100)} %.`) : null,
    luck && account ? turningPoints(info, luck, account) : null,
    luck ? el("section", {}, el("h2", {}, "Luck"), el("p", { id: "luck-words" }, luckWords(luck))) : null,
    luck && account ? el("section", {}, el("h2", {}, "Losses"), el("ul", { id: "losses" }, ...luck.sides.map((side, index) =>
      el("li", { class: `side-mark ${side.nation}` }, `${side.name}: ${lossWords(account.losses[index] ?? {})}.`))),
      account.fought_over ? el("p", {}, `Most fought over was ${account.fought_over[0]}: ${account.fought_over[1]} assaults.`) : null) : null,
    progress === undefined && !luck ? el("p", { class: "quiet-words" }, "This server weighs no finished games.") : null,
    map,
    share(info));
}

/**
 * @param {TableInfo} info
 * @param {Brief} game
 */
function result(info, game) {
  const winners = (info.outcome?.winners ?? []).map((seat) => name(game, seat));
  return `${winners.length ? `The ${winners.join(" and ")} won` : "A draw"} in turn ${info.turn}${resultTail(info.outcome?.text ?? "")}`;
}

/**
 * @param {TableInfo} info
 * @param {Ledger} luck
 * @param {Account} account
 */
function turningPoints(info, luck, account) {
  return el("section", {}, el("h2", {}, "Turning points"),
    account.course.length > 2 ? curve(luck, account) : null,
    account.moments.length ? el("ol", { id: "moments", class: "moments" }, ...account.moments.map((moment) => momentItem(info, luck, moment)))
      : el("p", {}, "The chances never changed much in one turn."));
}

/**
 * @param {TableInfo} info
 * @param {Ledger} luck
 * @param {Moment} moment
 */
function momentItem(info, luck, moment) {
  // The sentence is about the side that gained.
  const side = moment.after[0] >= moment.before[0] ? 0 : Math.min(1, luck.sides.length - 1);
  const [before, after] = [moment.before[side], moment.after[side]].map((chance) => Math.round(chance * 100));
  return el("li", { class: `side-mark ${luck.sides[side].nation}` },
    el("p", {}, el("b", {}, `Turn ${moment.turn}. `), moment.told, ` Over this part of the turn the chances of the ${luck.sides[side].name} rose from ${before} to ${after} of 100.`),
    el("p", { class: "moment-links" },
      el("a", { href: `/table/${info.id}?at=${moment.action}` }, "Show it in the replay"),
      el("button", { type: "button", class: "link try-again", onclick: () => tryFrom(info, moment) }, "Try another way from here")));
}

/**
 * A hotseat table that begins where the turning point did.
 * @param {TableInfo} info
 * @param {Moment} moment
 */
async function tryFrom(info, moment) {
  try {
    const position = await getText(`/api/tables/${info.id}/position?seq=${moment.from}`);
    const seats = info.seats.map((seat) => ({ seat: seat.seat, by: "me" }));
    await create({ game: info.game, scenario: info.scenario, position, seats, title: `Another way from turn ${moment.turn}` });
  } catch (error) {
    noteText(error instanceof Refused ? error.message : "The table could not be made.");
    if (!(error instanceof Refused)) throw error;
  }
}

/**
 * How the chances of the first side went, with the turning points on the line.
 * @param {Ledger} luck
 * @param {Account} account
 */
function curve(luck, account) {
  // On a phone it is as high as on a desk.
  const [width, height] = innerWidth < 760 ? [340, 110] : [640, 96];
  const last = account.course[account.course.length - 1].action;
  const x = (/** @type {number} */ action) => (action / last) * width;
  const y = (/** @type {number} */ chance) => 4 + (1 - chance) * (height - 8);
  const line = account.course.map((stand) => `${x(stand.action).toFixed(1)},${y(stand.chances[0]).toFixed(1)}`).join(" ");
  const label = `The chances of the ${luck.sides[0].name} from the beginning to the end`;
  return el("figure", { class: "curve" }, svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
    svg("line", { x1: 0, x2: width, y1: y(0.5), y2: y(0.5), class: "even" }),
    svg("polyline", { points: line }),
    ...account.moments.map((moment) => {
      const end = account.course.find((stand) => stand.action > moment.from);
      return svg("circle", { cx: x(end?.action ?? moment.from), cy: y(moment.after[0]), r: 4 });
    })), el("figcaption", {}, `${label}, as the computer judges them`));
}

/** @param {Ledger} luck */
function luckWords(luck) {
  const best = luck.sides.toSorted((one, other) => other.total - one.total)[0];
  if (luck.measure === "none" || !best) return "Nothing of it can be measured in this game.";
  if (luck.measure === "points") return `The dice were worth about ${best.total.toFixed(1)} points to the ${best.name}.`;
  const share = best.total / 2;
  if (share < 0.03) return "The dice favoured nobody.";
  const words = share < 0.12 ? "about a tenth of a victory" : share < 0.2 ? "about a sixth of a victory" : share < 0.29 ? "about a quarter of a victory"
    : share < 0.42 ? "about a third of a victory" : share < 0.6 ? "about half a victory" : share < 0.9 ? "about three quarters of a victory" : "a whole victory and more";
  return `The dice gave the ${best.name} ${words} beyond what could be expected of them.`;
}

/** @param {Record<string, number>} losses */
function lossWords(losses) {
  const words = /** @type {[string, string, string][]} */ ([["lost", "unit reduced by a step", "units reduced by a step"], ["exhausted", "unit exhausted", "units exhausted"],
    ["eliminated", "unit eliminated", "units eliminated"], ["surrendered", "unit surrendered", "units surrendered"]]);
  const told = words.filter(([kind]) => losses[kind]).map(([kind, one, many]) => `${losses[kind]} ${losses[kind] === 1 ? one : many}`);
  return told.length ? told.join(", ") : "no losses";
}

/** @param {TableInfo} info */
function share(info) {
  const onlookers = linksOf(info.id)?.spectator;
  const secret = onlookers?.includes("#") ? `#${onlookers.split("#")[1]}` : "";
  // A table that is not listed shows itself only to those with its onlookers' link.
  const link = info.listed ? `/account/${info.id}` : `/account/${info.id}${secret}`;
  return el("section", { class: "account-share" },
    linkLine(info.listed || secret ? "Share this account" : "This account, for those who may look on", link),
    el("div", { class: "buttons" },
      el("button", { type: "button", id: "print", onclick: () => print() }, "Print"),
      el("a", { class: "button", href: `/table/${info.id}?at=0` }, "Replay from the beginning")));
}
