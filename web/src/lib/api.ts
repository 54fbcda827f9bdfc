/** Requests over HTTP. A refusal of the server is thrown with its own sentence. */
async function post<T>(path: string, body: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Error("The server does not answer. Is it running?");
  }
  const data: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((data as { message?: string } | null)?.message ?? `The server answered ${answer.status}.`);
  return data as T;
}

/** A new table that starts at once; seats are "me", "open" or a bot's level. */
export async function makeTable(game: string, seats: string[]): Promise<string> {
  const table = await post<{ table: string }>("/tables", { game, players: seats.length, seats });
  return table.table;
}
