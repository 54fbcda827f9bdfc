import { WORDS } from "./words.ts";

/** Sentences name a seat by its number: `{2}`, `{2's}`, `{2:takes/take}`. This fills in who it is for the reader. */
const MARK = /\{(\d+)('s)?(?::([^/}]*)\/([^}]*))?\}/g;

export interface Part {
  text: string;
  seat: number; // whose name it is, or −1
}

export function parts(sentence: string, names: readonly string[], reader: number): Part[] {
  const found: Part[] = [];
  let last = 0;
  for (const match of sentence.matchAll(MARK)) {
    found.push({ text: sentence.slice(last, match.index), seat: -1 });
    const seat = Number(match[1]);
    const mine = seat === reader;
    const name = names[seat] ?? WORDS.seat(seat);
    if (match[2]) found.push({ text: mine ? WORDS.your : WORDS.whose(name), seat });
    else {
      found.push({ text: mine ? WORDS.youThere : name, seat });
      if (match[3] !== undefined) found.push({ text: ` ${mine ? match[4] : match[3]}`, seat: -1 });
    }
    last = match.index + match[0].length;
  }
  found.push({ text: sentence.slice(last), seat: -1 });
  return capitals(found.filter((part) => part.text));
}

/** A sentence begins with a capital, wherever it begins. */
function capitals(found: Part[]): Part[] {
  let begins = true;
  for (const part of found) {
    part.text = part.text.replace(/([.!?] )([a-z])/g, (_, stop: string, letter: string) => stop + letter.toUpperCase());
    if (begins) part.text = part.text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
    begins = /[.!?] $/.test(part.text);
  }
  return found;
}

export function plain(sentence: string, names: readonly string[], reader: number): string {
  return parts(sentence, names, reader).map((part) => part.text).join("");
}
