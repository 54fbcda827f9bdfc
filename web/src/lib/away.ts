/** How long nobody has looked at a table in this browser. */
const LONG = 15 * 60_000; // milliseconds after which people want to be told what happened
const KEY = "looked at";
const here = () => JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
const KEPT = 40; // tables that are remembered

/** Was it long? From now on it is looked at, until the page is left or `gone` says so. */
export function comesBack(table: string, gone: AbortSignal): boolean {
  const before = here()[table];
  const leave = () => {
    const all = Object.entries({ ...here(), [table]: Date.now() }).sort(([, a], [, b]) => b - a);
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(all.slice(0, KEPT))));
  };
  leave();
  addEventListener("pagehide", leave, { signal: gone });
  document.addEventListener("visibilitychange", leave, { signal: gone });
  gone.addEventListener("abort", leave);
  return before !== undefined && Date.now() - before > LONG;
}
