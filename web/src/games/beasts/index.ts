import type { Drawing } from "../drawing.ts";
import type { Public } from "../../types/beasts.d.ts";
import After from "./After.svelte";
import Board from "./Board.svelte";
import { clanMark } from "./book.ts";
import Hand from "./Hand.svelte";
import Inspector from "./Inspector.svelte";
import Shop from "./Shop.svelte";

const STEPS = [
  { id: "start", name: "Setup" }, { id: "shop", name: "Shop" }, { id: "actions", name: "Actions" }, { id: "poison", name: "Poison" },
];
const PART: Record<string, string> = { setup: "start", harvest: "start", event: "start", income: "shop" };
const now = (part: unknown) => part as Public;

export const beasts: Drawing = {
  title: "Tailed Beasts",
  Board,
  Hand,
  Inspector,
  Aside: Shop,
  After,
  mark: clanMark,
  heading: (part) => `Round ${now(part).round} of ${now(part).rounds ?? 4}`,
  short: (part) => `R${now(part).round} · ${STEPS.find((step) => step.id === (PART[now(part).phase] ?? now(part).phase))?.name ?? ""}`,
  step: (part) => PART[now(part).phase] ?? now(part).phase,
  steps: () => STEPS,
};
