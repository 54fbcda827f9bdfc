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
from bestiary.engine.fields import Fields, keep, sheet_for
from bestiary.engine.game import Clause, Game
from bestiary.engine.records import record_bytes
from bestiary.engine.sight import Sight, Sights, why_not
from bestiary.engine.table import Table, seat_number
from bestiary.engine.trace import Event
from bestiary.engine.views import Act, Amount, Look, News, Public, Refused, Told, changes

SPECTATOR = -1

encode = msgspec.json.Encoder().encode


class Shown:
    """A table at one moment, as everybody sees it. Whatever somebody asks for is made once."""

    def __init__(self, table: Table) -> None:
        self.game, self.edition = table.game, table.edition
        self.sights = Sights(table.game, table.edition, table.state)
        self.number, self.position = len(table.log), record_bytes(table.state)
        self.sheet = sheet_for(self.game.fields, self.sights) if self.game.fields else None
        self._looks: dict[int, Look] = {}

    @cached_property
    def public(self) -> Public:
        public: Public = self.game.public(self.sights.of(SPECTATOR))
        return public

    @cached_property
    def public_bytes(self) -> msgspec.Raw:
        return msgspec.Raw(encode(self.public))

    def sight(self, seat: int) -> Sight:
        return self.sights.of(seat_number(seat, self.sights.seats, spectator=True))

    def look(self, seat: int) -> Look:
        sight = self.sight(seat)
        if seat not in self._looks:
            private = self.game.private(sight) if seat >= 0 else None
            self._looks[seat] = Look(
                number=self.number, public=self.public, private=private, actions=list_actions(sight)
            )
        return self._looks[seat]

    @cached_property
    def asking(self) -> list[tuple[bytes, bytes]]:
        """The question of each seat, and its actions, each as a member of a JSON object; no actions are no member."""
        fields, shelf, out = self.game.fields, self.edition.kept, []
        assert fields is not None
        for seat, key in enumerate(self.sights.keys(fields.asking)):
            out.append((shelf.get(key) or keep(shelf, key, self._ask(seat, fields))) if key else NOT_ASKED)
        return out

    def _ask(self, seat: int, fields: Fields) -> tuple[bytes, bytes]:
        sight = self.sights.of(seat)
        return b'"question":%b' % encode(fields.question(sight)), b',"actions":%b' % encode(list_actions(sight))


NOT_ASKED = b'"question":null', b""


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


def _written(table: Table, event: Event) -> tuple[bytes, dict[int, bytes]]:
    """An event as JSON, but for its number: for all who may know no more than a spectator, and for seats that may."""
    telling, kinds, shelf = table.game.telling, table.game.events, table.edition.kept
    key = (telling, event.name, *event.args.values())
    found: tuple[bytes, dict[int, bytes]] | None = shelf.get(key)
    if found is None:
        told = {seat: telling.told(table.edition, 0, kinds.blank(event, seat))
                for seat in (SPECTATOR, *kinds.insiders(event))}  # fmt: skip
        some = {seat: encode(each).removeprefix(b'{"number":0') for seat, each in told.items()}
        found = keep(shelf, key, (some.pop(SPECTATOR), some))
    return found


def _events(table: Table, first: int, seats: Iterable[int]) -> dict[int, bytes]:
    """The events from this number on as JSON, for each of these seats."""
    shared: list[bytes] = []
    secret: list[tuple[int, dict[int, bytes]]] = []
    for number, event in enumerate(table.log[first:], first):
        for_all, for_some = _written(table, event)
        if for_some:
            secret.append((number, for_some))
        shared.append(b'{"number":%d%b' % (number, for_all))
    out = dict.fromkeys(seats, b"[%b]" % b",".join(shared))
    for seat in {seat for _, for_some in secret for seat in for_some}.intersection(out):
        own = shared.copy()
        for number, for_some in secret:
            if seat in for_some:
                own[number - first] = b'{"number":%d%b' % (number, for_some[seat])
        out[seat] = b"[%b]" % b",".join(own)
    return out


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
    seats = range(SPECTATOR, now.sights.seats)
    events = _events(table, _event_number(number), seats)
    looks = {seat: now.look(seat) for seat in seats}
    return [
        encode(News(number=now.number, events=msgspec.Raw(events[seat]), public=now.public_bytes,  # type: ignore[arg-type]
                    private=seen.private, actions=seen.actions))
        for seat, seen in looks.items()
    ]  # fmt: skip


def patches(table: Table, before: Shown, seats: Iterable[int]) -> dict[int, tuple[bytes, ...]]:
    """The news of these seats since an earlier moment, as pieces of JSON; nobody has read them yet. What has changed of
    the public part is found and written once for all. For whom nothing has changed there are none: else the wire would
    tell when another seat answers in secret."""
    now = shown(table)
    events = _events(table, before.number, seats)
    if now.sheet and now.sheet is before.sheet:
        changed = now.sheet.changes(before.sights.numbers, now.sights.numbers)
        public = b"{%b}" % changed[0]
        old, new = before.asking, now.asking
        private = {seat: _asked(changed[seat + 1], old[seat], new[seat]) for seat in events if seat >= 0}
    else:
        public = encode(changes(before.public, now.public))
        private = {seat: _compared(before, now, seat) for seat in events if seat >= 0}
    head = b'{"number":%d,"events":' % now.number
    if now.number == before.number and public == b"{}":
        events = {seat: told for seat, told in events.items() if not _is_as_before(before, now, seat)}
    return {seat: (head, told, b',"public":', public, private.get(seat, b""), b"}") for seat, told in events.items()}


def _is_as_before(before: Shown, now: Shown, seat: int) -> bool:
    """Does a seat see for itself what it saw before?"""
    old, new = before.look(seat), now.look(seat)
    return old.private == new.private and old.actions == new.actions


def _asked(changed: bytes, old: tuple[bytes, bytes], new: tuple[bytes, bytes]) -> bytes:
    """What is new for one seat alone: a patch of its private part, with its question, and its actions."""
    if old is not new and old[0] != new[0]:
        changed = b"%b,%b" % (changed, new[0]) if changed else new[0]
    return b',"private":{%b}%b' % (changed, new[1])


def _compared(before: Shown, now: Shown, seat: int) -> bytes:
    """The same, where views must be compared as a whole."""
    seen = now.look(seat)
    patch = encode(changes(before.look(seat).private, seen.private))
    return b',"private":%b%b' % (patch, b',"actions":%b' % encode(seen.actions) if seen.actions else b"")
