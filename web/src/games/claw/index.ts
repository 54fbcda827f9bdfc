import { WORDS } from "../../lib/words.ts";
import type { PublicPart } from "../../lib/act.ts";
import type { Drawing } from "../drawing.ts";
import type { Public } from "../../types/claw.d.ts";
import Board from "./Board.svelte";
import Hand from "./Hand.svelte";
import Inspector from "./Inspector.svelte";
import Tile from "./Tile.svelte";

export const claw: Drawing = {
  title: "Tooth & Claw",
  Board, Hand, Inspector, Tile,
  heading: (part: PublicPart) => {
    const now = part as Public;
    return WORDS.roundOf(now.round, now.rounds ?? 3);
  },
  short: (part: PublicPart) => {
    const now = part as Public;
    return WORDS.claw.short(now.round, now.battle ?? 0, now.seats.map((seat) => seat.score).join(":"));
  },
  steps: () => [
    { id: "formation", name: WORDS.claw.steps.formation },
    { id: "combat", name: WORDS.claw.steps.combat },
  ],
  step: (part: PublicPart) => (part as Public).phase,
};
