/** The fairness receipt: this browser's part in a game's luck, remembered, and the receipt checked with WebCrypto. */
import type { Receipt, Seat } from "../types/server.d.ts";
import { hex } from "./random.ts";
import { WORDS } from "./words.ts";

/** What this browser knew before the deal. */
export interface Part {
  table: string;
  commitment: string;
  seed: string;
}

export interface Step {
  passed: boolean | null; // null: it cannot be checked here
  says: string;
  found: string; // the figures behind it
}

const KEPT = 200;

function parts(): Part[] {
  try {
    return JSON.parse(localStorage.getItem("receipts") ?? "[]") as Part[];
  } catch {
    return [];
  }
}

export const partOf = (table: string) => parts().find((each) => each.table === table);

export function remember(part: Part): void {
  localStorage.setItem("receipts", JSON.stringify([part, ...parts().filter((each) => each.table !== part.table)].slice(0, KEPT)));
}

/** Whether this browser can hash: on plain http from another machine it cannot. */
export const canCheck = () => typeof crypto !== "undefined" && Boolean(crypto.subtle);

/** Every step of the check, each with what was found. */
export async function check(receipt: Receipt, seats: Seat[], seat: number, part: Part | undefined): Promise<Step[]> {
  const words = WORDS.receipt;
  const seed = bytesOf(receipt.seed ?? "");
  const step = (passed: boolean | null, says: string, found = ""): Step => ({ passed, says, found });
  const promise = await sha256(seed);
  const steps = [
    step(seed.length > 0 && promise === receipt.commitment, words.promise, `SHA-256(${receipt.seed}) = ${promise}; ${words.promised} ${receipt.commitment}`),
    part
      ? step(part.commitment === receipt.commitment, words.seen, `${words.sawThen} ${part.commitment}`)
      : step(null, words.notSeen),
  ];
  if (part && seat >= 0) steps.push(step(receipt.seats[seat]?.seed === part.seed, words.yours, `${words.gave} ${part.seed}; ${words.stands} ${receipt.seats[seat]?.seed ?? ""}`));
  for (const [number, each] of receipt.seats.entries()) {
    const name = seats[number]?.name || `${number + 1}`;
    if (each.made) {
      const made = await sha256(text("bestiary seat "), seed, text(String(number)));
      steps.push(step(made === each.seed, words.made(name), `${each.seed}`));
    } else if (seats[number]?.bot) steps.push(step(false, words.chosen(name), each.seed));
  }
  const given = receipt.seats.filter((each) => each.seed).map((each) => text(each.seed));
  const key = await sha256(text("bestiary key "), seed, ...given.flatMap((each) => [length(each), each]));
  steps.push(step(key === receipt.key, words.key, `SHA-256 = ${key}; ${words.stands} ${receipt.key}`));
  return steps;
}

const text = (value: string) => new TextEncoder().encode(value);
const bytesOf = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Four bytes, the lowest first. */
function length(bytes: Uint8Array): Uint8Array {
  const four = new Uint8Array(4);
  new DataView(four.buffer).setUint32(0, bytes.length, true);
  return four;
}

async function sha256(...some: Uint8Array[]): Promise<string> {
  const whole = new Uint8Array(some.reduce((sum, each) => sum + each.length, 0));
  some.reduce((at, each) => (whole.set(each, at), at + each.length), 0);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}
