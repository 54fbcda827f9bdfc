"""What axe-core finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .map((each) => [each.id, each.help, ...each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))].join(" | "))"""


def violations(page: Any) -> list[str]:
    """Serious and critical ones, each with the first places."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found
