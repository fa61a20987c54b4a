// @ts-check
// The desk: map, decision, cards, log, keys of one table, and how they hear of each other.

import { byId, el, refill, svg } from "../dom.js";
import { LIGHTS, recall, remember, setLight } from "../settings.js";
import { post, Refused } from "../api.js";
import { noteText } from "../note.js";
import { listen } from "../keyboard.js";
import { Chances } from "../chances.js";
import { Chooser } from "../choose.js";
import { GameMap } from "../board/map.js";
import { Counters } from "../board/counters.js";
import { Zoom } from "../board/zoom.js";
import { PlanSlips } from "../board/plan.js";
import { Markers } from "../board/markers.js";
import { Layers } from "../board/layers.js";
import { Spots } from "../board/spots.js";
import { Reaches } from "../board/reaches.js";
import { Way } from "../board/way.js";
import { dragCounters } from "../board/drag.js";
import { Group } from "../board/group.js";
import { Lights } from "../board/lights.js";
import { Under } from "../board/under.js";
import { touchMap } from "../board/touch.js";
import { fillTrackBox } from "../board/trackbox.js";
import { showDecision } from "./decision.js";
import { OddsCard } from "./odds.js";
import { showLog } from "./log.js";
import { showStrip, tracksCard } from "./tracks.js";
import { playerLines, showPlayers } from "./players.js";
import { StaffLine } from "./staff.js";
import { victoryCard } from "./victory.js";
import { placeCard, unitCard } from "./inspector.js";
import { forcesCard } from "./forces.js";
import { chartsCard } from "./charts.js";
import { chatCard } from "./chat.js";
import { showCommandLine } from "./command.js";
import { makeSheet } from "./sheet.js";
import { curtainField, hangCurtain } from "./curtain.js";
import { keepSeen, lastSeen, playFilm, watchTurns } from "./film.js";
import { News } from "./news.js";
import { notifyDialog } from "./notify.js";
import { Replay } from "./replay.js";
import { ordersDialog, watchQuestions } from "./orders.js";
import { shareDialog } from "./share.js";
import { helpDialog } from "./help.js";
import { legendDialog } from "./legend.js";
import { closeMenu, entry, openMenu } from "./menu.js";
import { showTicker } from "./ticker.js";
import { AdviceCard, consentField } from "./advice.js";
import { afterCard } from "./after.js";
import { Warnings } from "./warnings.js";
import { BriefingCard } from "./briefing.js";
import { LessonCard } from "./lesson.js";

/** @import { Table } from "../state.js" */
/** @import { Choice, Told } from "../types/wire" */
/** @import { Key } from "../keyboard.js" */
/** @import { Briefings } from "../types/protocol" */
/** @import { ManualPanel } from "./manual.js" */

/** How long the map waits for its counters, in milliseconds; then it is shown without them. */
const LONGEST_BLANK = 400;
/** Of an event that names many places only the first ones are brought into sight. */
const MOST_SHOWN = 4;

/**
 * @param {Table} table
 * @param {string} mapText
 * @param {string} countersText
 * @param {Briefings} briefings
 * @param {ManualPanel} manual the rules beside the board
 */
export function openTable(table, mapText, countersText, briefings, manual) {
  const frame = byId("map");
  const seen = lastSeen(table);
  const map = new GameMap(frame, mapText, countersText, table.title.places);
  map.close(table.title.scenarios.find((entry) => entry.id === table.info.scenario)?.places ?? []);
  const counters = new Counters(map, table.title.units);
  const markers = new Markers(map);
  const layers = new Layers(map, markers, new Reaches(table, map), table.title.id);
  const way = new Way(table, map);
  const chances = new Chances(table);
  const chooser = new Chooser(table);
  const zoom = openZoom(map, frame, sightOf(table, map));
  counters.scale = () => zoom.sight.scale;
  counters.seen = () => zoom.seen();
  const lights = new Lights(table, map, counters, chooser, zoom);
  const group = new Group(table, map, counters, chooser);
  lights.group = group;
  group.addEventListener("change", () => lights.update());
  const under = new Under(table, map, counters);
  const planned = new PlanSlips(map);

  const card = byId("card");
  const sheet = makeSheet([
    { id: "log", words: "Log" },
    { id: "card", words: "Cards" },
    { id: "forces", words: "Forces", run: () => showCard(forcesCard(table, find)) },
    { id: "charts", words: "Charts", run: () => showCard(chartsCard(table, () => inUse)) },
    { id: "more", words: "More", run: () => showCard(moreCard()) },
  ]);
  /** @type {[string, string] | null} */
  let inUse = null;
  const odds = new OddsCard(table, chances, (chart) => {
    inUse = chart;
  });
  /** @param {Node | null} content */
  const showCard = (content) => {
    if (content && content.parentNode !== card) refill(card, content);
    card.scrollTop = 0;
  };
  /** @param {string} unit */
  const find = (unit) => {
    const at = counters.where(unit);
    if (at) zoom.show(at.x, at.y, { always: true });
    lights.flash(unit);
    showCard(unitCard(table, unit, find));
  };
  /** @param {string} place */
  const showPlace = (place) => {
    const at = map.middle(place);
    if (at) zoom.show(at.x, at.y, { always: true });
    map.ring(place);
  };
  /** @param {Told} told */
  const findTold = (told) => {
    const named = told.places?.filter((id) => map.shapes.has(id)) ?? [];
    const stood = told.units?.map((id) => table.shown.units.get(id)?.at ?? "").filter((id) => map.shapes.has(id)) ?? [];
    const places = named.length ? named : stood;
    const points = places.map((id) => map.middle(id)).filter((at) => at !== undefined);
    if (points.length === 0) return;
    zoom.showPoints(points.slice(0, MOST_SHOWN));
    map.ring(places[0]);
  };
  /** Turns the map to what happened, if the player wants that. @param {Told} told */
  const followTold = (told) => {
    if (recall("follow", true)) findTold(told);
  };
  /** @param {Choice | null} choice */
  const hover = (choice) => {
    lights.preview(choice);
    const wanted = choice?.odds ? choice : chooser.armed?.odds ? chooser.armed : null;
    if (wanted) {
      odds.show(wanted);
      showCard(odds.card);
    }
  };
  const showOdds = () => {
    const { armed } = chooser;
    // The odds of a pass are not needed yet: they come when it is pointed at.
    const risky = chooser.options().filter((choice) => choice.odds && choice.play !== "pass");
    // Before a roll its odds are shown; additions to it can be tried on.
    const rolls = risky.filter((choice) => choice.binding);
    const choice = armed?.odds ? armed : risky.length === 1 ? risky[0] : rolls.length === 1 ? rolls[0] : null;
    if (choice) hover(choice);
    else if (odds.card.isConnected) refill(card);
    // The card before a roll has the odds in a line: the sheet need not cover the map for the rest.
    if (armed?.odds) sheet.show("card");
  };

  let opened = false;
  /** The state of the table in which buttons have lit something. */
  let litAt = -1;
  setTimeout(() => map.unfold(), LONGEST_BLANK);
  table.on("shown", () => {
    markers.update(table.shown);
    layers.apply();
    counters.update(table.shown);
    lights.update();
    map.unfold();
  });
  table.on("decision", () => {
    planned.update(table.isLive() ? table.decision?.plan ?? [] : []);
    lights.update();
    // The button under the pointer is gone, and its lights with it.
    if (table.rev !== litAt) lights.previewAll([]);
    litAt = table.rev;
    if (table.isAsked()) lights.follow();
    showOdds();
    document.title = `${table.isAsked() ? "● " : ""}${table.title.name} · Westfront`;
  });
  chooser.addEventListener("armed", () => {
    lights.update();
    showOdds();
  });
  table.on("told", () => {
    const last = table.events.at(-1);
    if (!last || !table.isLive()) return;
    map.ring(last.places?.[0] ?? "");
    if (last.seat !== null && !table.you.includes(last.seat) && opened) followTold(last);
  });

  const spots = new Spots(table, map, zoom);
  const staff = new StaffLine(byId("phases"), table, spots, { onCase: (number) => manual.openCase(number), onUnit: (unit) => find(unit) });
  chooser.leaves = (choice) => staff.leaves(choice);
  const warnings = new Warnings(table);
  chooser.warns = (text) => warnings.of(text);
  const openVictory = () => {
    showCard(victoryCard(table, spots));
    sheet.show("card");
    sheet.lift(true);
  };

  const advice = new AdviceCard(table, chooser, (choice) => lights.preview(choice));
  const askAdvice = () => {
    if (!advice.isAllowed) {
      noteText(table.info.lesson ? "The lesson itself says what to do here." : "Another person plays here: there is advice only if all players agree to it (in the menu).");
      return;
    }
    showCard(advice.card);
    sheet.show("card");
    sheet.lift(true);
    advice.ask();
  };

  const briefing = new BriefingCard(table, briefings);
  const replay = new Replay(byId("film"), table, findTold);
  const keys = /** @type {Key[]} */ ([
    { key: "/", words: "type a command", run: () => byId("command").focus() },
    { key: "n", words: "next counter or place that may be chosen", run: () => lights.next(1) },
    { key: "N", words: "the one before", run: () => lights.next(-1) },
    { key: "u", words: "undo", run: () => chooser.undo() },
    { key: "Enter", words: "do what waits for a confirmation", run: () => chooser.armed && chooser.choose(chooser.armed) },
    { key: "f", words: "skip ahead to what the computer asks of you", run: () => table.hurry() },
    { key: "a", words: "advice: what the captain would do, and why", run: askAdvice },
    { key: "c", words: "charts", run: () => showCard(chartsCard(table, () => inUse)) },
    { key: "o", words: "order of battle", run: () => showCard(forcesCard(table, find)) },
    { key: "k", words: "legend: what every mark and number means", run: () => legendDialog(table, map) },
    { key: "t", words: "tracks", run: () => showCard(tracksCard(table)) },
    ...(briefing.isThere ? [{ key: "b", words: "briefing", run: () => briefing.open() }] : []),
    { key: "l", words: "the rules beside the board", run: () => manual.openAnywhere() },
    { key: "x", words: "chat", run: () => openChat() },
    { key: "r", words: "replay", run: () => replay.isOpen ? replay.close() : replay.open() },
    { key: "s", words: "standing orders", run: () => ordersDialog(table) },
    { key: "h", words: "hide or show the counters", run: () => layers.toggle("counters") },
    { key: "v", words: "victory: what is met and what is lacking", run: () => openVictory() },
    { key: "w", words: "look under the counters while it is held", run: () => under.look(true), release: () => under.look(false) },
    { key: "g", words: "layers of the map", run: () => openMenu(byId("layers-button"), layers.list()) },
    { key: "m", words: "menu", run: () => openMenu(byId("menu-button"), menu()) },
    { key: "+", words: "zoom in", run: () => zoom.zoomBy(1.3) },
    { key: "-", words: "zoom out", run: () => zoom.zoomBy(1 / 1.3) },
    { key: "0", words: "the whole map", run: () => map.open.length > 0 ? zoom.fitTo(map.corners()) : zoom.fit() },
    { key: "ArrowLeft", words: "pan", run: () => zoom.panBy(-90, 0) },
    { key: "ArrowRight", words: "", run: () => zoom.panBy(90, 0) },
    { key: "ArrowUp", words: "", run: () => zoom.panBy(0, -90) },
    { key: "ArrowDown", words: "", run: () => zoom.panBy(0, 90) },
    { key: "?", words: "help", run: () => helpDialog(keys) },
    { key: "Escape", words: "close what is open", run: () => escape() },
  ]);
  const escape = () => {
    if (closeMenu()) return;
    if (manual.isOpen) return manual.close();
    if (group.units.size) group.clear();
    else if (chooser.armed) chooser.arm(null);
    else if (replay.isOpen) replay.close();
    else if (byId("film").querySelector("[data-key=Escape]") && !byId("film").hidden) /** @type {HTMLElement} */ (byId("film").querySelector("[data-key=Escape]")).click();
    else refill(card);
  };
  /** @param {string} key */
  const press = (key) => keys.find((known) => known.key === key)?.run();
  listen(keys);

  const news = new News(table);
  const openChat = () => {
    showCard(chatCard(table));
    sheet.show("card");
    sheet.lift(true);
    news.read();
  };
  const isPlaying = () => typeof table.viewer === "number" && !table.outcome && !table.info.lesson;
  const menu = () => [
    el("p", { class: "menu-players" }, ...playerLines(table)),
    table.info.lesson ? null : entry("Share or invite", () => shareDialog(table.info, table.title.seats)),
    entry("Standing orders", () => press("s"), "s"),
    isPlaying() && !table.info.hotseat ? entry("Tell me when it is my turn", () => notifyDialog(table)) : null,
    briefing.isThere ? entry("Briefing", () => press("b"), "b") : null,
    advice.isAllowed && isPlaying() ? entry("Advice", () => press("a"), "a") : null,
    entry("Victory", () => press("v"), "v"),
    entry("Rules", () => press("l"), "l"),
    entry("Legend", () => press("k"), "k"),
    entry("Tracks", () => press("t"), "t"),
    entry(news.unread ? `Chat: ${news.unread} new` : "Chat", () => press("x"), "x"),
    entry("Replay", () => press("r"), "r"),
    el("hr"),
    isPlaying() && table.drawOffer === null ? entry("Offer a draw", () => chooser.send("offer draw")) : null,
    isPlaying() ? entry("Resign", () => resign()) : null,
    el("hr"),
    setting("confirm", true, "Ask before dice, reveals and endings"),
    setting("warnings", false, "Warn me before a blunder"),
    setting("follow", true, "Follow the enemy on the map"),
    setting("sound", true, "Sounds"),
    lightField(() => map.follow()),
    table.you.length > 1 ? curtainField(table) : null,
    consentField(table),
    el("hr"),
    el("a", { href: `/api/tables/${table.info.id}/record${typeof table.viewer === "number" ? `?seat=${table.viewer}` : ""}`, download: `${table.info.id}.record` }, "Download the record"),
    el("a", { href: "/" }, "Lobby"),
  ];
  const resign = () => openMenu(byId("menu-button"), [el("h3", {}, "Give this game up?"), entry("Yes, resign", () => chooser.send("resign")), entry("No", () => {})]);
  /** Shows a card in the sheet of a phone. @param {string} key */
  const pullUp = (key) => {
    press(key);
    sheet.show("card");
    sheet.lift(true);
  };
  const letDown = () => {
    sheet.show("log");
    sheet.lift(false);
  };
  const moreCard = () => el("article", { class: "more" },
    ...[...(briefing.isThere ? [["b", "Briefing"]] : []), ...(advice.isAllowed ? [["a", "Advice"]] : []), ["v", "Victory"], ["l", "Rules"], ["k", "Legend"], ["t", "Tracks"], ["x", "Chat"], ["r", "Replay"], ["s", "Standing orders"], ["g", "Layers"], ["m", "Menu"], ["/", "Type a command"], ["?", "Help"]].map(([key, words]) =>
      el("button", { type: "button", onclick: () => press(key) }, words)));

  showDecision(byId("decision"), table, chooser, { onHover: hover, onAbout: (ids) => lights.previewAll(ids), group, onNext: () => lights.next(1), onEverything: () => lights.lightEverything(), onPlace: showPlace, shades: () => lights.shades(), isOnMap: (choice) => lights.has(choice), onAdvice: () => askAdvice(), isAdvised: () => advice.isAllowed, chances });
  if (table.info.lesson) {
    new LessonCard(table, chooser, {
      places: map.shapes, pieces: counters.pieces, onHover: hover,
      sees: (at) => zoom.sees(at.x, at.y, 12), look: (points) => zoom.showPoints(points), board: (points) => zoom.showBoard(points),
      fan: (unit) => {
        const pile = counters.piles.get(unit);
        if (pile && pile.units.length > 1) counters.fan(pile, unit, true);
        else counters.fold();
      },
      where: (id) => counters.where(id) ?? map.middle(id),
      open: { unit: (id) => showCard(unitCard(table, id, find)), charts: () => press("c"), chartAlone: () => pullUp("c"), map: () => letDown(), victory: () => press("v") },
    });
  }
  showLog(byId("log"), table, findTold);
  showStrip(byId("strip"), table, (id) => map.shapes.has(id));
  fillTrackBox(map, table);
  showPlayers(byId("players"), table);
  showTicker(frame, table, findTold);
  showCommandLine(table, chooser, { onHover: hover });
  hangCurtain(table);
  watchQuestions(table, chances);
  touchMap(table, map, counters, chooser, group, {
    onUnit: (unit) => { if (!odds.card.isConnected) showCard(unitCard(table, unit, find)); },
    onPlace: (place) => { if (!odds.card.isConnected) showCard(placeCard(table, place, find)); },
    onHover: (choice) => { if (choice) hover(choice); },
    onWay: (choice) => way.show(choice),
    chances,
  });
  dragCounters(table, map, counters, chooser, group, (place) => way.show(place ? chooser.on("place", place)[0] ?? null : null));
  watchTurns(table, () => byId("film").hidden && !replay.isOpen, followTold, findTold);
  byId("decision").addEventListener("click", (event) => {
    const act = event.target instanceof Element ? event.target.closest("[data-act]")?.getAttribute("data-act") : null;
    if (act === "replay") replay.open(0);
    if (act === "victory") openVictory();
    if (act === "rematch") rematch(table);
    if (act === "after") {
      showCard(afterCard(table, (seq) => replay.open(seq)));
      sheet.show("card");
      sheet.lift(true);
    }
  });
  byId("victory-button").addEventListener("click", () => press("v"));
  byId("menu-button").addEventListener("click", () => press("m"));
  tools(press);
  document.addEventListener("visibilitychange", () => map.follow());

  table.on("view", () => {
    if (opened) return;
    opened = true;
    // How long the board took is measured by this mark.
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark("board")));
    // The panels hear of the view first.
    setTimeout(() => {
      // The sheet of a phone has its height only now.
      zoom.measure();
      zoom.openAgain();
      lights.showAll();
      const at = new URLSearchParams(location.search).get("at");
      if (at !== null && /^\d+$/.test(at)) replay.open(Number(at));
      else if (!table.info.hotseat) briefing.settled().then(() => playFilm(table, seen, followTold, findTold)).finally(() => keepSeen(table));
    });
  });
}

/**
 * A box to tick in the menu for something that this browser remembers.
 * @param {string} key
 * @param {boolean} otherwise
 * @param {string} words
 */
function setting(key, otherwise, words) {
  return el("label", {}, el("input", {
    type: "checkbox", "data-setting": key, checked: recall(key, otherwise),
    onchange: (/** @type {Event} */ event) => remember(key, /** @type {HTMLInputElement} */ (event.target).checked),
  }), words);
}

/**
 * A field to choose the light.
 * @param {() => void} onChange
 */
function lightField(onChange) {
  const field = el("select", { onchange: () => {
    setLight(/** @type {import("../settings.js").Light} */ (field.value));
    onChange();
  } }, ...Object.entries(LIGHTS).map(([value, words]) => el("option", { value }, words)));
  field.value = recall("light", "system");
  return el("label", {}, "Light: ", field);
}

/**
 * The key under which the sight of a map is kept: lessons and battles on a part of the map have their own.
 * @param {Table} table
 * @param {GameMap} map
 */
function sightOf(table, map) {
  if (table.info.lesson) return `${table.title.id}.lesson`;
  return map.open.length > 0 ? `${table.title.id}.${table.info.scenario}` : table.title.id;
}

/**
 * The zoom with the sight this browser had of this game's map last time.
 * @param {GameMap} map
 * @param {HTMLElement} frame
 * @param {string} game
 */
function openZoom(map, frame, game) {
  const key = `sight.${game}.${innerWidth < 760 ? "small" : "large"}`;
  // Areas are larger than squares: their numbers can be read from further away.
  const far = map.picture.classList.contains("atlas-areas") ? 0.29 : 0.45;
  const zoom = new Zoom(frame, map.sheet, map.box, (sight) => {
    remember(key, sight);
    map.picture.classList.toggle("zoom-far", sight.scale < far);
    map.picture.classList.toggle("zoom-near", sight.scale > 1.1);
  });
  const side = byId("side");
  const isSmall = matchMedia("(max-width: 760px)");
  zoom.covered = () => isSmall.matches ? side.offsetHeight : 0;
  // The map ends where its buttons begin.
  let beside = 0;
  zoom.beside = () => {
    beside ||= byId("map-tools").offsetWidth;
    return isSmall.matches ? 0 : beside + 20;
  };
  const last = recall(key, /** @type {import("../board/zoom.js").Sight | null} */ (null));
  const corners = map.corners();
  const open = () => corners.length > 0 ? zoom.fitTo(corners) : zoom.cover();
  if (last) zoom.set(last);
  else {
    open();
    zoom.openAgain = open;
  }
  zoom.draws = (scale) => map.lay(scale);
  zoom.lay();
  return zoom;
}

/** @param {(key: string) => void} press */
function tools(press) {
  /** @param {string} path */
  const icon = (path) => svg("svg", { viewBox: "0 0 18 18", "aria-hidden": "true" }, svg("path", { d: path }));
  const map = /** @type {[string, string, string, string][]} */ ([
    ["+", "Zoom in", "M9 3v12M3 9h12", ""],
    ["-", "Zoom out", "M3 9h12", ""],
    ["0", "The whole map", "M2 6V2h4M12 2h4v4M16 12v4h-4M6 16H2v-4", ""],
    ["g", "Layers", "M9 2l7 4-7 4-7-4zM2 9l7 4 7-4M2 12.500l7 4 7-4", "layers-button"],
    ["h", "Hide or show the counters", "M3 3h9v9H3zM6 6h9v9H6z", ""],
  ]);
  refill(byId("map-tools"), ...map.map(([key, words, path, id]) => el("button", {
    type: "button", id: id || null, title: `${words} (${key})`, "aria-label": words,
    onclick: (/** @type {Event} */ event) => {
      event.stopPropagation();
      press(key);
    },
    onpointerdown: (/** @type {Event} */ event) => event.stopPropagation(),
  }, icon(path))));
  const keys = [["u", "Undo"], ["c", "Charts"], ["o", "Forces"], ["t", "Tracks"], ["k", "Legend"], ["r", "Replay"], ["?", "Help"]];
  refill(byId("keys"), ...keys.map(([key, words]) => el("button", { type: "button", class: "quiet", onclick: () => press(key) }, words, el("kbd", {}, key))));
}

/** @param {Table} table */
async function rematch(table) {
  if (table.info.rematch) {
    location.href = `/table/${table.info.rematch}`;
    return;
  }
  try {
    const answer = await post(`/api/tables/${table.info.id}/rematch`, {});
    location.href = `/table/${/** @type {any} */ (answer).table.id}`;
  } catch (error) {
    noteText(error instanceof Refused ? error.message : "The rematch could not be made.");
  }
}
