/** Keys at the table: Tab moves between zones, arrows within one, numbers press the dock's buttons, Escape undoes. */
import type { TableState } from "../lib/table.svelte.ts";

const ZONES = "[data-zone], .fan, .board section, .pile, .form, .trick, .acts";

let byKeys = false; // the last thing that somebody did was to press a key
addEventListener("pointerdown", () => (byKeys = false), true);

/** Whoever plays by keys and has just lost what had the focus goes on from the question. */
export function regainFocus(): void {
  if (byKeys && document.activeElement === document.body) document.querySelector<HTMLElement>(".prompt")?.focus({ preventScroll: true });
}

export function keyboard(event: KeyboardEvent, table: TableState, does: { keys: () => void }): void {
  byKeys = true;
  if (event.target instanceof HTMLInputElement && event.target.type !== "range") return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") return table.drop();
  if (event.key === "?") return does.keys();
  if (/^[1-9]$/.test(event.key)) {
    [...document.querySelectorAll<HTMLButtonElement>(".prompt .acts [data-act]"), ...document.querySelectorAll<HTMLButtonElement>("[data-option]")][+event.key - 1]?.click();
    return;
  }
  const tool = { u: "undo", h: "hint" }[event.key.toLowerCase()];
  if (tool) return document.querySelector<HTMLButtonElement>(`[data-tool=${tool}]`)?.click();
  if (event.key.toLowerCase() === "n") return toNext(event.shiftKey ? -1 : 1);
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const zone = document.activeElement?.closest(ZONES);
  if (step && zone) {
    event.preventDefault();
    move([...zone.querySelectorAll<HTMLElement>("button")], step);
  }
}

/** The next thing that may be chosen, wherever it lies. */
function toNext(step: number): void {
  move([...document.querySelectorAll<HTMLElement>("button.legal, button.target, .prompt .acts button, button[data-act], button[data-go]")], step);
}

function move(among: HTMLElement[], step: number): void {
  const here = among.indexOf(document.activeElement as HTMLElement);
  among[(here < 0 ? (step > 0 ? 0 : -1) : here + step + among.length) % among.length]?.focus();
  if (here < 0 && step < 0) among.at(-1)?.focus();
}
