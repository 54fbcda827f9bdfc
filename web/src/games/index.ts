import { claw } from "./claw/index.ts";
import type { Drawing } from "./drawing.ts";
import { prey } from "./prey/index.ts";
import { talon } from "./talon/index.ts";

export const drawings: Record<string, Drawing> = { talon, claw, prey };
