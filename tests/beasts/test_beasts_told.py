"""What a player at the terminal reads: questions that name what they are about, and a log that says why."""

from __future__ import annotations

from dataclasses import replace

from beasts_helpers import Scene, deal, turns
from effects_helpers import hunt, war

from bestiary.engine.seat_names import with_names
from bestiary.engine.trace import new_trace
from bestiary.games.beasts import GAME, asking, names, rules, sayings
from bestiary.games.beasts.state import ACTIONS, EVENTS, INCOME, MAX_EVENTS, MUSTER
from bestiary.games.beasts.telling import TELLING

HOUSE = GAME.edition()


def log(scene: Scene) -> list[str]:
    """All that happened, as seat 0 reads it."""
    edition = replace(HOUSE, box=scene.box)
    return [with_names(TELLING.sentence(edition, event), ["Ada", "Bram", "Cleo"], 0) for event in scene.events]


def test_who_is_asked_to_cancel_a_card_reads_what_it_does() -> None:
    scene = turns(0, 1)
    scene.hold(0, "muster")
    scene.hold(1, "counterseal")
    scene.units(0, 6, "c")
    scene.play("act muster held")
    asked = with_names(asking.prompt(HOUSE, scene.state, 1), ["Ada", "Bram"], 1)
    assert asked == f"Ada plays Muster. {names.action_text(HOUSE, MUSTER)} React?"


def test_a_specialty_shows_its_cost_where_it_is_chosen() -> None:
    scene = deal(2, (0, 1))
    action, passive = (
        sayings.describe(HOUSE, scene.state, 0, ACTIONS.parse(f"specialty 10 {side}")) for side in ("action", "passive")
    )
    assert f", action side, {names.count(int(HOUSE.box.action[1, 0, 3]), 'coin')} each time: " in action
    assert ", passive side: " in passive


def test_a_hunt_tells_heads_and_sums_after_every_card() -> None:
    scene = hunt("VB HEAD 1", strength=3, lay=lambda scene: scene.prints(0, heads=2))
    scene.strike(0)
    needed = 3 + int(scene.state.roll)
    fight = next(line for line in log(scene) if "fight with" in line)
    assert fight.endswith(": 4/4/4, 2 heads.")
    assert f"So far Might 7, Craft 7 and Guile 7: each must exceed {needed}." in log(scene)


def test_what_is_trashed_is_told_as_trashed() -> None:
    scene = war("IM TRASHC me; UTRASH me 1")
    scene.meet()
    scene.clash(0, 20)
    scene.play("card 1", "unit elder ready")
    assert f"You trash {names.card_name(HOUSE, 1)}." in log(scene)
    assert "You trash an elder." in log(scene)


def test_income_by_a_specialty_is_told_apart() -> None:
    scene = turns(0, 1)
    scene.special(0, "income 2")
    scene.state.frame[0], scene.state.asked[0] = INCOME, 0
    trace = new_trace(MAX_EVENTS)
    rules.run_on(scene.box, scene.state, trace)
    scene.events = EVENTS.read(trace)
    assert "You receive 4 coins of income." in log(scene)
    assert f"You receive 2 coins by {names.specialty_data(HOUSE, 0, 9, 0)['name']}." in log(scene)
