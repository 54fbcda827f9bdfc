/** Answers that the page gives by itself: where only one is possible, and where somebody asked not to be asked again.
 * A pass in a moment for reactions comes after a pause that is drawn for it, whatever the hand holds and whatever was
 * wished (R77), so that it tells nothing. */
import type { Act } from "../../lib/act.ts";
import { settings } from "../../lib/settings.svelte.ts";
import type { TableState } from "../../lib/table.svelte.ts";
import { privateOf } from "./book.ts";
import { uiOf } from "./ui.svelte.ts";
import { isMuted } from "./wishes.svelte.ts";

const SHORTEST = 1000; // milliseconds
const LONGEST = 2500;
const AMONG_BOTS = 120; // nobody is there who could draw conclusions

/** What you could react with. */
export const eligible = (table: TableState): Act[] => table.actions.filter((act) => act.things?.length);

/** The answer that needs no thought, and how long it waits; none where you are to be asked. */
export function answer(table: TableState): { action: number; after: number } | null {
  const { question, actions } = table;
  if (!table.mine || !question || privateOf(table)?.chosen || uiOf(table).queue.length) return null;
  const [only] = actions;
  if (question.kind === "react") {
    const fits = eligible(table);
    const pass = actions.find((act) => !act.things?.length);
    const passes = fits.length ? fits.every((act) => isMuted(table, act)) : settings.quiet;
    return pass && passes ? { action: pass.id, after: pause(table) } : null;
  }
  if (!only || actions.length > 1) return null;
  const forced = question.quiet || (!only.things?.length && (question.kind === "buy" || question.kind === "turn"));
  return forced ? { action: only.id, after: settings.travel ? 500 : AMONG_BOTS } : null;
}

/** How long a pass still waits. It is drawn once for each moment: who comes or goes meanwhile does not start it anew. */
function pause(table: TableState): number {
  if (table.people.every((person, seat) => seat === table.seat || person.level)) return AMONG_BOTS;
  const [ui, at] = [uiOf(table), `${table.look.number} ${table.decided}`];
  if (ui.pause.at !== at) ui.pause = { at, until: performance.now() + SHORTEST + Math.random() * (LONGEST - SHORTEST) };
  return ui.pause.until - performance.now();
}
