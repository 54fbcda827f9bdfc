"""Bots at the seats of a table. Each is given what its seat knows, and luck of its own."""

from __future__ import annotations

from collections.abc import Sequence

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.perfect import Perfect
from bestiary.bots.protocol import Budget, Weighed, advised
from bestiary.bots.roster import player_named, thinks, usual_budget
from bestiary.bots.thinker import Answer, Thinker, mark, solve_aside
from bestiary.engine import cache
from bestiary.engine.chance import quick_rng
from bestiary.engine.rule import JIT
from bestiary.engine.table import Table

HASTE, CARE = Budget(ms=500), Budget(ms=2000)  # for search with plain rules: for a bot's move, for a hint
HINTS, HINT = "search", Budget(iterations=1000)  # who gives hints, and how long it thinks
LOADING = 10.0  # seconds that loading what is compiled may take


class Bots:
    """The bots of a table: `at_seats` names one for each seat, with nothing where a person sits.

    Where rules run plain and may be compiled (`compiles`), another process thinks for bots that look ahead; until it is
    ready they think here, not for long."""

    def __init__(self, table: Table, at_seats: Sequence[str], compiles: bool, hints: bool = False) -> None:
        self.table, self.at_seats = table, at_seats
        names = {name for name in at_seats if name} | ({HINTS} if hints else set())
        self.players = {name: player_named(table.game, name) for name in names}
        for player in self.players.values():
            if compiles and isinstance(player.bot, Perfect):
                player.bot.check(table.options)
                solve_aside(table.edition, table.game.name, int(table.options.seats))
            player.prepare(table.edition, table.options)
        self.thinker: Thinker | None = None
        if compiles and any(thinks(table.game, name) for name in names):
            self.patience = LOADING if cache.is_warm(mark(table.game.name)) else 0.0
            self.thinker = Thinker(table.game.name)

    @property
    def waits_for_compiler(self) -> bool:
        return self.thinker is not None and not self.patience

    def choose(self, seat: int) -> int:
        bot = self.at_seats[seat]
        return self._ask(seat, bot, usual_budget(self.table.game, bot, among_people=True), HASTE)[0]

    def hint(self, seat: int) -> list[Weighed]:
        """What a bot would do at a person's place, from what the person knows: the best first."""
        return advised(self._ask(seat, HINTS, HINT, CARE)[1])

    def _ask(self, seat: int, bot: str, budget: Budget, plain: Budget) -> Answer:
        """Luck hangs on the game's seed and the seat's own count of decisions: after taking back, a bot that
        knows the same answers the same."""
        table = self.table
        made = sum(p.seat == seat for p in table.plies)
        rng = quick_rng(f"{table.seed.hex()} seat {seat} decision {made}")
        known = Knowledge.at(table, seat)
        looks_ahead = thinks(table.game, bot)
        if looks_ahead and self.thinker is not None and self.thinker.is_ready(self.patience):
            answer = self.thinker.choose(known, bot, seat, budget, rng)
            if answer is not None:
                return answer
        choice = self.players[bot].bot.choose(known, seat, plain if looks_ahead and not JIT else budget, rng)
        return choice.action, choice.evaluation
