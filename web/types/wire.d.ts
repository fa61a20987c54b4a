// What a game says: the TypeScript side of crates/engine/src/wire.rs and title.rs.

/** A seat's number, counted from 0 in the order of `Title.seats`. */
export type Seat = number;

/** The sentence that asks, and every legal answer. */
export interface Decision {
  seq: number;
  seats: Seat[];
  kind: string;
  text: string;
  cases: string[];
  about?: string[];
  options: Choice[];
  bundles?: Bundle[];
  plan?: Planned[];
  undo: boolean;
}

/** An order that stands for several answers, given one after the other. */
export interface Bundle {
  id: string;
  label: string;
  plays: string[];
  /** The places and units that it names. */
  about?: string[];
  binding: boolean;
}

/** Several counters in the order in which they best go, and the places to which each of them can go. */
export interface Together {
  units: string[];
  places: string[];
}

/** The answers that bring several counters where they are to go, and who goes. */
export interface March {
  plays: string[];
  moved: string[];
  binding: boolean;
}

/** Something that is planned and not rolled for yet. */
export interface Planned {
  place: string;
  label: string;
  text: string;
  cases: string[];
}

/** One legal answer. */
export interface Choice {
  play: string;
  label: string;
  target: Target;
  cost?: string;
  /** What it is made of, where each answer is a set of the same few things. */
  parts?: string[];
  cases: string[];
  odds?: boolean;
  binding?: boolean;
  /** It ends an impulse, a phase or a turn, or goes over to the dice, though it may still be taken back. */
  ends?: boolean;
}

/** What is clicked. */
export type Target = { unit: string } | { place: string } | "button";

/** What reaches over the map: a zone of control, command, supply. */
export interface Layer {
  id: string;
  label: string;
  nation: string;
  places: string[];
}

/** A condition of victory, as far as the viewer may know it; it is met when `now` reaches `needed`. */
export interface Goal {
  text: string;
  met: boolean | null;
  now: number;
  needed: number;
  lacking?: { text: string; squares?: string[]; units?: string[] };
  parts?: Goal[];
  sources?: PointSource[];
  cases?: string[];
}

/** Points from one source. */
export interface PointSource {
  label: string;
  own: number;
  enemy: number;
}

/** A condition in its place: a side wins by one group, a group by as many rows as it needs. */
export interface VictoryRow extends Goal {
  side: string;
  seats: Seat[];
  group: string;
  need: number;
}

/** How the battle stands. */
export interface Standing {
  now: string;
  rows: VictoryRow[];
}

/** A part of the turn. */
export interface StaffPhase {
  label: string;
  part: string;
  note?: string;
  case: string;
}

/** Where in the sequence of play we are, and what has been left undone. */
export interface Staff {
  phases: StaffPhase[];
  at: number | null;
  next: string;
  undone: { text: string; units?: string[]; places?: string[] }[];
  ends: string[];
}

/** An event, told. */
export interface Told {
  kind: string;
  seat: Seat | null;
  text: string;
  cases: string[];
  places?: string[];
  units?: string[];
  rolls?: Roll[];
}

export interface Roll {
  seat: Seat | null;
  label: string;
  dice: number[];
  lines: Line[];
  total: number;
}

export interface Line {
  label: string;
  value: number;
  cases: string[];
}

export interface Odds {
  title: string;
  cases: string[];
  sums: Sum[];
  results: Chance[];
  summary: string;
  chart?: [string, string];
}

export interface Sum {
  label: string;
  lines: Line[];
  total: number;
}

export interface Chance {
  label: string;
  ways: number;
  of: number;
  cases: string[];
  about?: string;
}

export type Item = { unit: UnitItem } | { place: PlaceItem } | { track: TrackItem };

export interface UnitItem {
  id: string;
  face: string;
  at: string;
  marks?: string[];
  left?: string;
}

export interface PlaceItem {
  id: string;
  control?: string;
  marks?: string[];
}

export interface TrackItem {
  id: string;
  label: string;
  value: string;
  seat?: Seat;
}

/** A whole view: what a seat sees after `seq` entries. */
export interface View {
  seq: number;
  turn: number;
  items: [number, Item | null][];
}

export interface Reason {
  case: string;
  text: string;
}

export interface Refusal {
  error: string;
  reasons: Reason[];
}

export interface Title {
  id: string;
  name: string;
  rules_version: number;
  pack: string;
  seats: SeatInfo[];
  scenarios: ScenarioInfo[];
  options: OptionInfo[];
  cases: Case[];
  charts: Chart[];
  units: UnitInfo[];
  places: PlaceInfo[];
}

export interface SeatInfo {
  id: string;
  name: string;
  nation: string;
}

export interface ScenarioInfo {
  id: string;
  name: string;
  from: string;
  to: string;
  turns: number;
  seats: number[];
  about: string;
  /** Whether it is the first battle of the course. */
  school?: boolean;
  /** The places that it is played on; all of them if absent. */
  places?: string[];
}

export interface OptionInfo {
  id: string;
  about: string;
  case: string;
  values: string[];
}

export interface Case {
  number: string;
  title: string;
  gist?: string;
}

export interface Chart {
  id: string;
  title: string;
  case: string;
  columns: string[];
  rows: string[][];
  note?: string;
}

export interface UnitInfo {
  id: string;
  name: string;
  nation: string;
  kind: string;
  card: string[];
}

export interface PlaceInfo {
  id: string;
  name: string;
  x: number;
  y: number;
  card: string[];
}
