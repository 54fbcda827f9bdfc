import { claw } from "./claw/index.ts";
import type { Drawing } from "./drawing.ts";
import { prey } from "./prey/index.ts";
import { talon } from "./talon/index.ts";

export const drawings: Record<string, Drawing> = { talon, claw, prey };

/** How a game is drawn. Tailed Beasts is large, so only its own tables load it. */
export async function drawingOf(game: string): Promise<Drawing | undefined> {
  return game === "beasts" ? (await import("./beasts/index.ts")).beasts : drawings[game];
}
