import { WORDS } from "../../lib/words.ts";
import type { PublicPart } from "../../lib/act.ts";
import type { Drawing } from "../drawing.ts";
import type { Public } from "../../types/talon.d.ts";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Inspector from "./Inspector.svelte";
import Tile from "./Tile.svelte";

const STEPS = ["choose", "bet", "act"] as const;

export const talon: Drawing = {
  title: "Tooth & Talon",
  Board, Hand, Inspector, Tile,
  heading: (part: PublicPart) => {
    const now = part as Public;
    return WORDS.talon.heading(now.round, now.gamble ? 0 : now.rounds, Math.min(now.turn, now.turns ?? 3), now.turns ?? 3, now.gamble?.ante ?? 0);
  },
  short: (part: PublicPart) => WORDS.talon.short((part as Public).round, Math.min((part as Public).turn, 3)),
  steps: (part: PublicPart) => STEPS.filter((id) => id !== "bet" || (part as Public).gamble).map((id) => ({ id, name: WORDS.talon.steps[id] })),
};
