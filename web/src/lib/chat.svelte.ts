/** What is said at a table. The server keeps the limits; this shows them. */
import type { Said } from "../types/server.d.ts";

export const LONGEST = 300; // characters of one message, as the schema says

export class Chat {
  said = $state.raw<Said[]>([]);
  problem = $state(""); // why the last message was refused
  seen = $state(0); // number of the last message that was read
  unread = $derived(this.said.filter((each) => each.number > this.seen).length);

  constructor(readonly send: (text: string) => boolean) {}

  /** Says something; false where it could not be sent. */
  say(text: string): boolean {
    this.problem = "";
    return this.send(text.trim().slice(0, LONGEST));
  }

  hear(said: Said[]): void {
    const known = new Set(this.said.map((each) => each.number));
    this.said = [...this.said, ...said.filter((each) => !known.has(each.number))].sort((a, b) => a.number - b.number);
  }

  /** Hides what somebody has said so far; the server keeps back what they say from now on. */
  hush(person: string): void {
    this.said = this.said.filter((each) => each.person !== person);
  }

  read(): void {
    this.seen = this.said.at(-1)?.number ?? this.seen;
  }
}
