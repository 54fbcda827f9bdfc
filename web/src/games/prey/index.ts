import { WORDS } from "../../lib/words.ts";
import type { PublicPart } from "../../lib/act.ts";
import type { Drawing } from "../drawing.ts";
import type { Public } from "../../types/prey.d.ts";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Inspector from "./Inspector.svelte";
import Tile from "./Tile.svelte";
import Tricks from "./Tricks.svelte";

export const prey: Drawing = {
  title: "Predator & Prey",
  Board, Hand, Inspector, Tile, Extra: Tricks,
  heading: (part: PublicPart) => {
    const now = part as Public;
    return WORDS.prey.heading(now.round, now.end);
  },
  short: (part: PublicPart) => WORDS.prey.short((part as Public).round, Math.min((part as Public).trick, 12)),
  steps: () => [],
};
