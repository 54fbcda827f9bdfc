/** Changes of a view by path: `{"places|hand:0": {"?": 5}, "seats|2|coins": 7}`; null where something is gone. */
export type Patch = Record<string, unknown>;

/** What a patch leaves alone stays the same object, so that what is drawn from it need not be drawn again. */
export function patched<T>(before: T, patch: Patch): T {
  const fresh = new Set<unknown>();
  const own = (part: unknown) => {
    if (fresh.has(part)) return part as Record<string, unknown>;
    const copy = (Array.isArray(part) ? [...part] : { ...(part as object) }) as Record<string, unknown>;
    fresh.add(copy);
    return copy;
  };
  const after = own(before);
  for (const [path, value] of Object.entries(patch)) {
    const way = path.split("|");
    const last = way.pop() as string;
    let part = after;
    for (const key of way) {
      const copy = own(part[key] ?? {});
      part[key] = copy;
      part = copy;
    }
    if (value === null && !Array.isArray(part)) delete part[last];
    else part[last] = value;
  }
  return after as T;
}
