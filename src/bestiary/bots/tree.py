"""Information-set Monte Carlo tree search, compiled and generic over games.

Every iteration imagines one truth behind what the searching seat knows (`determinize`), walks down the tree in it,
adds one action to the tree, plays on to the end and gives every seat that decided on the way its own share.

A node is what its seat could know when it decides: for the searching seat the bytes that `hide` leaves it; for another
seat what it shares with the searching seat, and its own decisions since the root. So no seat's figures depend on a
secret that it has not seen: an answer given in the same step by somebody else, a card laid face down, a hand. Where
several seats are asked at once, each therefore chooses by figures of its own, as if all chose together.

Written against global names; `specialise` puts a game's own functions under them.
"""

from __future__ import annotations

import math
from typing import Any, Final, TypeAlias

from bestiary.bots.instincts import pick_of
from bestiary.engine.bits import first_bit
from bestiary.engine.chance import SPAN, fresh_chance, quick, quick_word
from bestiary.engine.game import Game
from bestiary.engine.records import NOBODY
from bestiary.engine.rule import Batch, Ints, LongRows, Longs, ShareRows, Shares, WordRows, rule, specialise

# What a game puts here.
Box: TypeAlias = Any
State: TypeAlias = Any
waiting: Any = None
legal: Any = None
apply: Any = None
payoff: Any = None
hide: Any = None
determinize: Any = None
pick_random: Any = None
pick_greedy: Any = None
pick_best: Any = None
instinct: Any = None
FIRST_AMOUNT = 0
FIRST_WORD = 0
MAX_SEATS = 1


@rule
def no_reopen(state: State, seat: int) -> None:
    """Stands where a game has no secret answers to take back."""


@rule
def no_judge(box: Box, state: State, memory: Longs, out: Shares) -> bool:
    """Stands where a game judges no open position."""
    return False


reopen: Any = no_reopen
judge: Any = no_judge

# Records of the pool: what the seat knows, one possible truth, and the truth as some seat sees it.
KNOWN, WORLD, SEEN = range(3)
# Columns of a node and of an edge; an edge is an action of a node, its node's edges are a list by rising action.
KEY, EDGES = range(2)
ACTION, NEXT, VISITS, OFFERED = range(4)
# Columns of an edge's figures: shares in all; where several decide at once also its regret, the chance that it had at
# the latest visit, and the sum of all chances, later ones counting more.
TOTAL, REGRET, NOW, POLICY = range(4)
FIGURES: Final = 4
# Columns of the path.
EDGE, SEAT, MIXED_AT = range(3)
# Counters of a tree.
NODES_USED, EDGES_USED, ASKED, LEFT = range(4)
# Settings of a search: boldness at the root and below, the part of instinct, the part of its best action, how much it
# steers the tree; above 0 where the root is no seat's knowledge but the truth, to look back at.
FIRST_BOLDNESS, BOLDNESS, INSTINCT, KEENNESS, TRUST, OPEN = range(6)

NONE: Final = -1
MASK: Final = (1 << 62) - 1
FACTOR: Final = 0x2545F4914F6CDD1D
ALWAYS: Final = 1 << 16
CURIOSITY: Final = 0.1  # the part of any action in a mixture


@rule
def mixed(key: int, word: int) -> int:
    """A 62-bit hash that goes on with a word."""
    key = ((key ^ word) * FACTOR) & MASK
    return key ^ (key >> 31)


@rule
def information(pool: Batch, words: WordRows, me: int, seat: int, past: Longs) -> int:
    """A number for what a seat knows where it decides, as far as the searching seat can follow it."""
    pool[SEEN] = pool[WORLD]
    hide(pool[SEEN], me)
    key = seat
    if seat != me:
        hide(pool[SEEN], seat)
        key = mixed(key, int(past[seat]))
    a, b, c, d = key, 1, 2, 3  # four at a time: none waits for the others
    i, end = FIRST_WORD, words.shape[1]
    while i + 4 <= end:
        a = mixed(a, int(words[SEEN, i]))
        b = mixed(b, int(words[SEEN, i + 1]))
        c = mixed(c, int(words[SEEN, i + 2]))
        d = mixed(d, int(words[SEEN, i + 3]))
        i += 4
    while i < end:
        a = mixed(a, int(words[SEEN, i]))
        i += 1
    return mixed(mixed(mixed(a, b), c), d)


@rule
def node_of(key: int, nodes: LongRows, slots: Longs, counters: Longs) -> int:
    """The node with this key, made if need be; −1 where there is no room for another one."""
    last = len(slots) - 1
    at = key & last
    while int(slots[at]) != 0:
        node = int(slots[at]) - 1
        if int(nodes[node, KEY]) == key:
            return node
        at = (at + 1) & last
    node = int(counters[NODES_USED])
    if node == len(nodes):
        return NONE
    counters[NODES_USED] = node + 1
    slots[at] = node + 1
    nodes[node, KEY] = key
    nodes[node, EDGES] = NONE
    return node


@rule
def add_edge(node: int, action: int, nodes: LongRows, edges: LongRows, figures: ShareRows, counters: Longs) -> int:
    """A new action of a node, in its place by number; −1 where there is no room."""
    edge = int(counters[EDGES_USED])
    if edge == len(edges):
        return NONE
    counters[EDGES_USED] = edge + 1
    before, after = NONE, int(nodes[node, EDGES])
    while after != NONE and int(edges[after, ACTION]) < action:
        before, after = after, int(edges[after, NEXT])
    if before == NONE:
        nodes[node, EDGES] = edge
    else:
        edges[before, NEXT] = edge
    edges[edge, ACTION] = action
    edges[edge, NEXT] = after
    edges[edge, VISITS] = 0
    edges[edge, OFFERED] = 1
    for column in range(FIGURES):
        figures[edge, column] = 0.0
    return edge


@rule
def considered(moves: Ints, count: int) -> int:
    """Of many amounts only some are looked at: the smallest, and others that lie further and further apart."""
    plain = count
    while plain > 0 and int(moves[plain - 1]) >= FIRST_AMOUNT:
        plain -= 1
    kept, at, gap = plain, plain, 1
    while at < count:
        moves[kept] = moves[at]
        kept += 1
        at += gap
        gap *= 2
    return kept


@rule
def offer(node: int, moves: Ints, count: int, nodes: LongRows, edges: LongRows, found: Longs, rng: Longs) -> int:
    """Finds the edges of the legal actions, and counts that they were offered; returns one of the actions that were
    never tried, any of them, or −1."""
    edge = int(nodes[node, EDGES])
    untried, chosen = 0, NONE
    for i in range(count):
        action = int(moves[i])
        while edge != NONE and int(edges[edge, ACTION]) < action:
            edge = int(edges[edge, NEXT])
        if edge == NONE or int(edges[edge, ACTION]) != action:
            found[i] = NONE
            untried += 1
            if quick(rng, untried) == 0:
                chosen = action
        else:
            found[i] = edge
            edges[edge, OFFERED] += 1
    return chosen


@rule
def mean(edge: int, edges: LongRows, figures: ShareRows) -> float:
    return float(figures[edge, TOTAL] / int(edges[edge, VISITS]))


@rule
def boldest(count: int, found: Longs, edges: LongRows, figures: ShareRows, logs: Shares, boldness: float) -> int:
    """The edge with the highest mean plus a bonus for what was tried seldom beside how often it was offered (UCB1 with
    availability); −1 where there is none."""
    best, chosen = -1.0, NONE
    for i in range(count):
        edge = int(found[i])
        if edge == NONE:
            continue
        offered, visits = min(int(edges[edge, OFFERED]), len(logs) - 1), int(edges[edge, VISITS])
        score = mean(edge, edges, figures) + boldness * math.sqrt(logs[offered] / visits)
        if score > best:
            best, chosen = score, edge
    return chosen


@rule
def favoured(
    box: Box, state: State, seat: int, moves: Ints, count: int, found: Longs, edges: LongRows, figures: ShareRows,
    weights: Ints, settings: Shares, rng: Longs,
) -> int:  # fmt: skip
    """The place of the action with the highest mean plus a bonus, which is the larger, the more the rules of thumb
    think of the action and the less often it was tried (PUCT), any of those that are equal. What was never tried stands
    at the mean of all."""
    instinct(box, state, seat, moves, count, weights)
    trust, hopes, visits, total = settings[TRUST], 0.0, 0, 0.0
    for i in range(count):
        hopes += (1.0 + int(weights[i])) ** trust
        if int(found[i]) != NONE:
            visits += int(edges[int(found[i]), VISITS])
            total += figures[int(found[i]), TOTAL]
    usual = total / visits if visits > 0 else 0.5
    bonus = settings[BOLDNESS] * math.sqrt(visits + 1.0) / hopes
    best, chosen, equal = -1.0, 0, 1
    for i in range(count):
        edge = int(found[i])
        tried = int(edges[edge, VISITS]) if edge != NONE else 0
        score = mean(edge, edges, figures) if tried > 0 else usual
        score += bonus * (1.0 + int(weights[i])) ** trust / (1.0 + tried)
        if score > best:
            best, chosen, equal = score, i, 1
        elif score == best:
            equal += 1
            if quick(rng, equal) == 0:
                chosen = i
    return chosen


@rule
def mixture(
    node: int, count: int, found: Longs, nodes: LongRows, edges: LongRows, figures: ShareRows, rng: Longs
) -> int:  # fmt: skip
    """Where several decide at once: an edge drawn in proportion to how much each action is regretted (regret matching),
    now and then any of them. All of `found` exist."""
    edge = int(nodes[node, EDGES])
    while edge != NONE:
        figures[edge, NOW] = 0.0
        edge = int(edges[edge, NEXT])
    regrets = 0.0
    for i in range(count):
        regrets += max(0.0, figures[int(found[i]), REGRET])
    weight = float(edges[int(found[0]), OFFERED])
    target = quick_word(rng) / SPAN
    chosen = int(found[count - 1])
    for i in range(count):
        edge = int(found[i])
        part = max(0.0, figures[edge, REGRET]) / regrets if regrets > 0.0 else 1.0 / count
        figures[edge, POLICY] += part * weight
        part = part * (1.0 - CURIOSITY) + CURIOSITY / count
        figures[edge, NOW] = part
        if 0.0 <= target < part:
            chosen = edge
        target -= part
    return chosen


@rule
def regret(node: int, chosen: int, share: float, nodes: LongRows, edges: LongRows, figures: ShareRows) -> None:
    """Regrets of all actions that were offered: what each would have brought beyond what the mixture brought. The means
    so far stand in for that. The surprise of the action played counts the more, the less often it is played."""
    surprise = share - mean(chosen, edges, figures)
    expected = surprise
    edge = int(nodes[node, EDGES])
    while edge != NONE:
        expected += figures[edge, NOW] * mean(edge, edges, figures)
        edge = int(edges[edge, NEXT])
    edge = int(nodes[node, EDGES])
    while edge != NONE:
        if figures[edge, NOW] > 0.0:
            figures[edge, REGRET] += mean(edge, edges, figures) - expected
        edge = int(edges[edge, NEXT])
    figures[chosen, REGRET] += surprise / figures[chosen, NOW]


@rule
def roll_out(
    box: Box, pool: Batch, moves: Ints, weights: Ints, shares: Shares, memory: Longs, settings: Shares, rng: Longs
) -> None:
    """Plays an imagined truth to its end, or until it can be judged; some of the moves follow the rules of thumb."""
    follows, keen = int(settings[INSTINCT] * ALWAYS), int(settings[KEENNESS] * ALWAYS)
    while True:
        mask = waiting(pool[WORLD])
        if mask == 0:
            payoff(box, pool[WORLD], shares)
            return
        if judge(box, pool[WORLD], memory, shares):
            return
        seat = first_bit(mask)
        count = legal(box, pool[WORLD], seat, moves)
        if follows > 0 and (follows == ALWAYS or quick(rng, ALWAYS) < follows):
            if keen > 0 and quick(rng, ALWAYS) < keen:
                action = pick_best(box, pool[WORLD], seat, moves, count, weights, rng)
            else:
                action = pick_greedy(box, pool[WORLD], seat, moves, count, weights, rng)
        else:
            action = pick_random(box, pool[WORLD], seat, moves, count, weights, rng)
        apply(box, pool[WORLD], seat, action, None)


@rule
def descend(
    box: Box, pool: Batch, words: WordRows, me: int, nodes: LongRows, edges: LongRows, figures: ShareRows, slots: Longs,
    logs: Shares, path: LongRows, past: Longs, moves: Ints, found: Longs, weights: Ints, shares: Shares, memory: Longs,
    settings: Shares, counters: Longs, rng: Longs,
) -> int:  # fmt: skip
    """One way through the tree and on to the end; returns how many edges it took."""
    steps, together = 0, 0
    while steps < len(path):
        mask = waiting(pool[WORLD])
        if mask == 0:
            payoff(box, pool[WORLD], shares)
            return steps
        together = mask if mask & (mask - 1) != 0 else together & mask
        seat = me if (mask >> me) & 1 == 1 else first_bit(mask)
        count = considered(moves, legal(box, pool[WORLD], seat, moves))
        action = int(moves[0])
        leaves = False
        if count > 1:
            node = node_of(information(pool, words, me, seat, past), nodes, slots, counters)
            if node == NONE:
                break
            path[steps, SEAT] = seat
            path[steps, MIXED_AT] = NONE
            edge = NONE
            action = offer(node, moves, count, nodes, edges, found, rng)
            if settings[TRUST] > 0.0:
                at = favoured(box, pool[WORLD], seat, moves, count, found, edges, figures, weights, settings, rng)
                edge = int(found[at])
                if edge == NONE:
                    edge = add_edge(node, int(moves[at]), nodes, edges, figures, counters)
                    leaves = True
            elif action != NONE:
                edge = add_edge(node, action, nodes, edges, figures, counters)
                leaves = True
            elif (together >> seat) & 1 == 1:
                edge = mixture(node, count, found, nodes, edges, figures, rng)
                path[steps, MIXED_AT] = node
            if edge == NONE:
                boldness = settings[FIRST_BOLDNESS] if steps == 0 else settings[BOLDNESS]
                edge = boldest(count, found, edges, figures, logs, boldness)
            if edge == NONE:
                break
            path[steps, EDGE] = edge
            steps += 1
            action = int(edges[edge, ACTION])
        apply(box, pool[WORLD], seat, action, None)
        past[seat] = mixed(int(past[seat]), action)
        together &= ~(1 << seat)
        if leaves:
            break
    roll_out(box, pool, moves, weights, shares, memory, settings, rng)
    return steps


@rule
def learn(nodes: LongRows, edges: LongRows, figures: ShareRows, path: LongRows, steps: int, shares: Shares) -> None:
    """Gives every decision on the way its own seat's share."""
    for step in range(steps):
        edge, node = int(path[step, EDGE]), int(path[step, MIXED_AT])
        share = shares[int(path[step, SEAT])]
        if node != NONE:
            regret(node, edge, share, nodes, edges, figures)
        edges[edge, VISITS] += 1
        figures[edge, TOTAL] += share


@rule
def is_settled(left: int, nodes: LongRows, edges: LongRows) -> bool:
    """Is the action that was tried most ahead by more than the iterations that are left?"""
    most, second = 0, 0
    edge = int(nodes[0, EDGES])
    while edge != NONE:
        visits = int(edges[edge, VISITS])
        second = max(second, min(most, visits))
        most = max(most, visits)
        edge = int(edges[edge, NEXT])
    return most - second > left


@rule
def grow(
    box: Box, pool: Batch, words: WordRows, me: int, iterations: int, nodes: LongRows, edges: LongRows,
    figures: ShareRows, slots: Longs, logs: Shares, path: LongRows, past: Longs, moves: Ints, found: Longs,
    weights: Ints, shares: Shares, memory: Longs, settings: Shares, counters: Longs, rng: Longs,
) -> None:  # fmt: skip
    """Runs so many more iterations. Where those left could not change the choice, it stops and sets LEFT to 0."""
    for _ in range(iterations):
        pool[WORLD] = pool[KNOWN]
        if settings[OPEN] > 0.0:
            fresh_chance(pool[WORLD].chance, rng)
        else:
            determinize(box, pool[WORLD], me, rng)
            reopen(pool[WORLD], me)
        counters[ASKED] = waiting(pool[WORLD])
        for seat in range(MAX_SEATS):
            past[seat] = 0
        steps = descend(
            box, pool, words, me, nodes, edges, figures, slots, logs, path, past, moves, found, weights, shares,
            memory, settings, counters, rng,
        )  # fmt: skip
        learn(nodes, edges, figures, path, steps, shares)
        counters[LEFT] -= 1
        if settings[TRUST] > 0.0 and is_settled(int(counters[LEFT]), nodes, edges):
            counters[LEFT] = 0
            return


_grown: dict[int, tuple[Game, Any]] = {}


def grow_of(game: Game) -> Any:
    """`grow` for a game; every caller gets the same one."""
    if id(game) not in _grown:
        _grown[id(game)] = game, _specialised(game)
    return _grown[id(game)][1]


def _specialised(game: Game) -> Any:
    from bestiary.bots import tree as here

    chance = game.state.fields[0]
    own: dict[str, Any] = {
        "Box": game.box, "State": game.state, "waiting": game.waiting, "legal": game.legal, "apply": game.apply,
        "payoff": game.payoff, "hide": game.hide, "determinize": game.determinize,
        "pick_random": pick_of(game, "random"), "pick_greedy": pick_of(game, "greedy"),
        "pick_best": pick_of(game, "best"), "instinct": game.instinct,
        "FIRST_AMOUNT": game.actions.first_amount, "MAX_SEATS": game.players.stop - 1,
        "FIRST_WORD": chance.dtype.itemsize // 4 if chance.name == "chance" and chance.known == NOBODY else 0,
    }  # fmt: skip
    for name in ("reopen", "judge"):
        own[name] = getattr(game, name) or specialise(getattr(here, f"no_{name}"), game.name, **_records(game))
    for name in ("information", "considered", "favoured", "roll_out", "descend"):
        own[name] = specialise(getattr(here, name), game.name, **own)
    return specialise(here.grow, game.name, **own)


def _records(game: Game) -> dict[str, Any]:
    return {"Box": game.box, "State": game.state}
