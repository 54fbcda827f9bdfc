/** Requests over HTTP. A refusal of the server is thrown with its own sentence. */
import type { Catalogue, LessonStep, Me, Past, Problem, Rating, Receipt, Result, ReviewState, TableInfo, Terms } from "../types/server.d.ts";
import { randomHex } from "./random.ts";
import { remember } from "./receipt.ts";
import { settings } from "./settings.svelte.ts";
import { WORDS } from "./words.ts";

export async function request<T>(method: string, path: string, body?: unknown, refused = (problem: Problem): Error => new Error(problem.message)): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Error(WORDS.noServer);
  }
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw (data as Problem | null)?.message ? refused(data as Problem) : new Error(WORDS.serverSaid(answer.status));
  return data as T;
}

let mine: Promise<Me> | null = null;

/** Who you are; the first visit makes you a guest. */
export function me(): Promise<Me> {
  mine ??= request<Me>("GET", "/me").catch((error: unknown) => {
    mine = null;
    throw error;
  });
  return mine;
}

export async function rename(name: string): Promise<Me> {
  const found = await request<Me>("PATCH", "/me", { name });
  mine = Promise.resolve(found);
  return found;
}

const againstBots = (): Terms => ({ undo: "bots", hints: true, counted: settings.counted });

/** A new table; seats are "me", "open" or a bot's level. Where nobody is awaited, it begins at once. It plays the shipped
 * edition, or one of somebody's own. */
export async function makeTable(game: string, seats: string[], terms: Terms = againstBots(), visibility = "public", own?: { edition: string; edition_text: string }): Promise<string> {
  await me();
  const made = await request<TableInfo>("POST", "/tables", { game, players: seats.length, seats, terms, visibility, ...own });
  if (seats.includes("me")) await giveSeed(made);
  if (!seats.includes("open")) await startTable(made.table);
  return made.table;
}

/** The same people again; where all others are bots, it begins at once. */
export async function rematch(table: string): Promise<string> {
  const next = await request<TableInfo>("POST", `/tables/${table}/rematch`);
  if (next.status === "open" && next.seats.filter((seat) => seat.person).length === 1) {
    await giveSeed(next);
    await startTable(next.table);
  }
  return next.table;
}

/** This browser's part in the luck. It is given when the promise of the server has been seen, and remembered. */
export async function giveSeed(info: TableInfo, seed = randomHex(16)): Promise<string> {
  await request<Receipt>("POST", `/tables/${info.table}/seed`, { seed });
  remember({ table: info.table, commitment: info.commitment, seed });
  return seed;
}

export const tableOf = (table: string) => request<TableInfo>("GET", `/tables/${table}`);
export const pastOf = (table: string, seat: number, first: number) => request<Past>("GET", `/tables/${table}/past?seat=${seat}&first=${first}`);
export const askForReview = async (table: string) => (await me(), request<ReviewState>("POST", `/tables/${table}/review`));
export const bestAt = (game: string) => request<Rating[]>("GET", `/games/${game}/ratings`);
export const myRatings = async () => (await me(), request<Rating[]>("GET", "/me/ratings"));
export const lastResults = () => request<Result[]>("GET", "/results");
export const myResults = async () => (await me(), request<Result[]>("GET", "/me/results"));
export const receiptOf = (table: string) => request<Receipt>("GET", `/tables/${table}/receipt`);

export const catalogueOf = (game: string) => request<Catalogue>("GET", `/games/${game}/catalogue`);
export const bookOf = (game: string) => request<unknown>("GET", `/games/${game}/book`);
export const beginLesson = async (game: string) => (await me(), (await request<TableInfo>("POST", `/games/${game}/lesson`)).table);
export const lessonStep = (table: string) => request<LessonStep>("GET", `/tables/${table}/lesson`);
export const startTable = (table: string) => request<TableInfo>("POST", `/tables/${table}/start`);
export const joinTable = async (table: string) => (await me(), request<TableInfo>("POST", `/tables/${table}/join`, {}));
export const leaveTable = (table: string) => request<TableInfo>("POST", `/tables/${table}/leave`);
export const sendAway = (table: string, seat: number) => request<TableInfo>("POST", `/tables/${table}/remove`, { seat });
export const myTables = async () => (await me(), request<TableInfo[]>("GET", "/me/tables"));
