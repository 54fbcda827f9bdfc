/** A value of an edition in a few words. */
export function told(value: unknown): string {
  if (Array.isArray(value)) return value.length ? value.map(told).join(value.some((each) => typeof each === "string") ? "; " : " / ") : "–";
  return value === "" || value === null || value === undefined ? "–" : String(value);
}
