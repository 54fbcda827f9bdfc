import type { PublicPart } from "../../lib/act.ts";
import type { Drawing } from "../drawing.ts";
import type { Public } from "../../types/talon.d.ts";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Inspector from "./Inspector.svelte";
import Tile from "./Tile.svelte";

const STEPS = [["choose", "Choose"], ["bet", "Bet"], ["act", "Act"]] as const;

export const talon: Drawing = {
  title: "Tooth & Talon",
  Board, Hand, Inspector, Tile,
  heading: (part: PublicPart) => {
    const now = part as Public;
    return `Round ${now.round}${now.gamble ? "" : ` of ${now.rounds}`} · Turn ${Math.min(now.turn, now.turns ?? 3)} of ${now.turns ?? 3}${now.gamble ? ` · Ante ${now.gamble.ante}` : ""}`;
  },
  short: (part: PublicPart) => `R${(part as Public).round} · T${Math.min((part as Public).turn, 3)}`,
  steps: (part: PublicPart) => STEPS.filter(([id]) => id !== "bet" || (part as Public).gamble).map(([id, name]) => ({ id, name })),
};
