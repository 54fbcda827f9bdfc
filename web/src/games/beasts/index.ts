import { BEASTS } from "../../lib/words.beasts.ts";
import { WORDS } from "../../lib/words.ts";
import type { Drawing } from "../drawing.ts";
import type { Public } from "../../types/beasts.d.ts";
import After from "./After.svelte";
import Board from "./Board.svelte";
import { clanMark } from "./book.ts";
import Hand from "./Hand.svelte";
import Inspector from "./Inspector.svelte";
import Picture from "./Picture.svelte";
import Shop from "./Shop.svelte";
import "./sprite.ts";

const STEPS = Object.entries(BEASTS.steps).map(([id, name]) => ({ id, name }));
const PART: Record<string, string> = { setup: "start", harvest: "start", event: "start", income: "shop" };
/** Of a game with hundreds of small steps a round. */
const WORTH = new Set(["round_begins", "event", "war", "hunt", "war_ends", "captures", "hunt_fails", "gains_control", "gives_beast", "chains", "goes_up", "steals", "steals_action", "token"]);
const now = (part: unknown) => part as Public;

export const beasts: Drawing = {
  title: "Tailed Beasts",
  Board,
  Hand,
  Inspector,
  Tile: Picture,
  Aside: Shop,
  After,
  mark: clanMark,
  digest: WORTH,
  heading: (part) => WORDS.roundOf(now(part).round, now(part).rounds ?? 4),
  short: (part) => now(part).over ? BEASTS.over : BEASTS.short(now(part).round, STEPS.find((step) => step.id === (PART[now(part).phase] ?? now(part).phase))?.name ?? ""),
  step: (part) => PART[now(part).phase] ?? now(part).phase,
  steps: () => STEPS,
};
