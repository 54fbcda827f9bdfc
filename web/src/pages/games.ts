/** The four games as the home page shows them. What can be chosen for a table comes from the server. */
import { WORDS } from "../lib/words.ts";
import type { IconName } from "../look/icons.ts";
import Talon from "./scenes/Talon.svelte";
import Claw from "./scenes/Claw.svelte";
import Prey from "./scenes/Prey.svelte";
import Beasts from "./scenes/Beasts.svelte";

export const GAMES = [
  { id: "talon", title: "Tooth & Talon", line: WORDS.front.lines.talon, players: "2–10 players", minutes: "15 min", Scene: Talon, icon: "bird-claw", bots: 3, lesson: true },
  { id: "claw", title: "Tooth & Claw", line: WORDS.front.lines.claw, players: "2 players", minutes: "25 min", Scene: Claw, icon: "wolf-head", bots: 1, lesson: true },
  { id: "prey", title: "Predator & Prey", line: WORDS.front.lines.prey, players: "3–4 players", minutes: "20 min", Scene: Prey, icon: "deer", bots: 3, lesson: true },
  { id: "beasts", title: "Tailed Beasts", line: WORDS.front.lines.beasts, players: "2–4 players", minutes: "120 min", Scene: Beasts, icon: "hydra", bots: 1, lesson: true },
] as const satisfies readonly { icon: IconName; [key: string]: unknown }[];
