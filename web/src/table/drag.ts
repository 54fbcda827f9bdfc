/** Dragging: a card that is dropped where it may go does what a click on it would do. */
import type { TableState } from "../lib/table.svelte.ts";

const FAR = 8; // pixels after which a press is a drag

export function draggable(node: HTMLElement, given: { table: TableState; thing: string }) {
  let now = given;
  let start: { x: number; y: number; id: number } | null = null;
  let ghost: HTMLElement | null = null;
  let dropped = false;

  function press(event: PointerEvent): void {
    dropped = false;
    if (event.button === 0 && now.table.canDrag(now.thing)) start = { x: event.clientX, y: event.clientY, id: event.pointerId };
  }

  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!ghost && Math.hypot(x, y) < FAR) return;
    ghost ??= lift(node);
    ghost.style.translate = `${x}px ${y}px`;
  }

  function release(event: PointerEvent): void {
    if (ghost) {
      dropped = true;
      const under = document.elementsFromPoint(event.clientX, event.clientY).filter((each) => each !== node && !ghost?.contains(each) && !node.contains(each));
      const goal = under.map((each) => each.closest("[data-thing], [data-place]")).find((each) => each && each !== node);
      void now.table.dropOn(now.thing, goal?.getAttribute("data-thing") ?? goal?.getAttribute("data-place") ?? "", Boolean(under[0]?.closest(".board")));
    }
    end();
  }

  function end(): void {
    ghost?.remove();
    node.classList.remove("lifted");
    ghost = start = null;
  }

  /** The click that follows a drag is part of it. */
  function click(event: MouseEvent): void {
    if (dropped) event.stopImmediatePropagation();
    dropped = false;
  }

  node.addEventListener("pointerdown", press);
  node.addEventListener("click", click, { capture: true });
  addEventListener("pointermove", move);
  addEventListener("pointerup", release);
  addEventListener("pointercancel", end);
  return {
    update: (next: typeof given) => (now = next),
    destroy() {
      end();
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", release);
      removeEventListener("pointercancel", end);
    },
  };
}

/** A copy of the card that follows the pointer; the card itself stays where it is until it has moved. */
function lift(node: HTMLElement): HTMLElement {
  const [box, copy] = [node.getBoundingClientRect(), node.cloneNode(true) as HTMLElement];
  const width = node.offsetWidth;
  copy.removeAttribute("data-thing");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.add("in-flight");
  copy.style.cssText += `--w:${width}px!important;position:fixed;left:${box.x + (box.width - width) / 2}px;top:${box.y}px;`;
  node.closest(".tbl")?.append(copy);
  node.classList.add("lifted");
  return copy;
}
