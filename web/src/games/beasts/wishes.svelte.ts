/** Reactions that a seat does not want to be asked for again in this round (R77). The wish stays in this browser, where it
 * outlives a reload: neither the server nor anybody at the table learns of it. It is for one round of one seat. */
import type { Act } from "../../lib/act.ts";
import type { TableState } from "../../lib/table.svelte.ts";
import { publicOf } from "./book.ts";

interface Wish {
  table: string;
  seat: number;
  round: number;
  cards: string[];
}

const KEY = "not asked again";
const KEPT = 40; // wishes that are remembered
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? "[]") as Wish[];

let wishes = $state.raw(stored());
addEventListener("storage", () => (wishes = stored())); // another tab of this table has heard one

const isOf = (table: TableState) => (wish: Wish) =>
  wish.table === table.code && wish.seat === table.seat && wish.round === publicOf(table).round;

const cardOf = (act: Act): string => act.things?.[0]?.split("@")[0] ?? "";

/** The cards that this seat is not asked for now. */
const muted = (table: TableState): string[] => wishes.find(isOf(table))?.cards ?? [];

export const isMuted = (table: TableState, act: Act): boolean => muted(table).includes(cardOf(act));

/** From now on this seat is not asked for these in this round. */
export function mute(table: TableState, acts: Act[]): void {
  const cards = [...new Set([...muted(table), ...acts.map(cardOf)])];
  const others = stored().filter((wish) => wish.table !== table.code || wish.seat !== table.seat);
  wishes = [{ table: table.code, seat: table.seat, round: publicOf(table).round, cards }, ...others].slice(0, KEPT);
  localStorage.setItem(KEY, JSON.stringify(wishes));
}
