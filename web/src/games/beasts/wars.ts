/** Wars and hunts, folded from the events that told of them, so that each can be looked at again. */
import type { Told } from "../../lib/act.ts";

export interface Compared {
  ours: number; // of the attacker
  theirs: number;
  winner: number;
}

export interface PastBattle {
  cards: Map<number, string>; // seat → card
  styles: (Compared | undefined)[];
  point: number | null; // who won it
  lines: Told[];
}

export interface PastWar {
  number: number; // of its first event
  field: string;
  attacker: number;
  defender: number | null;
  beast: string | null;
  units: { ours: number; theirs: number } | null;
  rolls: number[];
  sums: number[] | null;
  needed: number | null;
  battles: PastBattle[]; // of a hunt: one, with all cards
  played: string[]; // in a hunt, one after another
  winner: number | null;
  over: boolean;
  lines: Told[];
}

const number = (value: unknown) => (typeof value === "number" ? value : 0);
const ENDS = new Set(["turn_begins", "phase_begins", "round_begins", "game_over"]);

function begin(told: Told): PastWar {
  const { facts } = told;
  return {
    number: told.number, field: String(facts.field), attacker: number(facts.attacker ?? facts.seat),
    defender: told.kind === "war" ? number(facts.defender) : null, beast: told.kind === "hunt" ? String(facts.beast) : null,
    units: null, rolls: [], sums: null, needed: null, battles: [], played: [], winner: null, over: false, lines: [],
  };
}

export function warsOf(log: readonly Told[]): PastWar[] {
  const found: PastWar[] = [];
  let now: PastWar | undefined;
  for (const told of log) {
    const { kind, facts } = told;
    if (kind === "war" || kind === "hunt") {
      if (now) now.over = true;
      found.push((now = begin(told)));
      continue;
    }
    if (!now) continue;
    if (ENDS.has(kind)) {
      now.over = true;
      now = undefined;
      continue;
    }
    if (told.sentence) now.lines.push(told);
    if (kind === "units_compared") now.units = { ours: number(facts.ours), theirs: number(facts.theirs) };
    else if (kind === "rolls") now.rolls.push(number(facts.roll));
    else if (kind === "battle_begins") now.battles.push({ cards: new Map(), styles: [], point: null, lines: [] });
    else if (kind === "adds_up") {
      now.sums = [facts.first, facts.second, facts.third].map(number);
      now.needed = number(facts.needed);
    } else if (kind === "captures") now.winner = number(facts.seat);
    else if (kind === "war_ends") now.winner = number(facts.winner);
    const battle = now.battles.at(-1);
    if (kind === "fights_with") {
      now.played.push(String(facts.card));
      battle?.cards.set(number(facts.seat), String(facts.card));
    }
    if (!battle) continue;
    if (told.sentence && kind !== "battle_begins") battle.lines.push(told);
    if (kind === "style_compared") battle.styles[number(facts.style)] = { ours: number(facts.ours), theirs: number(facts.theirs), winner: number(facts.winner) };
    else if (kind === "battle_point") battle.point = number(facts.seat);
  }
  return found;
}

export interface Held {
  beasts: number[];
  strength: number[];
}

/** Beasts that each seat held when a round ended, and at the start; chained ones do not count. */
export function holdings(log: readonly Told[], seats: number, strengthOf: (beast: string) => number): Held[] {
  const owner = new Map<string, number>();
  const chained = new Set<string>();
  const now = (): Held => {
    const held: Held = { beasts: Array<number>(seats).fill(0), strength: Array<number>(seats).fill(0) };
    for (const [beast, seat] of owner)
      if (!chained.has(beast)) {
        held.beasts[seat] = (held.beasts[seat] ?? 0) + 1;
        held.strength[seat] = (held.strength[seat] ?? 0) + strengthOf(beast);
      }
    return held;
  };
  const found: Held[] = [];
  for (const { kind, facts } of log) {
    const beast = String(facts.beast);
    if (kind === "round_begins" || kind === "game_over") found.push(now());
    else if (kind === "captures") owner.set(beast, number(facts.seat));
    else if (kind === "gives_beast") owner.set(beast, number(facts.other));
    else if (kind === "chains") chained.add(beast);
    else if (kind === "unchains") chained.delete(beast);
  }
  return found;
}
