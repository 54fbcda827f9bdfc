/** The pages besides home. Each is loaded when somebody goes there, or is about to, so that the first load stays small. */
export const PAGES = {
  table: () => import("../pages/TablePage.svelte"),
  replay: () => import("../pages/Replay.svelte"),
  review: () => import("../pages/Review.svelte"),
  cards: () => import("../pages/Cards.svelte"),
  history: () => import("../pages/History.svelte"),
  you: () => import("../pages/You.svelte"),
  shelf: () => import("../pages/workshop/Shelf.svelte"),
  workshop: () => import("../pages/workshop/Editor.svelte"),
  credits: () => import("../pages/Credits.svelte"),
};

export const load = (page: string) => PAGES[page as keyof typeof PAGES]();

/** Fetches the table's page beforehand: somebody's finger is already on the button. */
export const prepareTable = () => void PAGES.table().catch(() => undefined);

/** Which page an address means, and of what. */
export function pageAt(path: string): { page: string; id: string } {
  const [, of = "", id = ""] = /^\/(table|replay|review|cards|workshop)\/([\w-]+)$/.exec(path) ?? [];
  const [, alone = ""] = /^\/(history|you|credits)$/.exec(path) ?? [];
  if (path === "/workshop") return { page: "shelf", id };
  return { page: path === "/" ? "home" : of || alone, id };
}
