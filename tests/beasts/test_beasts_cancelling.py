"""Who is asked whether to cancel a card reads what that card does, in every window of a war."""

from __future__ import annotations

import pytest
from beasts_helpers import Scene, turns

from bestiary.cli.page import page
from bestiary.engine.room import Room
from bestiary.engine.seat_names import with_names
from bestiary.engine.sight import sight
from bestiary.engine.views import Question
from bestiary.games.beasts import GAME
from bestiary.games.beasts.questions import question
from bestiary.games.beasts.stack import WINDOW_MOMENT, top
from bestiary.games.beasts.state import W_REVEAL, W_SCORE, WINDOW

MONK, UNMAKER, CHOIR, LEGATE, RAMPART, SAINT, SILENCE = 88, 137, 169, 313, 370, 412, 418
PILOT, MENDER, LOOKOUT, HAND = 57, 40, 41, 42  # of Mistwake
DRUMMER, RIDER, BOXER = 80, 81, 82  # of Stormcrag
EDITION = GAME.edition()
PILOT_DOES = (
    "Maelstrom Pilot: When this card scores: recruit 2 boats. In this battle and all that follow: your cards get +1 "
    "Craft."
)


def war(*mine: int, third: tuple[int, ...] = (), theirs: tuple[int, ...] = (PILOT, MENDER, LOOKOUT, HAND)) -> Scene:
    """Stormcrag with these cards of the house attacks Mistwake, up to the first choice of cards."""
    scene = turns(*((4, 2, 6) if third else (4, 2)))
    for field in ("rows", "timings", "uses", "skull", "heal", "resource", "amount"):
        scene.box[field] = EDITION.box[field]
    scene.box.exists[list(mine)] = 1
    scene.give(0, *mine)
    scene.give(1, *theirs)
    if third:
        scene.give(2, *third)
    scene.meet()
    return scene


def asked(scene: Scene, seat: int, window: int) -> Question:
    """What a seat is asked in this window; windows before it pass."""
    scene.let_until(lambda: int(top(scene.state, WINDOW_MOMENT)) == window)
    assert (scene.at(), int(top(scene.state, WINDOW_MOMENT))) == (WINDOW, window)
    return question(sight(GAME, EDITION, scene.state, seat))


@pytest.mark.parametrize("card", [MONK, UNMAKER, RAMPART, SAINT])
def test_when_the_cards_lie_open_who_may_cancel_the_opposing_one_reads_it(card: int) -> None:
    scene = war(DRUMMER, card)
    scene.show(DRUMMER, PILOT)
    found = asked(scene, 0, W_REVEAL)
    assert found.title.startswith("React to the cards of battle 1 at "), found.title
    assert found.title.endswith("?")
    assert found.detail == PILOT_DOES
    assert found.source == f"card:{PILOT}", "what a page shows beside the question"


def test_what_a_card_does_from_hand_or_against_a_beast_cannot_be_cancelled_and_is_left_out() -> None:
    scene = war(DRUMMER, MONK)
    scene.show(DRUMMER, LOOKOUT)
    assert asked(scene, 0, W_REVEAL).detail == (
        "Frostbitten Lookout: After the war, if you lost it: the opponent receives 1 Freeze token."
    )
    scene = war(DRUMMER, MONK)
    scene.show(DRUMMER, MENDER)
    assert asked(scene, 0, W_REVEAL).detail == "Net Mender: nothing to cancel."


def test_who_looks_on_and_may_cancel_one_of_the_two_reads_both() -> None:
    scene = war(DRUMMER, RIDER, third=(UNMAKER,))
    scene.show(DRUMMER, PILOT)
    found = asked(scene, 2, W_REVEAL)
    assert found.detail == f"Thunder Drummer: Immediately: your card gets +2 Might. {PILOT_DOES}"
    assert asked(scene, 0, W_REVEAL).detail == "", "who cannot cancel is asked as ever"


def to_scoring(scene: Scene, mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    """Battles with these cards, until the war is scored."""
    for one, other in zip(mine, theirs, strict=True):
        scene.show(one, other)
        scene.let_until(lambda: int(top(scene.state, WINDOW_MOMENT)) == W_SCORE)


def test_before_scoring_who_may_cancel_resources_skulls_or_effects_reads_what_each_card_would_lose() -> None:
    told = {
        LEGATE: "Maelstrom Pilot: nothing to cancel. Net Mender: Scores 1 boat.",
        CHOIR: "Maelstrom Pilot: nothing to cancel. Net Mender: nothing to cancel.",
        SILENCE: "Maelstrom Pilot: When this card scores: recruit 2 boats. Net Mender: nothing to cancel.",
    }
    for card, text in told.items():
        scene = war(BOXER, RIDER, card)
        to_scoring(scene, (BOXER, RIDER), (PILOT, MENDER))
        assert asked(scene, 0, W_SCORE).detail == text


@pytest.mark.parametrize("size", [Room(80, 24), Room(120, 40)])
def test_the_longest_such_question_leaves_room_for_table_and_menu(size: Room) -> None:
    scene = war(DRUMMER, RIDER, third=(UNMAKER,))
    scene.show(DRUMMER, PILOT)
    found = asked(scene, 2, W_REVEAL)
    text = with_names(f"{found.title} {found.detail}", ["You", "Ash", "Briar"], 2)
    shown = page(lambda room: "\n".join(["table"] * (room.lines or 0)), text, [(1, "Pass"), (2, "Use it")], size, 4, 0)
    assert len(shown.question) <= 6
    assert len(shown.table) + len(shown.question) + len(shown.menu) + 3 <= (size.lines or 0)
