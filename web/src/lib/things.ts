/** Things and places as the rules name them: `rat@hand:2` is a rat in the hand of seat 2, `?` lies face down. */
export type Contents = Record<string, number>;
export type Places = Record<string, Contents>;

export interface Lying {
  thing: string; // its name, or "?"
  at: string; // its place
  key: string; // the same while it lies there
}

/** What lies at a place, one entry for each copy. */
export function lyingAt(places: Places, at: string): Lying[] {
  return Object.entries(places[at] ?? {}).flatMap(([thing, count]) =>
    Array.from({ length: count }, (_, copy) => ({ thing, at, key: `${thing}@${at}#${copy}` })),
  );
}

export function countAt(places: Places, at: string): number {
  return Object.values(places[at] ?? {}).reduce((sum, count) => sum + count, 0);
}
