/** The night sky of two scenes: x, y, radius. */
export const STARS = Array.from({ length: 36 }, (_, n) => [(n * 89) % 317, (n * 53) % 118, 0.5 + ((n * 7) % 10) / 11] as const);
