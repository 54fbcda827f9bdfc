/** A table as this page shows it. It draws what the server sends and knows no rules. */
import type { Act, Look, News, Refused, Told } from "./act.ts";
import { Chat } from "./chat.svelte.ts";
import type { Advised, Seat, UndoRequest } from "../types/server.d.ts";
import { Clocks } from "./clocks.svelte.ts";
import { patched } from "./patch.ts";
import { settings } from "./settings.svelte.ts";
import { plain } from "./sentence.ts";
import type { Places } from "./things.ts";

const LATE = 150; // milliseconds

export type Standing = "legal" | "target" | "dim" | "plain";
export type Connection = "joining" | "open" | "lost" | "away" | "gone"; // away: lost for long

export interface Person {
  id: string; // of a person; empty for a bot
  name: string;
  level: string; // of a bot; empty for a person
  here: boolean;
  held?: boolean; // a caretaker plays for them
  out?: boolean; // their time was up
  rating?: number; // of a person, where there is one
}

/** What a table asks of whoever carries its messages. */
export interface Carrier {
  play(action: number, wish?: number[]): void; // a wish: reactions that one does not want to be asked for again in this round
  why(thing: string, onto?: string): Promise<Refused | null>;
  about?(thing: string): Promise<string[]>; // what is to be said of a thing beyond the view
  say(text: string): boolean;
  back?(): void; // takes the seat back from a caretaker
  undo?(): void; // asks to take back the last decision
  consent?(agrees: boolean): void; // answers whoever asks for that
  quiet?(on: boolean): void; // leaves passes in moments for reactions to the server, also where nothing fits
  hint?(): Promise<Advised[]>; // what a bot would do; a refusal is thrown
}

/** A table at which nothing is done: a picture, a finished game. */
export const STILL: Carrier = { play: () => undefined, why: () => Promise.resolve(null), say: () => false };

/** Who sits where; people of one name are told apart by a number. */
export function peopleOf(seats: Seat[]): Person[] {
  const same = (seat: number) => seats.slice(0, seat).filter((other) => other.name === seats[seat]?.name).length;
  return seats.map((seat, n) => ({
    id: seat.person ?? "", name: `${seat.name || "open"}${same(n) ? ` ${same(n) + 1}` : ""}`, level: seat.bot ?? "",
    here: Boolean(seat.bot) || Boolean(seat.here), held: seat.held ?? false, out: seat.out ?? false, rating: seat.rating ?? 0,
  }));
}

type Move = NonNullable<Told["path"]>[number];

/** What the rules have just cleared from the middle of the table, a trick or a battle, and what they say about it. It
 * stays a little, so that everybody sees how it ended. */
export interface Moment {
  moves: Move[];
  words: string[];
  before: Look["public"];
}

/** Somebody who lets only some actions through: a tutor. */
export interface Guide {
  readonly thinks: boolean; // it does not know yet what comes next
  allows(action: number): boolean;
}

export class TableState {
  code = ""; // the table's id, where there is one
  guide = $state.raw<Guide | null>(null);
  look = $state.raw<Look>({ number: 0, public: { step: "", asked: [], places: {} } });
  book = $state.raw<unknown>(null);
  log = $state.raw<Told[]>([]);
  people = $state.raw<Person[]>([]);
  clocks = new Clocks();
  canUndo = $state(false); // the last decision of this seat
  undo = $state.raw<UndoRequest | null>(null); // what somebody asks to take back
  advising = $state(false); // a bot thinks about it
  advice = $state.raw<Advised[] | null>(null); // what a bot would do here
  news = $state.raw<Told[]>([]); // what has happened since this seat's last turn, for who comes back
  whole = $state.raw<{ log: Told[]; go: (event: number) => void } | null>(null); // in a replay: all that will be told, and a way there
  ended = $state(""); // why the game is over, where its rules do not say so
  connection = $state<Connection>("joining");
  decided = 0; // decisions that this page has sent
  sent: number | null = null; // an action that the server has not answered yet
  late = $state(false); // its answer takes so long that the page says so; most come at once, and nothing need be drawn twice
  picked = $state<string | null>(null); // a thing with several actions: the dock asks which
  reason = $state.raw<{ thing: string; refused: Refused } | null>(null);
  tip = $state.raw<{ thing: string; refused: Refused; of: Element } | null>(null); // why the dimmed thing under the pointer cannot be chosen
  private wondering: ReturnType<typeof setTimeout> | null = null;
  private wondered = -1; // at which question
  fresh = $state.raw<ReadonlySet<string>>(new Set()); // places that have just changed
  coming = $state.raw<News[]>([]); // news that wait, so that others' moves can be followed
  pacing: ((news: News) => number) | null = null; // how long news stay before the next; none where all are shown at once
  middle = ""; // how places are called that the rules clear, "trick:"
  moment = $state.raw<Moment | null>(null);
  latest = $state.raw<Told[]>([]); // what the last news told
  private drawing = false; // a picture is due
  private pause: ReturnType<typeof setTimeout> | null = null;
  private patience: ReturnType<typeof setTimeout> | null = null;
  private fading: ReturnType<typeof setTimeout> | null = null;

  readonly chat = new Chat((text) => this.carrier.say(text));

  constructor(
    readonly game: string,
    readonly carrier: Carrier,
  ) {}

  seat = $state(-1); // what is drawn with it need not be looked at when news come
  question = $derived(this.look.private?.question ?? null);
  actions = $derived(this.look.actions ?? []);
  places = $derived<Places>({ ...this.look.public.places, ...this.look.private?.knows });
  asked = $derived(this.actions.length > 0 && !this.late && !this.coming.length && !this.ended && !this.people[this.seat]?.out);
  wishes = $state.raw<{ round?: number | null; cards: string[] }>({ cards: [] }); // what this seat is not asked for in a round
  passing = $state(false); // the server passes for this seat, after a pause
  mine = $derived(this.asked && !this.passing && !this.guide?.thinks);
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
    this.coming = [];
    this.moment = null;
    this.latest = [];
    this.look = look;
    this.seat = look.private?.seat ?? -1;
    this.log = log;
    this.fresh = placesOf(news);
    this.settle();
  }

  hear(news: News): void {
    this.coming = [...this.coming, news];
    if (this.pause === null && (!this.drawing || document.hidden)) this.next();
  }

  /** Bots may decide faster than pictures are drawn: what comes before the next picture is drawn with it, all at once. */
  private draw(): void {
    this.drawing = true;
    const drawn = () => {
      if (!this.drawing) return;
      this.drawing = false;
      if (this.pause === null && this.coming.length) this.next();
    };
    requestAnimationFrame(drawn);
    setTimeout(drawn, 100); // a page that nobody sees draws nothing
  }

  /** Shows what waits, one after another. */
  private next(): void {
    this.pause = null;
    let wait = 0;
    while (!wait && this.coming.length) {
      const [news, ...rest] = this.coming as [News, ...News[]];
      this.coming = rest;
      this.take(news);
      wait = Math.max(this.pacing?.(news) ?? 0, this.moment ? settings.linger : 0);
    }
    if (wait) this.pause = setTimeout(() => this.next(), wait);
    else if (!this.drawing) this.draw();
  }

  /** Shows all that waits at once. */
  skip(): void {
    if (this.pause !== null) clearTimeout(this.pause);
    const all = this.coming;
    this.coming = [];
    this.pause = null;
    for (const news of all) this.take(news);
  }

  private take(news: News): void {
    const { look } = this;
    this.linger(news.events);
    this.latest = news.events;
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

  private linger(events: Told[]): void {
    const moves = this.middle ? events.flatMap((told) => told.path ?? []) : [];
    const gone = moves.filter((move) => move.from.startsWith(this.middle));
    if (gone.length) {
      const words = events.filter((told) => told.sentence && !told.path?.length && !told.opens).map((told) => told.sentence ?? "");
      this.moment = { moves: gone, words: words.slice(0, 2), before: this.look.public };
      if (this.fading !== null) clearTimeout(this.fading);
      this.fading = setTimeout(() => (this.moment = null), settings.linger + 900);
    } else if (moves.some((move) => move.to.startsWith(this.middle))) this.moment = null;
  }

  private settle(): void {
    this.answered();
    this.picked = null;
    this.reason = null;
    this.rest();
    if (!this.actions.length) this.advice = null;
  }

  private answered(): void {
    if (this.patience !== null) clearTimeout(this.patience);
    [this.sent, this.patience, this.late] = [null, null, false];
  }

  /** Whether a choice is sent at once. Else it is only picked, and can be changed until it is sent. */
  get sure(): boolean {
    const wish = this.question?.confirm;
    if (wish === "none" || wish === "always") return wish === "none";
    const others = this.people.some((person, seat) => person.id && seat !== this.seat);
    return settings.confirm === "never" || (settings.confirm === "secret" && !(this.question?.secret && others));
  }

  /** A thing was clicked: do what it can only mean, ask which of several, or say why not. */
  async point(thing: string): Promise<void> {
    this.rest();
    const acts = this.mine ? this.acts(thing) : [];
    if (acts.length === 1 && !acts[0]?.amount && (this.sure || this.picked === thing)) return this.play((acts[0] as Act).id);
    if (acts.length) {
      this.reason = null;
      this.picked = thing;
      return;
    }
    this.picked = null;
    const refused = await this.carrier.why(thing);
    this.reason = refused ? { thing, refused } : null;
  }

  /** Somebody looks at a thing that they may not choose: soon they are told why. Whoever `stays` there while the
   * question changes is told once for each question. */
  wonder(thing: string, of: Element, stays = false): void {
    const { number } = this.look;
    if (stays && this.wondered === number) return;
    this.rest();
    this.wondered = number;
    if (this.standing(thing) !== "dim") return;
    this.wondering = setTimeout(async () => {
      const refused = await this.carrier.why(thing);
      if (refused && this.look.number === number && this.wondering !== null && this.reason?.thing !== thing) this.tip = { thing, refused, of };
    }, 250);
  }

  /** They look elsewhere. What is told stays for a moment, so that its link can be reached. */
  rest(after = 0): void {
    if (this.wondering !== null) clearTimeout(this.wondering);
    this.wondering = after ? setTimeout(() => this.rest(), after) : null;
    if (!after) this.tip = null;
  }

  canDrag(thing: string): boolean {
    return this.mine && this.actions.some((act) => act.with === thing || act.things?.includes(thing));
  }

  /** A thing was dropped on another one, or somewhere on the board: do what that can only mean, or say why not. */
  async dropOn(thing: string, goal: string, onBoard: boolean): Promise<void> {
    if (!this.mine) return;
    const place = goal.slice(goal.indexOf("@") + 1);
    const touches = (act: Act, each: string) => act.with === each || (act.things ?? []).includes(each);
    const meant = goal ? this.actions.filter((act) => touches(act, thing) && (touches(act, goal) || touches(act, place))) : [];
    if (meant.length === 1 && this.sure) return this.play((meant[0] as Act).id);
    if (meant.length) this.picked = meant[0]?.things?.includes(thing) ? thing : goal;
    else if (onBoard && this.acts(thing).length && !this.actions.some((act) => touches(act, thing) && (act.things?.length ?? 0) > 1)) return this.point(thing);
    else if (goal && onBoard) {
      const refused = await this.carrier.why(thing, goal);
      this.reason = refused ? { thing: goal, refused } : null;
    }
  }

  play(action: number, wish: number[] = []): void {
    if (this.sent !== null || this.guide?.allows(action) === false) return this.drop();
    this.sent = action;
    this.decided += 1;
    this.patience = setTimeout(() => (this.late = true), LATE);
    this.moment = null;
    this.advice = null;
    this.news = [];
    this.picked = null;
    this.reason = null;
    this.carrier.play(action, wish);
  }

  /** The server did not take the action that was sent. */
  refused(refused: Refused): void {
    this.answered();
    this.reason = { thing: "", refused };
  }

  /** Asks a bot what it would do here. */
  async askHint(): Promise<void> {
    this.advising = true;
    try {
      this.advice = (await this.carrier.hint?.()) ?? null;
    } catch (error) {
      this.complain(error instanceof Error ? error.message : String(error));
    } finally {
      this.advising = false;
    }
  }

  /** Something besides a move was refused. */
  complain(sentence: string): void {
    this.reason = { thing: "", refused: { clause: 0, section: "", ruling: "", sentence } };
  }

  /** The action behind an id, where it is legal now. */
  actOf(id: number): Act | undefined {
    return this.actions.find((act) => act.id === id || (act.amount && id > act.id && id <= act.id + act.amount.most - act.amount.least));
  }

  drop(): void {
    this.rest();
    this.picked = null;
    this.reason = null;
  }
}

/** Where something has just gone. */
function placesOf(events: Told[]): Set<string> {
  return new Set(events.flatMap((told) => (told.path ?? []).map((move) => move.to)));
}
