"""A step of a slot: one position among thousands, in which one seat is asked at a time. Compiled, generic over games.

Written against global names; `specialise` puts a game's own functions under them. `lab.cuda_steps` runs the same slots
on a GPU.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from bestiary.bots.instincts import pick_of, pick_of_set, set_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import ROUNDS, make_block
from bestiary.engine.game import Game
from bestiary.engine.rule import (
    Batch, ByteRows, Bytes, FloatRows, IntRows, Ints, LongRows, Longs, Shares, Words, rule, specialise,
)  # fmt: skip

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
Options: TypeAlias = Any
BOX: Any = None
STATE: Any = None
OPTIONS: Any = None
setup: Any = None
waiting: Any = None
legal: Any = None
legal_set: Any = None
apply: Any = None
payoff: Any = None
observe: Any = None
play_on: Any = None
pick_a: Any = None
pick_b: Any = None

# Columns of `slots`, what is kept of each: games begun, legal actions, who is asked or was asked last, the fault of the
# rules, and two words of the bots' luck.
GAME, COUNT, SEAT, FAULT, RNG = range(5)
SLOT_WIDTH: Final = RNG + 2

# Cells of `plan`, which all slots share: what follows an end, the seats that are asked and those that a greedy bot has,
# as bits, whether masks are cleared whole, and whether an illegal action ends the game.
MODE, ASKED, GREEDY, WHOLE_MASK, ENDS_ILLEGAL = range(5)
PLAN_WIDTH: Final = 5
ILLEGAL: Final = -1.0
"""The reward of a seat whose illegal action ends the game."""

# What happens to a slot whose game is over, in the words of Gymnasium.
MODES: Final = ("same-step", "next-step", "disabled")
SAME_STEP, NEXT_STEP, DISABLED = range(len(MODES))


@rule
def nobody_plays_on(
    box: Box, state: State, plan: Longs, moves: Ints, weights: Ints, rng: Longs
) -> None:
    """Where every seat is asked."""


@rule
def bots_play_on(box: Box, state: State, plan: Longs, moves: Ints, weights: Ints, rng: Longs) -> None:
    """Lets bots decide until a seat is asked that is none of theirs, or the game is over."""
    while True:
        mask = waiting(state)
        seat = first_bit(mask)
        if mask == 0 or (int(plan[ASKED]) >> seat) & 1:
            return
        chosen = 0 if (int(plan[GREEDY]) >> seat) & 1 else legal_set(box, state, seat)
        if chosen != 0:
            action = pick_of_set(chosen, rng)
        else:
            count = legal(box, state, seat, moves)
            if (int(plan[GREEDY]) >> seat) & 1:
                action = pick_b(box, state, seat, moves, count, weights, rng)
            else:
                action = pick_a(box, state, seat, moves, count, weights, rng)
        apply(box, state, seat, action, None)


@rule
def begin_slot(
    box: Box, states: Batch, at: int, zero: Batch, options: Options, slot: int, plan: Longs, master: Words,
    slots: LongRows, moves: IntRows, weights: Ints, block: Words,
) -> None:  # fmt: skip
    """Begins the slot's next game. Its key depends on the master key, the slot and the number of the game alone. A game
    that bots end before anybody else is asked is passed over."""
    state = states[at]
    while True:
        states[at] = zero[0]
        make_block(master, slot, ROUNDS, block)
        make_block(block[:8], int(slots[slot, GAME]), ROUNDS, block[16:])
        slots[slot, GAME] += 1
        slots[slot, RNG] = int(block[24]) | 1  # all zeros would stay zeros
        slots[slot, RNG + 1] = int(block[25])
        setup(box, state, options, block[16:24], None)
        play_on(box, state, plan, moves[slot], weights, slots[slot, RNG:])
        slots[slot, FAULT] |= int(state.fault)
        if waiting(state) != 0 or int(state.fault) != 0:
            return


@rule
def ask_slot(
    box: Box, state: State, slot: int, is_over: bool, slots: LongRows, moves: IntRows, observations: FloatRows,
    masks: ByteRows, seats: Ints,
) -> None:  # fmt: skip
    """Whoever is asked now: what it knows and what it may do. Where the game is over, the seat that was asked last, and
    nothing."""
    count = 0
    if not is_over:
        slots[slot, SEAT] = first_bit(waiting(state))
        count = legal(box, state, int(slots[slot, SEAT]), moves[slot])
    slots[slot, COUNT] = count
    seats[slot] = slots[slot, SEAT]
    for i in range(count):
        masks[slot, moves[slot, i]] = 1
    observe(box, state, int(slots[slot, SEAT]), observations[slot])


@rule
def may(slot: int, action: int, slots: LongRows, moves: IntRows) -> bool:
    """Is an action among the legal ones, which rise?"""
    low, high = 0, int(slots[slot, COUNT])
    while low < high:
        middle = (low + high) >> 1
        if int(moves[slot, middle]) < action:
            low = middle + 1
        else:
            high = middle
    return low < int(slots[slot, COUNT]) and int(moves[slot, low]) == action


@rule
def clear_slot(slot: int, plan: Longs, slots: LongRows, moves: IntRows, masks: ByteRows) -> None:
    """Takes back the mask: what was set, or all where the caller's array may hold anything."""
    if int(plan[WHOLE_MASK]) != 0:
        for i in range(masks.shape[1]):
            masks[slot, i] = 0
        return
    for i in range(int(slots[slot, COUNT])):
        masks[slot, moves[slot, i]] = 0


@rule
def reset_slot(
    box: Box, states: Batch, at: int, zero: Batch, options: Options, slot: int, plan: Longs, master: Words,
    slots: LongRows, moves: IntRows, observations: FloatRows, masks: ByteRows, rewards: FloatRows, done: Bytes,
    seats: Ints, weights: Ints, block: Words,
) -> None:  # fmt: skip
    """Begins a game, whatever was going on. The slot's position lies at `states[at]`."""
    clear_slot(slot, plan, slots, moves, masks)
    for seat in range(rewards.shape[1]):
        rewards[slot, seat] = 0.0
    done[slot] = 0
    begin_slot(box, states, at, zero, options, slot, plan, master, slots, moves, weights, block)
    ask_slot(box, states[at], slot, waiting(states[at]) == 0, slots, moves, observations, masks, seats)


@rule
def step_slot(
    box: Box, states: Batch, at: int, zero: Batch, options: Options, slot: int, action: int, plan: Longs, master: Words,
    slots: LongRows, moves: IntRows, observations: FloatRows, masks: ByteRows, rewards: FloatRows, done: Bytes,
    seats: Ints, finals: FloatRows, weights: Ints, block: Words, shares: Shares,
) -> None:  # fmt: skip
    """The seat that is asked takes an action. What follows a game's end is the plan's mode."""
    state = states[at]
    was_over = int(slots[slot, COUNT]) == 0
    if was_over and int(plan[MODE]) == NEXT_STEP:
        reset_slot(box, states, at, zero, options, slot, plan, master, slots, moves, observations, masks, rewards, done,
                   seats, weights, block)  # fmt: skip
        return
    clear_slot(slot, plan, slots, moves, masks)
    for seat in range(rewards.shape[1]):
        rewards[slot, seat] = 0.0
    is_over = was_over
    if not was_over:
        if int(plan[ENDS_ILLEGAL]) != 0 and not may(slot, action, slots, moves):
            is_over = True
            rewards[slot, int(slots[slot, SEAT])] = ILLEGAL
        else:
            apply(box, state, int(slots[slot, SEAT]), action, None)
            play_on(box, state, plan, moves[slot], weights, slots[slot, RNG:])
            slots[slot, FAULT] |= int(state.fault)
            if waiting(state) == 0:
                is_over = True
                payoff(box, state, shares)
                for seat in range(rewards.shape[1]):
                    rewards[slot, seat] = shares[seat]
    done[slot] = 1 if is_over else 0
    if is_over and int(plan[MODE]) == SAME_STEP:
        observe(box, state, int(slots[slot, SEAT]), finals[slot])
        begin_slot(box, states, at, zero, options, slot, plan, master, slots, moves, weights, block)
        is_over = waiting(state) == 0
    ask_slot(box, state, slot, is_over, slots, moves, observations, masks, seats)


# --- Many slots on a processor; arrays of records are handed over as bytes, see engine.door


@rule
def check_slots(first: int, last: int, slots: LongRows, moves: IntRows, actions: Longs) -> int:
    """The first slot whose action is not legal; −1 where all are. A slot whose game is over takes any action."""
    for slot in range(first, last):
        if int(slots[slot, COUNT]) > 0 and not may(slot, int(actions[slot]), slots, moves):
            return slot
    return -1


@rule
def reset_slots(
    first: int, last: int, chosen: Longs, box: Bytes, states: Bytes, options: Bytes, plan: Longs, master: Words,
    slots: LongRows, moves: IntRows, observations: FloatRows, masks: ByteRows, rewards: FloatRows, done: Bytes,
    seats: Ints, finals: FloatRows, weights: Ints, block: Words, shares: Shares,
) -> int:  # fmt: skip
    """Begins a game in every chosen slot from `first` up to `last`; how many slots met a fault. Takes what `step_slots`
    takes."""
    records = states.view(STATE)
    faults = 0
    printed, settings, zero = box.view(BOX)[0], options.view(OPTIONS)[0], records[len(records) - 1 :]
    for slot in range(first, last):
        if int(chosen[slot]) != 0:
            reset_slot(printed, records, slot, zero, settings, slot, plan, master, slots, moves, observations, masks,
                       rewards, done, seats, weights, block)  # fmt: skip
            faults += 1 if int(slots[slot, FAULT]) != 0 else 0
    return faults


@rule
def step_slots(
    first: int, last: int, actions: Longs, box: Bytes, states: Bytes, options: Bytes, plan: Longs, master: Words,
    slots: LongRows, moves: IntRows, observations: FloatRows, masks: ByteRows, rewards: FloatRows, done: Bytes,
    seats: Ints, finals: FloatRows, weights: Ints, block: Words, shares: Shares,
) -> int:  # fmt: skip
    """A step of every slot from `first` up to `last`; how many slots met a fault."""
    records = states.view(STATE)
    faults = 0
    printed, settings, zero = box.view(BOX)[0], options.view(OPTIONS)[0], records[len(records) - 1 :]
    for slot in range(first, last):
        step_slot(printed, records, slot, zero, settings, slot, int(actions[slot]), plan, master, slots, moves,
                  observations, masks, rewards, done, seats, finals, weights, block, shares)  # fmt: skip
        faults += 1 if int(slots[slot, FAULT]) != 0 else 0
    return faults


class Steps:
    """These functions for one game; with bots at some seats, or without."""

    def __init__(self, game: Game, bots: bool = False) -> None:
        own = {"Box": game.box, "State": game.state}
        chance = {**own, "Options": game.options}
        memory = {"BOX": game.box.dtype, "STATE": game.state.dtype, "OPTIONS": game.options.dtype}
        rules = {"waiting": game.waiting, "legal": game.legal, "apply": game.apply}
        picks = {"pick_a": pick_of(game, "random"), "pick_b": pick_of(game, "greedy")} if bots else {}
        play_on = (
            specialise(bots_play_on, game.name, **own, **rules, legal_set=set_of(game), **picks) if bots
            else specialise(nobody_plays_on, game.name, **own)
        )  # fmt: skip
        begin = specialise(
            begin_slot, game.name, **chance, setup=game.setup, waiting=game.waiting, play_on=play_on
        )
        self.ask = specialise(
            ask_slot, game.name, **own, waiting=game.waiting, legal=game.legal, observe=game.observe
        )
        self.reset_slot = specialise(
            reset_slot, game.name, **chance, waiting=game.waiting, begin_slot=begin, ask_slot=self.ask
        )
        self.step_slot = specialise(
            step_slot, game.name, **chance, waiting=game.waiting, apply=game.apply, payoff=game.payoff,
            observe=game.observe, play_on=play_on, begin_slot=begin, ask_slot=self.ask, reset_slot=self.reset_slot,
        )  # fmt: skip
        self.reset = specialise(reset_slots, game.name, **memory, reset_slot=self.reset_slot)
        self.step = specialise(step_slots, game.name, **memory, step_slot=self.step_slot)
