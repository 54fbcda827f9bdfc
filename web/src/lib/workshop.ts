/** The workshop's requests. A value that cannot be is thrown as a `Wrong`, with the field's path and the reason. */
import type { Changed, Draft, Measure, MeasureState, NewDraft, Opened, Piece } from "../types/server.d.ts";
import { me, Refusal, request } from "./api.ts";

export class Wrong extends Error {
  constructor(readonly path: string[], readonly reason: string, message: string) {
    super(message);
  }
}

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

export async function change(draft: string, path: string[], value: unknown): Promise<Changed> {
  try {
    return await request<Changed>("PATCH", `/workshop/${draft}`, { path, value });
  } catch (error) {
    const problem = error instanceof Refusal ? error.problem : null;
    throw problem?.wrong === "malformed" ? new Wrong(problem.path ?? [], problem.reason || problem.message, problem.message) : error;
  }
}
