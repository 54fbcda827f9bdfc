/** What is open and chosen on this page alone, shared by the parts of the board. */
import type { TableState } from "../../lib/table.svelte.ts";

export type Sheet = "" | "tracks" | "shop" | "war" | "clan";

export class Ui {
  sheet = $state<Sheet>("");
  clan = $state(0); // whose sheet
  menu = $state(""); // the field whose actions are asked for
  looked = $state(""); // the field under the pointer or in focus
  folded = $state(false); // the war's panel
  queue = $state.raw<string[]>([]); // things that are chosen one after another, as one gesture
}

const made = new WeakMap<TableState, Ui>();

export function uiOf(table: TableState): Ui {
  let found = made.get(table);
  if (!found) made.set(table, (found = new Ui()));
  return found;
}
