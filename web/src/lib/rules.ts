/** The rules of a game by section, as the server tells them. */
export interface Section {
  title: string;
  text: string;
}

const kept = new Map<string, Promise<Section[]>>();

export function rulesOf(game: string): Promise<Section[]> {
  let found = kept.get(game);
  if (!found) {
    found = fetch(`/api/games/${game}/rules`).then((answer) => (answer.ok ? (answer.json() as Promise<Section[]>) : []));
    kept.set(game, found);
  }
  return found;
}
