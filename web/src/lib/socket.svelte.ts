/** Carries a table's messages. After a lost connection it comes back by itself and asks for what it missed. */
import type { Advice, Advised, After, Answer, AtTable, CanUndo, Now, Refusal, Stored, TableInfo, Talk, Wishes } from "../types/server.d.ts";
import type { Look, News, Refused } from "./act.ts";
import { me } from "./api.ts";
import { comesBack } from "./away.ts";
import { patience, socketAt } from "./live.ts";
import { randomHex } from "./random.ts";
import { TableState, peopleOf, type Carrier } from "./table.svelte.ts";

const PROTOCOL = 1;
const LONG = 4; // tries after which a server seems to be gone

type FromServer = AtTable | Now | After | CanUndo | Advice | Stored | Wishes | Refusal | Answer | Talk;

export class LiveTable implements Carrier {
  state = $state.raw<TableState | null>(null);
  info = $state.raw<TableInfo | null>(null);
  problem = $state<"" | "gone" | "server">("");
  private socket: WebSocket | null = null;
  private waiting: { key: string; action: number; wish: number[] } | null = null;
  private asked = new Map<string, (answer: { refused: Refused | null; lines?: string[] }) => void>();
  private advised = new Map<string, { give: (advice: Advised[]) => void; fail: (error: Error) => void }>();
  private undoing = "";
  private wasHere = false;
  private left = new AbortController(); // the table, for another page
  private tries = 0;
  private timer = 0;
  private shut = false;

  constructor(readonly id: string) {
    void this.open();
  }

  /** A visitor is somebody before the socket opens: the server knows who is at a table by the cookie. */
  private async open(): Promise<void> {
    try {
      await me();
    } catch {
      return this.lost(0);
    }
    if (this.shut) return;
    const socket = new WebSocket(socketAt(`/tables/${this.id}/socket`));
    this.socket = socket;
    socket.onopen = () => this.send({ type: "enter", protocol: PROTOCOL, number: 0 });
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = (event) => this.lost(event.code);
  }

  private lost(code: number): void {
    if (this.shut) return;
    if (code === 4404) {
      this.problem = "gone";
      return;
    }
    if (this.state) this.state.connection = this.tries > LONG ? "away" : "lost";
    else if (this.tries > 1) this.problem = "server";
    this.timer = window.setTimeout(() => void this.open(), patience(this.tries++));
  }

  /** Tries at once, without waiting. */
  again(): void {
    clearTimeout(this.timer);
    void this.open();
  }

  close(): void {
    this.shut = true;
    this.left.abort();
    this.state?.clocks.stop();
    this.socket?.close();
  }

  private send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  say(text: string): boolean {
    return this.send({ type: "say", text });
  }

  private hear(message: FromServer): void {
    const table = this.state;
    switch (message.type) {
      case "table":
        this.meet(message.table);
        break;
      case "now":
        this.tries = 0;
        this.problem = "";
        if (!table) break;
        table.connection = "open";
        table.show(message.look as Look, message.events);
        table.canUndo = false; // where it can, the server says so now
        this.digest(table, message.turn ?? 0);
        if (this.waiting) this.sendMove();
        break;
      case "news":
        if (!table) break;
        if (message.news.number < (table.coming.at(-1) ?? table.look).number) break;
        table.hear(message.news as News);
        if (message.left) table.clocks.hear(message.left);
        break;
      case "undo":
        if (table) table.canUndo = message.possible ?? false;
        break;
      case "advice":
        this.advised.get(message.key)?.give(message.advice);
        this.advised.delete(message.key);
        break;
      case "wishes":
        if (table) table.wishes = message;
        break;
      case "stored":
        if (this.waiting?.key === message.key) this.waiting = null;
        break;
      case "refusal":
        if (this.waiting && this.waiting.key === message.key) {
          this.waiting = null;
          table?.refused(message.refused ?? { clause: 0, section: "", ruling: "", sentence: message.message });
        } else if (message.key && this.advised.has(message.key)) {
          this.advised.get(message.key)?.fail(new Error(message.message));
          this.advised.delete(message.key);
        } else if (message.key && message.key === this.undoing) {
          table?.complain(message.message);
        } else if (table && !message.key) table.chat.problem = message.message;
        break;
      case "answer":
        this.asked.get(message.key)?.(message);
        this.asked.delete(message.key);
        break;
      case "talk":
        table?.chat.hear(message.said);
        break;
    }
  }

  private meet(info: TableInfo): void {
    this.info = info;
    if (!this.state) {
      const state = new TableState(info.game, this);
      state.code = info.table;
      this.state = state;
      fetch(`/api/tables/${info.table}/book`).then(async (answer) => {
        if (answer.ok) state.book = await answer.json();
      });
    }
    this.state.people = peopleOf(info.seats);
    this.state.clocks.terms = info.terms ?? null;
    this.state.clocks.hear(info.left);
    this.state.undo = info.undo ?? null;
    this.state.ended = info.status === "over" ? (info.reason ?? "") : "";
  }

  play(action: number, wish: number[] = []): void {
    this.waiting = { key: randomHex(16), action, wish };
    if (this.state?.connection === "open") this.sendMove(); // else as soon as the table is seen again
  }

  private sendMove(): void {
    if (this.waiting) this.send({ type: "move", number: this.state?.look.number ?? 0, ...this.waiting });
  }

  /** Whoever comes back to a table that is played over days, or after a long while, is told once what happened. */
  private digest(table: TableState, turn: number): void {
    if (this.wasHere) return;
    this.wasHere = true;
    const long = comesBack(this.id, this.left.signal);
    if ((long || this.info?.terms?.clock?.kind === "days") && turn > 0) table.news = table.log.filter((told) => told.number >= turn && told.sentence);
  }

  back(): void {
    this.send({ type: "back" });
  }

  undo(): void {
    this.undoing = randomHex(16);
    this.send({ type: "undo", key: this.undoing });
  }

  consent(agrees: boolean): void {
    this.send({ type: "consent", agrees });
  }

  quiet(on: boolean): void {
    this.send({ type: "quiet", on });
  }

  hint(): Promise<Advised[]> {
    const key = randomHex(16);
    return new Promise((give, fail) => {
      this.advised.set(key, { give, fail });
      this.send({ type: "hint", key });
    });
  }

  async why(thing: string, onto?: string): Promise<Refused | null> {
    return (await this.ask(onto ? { thing, onto } : { thing }, false)).refused;
  }

  async about(thing: string): Promise<string[]> {
    return (await this.ask(thing, true)).lines ?? [];
  }

  private ask(intent: string | { thing: string; onto?: string }, about: boolean): Promise<{ refused: Refused | null; lines?: string[] }> {
    const key = randomHex(16);
    return new Promise((answer) => {
      this.asked.set(key, answer);
      this.send({ type: "ask", key, intent, ...(about && { about }) });
      setTimeout(() => answer({ refused: null }), 4000);
    });
  }
}
