/** The clocks of a table. The server says what is left when something happens; in between the page counts down. */
import { WORDS } from "./words.ts";
import type { Terms } from "../types/server.d.ts";

const DAY = 86_400_000;
const LOW = 15_000; // milliseconds from which a clock is red

export class Clocks {
  private left = $state.raw<readonly (number | null)[]>([]);
  private told = 0; // when the server said so
  private now = $state(0);
  private timer = 0;
  terms = $state.raw<Terms | null>(null);

  hear(left: readonly (number | null)[] | null | undefined): void {
    this.left = left ?? [];
    this.told = this.now = performance.now();
    clearInterval(this.timer);
    if (this.left.length) this.timer = window.setInterval(() => (this.now = performance.now()), 500);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Milliseconds on a seat's clock; null where it has none. */
  of(seat: number, running: boolean): number | null {
    const left = this.left[seat];
    return left === undefined || left === null ? null : Math.max(0, left - (running ? this.now - this.told : 0));
  }

  /** How much of a clock is left, in percent. */
  share(left: number): number {
    const clock = this.terms?.clock;
    const whole = (clock?.time ?? 60) * (clock?.kind === "days" ? DAY : 1000);
    return Math.min(100, (100 * left) / whole);
  }

  isLow(left: number): boolean {
    return left < LOW;
  }
}

/** The clock of a table, in a few words. */
export function clockOf(terms: Terms | undefined): string {
  const clock = terms?.clock;
  const [time, more] = [(clock?.time ?? 60) * (clock?.kind === "days" ? DAY : 1000), (clock?.increment ?? 0) * 1000];
  const kind = clock?.kind ?? "none";
  return kind === "none" ? WORDS.termsNone : kind === "total" ? WORDS.terms.total(spoken(time), spoken(more)) : WORDS.terms[kind](spoken(time));
}

/** What a table allows, in a few words. */
export function described(terms: Terms | undefined): string {
  const told = [clockOf(terms)];
  if (terms?.caretaker) told.push(WORDS.termsMore.caretaker);
  if (terms?.undo === "consent") told.push(WORDS.termsMore.consent);
  if (terms?.hints) told.push(WORDS.termsMore.hints);
  return told.join(" · ");
}

/** "0:42", "12:05", "3 h", "2 days": as exact as anybody needs it. */
export function shortly(left: number): string {
  const seconds = Math.ceil(left / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return spoken(left);
}

/** The same as one says it. */
export function spoken(left: number): string {
  const seconds = Math.ceil(left / 1000);
  const [count, unit] =
    seconds < 100 ? [seconds, "second"]
    : seconds < 5400 ? [Math.round(seconds / 60), "minute"]
    : seconds < 129_600 ? [Math.round(seconds / 3600), "hour"]
    : [Math.round(seconds / 86_400), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
