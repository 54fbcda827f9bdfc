/** What a click on a field means: the one thing that may be done there, a menu of several, or the reason why not. */
import type { TableState } from "../../lib/table.svelte.ts";
import { settings } from "../../lib/settings.svelte.ts";
import type { Offer } from "./standing.ts";
import { uiOf, type Step } from "./ui.svelte.ts";

const CAREFUL = new Set(["travel"]); // questions in which a click never sends by itself

export function choose(table: TableState, field: string, offer: Offer | undefined): void {
  const ui = uiOf(table);
  ui.queue = [];
  const [only] = offer?.acts ?? [];
  const kind = table.question?.kind ?? "";
  const sure = table.question?.confirm === "none" || (table.question?.confirm !== "always" && !settings.confirm);
  if (offer && only && offer.acts.length === 1 && offer.role !== "soft" && sure && !CAREFUL.has(kind)) {
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
  if (next === undefined || !table.mine) return;
  const act = table.acts(next.thing).find((each) => !next.label || each.label === next.label);
  ui.queue = act ? rest : [];
  if (act) table.play(act.id);
}
