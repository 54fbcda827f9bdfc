/** A table as this page shows it. It draws what the server sends and knows no rules. */
import type { Act, Look, News, Refused, Told } from "./act.ts";
import { patched } from "./patch.ts";
import { settings } from "./settings.svelte.ts";
import { plain } from "./sentence.ts";
import type { Places } from "./things.ts";

export type Standing = "legal" | "target" | "dim" | "plain";
export type Connection = "joining" | "open" | "lost" | "gone";

export interface Person {
  name: string;
  level: string; // of a bot; empty for a person
  here: boolean;
  rating?: number; // of a person, where there is one
}

/** What a table asks of whoever carries its messages. */
export interface Carrier {
  play(action: number): void;
  why(thing: string): Promise<Refused | null>;
}

export class TableState {
  look = $state.raw<Look>({ number: 0, public: { step: "", asked: [], places: {} } });
  book = $state.raw<unknown>(null);
  log = $state.raw<Told[]>([]);
  people = $state.raw<Person[]>([]);
  connection = $state<Connection>("joining");
  sent = $state<number | null>(null); // an action that the server has not answered yet
  picked = $state<string | null>(null); // a thing with several actions: the dock asks which
  reason = $state.raw<{ thing: string; refused: Refused } | null>(null);
  fresh = $state.raw<ReadonlySet<string>>(new Set()); // places that have just changed

  constructor(
    readonly game: string,
    readonly carrier: Carrier,
  ) {}

  seat = $derived(this.look.private?.seat ?? -1);
  question = $derived(this.look.private?.question ?? null);
  actions = $derived(this.look.actions ?? []);
  places = $derived<Places>({ ...this.look.public.places, ...this.look.private?.knows });
  mine = $derived(this.actions.length > 0 && this.sent === null);
  buttons = $derived(this.actions.filter((act) => act.role === "button" || !act.things?.length));

  names = $derived(this.people.map((person) => person.name));

  private byThing = $derived.by(() => {
    const found = new Map<string, Act[]>();
    for (const act of this.actions)
      for (const thing of act.things ?? []) found.set(thing, [...(found.get(thing) ?? []), act]);
    return found;
  });

  acts(thing: string): Act[] {
    return this.byThing.get(thing) ?? [];
  }

  /** A sentence as this seat reads it. */
  say(sentence: string): string {
    return plain(sentence, this.names, this.seat);
  }

  /** How a thing looks while a choice is open. */
  standing(thing: string): Standing {
    if (!this.mine) return "plain";
    const [first] = this.acts(thing);
    if (first) return first.role === "target" ? "target" : "legal";
    return this.near.has(this.kindOf(thing)) ? "dim" : "plain";
  }

  /** Where the choice lies: "hand, mine", "collection, another's". Only what lies there too is dimmed. */
  private near = $derived(new Set([...this.byThing.keys()].map((thing) => this.kindOf(thing))));

  private kindOf(thing: string): string {
    const place = thing.slice(thing.indexOf("@") + 1);
    const [zone, owner = ""] = place.split(":");
    return `${zone} ${owner.split(/[./]/)[0] === String(this.seat) ? "mine" : "other"}`;
  }

  show(look: Look, log: Told[], news: Told[] = []): void {
    this.look = look;
    this.log = log;
    this.fresh = placesOf(news);
    this.settle();
  }

  hear(news: News): void {
    const { look } = this;
    this.look = {
      number: news.number,
      public: patched(look.public, news.public),
      private: look.private && news.private ? patched(look.private, news.private) : look.private,
      actions: news.actions ?? [],
    };
    this.log = [...this.log, ...news.events];
    this.fresh = placesOf(news.events);
    this.settle();
  }

  private settle(): void {
    this.sent = null;
    this.picked = null;
    this.reason = null;
  }

  /** A thing was clicked: do what it can only mean, ask which of several, or say why not. */
  async point(thing: string): Promise<void> {
    const acts = this.mine ? this.acts(thing) : [];
    const sure = this.question?.confirm === "none" || (this.question?.confirm !== "always" && !settings.confirm);
    if (acts.length === 1 && !acts[0]?.amount && (sure || this.picked === thing)) return this.play((acts[0] as Act).id);
    if (acts.length) {
      this.reason = null;
      this.picked = thing;
      return;
    }
    this.picked = null;
    const refused = await this.carrier.why(thing);
    this.reason = refused ? { thing, refused } : null;
  }

  play(action: number): void {
    if (this.sent !== null) return;
    this.sent = action;
    this.picked = null;
    this.reason = null;
    this.carrier.play(action);
  }

  /** The server did not take the action that was sent. */
  refused(refused: Refused): void {
    this.sent = null;
    this.reason = { thing: "", refused };
  }

  drop(): void {
    this.picked = null;
    this.reason = null;
  }
}

/** Where something has just gone. */
function placesOf(events: Told[]): Set<string> {
  return new Set(events.flatMap((told) => (told.path ?? []).map((move) => move.to)));
}
