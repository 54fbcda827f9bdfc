/** The workshop's requests. A value that cannot be is thrown as a `Wrong`, with the field's path and the reason. */
import type { Changed, Draft, Measure, MeasureState, NewDraft, Opened, Piece, Problem } from "../types/server.d.ts";
import { me, request } from "./api.ts";

export interface GameChoices {
  name: string;
  title: string;
  players: { least: number; most: number; default: number };
  editions: string[];
  default_edition: string;
  bots: string[];
}

export class Wrong extends Error {
  constructor(readonly path: string[], readonly reason: string, message: string) {
    super(message);
  }
}

export const choices = () => request<GameChoices[]>("GET", "/games");
export const myDrafts = async () => (await me(), request<Draft[]>("GET", "/workshop"));
export const newDraft = async (wanted: NewDraft) => (await me(), request<Opened>("POST", "/workshop", wanted));
export const openDraft = async (draft: string) => (await me(), request<Opened>("GET", `/workshop/${draft}`));
export const pieceOf = (draft: string, path: string[]) =>
  request<Piece>("GET", `/workshop/${draft}/piece?path=${path.map(encodeURIComponent).join("/")}`);
export const draftBook = (draft: string) => request<unknown>("GET", `/workshop/${draft}/book`);
export const deleteDraft = (draft: string) => request<Draft[]>("DELETE", `/workshop/${draft}`);
export const measureOf = (draft: string) => request<MeasureState>("GET", `/workshop/${draft}/measure`);
export const askToMeasure = (draft: string, wanted: Measure) => request<MeasureState>("POST", `/workshop/${draft}/measure`, wanted);
export const tomlAt = (draft: string) => `/api/workshop/${draft}/toml`;
export const change = (draft: string, path: string[], value: unknown) =>
  request<Changed>("PATCH", `/workshop/${draft}`, { path, value }, (problem: Problem) => new Wrong(problem.path ?? [], problem.reason || problem.message, problem.message));
