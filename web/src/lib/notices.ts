/** What the table says besides the game. It takes the place of the question: one thing at a time. */
import type { TableState } from "./table.svelte.ts";
import { WORDS } from "./words.ts";

export interface Notice {
  title: string;
  detail: string;
  acts: { label: string; main?: boolean; does: () => void }[];
}

export function noticeOf(table: TableState): Notice | null {
  const me = table.people[table.seat];
  if (table.look.public.over) return null;
  if (table.ended) return { title: WORDS.over, detail: table.ended, acts: [] };
  if (me?.out) return { title: WORDS.outOfTimeTitle, detail: WORDS.out, acts: [] };
  if (me?.held) return { title: WORDS.held, detail: WORDS.heldWhy, acts: [{ label: WORDS.takeSeat, main: true, does: () => table.carrier.back?.() }] };
  return undoNotice(table) ?? hintNotice(table);
}

function undoNotice(table: TableState): Notice | null {
  const request = table.undo;
  if (!request || table.seat < 0) return null;
  if (request.seat === table.seat) {
    const silent = table.people.filter((person, seat) => !person.level && seat !== table.seat && !request.agreed?.includes(seat));
    const detail = WORDS.asksBackWhy(silent.map((person) => person.name).join(", "));
    return { title: WORDS.asksBack, detail, acts: [{ label: WORDS.neverMind, does: () => table.carrier.consent?.(false) }] };
  }
  if (request.agreed?.includes(table.seat)) return null;
  const acts = [
    { label: WORDS.agree, main: true, does: () => table.carrier.consent?.(true) },
    { label: WORDS.disagree, does: () => table.carrier.consent?.(false) },
  ];
  return { title: WORDS.takesBack(table.people[request.seat]?.name ?? ""), detail: WORDS.takesBackWhy, acts };
}

function hintNotice(table: TableState): Notice | null {
  const best = table.advice?.[0];
  const act = best && table.mine ? table.actOf(best.action) : undefined;
  if (!best || !act) return null;
  const acts = [
    { label: WORDS.doIt, main: true, does: () => table.play(best.action) },
    { label: WORDS.thanks, does: () => (table.advice = null) },
  ];
  return { title: WORDS.advises(table.say(act.sentence)), detail: best.figure, acts };
}
