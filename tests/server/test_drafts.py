"""The workshop over the network: change an edition, be told what is wrong, share it, export it, play it."""

from __future__ import annotations

import time
import tomllib
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from client import Client, RefusedError
from running import Running

from bestiary.engine.registry import find_game


@pytest.fixture
def designer(server: Running) -> Client:
    return Client(server.url)


def draft_of(designer: Client, game: str = "claw", **wanted: Any) -> str:
    return str(designer.post("/api/workshop", {"game": game, "name": "Mine", **wanted})["draft"]["draft"])


def change(designer: Client, draft: str, path: str, value: Any) -> Any:
    return designer.call("PATCH", f"/api/workshop/{draft}", {"path": path.split("/"), "value": value})


def exported(designer: Client, draft: str) -> str:
    with urllib.request.urlopen(f"{designer.url}/api/workshop/{draft}/toml") as answer:
        return str(answer.read().decode())


def test_a_copy_of_a_shipped_edition_has_all_its_parts_and_no_difference(designer: Client) -> None:
    for game, parts in (("talon", {"Rat", "Net"}), ("claw", {"Spearhead"}), ("prey", {"Fang"}), ("beasts", {"Travel"})):
        found = designer.post("/api/workshop", {"game": game, "name": "Mine"})
        assert parts <= {each["title"] for each in found["pieces"]}
        assert found["differences"] == []
        assert found["draft"]["mine"]


def test_a_change_is_kept_and_told(designer: Client) -> None:
    draft = draft_of(designer)
    changed = change(designer, draft, "formations/0/vanguard", "+1 +2 ?")
    told = {"path": ["formations", "0"], "title": "Spearhead", "label": "Vanguard", "before": ". +2 ?",
            "after": "+1 +2 ?"}  # fmt: skip
    assert changed["differences"] == [told]
    opened = designer.get(f"/api/workshop/{draft}")
    assert [each["title"] for each in opened["pieces"] if each.get("changed")] == ["Spearhead"]
    piece = designer.get(f"/api/workshop/{draft}/piece?path=formations/0")
    blank = next(each for each in piece["fields"] if each["label"] == "Vanguard")
    assert (blank["value"], blank["base"]) == ("+1 +2 ?", ". +2 ?")


def test_the_text_of_a_card_changes_with_its_effects(designer: Client) -> None:
    draft = draft_of(designer, "beasts")
    before = designer.get(f"/api/workshop/{draft}/piece?path=clans/cards/0")["text"]
    after = change(designer, draft, "clans/cards/0/fx", ["SC DRAW 2"])["piece"]["text"]
    assert "draw 1" in before
    assert after == "When this card scores: draw 2 clan cards."


@pytest.mark.parametrize(
    ("game", "path", "value", "reason"),
    [
        ("talon", "animals/rat/copies", 9, "must be a whole number from 0 to 6, not 9"),
        ("talon", "animals/rat/copies", "three", "must be a whole number from 0 to 6, not 'three'"),
        ("claw", "formations/0/vanguard", "+9 . ?", "holds '+9': a space is . or # or made of +1 or +2, W, ? and 2"),
        ("prey", "suits/fang/Weasel", [3, 12], "has the predator number 3, and so has"),
        ("beasts", "clans/cards/0/fx", ["SC DROW 1"], "DROW"),
    ],
)
def test_a_wrong_value_is_refused_beside_its_field_and_changes_nothing(
    designer: Client, game: str, path: str, value: Any, reason: str
) -> None:
    draft = draft_of(designer, game)
    before = exported(designer, draft)
    with pytest.raises(RefusedError) as refused:
        change(designer, draft, path, value)
    assert refused.value.status == 400
    assert reason in refused.value.body["reason"]
    assert "/".join(refused.value.body["path"]).startswith(path.rpartition("/")[0])
    assert exported(designer, draft) == before


def test_what_is_exported_can_be_loaded_with_its_comments(designer: Client) -> None:
    draft = draft_of(designer)
    change(designer, draft, "formations/0/vanguard", "+1 +2 ?")
    text = exported(designer, draft)
    assert tomllib.loads(text)["formations"][0]["vanguard"] == "+1 +2 ?"
    assert "# Tooth & Claw, house" in text
    again = designer.post("/api/workshop", {"game": "claw", "name": "Again", "text": text})
    assert len(again["differences"]) == 1


def test_whoever_has_the_link_looks_and_copies_but_does_not_change(server: Running, designer: Client) -> None:
    draft = draft_of(designer)
    change(designer, draft, "formations/0/name", "Lance")
    friend = Client(server.url)
    assert not friend.get(f"/api/workshop/{draft}")["draft"].get("mine")
    for refused in (
        lambda: change(friend, draft, "formations/0/name", "Pike"),
        lambda: friend.call("DELETE", f"/api/workshop/{draft}"),
        lambda: friend.post(f"/api/workshop/{draft}/measure", {}),
    ):
        with pytest.raises(RefusedError) as error:
            refused()
        assert error.value.status == 403
    copied = friend.post("/api/workshop", {"game": "claw", "name": "Copy", "draft": draft})
    assert [each["after"] for each in copied["differences"]] == ["Lance"]


def test_an_edition_of_ones_own_is_played_at_a_table(designer: Client) -> None:
    draft = draft_of(designer)
    change(designer, draft, "formations/0/name", "Lance")
    seats = {"seats": ["me", "greedy"], "edition": "Mine", "edition_text": exported(designer, draft)}
    table = designer.table("claw", **seats)
    designer.post(f"/api/tables/{table}/start")
    place = designer.sit(table)
    place.until("now")
    assert place.table["edition"] == "Mine"
    assert place.look["public"]
    assert "Lance" in {each["name"] for each in designer.get(f"/api/tables/{table}/book")["formations"]}


def test_wrong_requests_say_what_would_be_right(designer: Client) -> None:
    draft = draft_of(designer)
    wrong = [
        ("POST", "/api/workshop", {"game": "chess", "name": "x"}, 400, "no game is called 'chess'"),
        ("POST", "/api/workshop", {"game": "claw", "name": " "}, 400, "at least one letter"),
        ("POST", "/api/workshop", {"game": "claw", "name": "x", "text": "about = 1"}, 400, "must be a text"),
        ("POST", "/api/workshop", {"game": "prey", "name": "x", "draft": draft}, 400, "an edition of Tooth & Claw"),
        ("GET", "/api/workshop/nowhere", None, 404, "no such edition"),
        ("GET", f"/api/workshop/{draft}/piece?path=formations/99", None, 400, "has no part"),
        ("PATCH", f"/api/workshop/{draft}", {"path": ["a"], "value": 1}, 400, "has no field"),
        ("POST", f"/api/workshop/{draft}/measure", {"bots": "genius"}, 400, "genius"),
        ("POST", f"/api/workshop/{draft}/measure", {"players": 3}, 400, "2 players"),
    ]
    for method, path, body, status, words in wrong:
        with pytest.raises(RefusedError) as error:
            designer.call(method, path, body)
        assert error.value.status == status, path
        assert words in error.value.body["message"]


def test_nobody_keeps_more_than_a_shelf_full_and_what_is_deleted_is_gone(designer: Client) -> None:
    for _ in range(20):
        draft = draft_of(designer, "talon")
    with pytest.raises(RefusedError, match=r"20 editions|too many"):
        draft_of(designer, "talon")
    left = designer.call("DELETE", f"/api/workshop/{draft}")
    assert len(left) == 19
    designer.call("DELETE", "/api/me")
    with pytest.raises(RefusedError):
        Client(designer.url).get(f"/api/workshop/{left[0]['draft']}")


def test_every_edition_that_is_shipped_can_be_copied(designer: Client) -> None:
    for name in find_game("prey").editions:
        assert designer.post("/api/workshop", {"game": "prey", "name": "x", "edition": name})["draft"]["base"] == name


def test_a_measurement_tells_how_far_it_is_what_it_found_and_whether_it_is_stale(designer: Client) -> None:
    draft = draft_of(designer)
    change(designer, draft, "formations/0/vanguard", "+1 +2 ?")
    assert designer.get(f"/api/workshop/{draft}/measure") == {"status": "none"}
    state = designer.post(f"/api/workshop/{draft}/measure", {"games": 20})
    assert state["status"] in ("waiting", "running", "done")
    found = wait_for("done", lambda: designer.get(f"/api/workshop/{draft}/measure"))
    assert (found["result"]["games"], found["result"]["bots"], found["done"]) == (20, "greedy", found["total"])
    seats, types = found["result"]["tables"]
    assert [row["name"] for row in types["rows"]] == ["Sword", "Shield", "Bow"]
    assert sum(row["difference"] for row in seats["rows"]) == pytest.approx(0)
    change(designer, draft, "formations/0/vanguard", ". +2 ?")
    assert designer.get(f"/api/workshop/{draft}/measure")["stale"]


def wait_for(status: str, ask: Callable[[], Any]) -> Any:
    for _ in range(600):
        if (state := ask())["status"] == status:
            return state
        assert state["status"] != "failed", state
        time.sleep(0.1)
    raise AssertionError(f"still {state}")
