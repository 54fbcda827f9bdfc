/** Requests over HTTP. A refusal of the server is thrown with its own sentence. */
import type { Blocked, Catalogue, Choices, LessonStep, Me, MyAccount, NewTable, Past, Problem, Rating, Receipt, Result, ReviewState, TableInfo, Terms, Token } from "../types/server.d.ts";
import { randomHex } from "./random.ts";
import { remember } from "./receipt.ts";
import { self } from "./self.svelte.ts";
import { settings } from "./settings.svelte.ts";
import { WORDS } from "./words.ts";

/** What the server does not do, in its own words. */
export class Refusal extends Error {
  constructor(readonly status: number, message: string, readonly problem: Problem | null) {
    super(message);
  }
}

export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
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
  const problem = data as Problem | null;
  if (!answer.ok) throw new Refusal(answer.status, sentence(problem?.message ?? WORDS.serverSaid(answer.status)), problem);
  return data as T;
}

/** The server's reasons are parts of sentences; alone on a page they begin with a capital and end with a stop. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.?!…]$/.test(reason) ? "" : "."}`;

let mine: Promise<Me> | null = null;

/** Who you are; the first visit makes you a guest. Whoever was deleted, perhaps in another browser, is a new guest. */
export function me(): Promise<Me> {
  mine ??= request<Me>("GET", "/me")
    .catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.status !== 403) throw error;
      await request("POST", "/logout");
      return request<Me>("GET", "/me");
    })
    .then((found) => self.hear(found))
    .catch((error: unknown) => {
      mine = null;
      throw error;
    });
  return mine;
}

const become = (found: Me) => (mine = Promise.resolve(self.hear(found)));

export const rename = async (name: string) => become(await request<Me>("PATCH", "/me", { name }));
export const openAccount = async (login: string, password: string) => (await me(), request<Me>("POST", "/me/account", { login, password }));
export const changePassword = (old: string, fresh: string) => request<Me>("PUT", "/me/password", { old, new: fresh });
export const logIn = async (login: string, password: string) => become(await request<Me>("POST", "/login", { login, password }));

/** This browser forgets you, and knows a new guest. */
async function anew(): Promise<Me> {
  mine = null;
  return me();
}
export const logOut = async () => (await request("POST", "/logout"), anew());
export const deleteMe = async () => (await request("DELETE", "/me"), anew());

export const myAccount = async () => (await me(), request<MyAccount>("GET", "/me/account"));
export const newToken = async () => (await me(), request<Token>("POST", "/me/tokens"));
export const withdrawToken = (id: string) => request<MyAccount>("DELETE", `/me/tokens/${id}`);
export const myBlocked = async () => (await me(), request<Blocked[]>("GET", "/me/blocked"));
export const block = (person: string, kind: Blocked["kind"]) => request<Blocked[]>("PUT", `/me/blocked/${person}`, { kind });
export const unblock = (person: string) => request<Blocked[]>("DELETE", `/me/blocked/${person}`);
export const report = (person: string, reason: string, table: string) => request("POST", "/reports", { person, reason, table });

export const againstBots = (): Terms => ({ undo: "bots", hints: true, counted: settings.counted });

/** A new table; seats are "me", "open" or a bot's level. Where nobody is awaited, it begins at once. */
export async function makeTable(game: string, seats: string[], more: Partial<NewTable> = {}): Promise<string> {
  await me();
  const made = await request<TableInfo>("POST", "/tables", { game, players: seats.length, seats, terms: againstBots(), ...more });
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

let offered: Promise<Choices[]> | null = null;

/** What can be chosen before a game starts. */
export async function choicesOf(game: string): Promise<Choices | undefined> {
  offered ??= request<Choices[]>("GET", "/games").catch((error: unknown) => {
    offered = null;
    throw error;
  });
  return (await offered).find((each) => each.name === game);
}

export const catalogueOf = (game: string) => request<Catalogue>("GET", `/games/${game}/catalogue`);
export const bookOf = (game: string) => request<unknown>("GET", `/games/${game}/book`);
export const beginLesson = async (game: string) => (await me(), (await request<TableInfo>("POST", `/games/${game}/lesson`)).table);
export const lessonStep = (table: string) => request<LessonStep>("GET", `/tables/${table}/lesson`);
export const startTable = (table: string) => request<TableInfo>("POST", `/tables/${table}/start`);
export const joinTable = async (table: string) => (await me(), request<TableInfo>("POST", `/tables/${table}/join`, {}));
export const leaveTable = (table: string) => request<TableInfo>("POST", `/tables/${table}/leave`);
export const seatBot = (table: string, seat: number, bot: string) => request<TableInfo>("POST", `/tables/${table}/bot`, { seat, bot });
export const sendAway = (table: string, seat: number) => request<TableInfo>("POST", `/tables/${table}/remove`, { seat });
export const myTables = async () => (await me(), request<TableInfo[]>("GET", "/me/tables"));
