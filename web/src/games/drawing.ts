/** What a game gives to the table's frame. */
import type { Component } from "svelte";
import type { Mark } from "../look/sigils.ts";
import type { PublicPart } from "../lib/act.ts";
import type { TableState } from "../lib/table.svelte.ts";

export interface Drawing {
  title: string;
  Board: Component<{ table: TableState }>;
  Hand: Component<{ table: TableState }>;
  Inspector: Component<{ table: TableState; thing: string }>;
  Tile?: Component<{ table: TableState; kind: string; name: string }>; // a picture for the list of all cards
  Extra?: Component<{ table: TableState }>; // beside the heading
  Aside?: Component<{ table: TableState }>; // above the log
  After?: Component<{ table: TableState }>; // below the result
  mark?(table: TableState, seat: number): Mark | undefined; // of a player, where it is not that of the seat
  digest?: ReadonlySet<string>; // kinds of events that are worth telling to whoever comes back; else all with a sentence
  heading(now: PublicPart): string;
  short(now: PublicPart): string; // for a phone
  step?(now: PublicPart): string; // which of the steps it is; else the view's own
  steps(now: PublicPart): { id: string; name: string }[];
}
