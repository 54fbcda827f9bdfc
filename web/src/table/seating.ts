/** Who sits where: you at the bottom, the others clockwise from your left. Six and more sit in rows. */
export interface Seating {
  left: number[];
  top: number[];
  right: number[];
  crowded: boolean;
}

export function seating(seats: number, me: number): Seating {
  const own = Math.max(0, me);
  const others = Array.from({ length: seats - 1 }, (_, n) => (own + 1 + n) % seats);
  if (others.length <= 1) return { left: [], top: others, right: [], crowded: false };
  if (others.length > 4) return { left: [], top: others, right: [], crowded: true };
  return { left: others.slice(0, 1), top: others.slice(1, -1), right: others.slice(-1), crowded: false };
}
