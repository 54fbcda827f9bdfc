"""Randomness. The game's own lives in the record: ChaCha8 under a 256-bit key, drawn without bias.
Bots and playouts use their own quick generator and never touch the game's."""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
import numpy.typing as npt

from bestiary.engine.errors import MalformedError
from bestiary.engine.records import NOBODY, Cells, Record, cell, cells
from bestiary.engine.rule import Longs, Words, rule

ROUNDS: Final = 8
BLOCK: Final = 16
WORD: Final = 0xFFFFFFFF
SPAN: Final = 1 << 32


class Chance(Record):
    """The game's randomness: nobody may know any of it."""

    key: Cells = cells("u4", 8, known=NOBODY)  # 256 bits
    block: Cells = cells("u4", BLOCK, known=NOBODY)  # words of the current block
    counter: int = cell("u4", known=NOBODY)  # blocks made so far
    used: int = cell("u4", known=NOBODY)  # words of the block already drawn


@rule
def quarter(words: Words, a: int, b: int, c: int, d: int) -> None:
    """RFC 8439, 2.1: one quarter round in place."""
    wa, wb, wc, wd = int(words[a]), int(words[b]), int(words[c]), int(words[d])
    wa = (wa + wb) & WORD
    wd ^= wa
    wd = ((wd << 16) | (wd >> 16)) & WORD
    wc = (wc + wd) & WORD
    wb ^= wc
    wb = ((wb << 12) | (wb >> 20)) & WORD
    wa = (wa + wb) & WORD
    wd ^= wa
    wd = ((wd << 8) | (wd >> 24)) & WORD
    wc = (wc + wd) & WORD
    wb ^= wc
    wb = ((wb << 7) | (wb >> 25)) & WORD
    words[a], words[b], words[c], words[d] = wa, wb, wc, wd


@rule
def seed_word(key: Words, counter: int, i: int) -> int:
    """RFC 8439, 2.3: word i of the block's starting state, with a nonce of zeros."""
    if i == 0:
        return 0x61707865
    if i == 1:
        return 0x3320646E
    if i == 2:
        return 0x79622D32
    if i == 3:
        return 0x6B206574
    if i < 12:
        return int(key[i - 4])
    return counter if i == 12 else 0


@rule
def make_block(key: Words, counter: int, rounds: int, out: Words) -> None:
    """RFC 8439, 2.3 with any even number of rounds: 20 is the standard's, ours are 8."""
    for i in range(BLOCK):
        out[i] = seed_word(key, counter, i)
    for _ in range(rounds // 2):
        quarter(out, 0, 4, 8, 12)
        quarter(out, 1, 5, 9, 13)
        quarter(out, 2, 6, 10, 14)
        quarter(out, 3, 7, 11, 15)
        quarter(out, 0, 5, 10, 15)
        quarter(out, 1, 6, 11, 12)
        quarter(out, 2, 7, 8, 13)
        quarter(out, 3, 4, 9, 14)
    for i in range(BLOCK):
        out[i] = (int(out[i]) + seed_word(key, counter, i)) & WORD


@rule
def seed_chance(chance: Chance, key: Words) -> None:
    """Starts the game's randomness from a key."""
    for i in range(8):
        chance.key[i] = key[i]
    chance.counter = 0
    chance.used = BLOCK


@rule
def next_word(chance: Chance) -> int:
    used = int(chance.used)
    if used >= BLOCK:
        make_block(chance.key, int(chance.counter), ROUNDS, chance.block)
        chance.counter = (int(chance.counter) + 1) & WORD
        used = 0
    chance.used = used + 1
    return int(chance.block[used])


@rule
def draw(chance: Chance, n: int) -> int:
    """Uniform over 0 … n−1, exactly: words of the last incomplete stretch are rejected."""
    word = next_word(chance)
    while word >= SPAN - n and word >= SPAN - SPAN % n:  # the first condition is rarely met, and spares a division
        word = next_word(chance)
    return word % n


@rule
def blank_chance(chance: Chance) -> None:
    """Forgets key, counter and buffered words."""
    for i in range(8):
        chance.key[i] = 0
    for i in range(BLOCK):
        chance.block[i] = 0
    chance.counter = 0
    chance.used = 0


@rule
def fresh_chance(chance: Chance, rng: Longs) -> None:
    """A key that has nothing to do with the real one, for imagined worlds."""
    blank_chance(chance)
    for i in range(8):
        chance.key[i] = quick_word(rng)
    chance.used = BLOCK


@rule
def quick_word(rng: Longs) -> int:
    """xoroshiro64*: 32 bits, for bots and playouts."""
    s0, s1 = int(rng[0]), int(rng[1])
    word = (s0 * 0x9E3779BB) & WORD
    s1 ^= s0
    rng[0] = (((s0 << 26) | (s0 >> 6)) & WORD) ^ s1 ^ ((s1 << 9) & WORD)
    rng[1] = ((s1 << 13) | (s1 >> 19)) & WORD
    return word


@rule
def quick(rng: Longs, n: int) -> int:
    """About uniform over 0 … n−1 (bias below n / 2³²)."""
    return (quick_word(rng) * n) >> 32


def quick_rng(seed: int | str | bytes) -> npt.NDArray[np.int64]:
    """A quick generator whose stream depends on every bit of the seed."""
    data = seed if isinstance(seed, bytes) else _encoded(str(seed))
    words = np.frombuffer(hashlib.sha256(b"bestiary quick " + data).digest()[:8], np.uint32).astype(np.int64)
    words[0] |= 1  # all zeros would stay zeros
    return words


def server_seed(text: str) -> bytes:
    """The 32 bytes behind a seed that a person typed."""
    return hashlib.sha256(b"bestiary seed " + _encoded(text)).digest()


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise MalformedError("a seed is a text in UTF-8; this one holds bytes that are no letters") from None


def commitment(seed: bytes) -> str:
    """What is published before the game, so that the seed cannot be changed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes, seats: tuple[str, ...] = ()) -> npt.NDArray[np.uint32]:
    """The game's key, from the server's seed and a seed of each seat."""
    total = hashlib.sha256(b"bestiary key " + seed)
    for text in seats:
        data = _encoded(text)
        total.update(len(data).to_bytes(4, "little") + data)
    return np.frombuffer(total.digest(), np.uint32).copy()


def batch_seeds(
    seed: str, first: int, count: int
) -> tuple[list[bytes], npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
    """Seeds, keys and players' generators of the games number `first`, `first` + 1, … of a run."""
    seeds = [server_seed(f"{seed}/{i}") for i in range(first, first + count)]
    keys = b"".join(hashlib.sha256(b"bestiary key " + s).digest() for s in seeds)
    rngs = np.frombuffer(b"".join(s[:8] for s in seeds), np.uint32).reshape(count, 2).astype(np.int64)
    rngs[:, 0] |= 1  # all zeros would stay zeros
    return seeds, np.frombuffer(keys, np.uint32).reshape(count, 8).copy(), rngs
