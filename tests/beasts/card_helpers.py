"""What the tests of cards share: the edition's words, the worked cards, and what every sentence must keep."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from bestiary.engine import content
from bestiary.games.beasts import state
from bestiary.games.beasts.cards import decks as cards

HOUSE = Path(state.__file__).parent / "edition" / "house"
WORDS = cards.load(content.parse(content.read_edition(HOUSE), "house")).words
WORKED: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("worked.toml").read_text())["cards"]

FRANCHISE = re.compile(
    r"chu+nin|jo+u?nin|genin|\bkages?\b|hokage|akatsuki|kamui|jutsu|shinobi|ninja|naruto|konoha|uchiha|uzumaki|hy[uū]ga"
    r"|senju|sasuke|sakura|kakashi|itachi|madara|orochimaru|jiraiya|tsunade|gaara|sharingan|byakugan|rinnegan|rasengan"
    r"|chakra|biju+|jinch[uū]riki|hidden (leaf|sand|mist|stone|cloud|sound|rain)|\bpaths? of pain|\bpain\b",
    re.IGNORECASE,
)


def check_sentence(text: str) -> None:
    assert re.fullmatch(r"[A-Z][^{}|]*\.", text), text
    assert "  " not in text, text
    assert not FRANCHISE.search(text), text
    for one, many in (*WORDS.nouns.values(), *WORDS.units):
        if one != many:
            assert not re.search(rf"(?<![\d+−.])1 {many}\b", text), text
            assert not re.search(rf"\b[2-9] {one}\b", text), text
