/** Answers that the page gives by itself: where only one is possible, and where somebody asked not to be asked again.
 * A pass in a moment for reactions comes after a pause that does not hang on the hand (R77), so that it tells nothing. */
import type { Act } from "../../lib/act.ts";
import { settings } from "../../lib/settings.svelte.ts";
import type { TableState } from "../../lib/table.svelte.ts";
import { privateOf } from "./book.ts";
import { uiOf } from "./ui.svelte.ts";

const PAUSE = 1500; // milliseconds; people at the table could draw conclusions from a shorter one
const AMONG_BOTS = 120;

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
    if (!pass || (fits.length && !fits.every((act) => uiOf(table).muted.has(act.label))) || (!fits.length && !settings.quiet)) return null;
    const people = table.people.filter((person, seat) => seat !== table.seat && !person.level).length;
    return { action: pass.id, after: people ? PAUSE : AMONG_BOTS };
  }
  if (!only || actions.length > 1) return null;
  const forced = question.quiet || (!only.things?.length && (question.kind === "buy" || question.kind === "turn"));
  return forced ? { action: only.id, after: settings.travel ? 500 : AMONG_BOTS } : null;
}
