/** What a click on a field means: the one thing that may be done there, a menu of several, or the reason why not. */
import type { TableState } from "../../lib/table.svelte.ts";
import { publicOf } from "./book.ts";
import type { Offer, Standing } from "./standing.ts";
import { uiOf, type Step } from "./ui.svelte.ts";

const CAREFUL = new Set(["travel"]); // questions in which a click never sends by itself

/** A finger does not hover: its first tap only looks, and tells what is there and what may be done; the next one does it. */
export function choose(table: TableState, field: string, offer: Offer | undefined, finger: boolean): void {
  const ui = uiOf(table);
  ui.queue = [];
  const [only] = offer?.acts ?? [];
  const kind = table.question?.kind ?? "";
  const looks = finger && ui.menu !== field;
  if (offer && only && offer.acts.length === 1 && offer.role !== "soft" && table.sure && !looks && !CAREFUL.has(kind)) {
    ui.menu = "";
    table.play(only.id);
  } else if (offer) {
    table.drop();
    ui.menu = ui.menu === field ? "" : field;
  } else {
    ui.menu = "";
    void table.point(field);
  }
}

/** Chooses one after another, as long as each is offered: many actions of the rules, one gesture. */
export function chooseAll(table: TableState, steps: Step[]): void {
  uiOf(table).queue = steps;
}

/** The next step of such a gesture, when the table is ready for it. */
export function goOn(table: TableState): void {
  const ui = uiOf(table);
  const [next, ...rest] = ui.queue;
  if (next === undefined || !table.mine || table.sent !== null) return;
  const act = table.acts(next.thing).find((each) => !next.label || each.label === next.label);
  ui.queue = act ? rest : [];
  if (act) table.play(act.id);
}

/** May the units of a field be dragged? In a Travel of yours, where they stand. */
export function canDrag(table: TableState, field: string, here: Standing | undefined): boolean {
  return Boolean(table.mine && table.question?.kind.startsWith("travel") && here?.stacks.some((stack) => stack.seat === table.seat && stack.units.length) && field);
}

/** Units dropped on another field: all of them go there, from here or into there as the Travel has it. */
export function drop(table: TableState, from: string, to: string, here: Standing | undefined): void {
  const travel = publicOf(table).travel;
  const units = here?.stacks.find((stack) => stack.seat === table.seat)?.units ?? [];
  const all = units.flatMap(([unit, count]) => Array.from({ length: count }, () => ({ thing: `${unit}@${from}/${table.seat}` })));
  if (!to || to === from) return;
  const begun = travel?.focus !== null && travel?.focus !== undefined;
  if (!begun) chooseAll(table, [{ thing: from, label: "From" }, { thing: to }, ...all]);
  else if (travel.leaving && `field:${travel.focus}` === from) chooseAll(table, [...(`field:${travel.other}` === to ? [] : [{ thing: to }]), ...all]);
  else if (!travel.leaving && `field:${travel.focus}` === to) chooseAll(table, [...(`field:${travel.other}` === from ? [] : [{ thing: from }]), ...all]);
  else void table.point(to);
}
