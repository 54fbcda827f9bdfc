"""The one exit: all that a server, a page, a terminal or a program learns of a table passes through here.

`look` is what a seat sees now, `since` what has happened as it may know it, `news` both as a difference to an earlier
look, `refuse` why something is not possible. Everything is made from what `hide` leaves; a spectator's seat is −1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

import msgspec

from bestiary.engine.actions import whole
from bestiary.engine.errors import MalformedError
from bestiary.engine.game import Clause, Game
from bestiary.engine.records import record_bytes
from bestiary.engine.sight import Sight, sights, why_not
from bestiary.engine.table import Table, seat_number
from bestiary.engine.views import Act, Amount, Look, News, Public, Refused, Told, changes

SPECTATOR = -1
MOST_KEPT = 5000  # written events of an edition

encode = msgspec.json.Encoder().encode


class Shown:
    """A table at one moment, as everybody sees it. The public part is made and written once for all."""

    def __init__(self, table: Table) -> None:
        self.game, self.edition = table.game, table.edition
        self.sights = sights(table.game, table.edition, table.state)
        self.number, self.position = len(table.log), record_bytes(table.state)
        self.public: Public = self.game.public(self.sights[0])
        self._looks: dict[int, Look] = {}

    @cached_property
    def public_bytes(self) -> msgspec.Raw:
        return msgspec.Raw(encode(self.public))

    def sight(self, seat: int) -> Sight:
        return self.sights[seat_number(seat, len(self.sights) - 1, spectator=True) + 1]

    def look(self, seat: int) -> Look:
        sight = self.sight(seat)
        if seat not in self._looks:
            private = self.game.private(sight) if seat >= 0 else None
            self._looks[seat] = Look(
                number=self.number, public=self.public, private=private, actions=list_actions(sight)
            )
        return self._looks[seat]


def shown(table: Table) -> Shown:
    """What everybody sees of a table now; kept until its position changes."""
    kept: Shown | None = table.shown
    if kept is None or kept.number != len(table.log) or kept.position != record_bytes(table.state):
        kept = table.shown = Shown(table)
    return kept


def look(table: Table, seat: int) -> Look:
    """All that a seat sees now: view, question, legal actions."""
    return shown(table).look(seat)


def frame(table: Table, seat: int) -> bytes:
    """The same as JSON. What is public has been written once for all seats."""
    now = shown(table)
    seen = now.look(seat)
    return encode(Look(number=seen.number, public=now.public_bytes, private=seen.private, actions=seen.actions))


def list_actions(sight: Sight) -> list[Act]:
    """The legal actions of a seat; a range of amounts is one entry."""
    game, first = sight.game, sight.game.actions.first_amount
    acts, amounts = [], []
    for action in sight.moves:
        if action < first:
            acts.append(game.act(sight, action))
        else:
            amounts.append(action)
    for kind in game.actions.kinds if amounts else ():
        low = game.actions.offset[kind.name]
        some = [a for a in amounts if low <= a < low + kind.count]
        if some:
            least = int(next(iter(game.actions.split(some[0])[1].values())))
            amount = Amount(least=least, most=least + some[-1] - some[0])
            if game.presets:
                amount.presets = game.presets(sight, amount.least, amount.most)
            acts.append(msgspec.structs.replace(game.act(sight, some[0]), amount=amount))
    return acts


def since(table: Table, seat: int, number: int, unread: bool = False) -> list[Told]:
    """The events from this number on, as a seat may know them. What the memory option has let fade is left out, unless
    the caller knows that this seat has not read any of it yet."""
    shown(table).sight(seat)
    number = _event_number(number)
    first = number if unread else max(number, table.faded())
    told, seen_by = table.game.telling.told, table.game.events.blank
    return [told(table.edition, n, seen_by(table.log[n], seat)) for n in range(first, len(table.log))]


def _event_number(number: int) -> int:
    if (number := whole(number, "events are counted from 0")) < 0:
        raise MalformedError(f"there is no event {number}; events are counted from 0")
    return number


def _written(table: Table, number: int, seat: int) -> bytes:
    """An event as JSON, as a seat may know it. What an edition has written once is kept, but for the number."""
    telling, kept = table.game.telling, table.edition.kept
    event = table.game.events.blank(table.log[number], seat)
    key = (telling, event.name, *event.args.values())
    rest = kept.get(key)
    if rest is None:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        rest = kept[key] = encode(telling.told(table.edition, 0, event)).removeprefix(b'{"number":0')
    return b'{"number":%d%b' % (number, rest)


def _events(table: Table, first: int, seats: Iterable[int]) -> dict[int, msgspec.Raw]:
    """The events from this number on as JSON, for each of these seats. All who may know no more than a spectator share
    what is written for one."""
    kinds, log = table.game.events, table.log
    shared = [_written(table, n, SPECTATOR) for n in range(first, len(log))]
    secret = [n for n in range(first, len(log)) if kinds.by_name[log[n].name].owner]
    for_all, out = _listed(shared), {}
    for seat in seats:
        own = {n - first: _written(table, n, seat) for n in secret if kinds.tells_more(log[n], seat)}
        out[seat] = _listed([own.get(at, line) for at, line in enumerate(shared)]) if own else for_all
    return out


def _listed(lines: list[bytes]) -> msgspec.Raw:
    return msgspec.Raw(b"[%b]" % b",".join(lines))


def news(table: Table, seat: int, last: Look) -> News:
    """What has changed for a seat since that look."""
    now = look(table, seat)
    private = changes(last.private, now.private) if now.private else None
    return News(
        number=now.number, events=since(table, seat, last.number, unread=True), public=changes(last.public, now.public),
        private=private, actions=now.actions,
    )  # fmt: skip


def refuse(table: Table, seat: int, intent: Any) -> Refused | None:
    """Why a seat cannot do something; None where it can. An intent is an action (number, text or data), a thing
    (`rat@hand:2`, `field:35`), or `{"thing": …, "onto": …}` for one that is dropped on another."""
    sight = shown(table).sight(seat)
    clause = clause_for(sight, intent)
    return refused(table.game, clause) if clause else None


def about(table: Table, seat: int, thing: str) -> list[str]:
    """What a seat is told of a thing that it points at, beyond the view: sentences with marks for players."""
    tell = table.game.about
    return tell(shown(table).sight(seat), thing) if tell else []


def clause_for(sight: Sight, intent: Any) -> Clause | None:
    """The clause that forbids an action, or whatever a thing could be meant for."""
    game = sight.game
    thing, onto = _pointed_at(game, intent)
    if not thing:
        return why_not(sight, game.actions.number(intent))
    if sight.seat < 0:
        return why_not(sight, 0)
    meant = game.meant(sight, thing, onto)
    if isinstance(meant, int):
        return replace(game.explain(sight, -1, meant), number=meant)
    if any(action in sight.moves for action in meant):
        return None
    return why_not(sight, meant[0])


def _pointed_at(game: Game, intent: Any) -> tuple[str, str]:
    """The thing that an intent points at, and what it is dropped on; empty where it is an action."""
    if isinstance(intent, Mapping) and "thing" in intent:
        thing, onto = intent["thing"], intent.get("onto", "")
        if set(intent) - {"thing", "onto"} or not isinstance(thing, str) or not isinstance(onto, str) or not thing:
            raise MalformedError("an intent is an action, or a text under 'thing' and perhaps one under 'onto'")
        return thing, onto
    if isinstance(intent, str) and intent.partition(" ")[0].lower() not in game.actions.by_name:
        return intent, ""
    return "", ""


def refused(game: Game, clause: Clause) -> Refused:
    return Refused(clause=clause.number, section=clause.heading, ruling=clause.ruling, sentence=clause.sentence)


def frames(table: Table, number: int) -> list[bytes]:
    """What leaves after a decision for a spectator and every seat: the events since `number`, which nobody has read
    yet, and the whole view."""
    now = shown(table)
    seats = range(SPECTATOR, len(now.sights) - 1)
    events: Any = _events(table, _event_number(number), seats)
    looks = {seat: now.look(seat) for seat in seats}
    return [
        encode(News(number=now.number, events=events[seat], public=now.public_bytes, private=seen.private,
                    actions=seen.actions))
        for seat, seen in looks.items()
    ]  # fmt: skip


def patches(table: Table, before: Shown, seats: Iterable[int]) -> dict[int, bytes]:
    """The news of these seats since an earlier moment, as JSON; nobody has read them yet. What has changed of the
    public part is found and written once for all."""
    now, seats = shown(table), list(seats)
    public = msgspec.Raw(encode(changes(before.public, now.public)))
    events: Any = _events(table, before.number, seats)
    out = {}
    for seat in seats:
        seen = now.look(seat)
        private = changes(before.look(seat).private, seen.private) if seat >= 0 else None
        out[seat] = encode(News(number=now.number, events=events[seat], public=public, private=private,
                                actions=seen.actions))  # fmt: skip
    return out
