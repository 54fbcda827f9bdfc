/** How Claw's cards and formations are drawn. */
import type { IconName } from "../../look/icons.ts";
import type { Ink, ShapeName } from "../../look/shapes.ts";
import { WORDS } from "../../lib/words.ts";
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

export function formationsOf(book: unknown, type: string | undefined): Formation[] {
  return (book as Book | null)?.formations.filter((each) => each.type === type) ?? [];
}

/** What is printed on a space, in words. */
export function printed({ blank, bonus, wild, two, reveal }: Formation["spaces"][number]): string[] {
  if (blank) return [WORDS.blank];
  return [bonus ? `+${bonus}` : "", wild ? WORDS.wild : "", two ? WORDS.twoCards : "", reveal ? WORDS.deck : ""].filter(Boolean);
}
