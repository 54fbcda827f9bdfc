"""Pages of the documentation that scripts write section by section."""

from __future__ import annotations

from pathlib import Path


def sections(page: Path) -> dict[str, str]:
    """The sections of a page as it is, by their titles."""
    parts = f"\n{page.read_text() if page.exists() else ''}".split("\n## ")[1:]
    return {part.partition("\n")[0]: part.rstrip() + "\n" for part in parts}
