"""R77: a person may ask not to be asked again this round for a reaction; only the terminal knows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bestiary.cli import session as sessions
from bestiary.engine import reactions
from bestiary.engine.chance import server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.reactions import Wish, wish_for
from bestiary.engine.replay import Seat
from bestiary.engine.seat import look
from bestiary.engine.table import Table
from bestiary.games.beasts import GAME


def offers(session: Any) -> dict[int, str]:
    """What seat 0 could react with, and with which card."""
    return reactions.offers(GAME, look(session.table, 0)) or {}


def wished(session: Any, seat: int) -> frozenset[str]:
    wish = session.wishes.get(seat, Wish())
    return wish.cards if wish.round == look(session.table, 0).public.round else frozenset()


def window(tmp_path: Path, people: int = 1) -> Any:
    """A table of Tailed Beasts at which seat 0 may react to a card: it holds a Counterseal."""
    table = Table(GAME, GAME.edition(), GAME.make_options(2), server_seed("mute"))
    seats = [Seat("Ada"), Seat("Bram", bot="" if people > 1 else "random")]
    session = sessions.Session(table, seats, tmp_path / "game.jsonl")
    while not (offers(session) if 0 in table.waiting() else False):
        seat = table.waiting()[0]
        texts = {table.game.actions.text(move): move for move in table.legal(seat)}
        wishes = ["buy counterseal"] if seat == 0 else ["buy travel", "act travel held"]
        chosen = next((texts[wish] for wish in wishes if wish in texts), None)
        if chosen is None:
            chosen = table.legal(seat)[0]
        table.play(seat, chosen)
    return session


def test_who_mutes_a_reaction_passes_by_itself_for_the_rest_of_the_round(tmp_path: Path) -> None:
    session = window(tmp_path)
    ((offer, card),) = offers(session).items()
    text = session.table.game.actions.text(offer)
    made = len(session.table.plies)
    assert not session.goes_without_asking(0)
    session.answer(0, f"mute {text}")
    assert wished(session, 0) == {card} == {"counterseal"}
    mine = [ply for ply in session.table.plies[made:] if ply.seat == 0]
    assert [session.table.game.actions.text(ply.action) for ply in mine] == ["pass"]
    session.wishes[0] = Wish(session.wishes[0].round - 1, frozenset({card}))
    assert wished(session, 0) == frozenset()  # another round


def test_only_a_reaction_of_the_menu_is_muted(tmp_path: Path) -> None:
    session = window(tmp_path)
    with pytest.raises(MalformedError, match="for example: mute act counterseal"):
        session.answer(0, "mute pass")


def test_at_a_shared_keyboard_the_wish_is_of_the_person_who_had_it(tmp_path: Path) -> None:
    session = window(tmp_path, people=2)
    session.answer(0, "mute 2")
    assert (wished(session, 0), wished(session, 1)) == ({"counterseal"}, frozenset())
    assert [session.table.plies[-1].seat, session.table.plies[-1].action] == [0, 0]
    assert session.offers("mute")


def test_at_a_shared_keyboard_who_muted_still_gets_it_and_passes_after_a_pause_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    session = window(tmp_path, people=2)
    session.wishes[0] = wish_for(GAME, look(session.table, 0), offers(session))
    seen: list[str] = []
    monkeypatch.setattr(session.screen, "hand_over", lambda name: seen.append(f"keyboard to {name}") or "")
    monkeypatch.setattr(session.screen, "ask", lambda prompt: pytest.fail(f"asked: {prompt}"))
    monkeypatch.setattr(session.screen, "wait", lambda seconds: seen.append("pause" if 1 <= seconds <= 3 else "?"))
    assert not session.goes_without_asking(0), "who is passed over would show what it holds"
    session.person_decides(0)
    assert seen == ["keyboard to Ada", "pause"]
    assert session.table.game.actions.text(session.table.plies[-1].action) == "pass"
    assert "Counterseal" not in capsys.readouterr().out
