/** What an active card could rob as the cards lie now: the book's deeds, laid over the table. */
import type { Places } from "../../lib/things.ts";
import type { Public } from "../../types/talon.d.ts";
import { animalOf } from "./faces.ts";

export function reachOf(book: unknown, all: Public, places: Places, card: string): string[] {
  const [id = "", at = ""] = card.split("@");
  const owner = Number(at.split(":")[1]);
  const team = all.seats[owner]?.team ?? null;
  const rivals = all.seats.flatMap((seat, n) => (n === owner || (team !== null && seat.team === team) ? [] : [`active:${n}`, `collection:${n}`]));
  const found = (animalOf(book, id)?.deeds ?? []).flatMap((deed) => {
    const reached = [...(deed.reach.some((each) => each.includes("rival")) ? rivals : []), ...(deed.reach.some((each) => each.includes("pile")) ? ["pile"] : [])];
    return reached.filter((place) => places[place]?.[deed.prey]).map((place) => `${deed.prey}@${place}`);
  });
  return [...new Set(found)];
}
