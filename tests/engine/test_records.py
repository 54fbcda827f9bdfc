"""Records: what a declaration must say, and what the bytes do."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from bestiary.engine.mode import JIT
from bestiary.engine.records import (
    NOBODY,
    OWN,
    PUBLIC,
    Cells,
    Record,
    cell,
    cells,
    clone,
    part,
    put,
    raw,
    record_bytes,
    same_record,
)
from bestiary.engine.rule import rule


class Purse(Record):
    coins: Cells = cells("i2", 3, known=PUBLIC)
    spare: int = cell("i2", known=NOBODY)


class Player(Record):
    purse: Purse = part(Purse, known=PUBLIC)
    hand: Cells = cells("i1", 3, 2, known=OWN)


@rule
def earn(purse: Purse, coins: int) -> None:
    purse.coins[0] = coins
    purse.spare = coins


def test_a_field_must_say_who_may_know_it() -> None:
    with pytest.raises(TypeError, match="known"):
        cells("i1", 4)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="known"):
        cell("i1")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="known"):
        part(Purse)  # type: ignore[call-arg]


def test_a_field_known_to_no_such_person_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"Bad\.coins: say who may know it"):

        class Bad(Record):
            coins: Cells = cells("i2", 2, known="everyone")


def test_a_field_without_a_declaration_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"Bad\.coins: declare it with"):

        class Bad(Record):
            coins: int

    with pytest.raises(TypeError, match=r"Worse\.coins: declare it with"):

        class Worse(Record):
            coins: int = 3


@pytest.mark.parametrize("name", ["round", "size", "item", "data", "T", "shape", "dtype", "max"])
def test_names_of_numpy_arrays_are_reserved(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name}: the name belongs to NumPy"):
        type("Bad", (Record,), {"__annotations__": {name: int}, name: cell("i1", known=PUBLIC)})


def test_own_needs_a_row_for_each_seat() -> None:
    with pytest.raises(TypeError, match="OWN needs a first axis"):

        class Bad(Record):
            choice: int = cell("i1", known=OWN)


def test_fields_stand_widest_first() -> None:
    with pytest.raises(TypeError, match="widest first"):

        class Bad(Record):
            small: Cells = cells("i1", 2, known=PUBLIC)
            wide: int = cell("i2", known=PUBLIC)


def test_a_part_counts_as_wide_as_its_widest_field() -> None:
    with pytest.raises(TypeError, match="widest first"):

        class Bad(Record):
            small: Cells = cells("i1", 2, known=PUBLIC)
            purse: Purse = part(Purse, known=PUBLIC)


def test_padding_is_refused_with_the_number_of_missing_bytes() -> None:
    with pytest.raises(TypeError, match=r"Bad: 5 bytes; 3 more"):

        class Bad(Record):
            wide: int = cell("i4", known=PUBLIC)
            small: int = cell("i1", known=PUBLIC)


def test_a_seeing_function_may_say_who_knows_a_field() -> None:
    def sees(state: Any, seat: int, row: int) -> bool:
        return seat == row

    class Good(Record):
        hand: Cells = cells("i1", 2, known=sees)

    assert Good.fields[0].known is sees
    assert Good.fields[0].is_secret
    assert not Purse.fields[0].is_secret


def test_a_new_record_is_all_zeros_and_has_its_declared_fields() -> None:
    player = Player.new()
    assert not any(record_bytes(player))
    assert player.hand.shape == (3, 2)
    player.purse.coins[1] = 7
    assert int(player.purse.coins[1]) == 7
    assert [f.name for f in Player.fields] == ["purse", "hand"]
    assert Player.dtype.itemsize == 8 + 6


def test_a_copy_is_independent() -> None:
    one = Player.new()
    two = clone(one)
    two.hand[0, 1] = 5
    assert int(one.hand[0, 1]) == 0
    assert not same_record(one, two)
    put(one, two)
    assert same_record(one, two)
    two.hand[0, 1] = 6
    assert int(one.hand[0, 1]) == 5


def test_bytes_and_back() -> None:
    one = Player.new()
    one.purse.spare = -3
    one.hand[2] = [1, -1]
    two = Player.from_bytes(record_bytes(one))
    assert same_record(one, two)
    two.hand[0, 0] = 1  # a restored record can be written
    assert not same_record(one, two)


def test_raw_is_the_records_own_memory() -> None:
    one = Player.new()
    raw(one)[0] = 9
    assert int(one.purse.coins[0]) == 9
    assert len(raw(one)) == Player.dtype.itemsize


def test_many_records_lie_in_one_block() -> None:
    many = Player.array(4)
    many[2].hand[1, 1] = 3
    assert int(np.asarray(many["hand"]).sum()) == 3
    assert many.nbytes == 4 * Player.dtype.itemsize
    assert many["hand"][1:, 1, 1].tolist() == [0, 3, 0]


def everywhere() -> dict[str, Any]:
    """A player made in every way that there is, with 3 coins in hand."""
    one = Player.new()
    one.purse.coins[1] = 3
    many = Player.array(4)
    many[2] = one
    return {
        "new": one,
        "array": many[2],
        "slice": many[1:3][1],
        "bytes": Player.from_bytes(record_bytes(one)),
        "clone": clone(one),
        "copy": one.copy(),  # type: ignore[attr-defined]
        "copy.copy": copy.copy(one),
        "pickle": pickle.loads(pickle.dumps(one)),
    }


@pytest.mark.parametrize("how", everywhere())
def test_a_record_reads_alike_however_it_was_made(how: str) -> None:
    record = everywhere()[how]
    assert type(record) is Player.scalar
    assert type(record.purse) is Purse.scalar
    assert record.dtype == Player.dtype
    assert record.item()[1].shape == record.hand.shape == (3, 2)
    assert record.purse.coins.tolist() == [0, 3, 0]
    assert same_record(record, everywhere()["new"])


@pytest.mark.parametrize("how", everywhere())
def test_an_unknown_attribute_can_be_neither_read_nor_written(how: str) -> None:
    record = everywhere()[how]
    for place in (record, record.purse):
        with pytest.raises(AttributeError, match="feathers"):
            _ = place.feathers
        with pytest.raises(AttributeError, match="feathers"):
            place.feathers = 3


def test_fields_are_written_by_name_whole_or_in_part() -> None:
    one, two = Player.new(), Player.new()
    one.purse.spare = -3
    one.hand = [[1, 2], [3, 4], [5, 6]]  # type: ignore[assignment]
    two.purse = one.purse
    two.purse.coins = 9  # type: ignore[assignment]
    assert int(two.purse.spare) == -3
    assert two.purse.coins.tolist() == [9, 9, 9]
    assert one.purse.coins.tolist() == [0, 0, 0]
    assert one.hand[:, 1].tolist() == [2, 4, 6]


@pytest.mark.skipif(not JIT, reason="this is that run")
def test_all_this_holds_without_the_compiler_too() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "SKIPPED [1]" in done.stdout


def test_every_field_is_an_attribute_of_the_type() -> None:
    """NumPy's own look-up of attributes, in Python code, takes most of the time of uncompiled rules, and much of the
    time of a call of compiled ones."""
    assert not issubclass(Player.scalar, np.record)
    assert {"purse", "hand"} <= set(vars(Player.scalar))


@pytest.mark.parametrize("how", sorted(everywhere()))
def test_what_was_looked_up_shows_every_later_change(how: str) -> None:
    record = everywhere()[how]
    hand, coins = record.hand, record.purse.coins
    record.hand = 4
    record.purse.coins = 5
    raw(record)[0] = 9
    assert hand.tolist() == record.hand.tolist() == [[4, 4]] * 3
    assert coins.tolist() == record.purse.coins.tolist() == [9, 5, 5]
    record.hand[1] = 7
    assert clone(record).hand.tolist() == [[4, 4], [7, 7], [4, 4]]


@pytest.mark.parametrize("how", everywhere())
def test_a_record_that_was_read_does_not_outlive_its_use(how: str) -> None:
    record = everywhere()[how]
    assert record.hand.shape == (3, 2)
    assert record.purse.coins.shape == (3,)
    assert sys.getrefcount(record) == 2


def test_the_layout_names_fields_types_and_places() -> None:
    class Same(Record):
        coins: Cells = cells("i2", 3, known=NOBODY)
        spare: int = cell("i2", known=PUBLIC)

    class Renamed(Record):
        money: Cells = cells("i2", 3, known=PUBLIC)
        spare: int = cell("i2", known=NOBODY)

    class Reshaped(Record):
        coins: Cells = cells("i2", 2, known=PUBLIC)
        spare: Cells = cells("i2", 2, known=NOBODY)

    class Retyped(Record):
        coins: Cells = cells("u2", 3, known=PUBLIC)
        spare: int = cell("i2", known=NOBODY)

    assert Same.layout() == Purse.layout()
    assert len({Purse.layout(), Renamed.layout(), Reshaped.layout(), Retyped.layout()}) == 4


def test_the_layout_of_a_part_is_part_of_the_layout() -> None:
    class OtherPurse(Record):
        gold: Cells = cells("i2", 3, known=PUBLIC)
        spare: int = cell("i2", known=NOBODY)

    class OtherPlayer(Record):
        purse: OtherPurse = part(OtherPurse, known=PUBLIC)
        hand: Cells = cells("i1", 3, 2, known=OWN)

    assert OtherPlayer.layout() != Player.layout()


@pytest.mark.parametrize("how", ["made", "copied", "pickled"])
def test_what_a_rule_writes_stays_in_the_record(how: str) -> None:
    made = Purse.new()
    purse = {"made": made, "copied": clone(made), "pickled": pickle.loads(pickle.dumps(made))}[how]
    earn(purse, 7)
    assert (int(purse.coins[0]), int(purse.spare)) == (7, 7)
