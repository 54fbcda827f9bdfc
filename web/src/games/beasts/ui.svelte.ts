/** What is open and chosen on this page alone, shared by the parts of the board. */
import type { TableState } from "../../lib/table.svelte.ts";

export type Sheet = "" | "tracks" | "shop" | "war" | "wars" | "clan" | "log";

export interface Step {
  thing: string;
  label?: string; // where a thing can mean several actions
}

export class Ui {
  sheet = $state<Sheet>("");
  clan = $state(0); // whose sheet
  menu = $state(""); // the field whose actions are asked for
  looked = $state(""); // the field under the pointer or in focus
  dock = $state(190); // pixels of the hand and the question at the bottom
  folded = $state(false); // the war's panel
  war = $state(-1); // a war that is over and is looked at again, by its first event
  queue = $state.raw<Step[]>([]); // what is chosen one after another, as one gesture
}

const made = new WeakMap<TableState, Ui>();

export function uiOf(table: TableState): Ui {
  let found = made.get(table);
  if (!found) made.set(table, (found = new Ui()));
  return found;
}
