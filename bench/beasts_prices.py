"""What the points of a card are worth in play: win shares of a report (`bestiary report beasts --out FOLDER`), fitted
by the parts of the cards' costs. A part that is priced right has the slope of all the others."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import polars as pl

from bestiary.engine.registry import find_game
from bestiary.games.beasts.cards.budget import cost_of, effect_price
from bestiary.games.beasts.cards.decks import Card, Content
from bestiary.games.beasts.cards.language import T_VB, timing_of
from bestiary.games.beasts.state import CLAN_CARDS, RARE_AT

PARTS = ("styles", "heads", "scores and icons", "in battle", "against beasts", "from hand")


def parts_of(card: Card) -> list[float]:
    """The points of a card by what they buy."""
    cost = cost_of(card)
    played = hunting = held = 0.0
    for effect in card.effects:
        price = effect_price(effect)
        if timing_of(effect.timing).in_hand:
            held += price
        elif effect.timing == T_VB:
            hunting += price
        else:
            played += price
    return [cost.power, cost.heads, cost.resources + cost.icons, played, hunting, held]


def fit(table: pl.DataFrame, content: Content, allies: bool) -> list[tuple[str, float, float]]:
    """Slope and standard error of each part, in points of win share for a point of cost. Cards are compared with those
    of their own group and number of players."""
    rows = table.filter((pl.col("number") >= RARE_AT) if allies else (pl.col("number") < CLAN_CARDS))
    rows = rows.filter((pl.col("measure") == "drawn") & (pl.col("seats_with") > 0))
    groups = rows.select("players", "group").unique(maintain_order=True).rows()
    share, weight = rows["share_with"].to_numpy() * 100, rows["seats_with"].to_numpy().astype(float)
    parts = np.array([parts_of(content.cards[number]) for number in rows["number"]])
    for group in groups:
        own = np.array([key == group for key in rows.select("players", "group").rows()])
        for values in (share, *parts.T):
            values[own] -= np.average(values[own], weights=weight[own])
    root = np.sqrt(weight)
    slopes, *_ = np.linalg.lstsq(parts * root[:, None], share * root, rcond=None)
    errors = np.sqrt(np.diag(np.linalg.inv((parts * weight[:, None]).T @ parts)) * 100 * 100 * 0.22)
    return list(zip(PARTS, slopes.tolist(), errors.tolist(), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="what `bestiary report beasts --out` wrote")
    table = pl.read_parquet(parser.parse_args().folder / "cards.parquet")
    content: Content = find_game("beasts").edition().words["content"]
    for allies in (False, True):
        print("Allies" if allies else "Clan cards", "drawn: points of win share for a point of cost")
        for name, slope, error in fit(table, content, allies):
            print(f"  {name:<18} {slope:+.2f} ± {1.96 * error:.2f}")


if __name__ == "__main__":
    main()
