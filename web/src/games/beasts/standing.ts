/** What stands in a field, and what may be done there, from the view and the actions. */
import type { Act } from "../../lib/act.ts";
import type { TableState } from "../../lib/table.svelte.ts";
import { BEASTS } from "../../lib/words.beasts.ts";
import { bookOf, nameOf, publicOf, clanOf } from "./book.ts";
import type { Cell } from "./geometry.ts";

export interface Stack {
  seat: number;
  units: [string, number][]; // `captain` or `captain-prone` → how many
  points: number; // of those that stand
  marker: boolean;
}

export interface Standing {
  stacks: Stack[];
  beasts: string[];
}

const EMPTY: Standing = { stacks: [], beasts: [] };

type Lying = Record<string, number>;
interface Kept {
  places: Record<string, Lying>;
  parts: Map<string, [string, Lying][]>; // of each field, as they were
  found: Map<string, Standing>;
}
const kept = new WeakMap<TableState, Kept>();

/** All fields with something on them. A field at which nothing has changed keeps its object, and is not drawn again. */
export function standings(table: TableState): Map<string, Standing> {
  const { places } = publicOf(table);
  const before = kept.get(table);
  if (before?.places === places) return before.found;
  const parts = new Map<string, [string, Lying][]>();
  for (const [place, lies] of Object.entries(places)) {
    if (!place.startsWith("field:")) continue;
    const [field = "", seat = ""] = place.split("/");
    const there = parts.get(field);
    if (there) there.push([seat, lies]);
    else parts.set(field, [[seat, lies]]);
  }
  const found = new Map<string, Standing>();
  for (const [field, now] of parts) {
    const old = before?.parts.get(field);
    const same = old?.length === now.length && now.every(([seat, lies], n) => old[n]?.[0] === seat && old[n][1] === lies);
    found.set(field, (same && before?.found.get(field)) || standing(table, now));
  }
  kept.set(table, { places, parts, found });
  return found;
}

function standing(table: TableState, parts: readonly [string, Lying][]): Standing {
  const { units, beasts } = bookOf(table);
  const here: Standing = { stacks: [], beasts: [] };
  for (const [seat, lies] of parts) {
    if (!seat) {
      here.beasts.push(...Object.keys(lies).filter((thing) => beasts.has(thing)));
      continue;
    }
    const standing = Object.entries(lies).filter(([thing]) => thing !== "marker");
    const points = standing.reduce((sum, [unit, count]) => sum + (units.get(unit)?.worth ?? 0) * count, 0);
    here.stacks.push({ seat: Number(seat), units: standing, points, marker: Boolean(lies.marker) });
  }
  return here;
}

export function unitWords(table: TableState, units: readonly [string, number][]): string {
  const book = bookOf(table).units;
  return units.map(([thing, count]) => {
    const unit = book.get(thing.replace("-prone", ""));
    return BEASTS.field.units(count, (count === 1 ? unit?.name : unit?.plural) ?? "", thing.endsWith("-prone"));
  }).join(", ");
}

interface Words {
  title: string;
  lines: string[];
}
const said = new WeakMap<readonly string[], Map<string, { here: Standing; words: Words }>>(); // by who sits at the table

/** A field in words, for a screen reader and a hint; made anew when something there has changed. */
export function fieldWords(table: TableState, id: string, here: Standing = EMPTY): Words {
  let fields = said.get(table.names);
  if (!fields) said.set(table.names, (fields = new Map()));
  let found = fields.get(id);
  if (found?.here !== here) fields.set(id, (found = { here, words: makeWords(table, id, here) }));
  return found.words;
}

function makeWords(table: TableState, id: string, here: Standing): Words {
  const { fields, beasts, book } = bookOf(table);
  const field = fields.get(id);
  if (!field) return { title: id, lines: [] };
  const pays = [field.coin ? BEASTS.field.coins(field.coin) : "", field.hot ? BEASTS.field.hot : "", field.crown ? BEASTS.field.crown : ""].filter(Boolean);
  const marks = [
    field.capital !== undefined && field.capital !== null && BEASTS.field.capital(book.clans[field.capital]?.name ?? ""),
    field.lair && book.words.base, field.spawner && BEASTS.field.spawner, field.letter && BEASTS.field.route(field.letter),
  ].filter(Boolean);
  const borders = new Map<string, string[]>();
  for (const border of field.near) if (border.kind === "mountain" || border.kind === "river") borders.set(border.kind, [...(borders.get(border.kind) ?? []), fields.get(border.field)?.name ?? ""]);
  return {
    title: BEASTS.field.title(field.name, field.region, field.kind === "water"),
    lines: [
      ...(marks.length ? [marks.join(", ")] : []),
      ...(pays.length ? [BEASTS.field.pays(pays)] : []),
      ...here.beasts.map((beast) => BEASTS.field.beast(beasts.get(beast)?.name ?? "", beasts.get(beast)?.strength ?? 0)),
      ...here.stacks.map((stack) => BEASTS.field.stack(nameOf(table, stack.seat), clanOf(table, stack.seat)?.name ?? "", unitWords(table, stack.units), stack.marker)),
      ...[...borders].map(([kind, to]) => BEASTS.field[kind === "mountain" ? "mountains" : "river"](to)),
    ],
  };
}

export interface Offer {
  acts: Act[];
  role: "legal" | "target" | "soft"; // soft: only one's own markers, which may be taken back at any time
}

const FIELD = /(?:^|@)field:(\d+)|@way:\d+-(\d+)/;

/** Fields where something may be done now. */
export function offers(table: TableState, stands: Map<string, Standing>): Map<string, Offer> {
  const found = new Map<string, Offer>();
  if (!table.mine) return found;
  const turn = table.question?.kind === "turn";
  const travel = table.question?.kind.startsWith("travel");
  const hostile = (id: string) => !travel || stands.get(id)?.beasts.length || stands.get(id)?.stacks.some((stack) => stack.seat !== table.seat && stack.units.length);
  for (const act of table.actions)
    for (const thing of act.things ?? []) {
      const match = FIELD.exec(thing);
      if (!match) continue;
      const id = `field:${match[1] ?? match[2]}`;
      const here = found.get(id) ?? { acts: [], role: "soft" as const };
      if (!here.acts.includes(act)) here.acts.push(act);
      const role = turn && thing.startsWith("marker@") ? here.role : act.role === "target" && here.role !== "legal" && hostile(id) ? "target" : "legal";
      found.set(id, { acts: here.acts, role });
    }
  return found;
}

/** The field that a bot suggests, where somebody has asked it. */
export function advised(table: TableState): string {
  const act = table.mine && table.advice?.[0] ? table.actOf(table.advice[0].action) : undefined;
  const match = FIELD.exec(act?.things?.find((thing) => FIELD.test(thing)) ?? "");
  return match ? `field:${match[1] ?? match[2]}` : "";
}

/** All that is drawn of one field. */
export interface Spot {
  cell: Cell;
  here: Standing | undefined;
  role: Offer["role"] | "";
  entry: boolean; // where Tab comes in
  paid: boolean; // somebody's markers have been paid here
  chained: string; // beasts here that are
  label: string;
}

/** The fields in their order. One at which nothing has changed is the same object as before. */
export function spotsOf(table: TableState, cells: readonly Cell[], stands: Map<string, Standing>, lit: Map<string, Offer>, entry: string, before: Map<string, Spot>): Map<string, Spot> {
  const paid = new Set(publicOf(table).seats.flatMap((seat) => seat.paid ?? []));
  return new Map(cells.map((cell) => {
    const { id } = cell.field;
    const here = stands.get(id);
    const offer = lit.get(id);
    const words = fieldWords(table, id, here);
    const told = offer && (offer.acts.length === 1 ? table.say(offer.acts[0]?.sentence ?? "") : BEASTS.choices(offer.acts.length));
    const spot: Spot = {
      cell, here, role: offer?.role ?? "", entry: entry === id, paid: paid.has(cell.number),
      chained: here?.beasts.filter((beast) => table.places[`beast:${beast}`]).join(" ") ?? "",
      label: `${words.title}. ${[...words.lines, told].filter(Boolean).join(". ")}`,
    };
    const old = before.get(id);
    return [id, old && (Object.keys(spot) as (keyof Spot)[]).every((key) => old[key] === spot[key]) ? old : spot];
  }));
}
