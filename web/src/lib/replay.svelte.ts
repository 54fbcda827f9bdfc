/** A finished game, position by position, as one seat saw it. It is fetched in stretches: first the one that is looked
    at, then all others. */
import type { Past } from "../types/server.d.ts";
import type { Look, News, Told } from "./act.ts";
import { patched } from "./patch.ts";

const STRETCH = 40;

export class PastGame {
  plies = $state(-1); // decisions of the game; −1 until something is known of it
  loaded = $state(0); // grows with every stretch that has come
  looks: Look[] = [];
  told: Told[][] = []; // what led to each position; to the first one, the set-up
  private asked = new Map<number, Promise<void>>();

  constructor(
    readonly fetchPart: (first: number) => Promise<Past>,
  ) {}

  /** The position is there when this is done; beyond the end it is the last one. */
  async reach(position: number): Promise<void> {
    await this.load(Math.floor(position / STRETCH));
  }

  async loadAll(): Promise<void> {
    for (let part = 0; part * STRETCH <= this.plies; part++) await this.load(part);
  }

  private load(part: number): Promise<void> {
    const known = this.asked.get(part);
    if (known) return known;
    const coming = this.fetchPart(part * STRETCH).then((found) => this.take(found), (error: unknown) => {
      this.asked.delete(part);
      throw error;
    });
    this.asked.set(part, coming);
    return coming;
  }

  private take(found: Past): void {
    let look = found.look as Look;
    this.looks[found.first] = look;
    if (found.first === 0) this.told[0] = found.events;
    found.news.forEach((each, n) => {
      const news = each as News;
      look = {
        number: news.number,
        public: patched(look.public, news.public),
        private: look.private && news.private ? patched(look.private, news.private) : (look.private ?? null),
      };
      this.looks[found.first + n + 1] = look;
      this.told[found.first + n + 1] = news.events;
    });
    this.plies = found.plies;
    this.loaded++;
  }

  /** Everything told up to a position, as far as it has come. */
  logAt(position: number): Told[] {
    return this.told.slice(0, position + 1).flat();
  }

  /** The position at which an event was told. */
  positionOf(number: number): number {
    return Math.max(0, this.told.findIndex((told) => told?.some((each) => each.number >= number)));
  }

  /** Positions at which a part of the game begins: rounds, tricks. */
  get parts(): number[] {
    void this.loaded;
    return this.told.flatMap((told, position) => (position && told?.some((each) => each.opens) ? [position] : []));
  }
}

/** `#37@1` is the position after 37 decisions, as seat 1 saw it. */
export function readHash(hash: string): { position: number; seat: number | null } {
  const found = /^#(\d+)(?:@(-?\d+))?$/.exec(hash);
  return { position: Number(found?.[1] ?? 0), seat: found?.[2] === undefined ? null : Number(found[2]) };
}

export const hashOf = (position: number, seat: number) => `#${position}${seat >= 0 ? `@${seat}` : ""}`;
