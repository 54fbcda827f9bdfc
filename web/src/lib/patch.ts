/** Changes of a view by path: `{"places|hand:0": {"?": 5}, "seats|2|coins": 7}`; null where something is gone. */
export type Patch = Record<string, unknown>;

export function patched<T>(before: T, patch: Patch): T {
  const after = structuredClone(before) as Record<string, unknown>;
  for (const [path, value] of Object.entries(patch)) {
    const way = path.split("|");
    const last = way.pop() as string;
    let part = after;
    for (const key of way) part = (part[key] ??= {}) as Record<string, unknown>;
    if (value === null && !Array.isArray(part)) delete part[last];
    else part[last] = value;
  }
  return after as T;
}
