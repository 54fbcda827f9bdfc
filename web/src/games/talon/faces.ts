/** How Talon's animals are drawn. What they are worth and can do stands in the book. */
import type { IconName } from "../../look/icons.ts";
import type { Ink, ShapeName } from "../../look/shapes.ts";
import type { Animal, Book } from "../../types/talon.d.ts";

export const FACES: Record<string, { icon: IconName; ink: Ink; seal: ShapeName }> = {
  rat: { icon: "rat", ink: "umber", seal: "circle" },
  snake: { icon: "snake", ink: "green", seal: "diamond" },
  hawk: { icon: "hawk-emblem", ink: "blue", seal: "triangle" },
  fox: { icon: "fox", ink: "red", seal: "pentagon" },
  net: { icon: "fishing-net", ink: "plum", seal: "hexagon" },
};

export function animalOf(book: unknown, id: string): Animal | undefined {
  return (book as Book | null)?.animals.find((animal) => animal.id === id);
}
