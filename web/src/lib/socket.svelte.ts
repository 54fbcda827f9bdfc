/** Carries a table's messages. After a lost connection it comes back by itself and asks for what it missed. */
import type { After, Answer, AtTable, Now, Refusal, Stored, TableInfo, Talk } from "../types/server.d.ts";
import type { Look, News, Refused } from "./act.ts";
import { me } from "./api.ts";
import { randomHex } from "./random.ts";
import { TableState, type Carrier } from "./table.svelte.ts";

const PROTOCOL = 1;

type FromServer = AtTable | Now | After | Stored | Refusal | Answer | Talk;

export class LiveTable implements Carrier {
  state = $state.raw<TableState | null>(null);
  info = $state.raw<TableInfo | null>(null);
  problem = $state("");
  private socket: WebSocket | null = null;
  private waiting: { key: string; action: number } | null = null;
  private asked = new Map<string, (refused: Refused | null) => void>();
  private tries = 0;
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
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`);
    this.socket = socket;
    socket.onopen = () => this.send({ type: "enter", protocol: PROTOCOL, number: 0 });
    socket.onmessage = (event) => this.hear(JSON.parse(event.data as string) as FromServer);
    socket.onclose = (event) => this.lost(event.code);
  }

  private lost(code: number): void {
    if (this.shut) return;
    if (code === 4404 || (this.tries > 3 && !this.info)) {
      this.problem = "gone";
      if (this.state) this.state.connection = "gone";
      return;
    }
    if (this.state) this.state.connection = "lost";
    setTimeout(() => void this.open(), Math.min(8000, 300 * 2 ** this.tries++) * (0.7 + 0.6 * Math.random()));
  }

  close(): void {
    this.shut = true;
    this.socket?.close();
  }

  private send(message: object): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private hear(message: FromServer): void {
    const table = this.state;
    switch (message.type) {
      case "table":
        this.meet(message.table);
        break;
      case "now":
        this.tries = 0;
        if (!table) break;
        table.connection = "open";
        table.show(message.look as Look, message.events);
        if (this.waiting) this.sendMove();
        break;
      case "news":
        if (!table) break;
        if (message.news.number < table.look.number) break;
        table.hear(message.news as News);
        break;
      case "stored":
        if (this.waiting?.key === message.key) this.waiting = null;
        break;
      case "refusal":
        if (this.waiting && this.waiting.key === message.key) {
          this.waiting = null;
          table?.refused(message.refused ?? { clause: 0, section: "", ruling: "", sentence: message.message });
        }
        break;
      case "answer":
        this.asked.get(message.key)?.(message.refused);
        this.asked.delete(message.key);
        break;
    }
  }

  private meet(info: TableInfo): void {
    this.info = info;
    if (!this.state) {
      const state = new TableState(info.game, this);
      this.state = state;
      fetch(`/api/games/${info.game}/book?edition=${encodeURIComponent(info.edition)}`).then(async (answer) => {
        if (answer.ok) state.book = await answer.json();
      });
    }
    this.state.people = info.seats.map((seat) => ({ name: seat.name || "open", level: seat.bot ?? "", here: Boolean(seat.bot) || Boolean(seat.here), rating: seat.rating ?? 0 }));
  }

  play(action: number): void {
    this.waiting = { key: randomHex(16), action };
    if (this.state?.connection === "open") this.sendMove(); // else as soon as the table is seen again
  }

  private sendMove(): void {
    if (this.waiting) this.send({ type: "move", key: this.waiting.key, number: this.state?.look.number ?? 0, action: this.waiting.action });
  }

  why(thing: string): Promise<Refused | null> {
    const key = randomHex(16);
    return new Promise((answer) => {
      this.asked.set(key, answer);
      this.send({ type: "ask", key, intent: { thing } });
      setTimeout(() => answer(null), 4000);
    });
  }
}
