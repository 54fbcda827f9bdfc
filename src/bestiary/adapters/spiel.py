"""The games in OpenSpiel. Seats that owe a decision together are asked in a simultaneous node, where the others can
only wait, which is the last action.

All luck is explicit. Every draw of the rules is a chance node; or, where a deal takes dozens of them, a game begins
with one chance node whose outcome is the number of the deal, which fixes all luck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import pyspiel

from bestiary.adapters.luck import Luck, MissingError, draws_little
from bestiary.engine import recall
from bestiary.engine.chance import BLOCK, key_of, quick_rng, server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Game
from bestiary.engine.options import parse_setting
from bestiary.engine.recall import Decision, Imagined
from bestiary.engine.records import record_bytes
from bestiary.engine.registry import find_game
from bestiary.engine.table import Mover, start
from bestiary.engine.trace import WIDTH

DEALS: Final = 1 << 14
"""So many deals there are to draw from, where nobody says."""
MOST_DEALS: Final = 1 << 20
OUTCOMES: Final = 256
"""No draw of a game has more outcomes; a table's own is told by its node."""
BY_DRAW, BY_DEAL = "draws", "deals"
NO_KEY: Final = np.zeros(8, np.uint32)


def name_of(game: Game) -> str:
    return f"bestiary_{game.name}"


def type_of(game: Game, chance: str) -> Any:
    """What OpenSpiel is told of a game before it is made."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game), long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if game.reopen else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC, information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.CONSTANT_SUM if game.players == range(2, 3) else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players.stop - 1, min_num_players=game.players.start,
        provides_information_state_string=True, provides_information_state_tensor=True,
        provides_observation_string=True, provides_observation_tensor=True,
        parameter_specification={
            "players": game.default_players, "variant": game.variants[0].name, "edition": game.default_edition,
            "settings": "", "opening": "", "chance": chance, "deals": DEALS,
        },
    )  # fmt: skip


class Deals(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its options: `bestiary_talon(players=3,variant=gamble)`. `settings` are the game's own, as in
    `leader=0 stack=50`; `opening` are decisions that have been made before the first node, as numbers of actions.
    `chance` says whether every draw is a chance node, or the number of the deal, one of `deals`."""

    game: Game  # of the class that `register` makes
    chance: str  # what it does where nobody chooses

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game, params = self.game, params or {}
        chosen = {**type_of(game, self.chance).parameter_specification, **params}
        if chosen["chance"] not in (BY_DRAW, BY_DEAL):
            raise MalformedError(f"chance is {BY_DRAW} or {BY_DEAL}, not '{chosen['chance']}'")
        self.deals = chosen["deals"]
        if not 1 <= self.deals <= MOST_DEALS:
            raise MalformedError(f"deals is from 1 to {MOST_DEALS}, not {self.deals}")
        settings = dict(parse_setting(game.options, each) for each in chosen["settings"].split())
        self.options = game.make_options(chosen["players"], chosen["variant"], settings)
        self.edition = game.edition(chosen["edition"])
        self.mover, self.wait = Mover(game), game.actions.size
        self.luck = Luck(game, self.edition, self.options) if chosen["chance"] == BY_DRAW else None
        self.opening = [int(each) for each in chosen["opening"].split()]
        if self.opening and not self.luck:
            raise MalformedError(f"an opening needs chance={BY_DRAW}")
        self.begun: tuple[bytes, Past, int] | None = None  # how every game begins
        most = game.max_decisions(game.settings(self.options))
        self.most_luck = most + 1000 if self.luck else 1
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size + 1, max_chance_outcomes=OUTCOMES if self.luck else self.deals,
            num_players=int(self.options.seats), min_utility=0.0, max_utility=1.0, max_game_length=most,
            utility_sum=1.0 if game.players == range(2, 3) else None,
        )  # fmt: skip
        super().__init__(type_of(game, self.chance), info, dict(params))

    def new_initial_state(self) -> Position:
        return Position(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.most_luck

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


class Past(tuple[recall.Entry, ...]):
    """What has happened. Nothing in it changes, so that a copy of a position shares it."""

    def __deepcopy__(self, _: Any) -> Past:
        return self


class Position(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A position, kept as its bytes, which OpenSpiel can copy and write; before the deal there are none."""

    def __init__(self, deals: Deals) -> None:
        super().__init__(deals)
        self.now = b""
        self.past = Past()  # all that has happened
        self.told: dict[int, tuple[int, str]] = {}  # how much of it is written for a seat, and the text
        self.todo: tuple[Decision, ...] = ()  # decisions that were made and wait for luck
        self.tape: tuple[int, ...] = ()  # what has been drawn for the first of them, or for the deal
        self.outcomes = 0  # of the next draw; 0 where none is needed
        if not deals.luck:
            self.outcomes = deals.deals
        elif deals.begun is None:
            self._go_on(deals)
            self._open(deals)
            deals.begun = self.now, self.past, self.outcomes
        else:
            self.now, self.past, self.outcomes = deals.begun

    def _open(self, deals: Deals) -> None:
        """Plays the opening."""
        for action in deals.opening:
            if not self.outcomes:
                self._decide([Decision(next(iter(self._asked(deals)), -1), action)], deals)
            if self.outcomes:
                raise MalformedError("an opening is for what needs no luck; settings can fix what is drawn")

    def record(self) -> Any:
        """The position as the rules take it, a fresh copy every time."""
        return self.get_game().game.state.from_bytes(self.now)

    def current_player(self) -> int:
        if self.outcomes:
            return int(pyspiel.PlayerId.CHANCE)
        asked = self._asked()
        if len(asked) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return asked[0] if asked else int(pyspiel.PlayerId.TERMINAL)

    def _asked(self, deals: Deals | None = None) -> list[int]:
        game = (deals or self.get_game()).game
        return game.seats_waiting(game.state.from_bytes(self.now))

    def _legal_actions(self, player: int) -> list[int]:
        deals = self.get_game()
        asked = self._asked()
        if player in asked:
            return deals.game.legal_actions(deals.edition, self.record(), player)  # type: ignore[no-any-return]
        return [deals.wait] if len(asked) > 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1.0 / self.outcomes) for outcome in range(self.outcomes)]

    def _apply_action(self, action: int) -> None:
        deals = self.get_game()
        if not self.outcomes:
            self._decide([Decision(self._asked()[0], action)])
            return
        if not 0 <= action < self.outcomes:
            raise MalformedError(f"luck has the outcomes 0 to {self.outcomes - 1} here, not {action}")
        self.outcomes = 0
        if deals.luck:
            self.tape = (*self.tape, action)
            self._go_on()
        else:
            key = key_of(server_seed(f"deal {action}"))
            position, events = start(deals.game, deals.edition, deals.options, key)
            self._done(record_bytes(position), events)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self._decide([Decision(seat, actions[seat]) for seat in self._asked()])

    def _decide(self, decisions: Iterable[Decision], deals: Deals | None = None) -> None:
        """Seats decide. Where compiled rules draw nothing, what they do stands; else luck is asked."""
        self.todo = tuple(decisions)
        deals = deals or self.get_game()
        while self.todo and not self.outcomes:
            position: Any = deals.game.state.from_bytes(self.now)
            events = deals.mover.play(deals.edition, position, *self.todo[0])
            if deals.luck and (int(position.chance.counter), int(position.chance.used)) != (0, BLOCK):
                self._go_on(deals)
            else:
                self._done(record_bytes(position), events)

    def _go_on(self, deals: Deals | None = None) -> None:
        """The deal or the first decision, with the luck drawn so far; stops where more is needed."""
        deals = deals or self.get_game()
        luck: Any = deals.luck
        try:
            if self.now:
                position = deals.game.state.from_bytes(self.now)
                events = luck.play(position, *self.todo[0], self.tape)
            else:
                position, events = luck.deal(NO_KEY, self.tape)
        except MissingError as missing:
            self.outcomes = missing.outcomes
            return
        self.tape = ()
        self._done(record_bytes(position), events)
        self._decide(self.todo, deals)

    def _done(self, now: bytes, events: Iterable[recall.Entry]) -> None:
        self.now, self.past, self.todo = now, Past((*self.past, *self.todo[:1], *events)), self.todo[1:]

    def _action_to_string(self, player: int, action: int) -> str:
        deals = self.get_game()
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}" if deals.luck else f"deal {action}"
        return "wait" if action == deals.wait else str(deals.game.actions.text(action))

    def is_terminal(self) -> bool:
        return not self.outcomes and not self._asked()

    def returns(self) -> list[float]:
        """Shares of the victory."""
        deals = self.get_game()
        if not self.is_terminal():
            return [0.0] * int(deals.options.seats)
        return deals.game.payoffs(deals.edition, self.record())  # type: ignore[no-any-return]

    def known(self, player: int) -> bytes:
        """The position with everything blanked that a seat cannot know."""
        if not self.now:
            return b""
        hidden = self.record()
        self.get_game().game.hide(hidden, player)
        return record_bytes(hidden)

    def recalled(self, player: int) -> str:
        """All that a seat has seen and done, a line each; only what is new is written."""
        count, text = self.told.get(player, (0, ""))
        if count < len(self.past):
            text += recall.written(self.get_game().game, self.past[count:], player)
            self.told = {**self.told, player: (len(self.past), text)}
        return text

    def resample_from_infostate(self, player: int, sampler: Any) -> Position:
        """Another truth that this seat cannot tell from this one. What the others are taken to have seen is what they
        know in that truth."""
        deals, other, position = self.get_game(), self.clone(), self.record()
        deals.game.hide(position, player)
        deals.game.determinize(deals.edition.box, position, player, quick_rng(str(sampler())))
        if deals.luck:
            chance = position.chance
            chance.key[:], chance.block[:], chance.counter, chance.used = 0, 0, 0, BLOCK
        other.now = record_bytes(position)
        imagined = [Imagined(seat, other.known(seat)) for seat in range(int(deals.options.seats)) if seat != player]
        other.past, other.told = Past((*recall.seen_by(deals.game, self.past, player), *imagined)), {}
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return self.history_str() if self.now else "before the deal"


class Observer:
    """What a seat knows. With perfect recall all that it has seen and done, see engine.recall; without, the position:
    as numbers with named parts, and exactly, as the bytes that `hide` leaves."""

    def __init__(self, deals: Deals, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for observations, so none can be {params}")
        self.deals, self.recalls = deals, bool(kind.perfect_recall)
        if self.recalls:
            self.tensor = np.zeros(recall.SIZE, np.float32)
            digest, count, rows = np.split(self.tensor, [recall.DIGEST, recall.DIGEST + 1])
            self.dict = {"digest": digest, "count": count, "latest": rows.reshape(recall.LATEST, WIDTH)}
        else:
            parts = deals.game.observation
            self.tensor = np.zeros(parts.length, np.float32)
            self.dict = parts.split(self.tensor)

    def set_from(self, state: Position, player: int) -> None:
        self.tensor.fill(0)
        if self.recalls:
            recall.numbers(self.deals.game, state.past, player, state.recalled(player), self.tensor)
        elif state.now:
            self.deals.game.observe(self.deals.edition.box, state.record(), player, self.tensor)

    def string_from(self, state: Position, player: int) -> str:
        if self.recalls:
            return state.recalled(player)
        return state.known(player).hex()


def register(name: str) -> None:
    """Makes a game known to `pyspiel.load_game`."""
    game = find_game(name)
    chance = BY_DRAW if not game.large and draws_little(game) else BY_DEAL
    made = type(f"{name.title()}Deals", (Deals,), {"game": game, "chance": chance})
    globals()[made.__name__] = made  # where pickle looks for it
    pyspiel.register_game(type_of(game, chance), made)
