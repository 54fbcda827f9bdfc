"""The game's randomness against published vectors, and its draws against arithmetic."""

from __future__ import annotations

import hashlib
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bestiary.engine.chance import (
    BLOCK,
    ROUNDS,
    SPAN,
    Chance,
    blank_chance,
    commitment,
    draw,
    fresh_chance,
    key_of,
    make_block,
    next_word,
    quarter,
    quick,
    quick_rng,
    quick_word,
    seed_chance,
    server_seed,
)
from bestiary.engine.rule import JIT

DRAWS = 20000 if JIT else 3000


def block(key: bytes, counter: int, rounds: int) -> str:
    out = np.zeros(16, np.uint32)
    make_block(np.frombuffer(key, "<u4").astype(np.uint32), counter, rounds, out)
    return out.astype("<u4").tobytes().hex()


def seeded(text: str) -> Chance:
    chance = Chance.new()
    seed_chance(chance, key_of(server_seed(text)))
    return chance


def test_a_quarter_round_gives_the_published_words() -> None:
    words = np.zeros(16, np.uint32)
    words[:4] = [0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567]
    quarter(words, 0, 1, 2, 3)
    assert [int(w) for w in words[:4]] == [0xEA2A92F4, 0xCB1CF8CE, 0x4581472E, 0x5881C4BB]
    assert not words[4:].any()


def test_a_quarter_round_works_on_any_four_words_of_a_state() -> None:
    words = np.array(
        [0x879531E0, 0xC5ECF37D, 0x516461B1, 0xC9A62F8A, 0x44C20EF3, 0x3390AF7F, 0xD9FC690B, 0x2A5F714C,
         0x53372767, 0xB00A5631, 0x974C541A, 0x359E9963, 0x5C971061, 0x3D631689, 0x2098D9D6, 0x91DBD320],
        np.uint32,
    )  # fmt: skip
    quarter(words, 2, 7, 8, 13)
    assert [hex(int(words[i])) for i in (2, 7, 8, 13)] == ["0xbdb886dc", "0xcfacafd2", "0xe46bea80", "0xccc07c79"]


@pytest.mark.parametrize(
    ("key", "counter", "expected"),
    [
        (bytes(32), 0, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                       "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"),
        (bytes(32), 1, "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
                       "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"),
        (bytes(31) + b"\x01", 1, "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
                                 "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"),
        (b"\x00\xff" + bytes(30), 2, "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
                                     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"),
    ],
)  # fmt: skip
def test_with_20_rounds_a_block_is_the_published_one(key: bytes, counter: int, expected: str) -> None:
    assert block(key, counter, 20) == expected


def test_with_8_rounds_the_block_of_a_zero_key_is_the_published_one() -> None:
    assert ROUNDS == 8
    assert block(bytes(32), 0, 8) == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )


def test_the_games_words_are_the_blocks_of_its_key_one_after_the_other() -> None:
    chance = seeded("stream")
    key = key_of(server_seed("stream"))
    drawn = [int(next_word(chance)) for _ in range(3 * BLOCK)]
    expected = []
    for counter in range(3):
        out = np.zeros(BLOCK, np.uint32)
        make_block(key, counter, 8, out)
        expected += [int(w) for w in out]
    assert drawn == expected
    assert int(chance.counter) == 3


@settings(deadline=None, max_examples=200)
@given(n=st.integers(1, SPAN), seed=st.integers(0, 50))
def test_a_draw_is_below_its_bound_and_takes_the_first_word_that_leaves_no_bias(n: int, seed: int) -> None:
    chance, twin = seeded(f"draw {seed}"), seeded(f"draw {seed}")
    drawn = int(draw(chance, n))
    assert 0 <= drawn < n
    word = int(next_word(twin))
    while word >= SPAN // n * n:
        word = int(next_word(twin))
    assert drawn == word % n


def test_a_draw_rejects_words_that_would_favour_small_numbers() -> None:
    chance = seeded("reject")
    next_word(chance)
    n = 3 * (1 << 30)  # a quarter of all words must be rejected
    chance.block[1] = n  # the first rejected word; without rejection it would give 0
    chance.block[2] = 12345
    chance.used = 1
    assert int(draw(chance, n)) == 12345
    assert int(chance.used) == 3


@pytest.mark.parametrize("n", [2, 5, 6, 7])
def test_draws_are_uniform(n: int) -> None:
    chance = seeded(f"uniform {n}")
    seen = Counter(int(draw(chance, n)) for _ in range(DRAWS))
    assert set(seen) == set(range(n))
    assert stats.chisquare([seen[i] for i in range(n)]).pvalue > 1e-3


def test_pairs_of_draws_are_independent() -> None:
    chance = seeded("pairs")
    seen = Counter((int(draw(chance, 3)), int(draw(chance, 5))) for _ in range(DRAWS))
    assert stats.chisquare([seen[a, b] for a in range(3) for b in range(5)]).pvalue > 1e-3


def test_blanking_leaves_no_trace_of_key_counter_and_words() -> None:
    chance = seeded("blank")
    next_word(chance)
    assert any(chance.tobytes())
    blank_chance(chance)
    assert not any(chance.tobytes())


def test_a_fresh_chance_depends_on_the_bots_generator_only() -> None:
    one, two = seeded("one"), seeded("two")
    next_word(one)
    fresh_chance(one, quick_rng(7))
    fresh_chance(two, quick_rng(7))
    assert one.tobytes() == two.tobytes()
    assert [int(next_word(one)) for _ in range(20)] == [int(next_word(two)) for _ in range(20)]
    other = Chance.new()
    fresh_chance(other, quick_rng(8))
    assert other.key.tobytes() != two.key.tobytes()


def test_the_bots_generator_stays_in_32_bits_and_is_about_uniform() -> None:
    rng = quick_rng("quick")
    seen = Counter(int(quick(rng, 6)) for _ in range(DRAWS))
    assert set(seen) == set(range(6))
    assert stats.chisquare([seen[i] for i in range(6)]).pvalue > 1e-3
    for _ in range(200):
        assert 0 <= int(quick_word(rng)) < SPAN
        assert 0 <= int(rng[0]) < SPAN
        assert 0 <= int(rng[1]) < SPAN


def test_the_bots_generator_never_stands_still() -> None:
    for seed in range(50):
        assert quick_rng(seed).any()
    streams = {tuple(int(quick_word(r)) for _ in range(3)) for r in map(quick_rng, range(100))}
    assert len(streams) == 100


def test_text_bytes_and_numbers_seed_the_bots_generator() -> None:
    assert (quick_rng("5") == quick_rng(5)).all()
    assert (quick_rng(b"5") == quick_rng("5")).all()
    assert (quick_rng("5") != quick_rng("6")).any()


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    seed = server_seed("tonight")
    assert len(seed) == 32
    assert commitment(seed) == hashlib.sha256(seed).hexdigest()


def test_the_key_depends_on_the_server_and_on_every_seat() -> None:
    seed = server_seed("a")
    keys = [
        key_of(seed), key_of(server_seed("b")), key_of(seed, ("x",)), key_of(seed, ("x", "y")),
        key_of(seed, ("y", "x")), key_of(seed, ("xy",)), key_of(seed, ("", "xy")), key_of(seed, ("xy", "")),
    ]  # fmt: skip
    assert len({k.tobytes() for k in keys}) == len(keys)
    assert all(k.dtype == np.uint32 and k.shape == (8,) for k in keys)
    assert (key_of(seed, ("x", "y")) == key_of(seed, ("x", "y"))).all()
