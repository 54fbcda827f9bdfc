/** How Claw's cards and formations are drawn. */
import type { IconName } from "../../look/icons.ts";
import type { Ink, ShapeName } from "../../look/shapes.ts";
import type { Book, Card, Formation } from "../../types/claw.d.ts";

export const COLOURS: Record<string, { icon: IconName; ink: Ink; seal: ShapeName; token: string }> = {
  red: { icon: "wolf-head", ink: "red", seal: "square", token: "wolf" },
  blue: { icon: "velociraptor", ink: "blue", seal: "diamond", token: "raptor" },
};

export const TYPES: Record<string, IconName> = { sword: "broadsword", shield: "shield", bow: "bow-arrow" };

export const ROWS = [["v", "Vanguard"], ["r", "Rearguard"], ["b", "Reinforcements"]] as const;

export function cardOf(book: unknown, id: string): Card | undefined {
  return (book as Book | null)?.cards.find((card) => card.id === id);
}

export function formationOf(book: unknown, id: string | null | undefined): Formation | undefined {
  return (book as Book | null)?.formations.find((each) => each.id === id);
}
