"""What a battle card is worth in points (§6), so that cards of a tier can be compared.

cost = power + heads + resources + icons + Σ timing · condition · operations
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bestiary.games.beasts.cards.decks import GROUP_AWAKENING, Card
from bestiary.games.beasts.cards.grammar import Effect, Step
from bestiary.games.beasts.cards.language import (
    A_STYLES, C_ALW, CONDITIONAL, GIVEN_BACK, OP_ALLY, OP_COIN, OP_HBLOCK, OP_HEAL, OP_OPT, OP_RECU, OP_REP,
    OP_SAND, OP_SCHED, OP_SKULL, OP_TOK, REPEATED, RES_ALLY, RES_COIN, RES_TOKEN, RES_UNIT, TOK_SUBST, WHO_ANY, WHO_ME,
    operation_of, timing_of,
)  # fmt: skip

BUDGETS: Final = (12, 14, 17, 20, 24)  # of tiers 1–5
TOLERANCE: Final = 1.0
AWAKENED: Final = 3  # more, for an awakening
AS_RESOURCE: Final = 0.9  # of the price of the operation that gives the same
HEAD: Final = 1.0
ICON_OPS: Final = (OP_HEAL, OP_HBLOCK, OP_SKULL, OP_SAND)


@dataclass(frozen=True)
class Cost:
    """The parts of a card's cost."""

    power: float
    heads: float
    resources: float
    icons: float
    effects: tuple[float, ...]

    @property
    def total(self) -> float:
        return self.power + self.heads + self.resources + self.icons + sum(self.effects)


def cost_of(card: Card) -> Cost:
    return Cost(
        power=power_of(card.styles),
        heads=HEAD * card.heads,
        resources=_resource_price(card.resource, card.amount),
        icons=sum(operation_of(op).price * number for op, number in zip(ICON_OPS, card.icons, strict=True)),
        effects=tuple(effect_price(effect) for effect in card.effects),
    )


def budget_of(card: Card) -> int:
    return BUDGETS[card.tier - 1] + (AWAKENED if card.group == GROUP_AWAKENING else 0)


def power_of(styles: Sequence[int]) -> float:
    """What three styles are worth in battle: the middle one decides most often."""
    low, middle, high = sorted(styles)
    return (3 * high + 5 * middle + 4 * low) / 4


def effect_price(effect: Effect) -> float:
    """The operations, by how often their moment comes and how often their condition holds."""
    often = timing_of(effect.timing).price * (CONDITIONAL if effect.cond != C_ALW else 1)
    at = next((place for place, step in enumerate(effect.steps) if step.op == OP_OPT), len(effect.steps))
    before, choice = effect.steps[:at], effect.steps[at:]
    price, factor = _steps_price(before)
    if choice:
        branches = sorted({step.branch for step in choice[1:]})
        prices = [_steps_price([step for step in choice if step.branch == branch])[0] for branch in branches]
        best = max if choice[0].args[0] == WHO_ME else min
        price += factor * best(prices)
    return often * price


def _steps_price(steps: Sequence[Step]) -> tuple[float, float]:
    """What they cost, and by how much a REP or SCHED among them multiplies what follows."""
    price, factor = 0.0, 1.0
    for step in steps:
        if step.op == OP_REP:
            factor *= REPEATED
        elif step.op == OP_SCHED:
            factor *= timing_of(step.args[0]).price
        else:
            price += factor * step_price(step)
    return price, factor


def step_price(step: Step) -> float:
    """One operation. What is done to oneself counts against its harm or good."""
    operation = operation_of(step.op)
    price = operation.rates[step.args[operation.by]] if operation.rates else operation.price
    if operation.per >= 0:
        price *= abs(step.args[operation.per])
    if A_STYLES in operation.args:
        price *= step.args[operation.args.index(A_STYLES)].bit_count()
        good = step.args[0] == WHO_ANY or (step.args[operation.per] > 0) == (step.args[0] == WHO_ME)
        return price if good else -GIVEN_BACK * price
    if not operation.harms or step.args[0] == WHO_ANY:
        return price
    helps = step.op == OP_TOK and step.args[1] == TOK_SUBST
    return price if helps == (step.args[0] == WHO_ME) else -GIVEN_BACK * price


def _resource_price(resource: int, amount: int) -> float:
    if not resource:
        return 0
    if resource >= RES_ALLY:
        step = Step(OP_ALLY, (resource - RES_ALLY + 3,))
    elif resource >= RES_UNIT:
        step = Step(OP_RECU, (resource - RES_UNIT, 1))
    elif resource >= RES_TOKEN:
        kind = resource - RES_TOKEN
        step = Step(OP_TOK, (WHO_ME if kind == TOK_SUBST else WHO_ANY, kind, 1))
    else:
        assert resource == RES_COIN
        step = Step(OP_COIN, (1,))
    return AS_RESOURCE * amount * step_price(step)
