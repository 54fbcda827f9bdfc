"""What axe-core finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .map((each) => [each.id, each.help, ...each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))].join(" | "))"""


CUT = """() => {
  const found = [];
  const told = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  for (const each of document.querySelectorAll("body *")) {
    if (!each.matches("button, a, input, select") && !told(each)) continue;
    const box = each.getBoundingClientRect();
    if (!box.width || each.closest(".vh, .card, .mapbox") || getComputedStyle(each).visibility === "hidden") continue;
    for (let up = each.parentElement; up; up = up.parentElement) {
      const { overflowX: flow, clipPath } = getComputedStyle(up), edge = up.getBoundingClientRect();
      if (clipPath === "inset(50%)") break;  // for screen readers alone
      if (flow === "visible" && up !== document.documentElement) continue;
      if (flow !== "auto" && flow !== "scroll" && (box.left < edge.left - 2 || box.right > edge.right + 2))
        found.push(`${each.tagName} "${each.innerText?.trim().slice(0, 40)}" is cut by ${up.className || up.tagName}`);
      break;
    }
  }
  return found;
}"""
"""What an edge cuts off sideways: words, buttons, fields. A map is larger than its window, and is moved about."""


def cut_off(page: Any) -> list[str]:
    found: list[str] = page.evaluate(CUT)
    return found


def violations(page: Any) -> list[str]:
    """Serious and critical ones, each with the first places."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found
