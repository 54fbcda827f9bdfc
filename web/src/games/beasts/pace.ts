/** How long a move of others is shown before the next one. Your own moves never wait. */
import type { News } from "../../lib/act.ts";
import { settings } from "../../lib/settings.svelte.ts";
import type { TableState } from "../../lib/table.svelte.ts";

const LONG = new Set(["war", "hunt", "war_ends", "captures", "hunt_fails", "fights_with", "effect", "event"]);
const SILENT = new Set(["draws", "passes", "turn_begins", "phase_begins", "arrives"]);

export function paceOf(table: TableState, news: News): number {
  const told = news.events.filter((each) => each.sentence && !SILENT.has(each.kind));
  if (!told.length || document.hidden || !settings.travel) return 0;
  if (told.every((each) => each.facts.seat === table.seat)) return 0;
  const long = told.some((each) => LONG.has(each.kind));
  return (settings.pace === "calm" ? (long ? 1300 : 600) : long ? 500 : 200) / Math.max(1, table.coming.length / 12);
}
