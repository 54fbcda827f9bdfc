/** A lesson: the tutor says what to try, and holds back whatever the story does not tell. */
import type { LessonStep } from "../types/server.d.ts";
import { lessonStep } from "./api.ts";
import type { Guide, TableState } from "./table.svelte.ts";

export class Lesson implements Guide {
  step = $state.raw<LessonStep | null>(null);
  page = $state(0); // of the tutor's words
  wrong = $state(false); // something else was tried
  shut = $state(false);
  thinks = $state(true); // what comes next is being asked for
  private asks = 0;

  words = $derived(this.step?.words[Math.min(this.page, this.step.words.length - 1)]);
  isLast = $derived(this.page >= (this.step?.words.length ?? 0) - 1);
  isTold = $derived(this.step !== null && this.step.number >= this.step.of);

  constructor(readonly table: string) {}

  /** Asks what comes next; called when the learner is asked something, or the game is over. */
  async read(): Promise<void> {
    const ask = ++this.asks;
    const step = await lessonStep(this.table).catch(() => null);
    if (ask !== this.asks) return;
    this.thinks = false;
    const goes = step?.number !== this.step?.number;
    this.step = step;
    if (!goes) return;
    this.page = 0;
    this.wrong = false;
  }

  next(): void {
    if (!this.isLast) this.page += 1;
    else if (this.isTold) this.shut = true;
  }

  allows(action: number): boolean {
    const wanted = this.step?.action ?? null;
    this.wrong = wanted !== null && action !== wanted;
    if (this.wrong) this.page = Infinity;
    else this.thinks = !this.isTold;
    return !this.wrong;
  }

  /** The parts of the table that the tutor points at: what he talks of, then what is to be done. */
  pointed(table: TableState): string[] {
    if (this.shut || !this.step) return [];
    if (this.words?.at && !this.wrong) return [placed(this.words.at)];
    if (!this.isLast || this.isTold) return [];
    const act = table.actions.find((each) => each.id === this.step?.action);
    return act ? [`[data-act="${act.id}"]`, ...(act.things ?? []).flatMap((thing) => [`[data-thing="${CSS.escape(thing)}"]`, `[data-field="${CSS.escape(thing)}"]`])] : [];
  }
}

const placed = (at: string) => `[data-thing$="@${CSS.escape(at)}"], [data-place="${CSS.escape(at)}"], [data-field="${CSS.escape(at)}"]`;
