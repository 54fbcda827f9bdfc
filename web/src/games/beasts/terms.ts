/** Of what a number of a war is made, in words: `5 printed, +2 Season of Hammers`. */
import type { TableState } from "../../lib/table.svelte.ts";
import { BEASTS } from "../../lib/words.beasts.ts";
import type { Term } from "../../types/beasts.d.ts";
import { bookOf } from "./book.ts";

function nameOf(table: TableState, by: string): string {
  const index = bookOf(table);
  return BEASTS.terms.by[by] ?? index.events.get(by)?.name ?? index.specialties.get(by)?.name ?? by;
}

/** Empty where nothing has changed what is printed. */
export function termWords(table: TableState, terms: readonly Term[], of: string, printed?: number): string {
  const mine = terms.filter((term) => term.of === of);
  if (!mine.length) return "";
  const first = printed === undefined || mine[0]?.sets ? [] : [BEASTS.terms.first(printed, BEASTS.terms.by.printed ?? "")];
  const said = mine.map((term, n) => BEASTS.terms[term.sets ? "sets" : n || first.length ? "term" : "first"](term.amount, nameOf(table, term.by)));
  return [...first, ...said].join(", ");
}
