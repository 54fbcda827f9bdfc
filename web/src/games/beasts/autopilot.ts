/** Answers that the page gives by itself, where only one is possible. Passes in moments for reactions are the server's. */
import type { Act } from "../../lib/act.ts";
import { settings } from "../../lib/settings.svelte.ts";
import type { TableState } from "../../lib/table.svelte.ts";
import { privateOf, publicOf } from "./book.ts";
import { uiOf } from "./ui.svelte.ts";

const AT_ONCE = 120; // milliseconds

/** What you could react with. */
export const eligible = (table: TableState): Act[] => table.actions.filter((act) => act.things?.length);

/** Does the server pass for this seat here? A tutor shows every moment himself. */
export function isPassedFor(table: TableState): boolean {
  if (!table.asked || table.guide || !table.carrier.quiet || table.question?.kind !== "react" || privateOf(table)?.chosen) return false;
  const cards = eligible(table).map((act) => act.things?.[0]?.split("@")[0] ?? "");
  if (!cards.length) return settings.quiet;
  return table.wishes.round === publicOf(table).round && cards.every((card) => table.wishes.cards.includes(card));
}

/** The answer that needs no thought, and how long it waits; none where you are to be asked. */
export function answer(table: TableState): { action: number; after: number } | null {
  const { question, actions } = table;
  if (!table.mine || !question || privateOf(table)?.chosen || uiOf(table).queue.length) return null;
  const [only] = actions;
  if (!only || actions.length > 1 || question.kind === "react") return null;
  const forced = question.quiet || (!only.things?.length && (question.kind === "buy" || question.kind === "turn"));
  return forced ? { action: only.id, after: settings.travel ? 500 : AT_ONCE } : null;
}
