// What the server says: the TypeScript side of docs/protocol.md.

import type { Decision, Item, Layer, March, Odds, OptionInfo, Reason, ScenarioInfo, Seat, SeatInfo, Staff, Standing, Together, Told } from "./wire";

/** A title as the lobby lists it. */
export interface Brief {
  id: string;
  name: string;
  seats: SeatInfo[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
}

/** A level of the computer player. */
export interface Level {
  id: string;
  name: string;
  about: string;
}

export interface Games {
  games: Brief[];
  levels: Level[];
}

/** What players of a title are told before a game. */
export interface Briefings {
  briefing: Briefing[];
  shape: Shape[];
}

/** What one side is told; `side` is the id of a seat. */
export interface Briefing {
  scenario: string;
  side: string;
  situation: string;
  task: string;
  ideas: string[];
}

/** What a scenario is like; `hard` goes from 1 to 5 for each seat's id. */
export interface Shape {
  scenario: string;
  text: string;
  turns: number;
  minutes: number;
  hard: Record<string, number>;
  balance?: Balance;
}

/** How games between captains ended; `won` goes by the seats' ids. */
export interface Balance {
  games: number;
  won: Record<string, number>;
}

export interface Outcome {
  winners: Seat[];
  text: string;
}

/** A table with its seats. */
export interface TableInfo {
  id: string;
  game: string;
  scenario: string;
  options: Record<string, string>;
  title: string;
  state: "waiting" | "running" | "over" | "broken";
  hotseat: boolean;
  listed: boolean;
  watch: boolean;
  seats: SeatState[];
  seq: number;
  turn: number;
  outcome: Outcome | null;
  commitment: string;
  nonces: string[];
  rematch: string | null;
  bot_time: number;
  created: number;
  changed: number;
  about: string | null;
  /** The lesson that is given here. */
  lesson?: string;
}

export interface SeatState {
  seat: Seat;
  id: string;
  by: "person" | "open" | "bot";
  level?: string;
  name: string;
  taken: boolean;
  ready: boolean;
  yours: boolean;
  here: boolean;
  thinking: boolean;
  asked: boolean;
  /** Whether its player has agreed that all may be advised. */
  advice: boolean;
}

export interface SeatLink {
  seat: Seat;
  link: string;
}

export interface Created {
  table: TableInfo;
  links: SeatLink[];
  spectator: string;
}

/** A table, and the link of one's own seat where one was just given. */
export interface Seated {
  table: TableInfo;
  link?: SeatLink;
}

/** A browser from which a seat can be played. */
export interface Device {
  account: string | null;
  you: boolean;
  seen: number;
}

export interface Devices {
  seat: Seat;
  devices: Device[];
  link?: SeatLink;
}

/** Who is signed in. */
export interface Me {
  account: { name: string; email: string | null } | null;
  mail: boolean;
}

/** How a seat is told that it is asked. */
export interface Notify {
  webhook: string | null;
  email: string | null;
  key?: string | null;
  asked?: string | null;
}

export interface ChatLine {
  seat: Seat;
  text: string;
  at: number;
}

/** What somebody has done beside the game. */
export interface NewsMessage {
  type: "news";
  kind: "joined" | "offered-draw" | "accepted-draw" | "resigned" | "asked-advice";
  seat: Seat;
  name: string;
  at: number;
}

/** What a level would do, why, and what else there is. */
export interface Advice {
  best: AdvisedWay;
  or: AdvisedWay[];
  /** What tempts and is worse. */
  not?: AdvisedWay;
}

/** What speaks against an answer. */
export interface Warning {
  kind: string;
  text: string;
}

/** One answer, with what speaks for it or against it. */
export interface AdvisedWay {
  play: string;
  label: string;
  because: string;
  odds?: string;
  worse: "hardly" | "slightly" | "clearly";
}

/** What is to be said about a finished game. */
export interface After {
  luck: Ledger | null;
  /** How much of the ledger is written, from 0 to 1, while it is being written. */
  progress?: number;
  thoughts: [number, string][];
}

/** What the dice were worth. */
export interface Ledger {
  measure: "result" | "points" | "none";
  sides: { name: string; nation: string; total: number; own: number; enemy: number }[];
  rolls: RollLuck[];
  account?: Account | null;
}

/** How the chances of a finished game went, each from 0 to 1 by side, and what it cost. */
export interface Account {
  course: { action: number; turn: number; chances: number[] }[];
  moments: Moment[];
  losses: Record<string, number>[];
  /** A place, and how often it was assaulted. */
  fought_over: [string, number] | null;
}

/** A player turn in which the chances changed much. */
export interface Moment {
  from: number;
  action: number;
  turn: number;
  before: number[];
  after: number[];
  told: string;
  cases: string[];
}

export interface RollLuck {
  action: number;
  turn: number;
  side: number | null;
  text: string;
  dice: number[];
  told: string;
  cases: string[];
  effect: number[];
  exact: boolean;
}

export type Viewer = Seat | "spectator" | "all";

/** A standing order. */
export interface Order {
  kind: string;
  answer: "first" | { starts: string } | { losses: "strongest" | "weakest" } |
    { odds: { play: string; label: string; at_least: number; otherwise: string } } |
    { all: { order: string; label: string; at_least: number; otherwise: string } };
  /** The one turn in which it stands. */
  turn?: number;
}

export interface ViewMessage {
  type: "view";
  table: TableInfo;
  viewer: Viewer;
  you: Seat[];
  rev: number;
  seq?: number;
  turn?: number;
  items?: [number, Item | null][];
  decision?: Decision | null;
  undo?: boolean;
  draw_offer?: Seat | null;
  events_from?: number;
  events?: Told[];
  outcome?: Outcome | null;
  away?: { since: number; events_from: number };
  orders?: Order[];
  chat?: ChatLine[];
}

export interface UpdateMessage {
  type: "update";
  from: number;
  rev: number;
  seq: number;
  turn: number;
  items: [number, Item | null][];
  events_from: number;
  events: Told[];
  decision: Decision | null;
  undo: boolean;
  draw_offer: Seat | null;
  outcome: Outcome | null;
}

export interface ViewAtMessage {
  type: "view_at";
  id?: number;
  as: Viewer;
  seq: number;
  turn: number;
  items: [number, Item | null][];
  events_from: number;
  events: Told[];
}

export interface RefusedMessage {
  type: "refused";
  id?: number;
  error: string;
  reasons?: Reason[];
  stale?: boolean;
  /** Said by a lesson: "back", or "unsaid" if it can be tried all the same. */
  lesson?: "back" | "unsaid";
}

/** What a lesson says now. */
export interface LessonMessage {
  type: "lesson";
  lesson: string;
  title: string;
  number: number;
  of: number;
  step: number;
  steps: number;
  seat: Seat;
  standing: "open" | "astray" | "turning" | "finished";
  say: string;
  said: string;
  show: { places: string[]; units: string[]; panel: "" | "odds" | "victory" | "strip" | "unit" | "charts" } | null;
  want: string[];
  /** Whether there is only something to read. */
  reads: boolean;
  learnt: string[];
  won: boolean;
  manual: string;
  cases: string[];
  next: { id: string; title: string } | null;
}

/** The course of a game. */
export interface Course {
  lessons: { id: string; title: string; minutes: number; steps: number; seat: string; done: boolean }[];
}

export type ServerMessage =
  | LessonMessage
  | ViewMessage
  | UpdateMessage
  | ViewAtMessage
  | RefusedMessage
  | { type: "current"; rev: number }
  | { type: "done"; id?: number; rev: number }
  | { type: "table"; table: TableInfo }
  | { type: "why"; id?: number; legal: boolean; error?: string; reasons?: Reason[] }
  | { type: "odds"; id?: number; odds: Odds }
  | { type: "path"; id?: number; places: string[] }
  | { type: "together"; id?: number; together: Together }
  | { type: "march"; id?: number; march: March }
  | { type: "summary"; id?: number; lines: string[] }
  | { type: "layers"; id?: number; layers: Layer[] }
  | { type: "victory"; id?: number; victory: Standing }
  | { type: "staff"; id?: number; staff: Staff }
  | { type: "advice"; id?: number; rev: number; advice: Advice }
  | { type: "warning"; id?: number; rev: number; warning: Warning | null }
  | { type: "events"; id?: number; from: number; events: Told[] }
  | { type: "orders"; orders: Order[] }
  | { type: "chat"; seat: Seat; text: string; at: number }
  | NewsMessage
  | { type: "pong" }
  | { type: "bye"; error: string };

/** What the marks, letters and numbers on counters and map mean. */
export interface Legend {
  group: { title: string; entry: Sign[] }[];
}

/** One thing that can be seen: one of the first six fields says how it is drawn. */
export interface Sign {
  counter?: string;
  mark?: string;
  marker?: string;
  light?: string;
  place?: string;
  term?: string;
  face?: string;
  words: string;
}
