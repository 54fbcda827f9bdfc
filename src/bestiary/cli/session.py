"""A game at the terminal: asks people, lets bots answer, saves, takes back."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import uniform
from types import FrameType
from typing import Any

import typer
from rich.console import RenderableType

from bestiary.bots.protocol import SHOWN, figure
from bestiary.bots.seated import Bots
from bestiary.cli import answers, common, lookup, saves
from bestiary.cli.answers import Decision
from bestiary.cli.common import program
from bestiary.cli.screen import Screen, told
from bestiary.engine import reactions, replay, rulebook
from bestiary.engine.beside import Beside
from bestiary.engine.errors import BestiaryError, FaultError, MalformedError
from bestiary.engine.reactions import Wish, wish_for
from bestiary.engine.replay import Seat
from bestiary.engine.room import LEAST_COLUMNS, Room
from bestiary.engine.seat import SPECTATOR, look, shown
from bestiary.engine.seat_names import YOU
from bestiary.engine.table import Table


MORE = "Enter shows more, q ends. "


class LeaveError(Exception):
    """The person wants to stop here."""


class Interrupts:
    """Ctrl-C, a closed terminal and a request to end: heard at once at a prompt, after the move otherwise."""

    def __init__(self) -> None:
        self.asking = False
        self.pending = False
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._hear)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.pending = True
        if self.asking:
            raise KeyboardInterrupt

    def check(self) -> None:
        if self.pending:
            raise LeaveError

    def ask(self, question: Callable[[], str]) -> str:
        self.check()
        try:
            self.asking = True
            return question()
        except EOFError:
            raise LeaveError from None
        except KeyboardInterrupt:
            raise LeaveError from None
        finally:
            self.asking = False


class Session:
    """One game, from here to its end or to the person's leaving."""

    def __init__(
        self, table: Table, seats: Sequence[Seat], file: Path, compiles: bool = False, hints: bool = False
    ) -> None:
        self.table, self.seats, self.file = table, seats, file
        self.names = [s.name for s in seats]
        self.people = [n for n, s in enumerate(seats) if not s.bot]
        self.hints = hints  # whether the table allows them
        self.bots = Bots(table, [s.bot for s in seats], compiles, hints)
        self.screen = Screen()
        self.interrupts = Interrupts()
        self.seen = {s: max(self.told_before(s), table.faded()) for s in self.people}  # events that a seat has read
        self.at_keyboard = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.can_save = True
        self.compiler: Beside | None = None  # works meanwhile for later commands
        self.amount_of = ""  # the move that was named without its amount
        self.next_page = 0  # of a long menu: the move that it begins with
        self.numbers: dict[str, int] = {}  # of the moves in a series of questions
        self.wishes: dict[int, Wish] = {}  # by seat: reactions that it is not asked for

    def told_before(self, seat: int) -> int:
        """How many events this seat had heard of when it decided last; 0 where it has not decided yet."""
        plies = self.table.plies
        last = max((n for n, ply in enumerate(plies) if ply.seat == seat), default=None)
        return 0 if last is None else len(self.table.opening) + sum(len(ply.events) for ply in plies[:last])

    # --- The course of the game

    def run(self) -> None:
        """Plays on until the game ends or the person leaves; either way it is saved."""
        if self.people:
            self.save()  # who cannot save should know before playing
        try:
            while waiting := self.table.waiting():
                self.interrupts.check()
                ready = [s for s in waiting if self.seats[s].bot]
                if ready:
                    self.table.play(ready[0], self.bots.choose(ready[0]))
                elif self.goes_without_asking(waiting[0]):
                    self.table.play(waiting[0], self.table.legal(waiting[0])[0])
                else:
                    self.person_decides(waiting[0])
        except LeaveError:
            self.leave()
            return
        except FaultError as fault:
            self.save()
            fault.add_note(str(self.file))
            raise
        self.finish()

    def goes_without_asking(self, seat: int) -> bool:
        """A lone move that the game calls quiet, or a pass where all else is muted, at a table of one person: among
        several, who is passed over would show the others that it had no choice."""
        seen = look(self.table, seat)
        asked = seen.private.question if seen.private else None
        if len(self.people) > 1 or asked is None:
            return False
        if len(seen.actions) == 1:
            return bool(asked.quiet)
        return self.is_muted(seat)

    def is_muted(self, seat: int) -> bool:
        """Whether the person wants to be asked for nothing of what it could play in this moment."""
        wish = self.wishes.get(seat, Wish())
        return reactions.passes(self.table.game, look(self.table, seat), wish, quiet=False) is not None

    def mute(self, seat: int, named: str) -> None:
        """Only the terminal knows of it: the seat is asked as before, and passes by itself."""
        decision = self.decision(seat)
        offers = reactions.offers(self.table.game, decision.look)
        if not offers:
            raise MalformedError("Mute is for reactions, where you may pass; this is none.")
        action = answers.understand(decision, decision.menu(), named or "pass")
        if action not in offers:
            raise MalformedError(f"Name what you will not be asked for, for example: mute {decision.menu()[1].text}")
        self.wishes[seat] = self.wishes.get(seat, Wish()).then(wish_for(self.table.game, decision.look, [action]))
        self.screen.say(f"You are not asked again in this round for: {decision.sentence(action).rstrip('.')}.")
        if self.is_muted(seat):
            self.table.play(seat, self.table.legal(seat)[0])

    def pass_muted(self, seat: int) -> None:
        """R77 at a shared keyboard: the others see that the keyboard goes to this person, as always, and a pause that
        does not depend on its hand; nobody sees why it passes."""
        self.screen.say("Nothing but what you muted fits: you pass by yourself.")
        self.screen.wait(uniform(*reactions.PAUSE))
        self.table.play(seat, self.table.legal(seat)[0])
        self.save()

    def person_decides(self, seat: int) -> None:
        if seat != self.at_keyboard:
            self.interrupts.ask(lambda: self.screen.hand_over(self.names[seat]))
            self.at_keyboard = seat
        if self.is_muted(seat):
            self.pass_muted(seat)
            return
        made = len(self.table.plies)
        self.amount_of = ""
        self.show(seat)
        while len(self.table.plies) == made:
            line = self.interrupts.ask(lambda: self.screen.ask(self.prompt(seat)))
            try:
                self.answer(seat, self.with_amount(line))
            except BestiaryError as error:
                if isinstance(error, answers.AmountError):
                    self.amount_of = error.kind
                self.screen.refuse(str(error))
        self.save()

    def prompt(self, seat: int) -> str:
        if self.amount_of:
            return "How much? "
        whose = "Your" if self.names[seat] == YOU else f"{self.names[seat]}'s"
        return f"{whose} move (? for help): "

    def with_amount(self, line: str) -> str:
        """A bare number after a move that needs one is its amount."""
        if not line.isdecimal():
            self.amount_of = ""
        return f"{self.amount_of} {line}" if self.amount_of else line

    def answer(self, seat: int, line: str) -> None:
        """One typed line: a move, or one of the words that are always understood."""
        decision = self.decision(seat)
        menu = decision.menu()
        word, _, rest = line.partition(" ")
        if not line:
            self.show_more(seat)
        elif line.startswith("?"):
            self.help(decision, menu, line[1:])
        elif word.lower() == "help":
            self.help(decision, menu, rest)
        elif word.lower() in COMMANDS:
            COMMANDS[word.lower()][0](self, seat, rest)
        else:
            try:
                action = answers.understand(decision, menu, line)
            except MalformedError:
                if not self.shortened(seat, line):
                    raise
                return
            self.table.play(seat, action)

    def shortened(self, seat: int, line: str) -> bool:
        """`q` for quit and the like, where no move begins so."""
        fitting = [c for c in COMMANDS if c.startswith(line.lower()) and self.offers(c)]
        if len(fitting) != 1:
            return False
        COMMANDS[fitting[0]][0](self, seat, "")
        return True

    def decision(self, seat: int) -> Decision:
        seen = look(self.table, seat)
        in_series = self.asked(seat) in self.table.game.series
        if not in_series:
            self.numbers = {}
        return Decision(shown(self.table).sight(seat), seen, self.names, self.numbers if in_series else None)

    def asked(self, seat: int) -> str:
        """The kind of question that a seat is asked."""
        private = look(self.table, seat).private
        return str(private.question.kind) if private and private.question else ""

    def move_all(self, seat: int, what: str = "") -> None:
        """Moves whatever of a place may go, one after the other; to end the series is left to the person."""
        if what.lower() != "all":
            typed = f"'move {what}' moves nothing" if what else "'move' alone moves nothing"
            raise MalformedError(f"{typed}: type 'move all' for all units, or the number of one move of the list.")
        made = 0
        while seat in self.table.waiting() and self.asked(seat) in self.table.game.series:
            moves = [act for act in look(self.table, seat).actions if any("@" in thing for thing in act.things)]
            if not moves:
                break
            self.table.play(seat, moves[0].id)
            made += 1
        if not made:
            raise MalformedError("'move all' is for units of a field, once a Travel has a field that they come from.")
        self.screen.say(f"Moved: {made}. 'undo' takes back one at a time.", "bold")

    # --- What is shown

    def show(self, seat: int) -> None:
        self.show_page(seat, self.unread(seat))

    def unread(self, seat: int) -> list[str]:
        """What happened since this seat last looked."""
        first, self.seen[seat] = self.seen[seat], len(self.table.log)
        return told(self.table, first, seat, self.names, unread=True)

    def show_page(self, seat: int, news: Sequence[str] = (), first: int = 0) -> None:
        """The table, the question and the moves, from one of them on where they are many."""
        decision = self.decision(seat)
        self.next_page = self.screen.page(self.draw(seat), self.question(decision), decision.menu(), news, first)

    def draw(self, seat: int) -> Callable[[Room], str]:
        seen = look(self.table, seat)
        return lambda room: self.table.game.draw(seen, self.table.edition, self.names, room)

    def question(self, decision: Decision) -> str:
        asked = decision.look.private.question
        return " ".join(decision.told(line) for line in (asked.title, asked.detail) if line)

    def show_more(self, seat: int) -> None:
        """The next page of the moves, or all of them once more."""
        self.show_page(seat, first=self.next_page)

    def view(self, seat: int, _: str = "") -> None:
        """The whole table, however long, and the question."""
        if self.screen.is_terminal:
            self.show_long(self.draw(seat)(Room(max(self.screen.size.columns, LEAST_COLUMNS))))
            decision = self.decision(seat)
            self.screen.say()
            self.screen.say(self.question(decision), "bold")
        else:
            self.show_page(seat)

    def show_map(self, seat: int, _: str = "") -> None:
        chart = self.table.game.chart
        if chart is None:
            raise MalformedError(f"{self.table.game.title} is played without a map.")
        self.show_long(chart(look(self.table, seat), self.table.edition))

    def show_long(self, text: RenderableType) -> None:
        """What may be longer than the screen."""
        for _ in self.screen.pages(text):
            if self.interrupts.ask(lambda: self.screen.ask(MORE)).lower().startswith("q"):
                return

    def show_log(self, seat: int, _: str = "") -> None:
        self.screen.say()
        self.show_long("\n".join(told(self.table, 0, seat, self.names)))

    def show_rules(self, seat: int, section: str) -> None:
        """One section or ruling, or everything after a list of what there is."""
        book = rulebook.read(self.table.game)
        if section:
            found = book.find(section)
            self.show_long(common.markdown(f"**{found.title}**\n\n{found.text}"))
        else:
            self.screen.say(f"Type rules and a section: {book.contents()}.")
            self.show_long(common.markdown(book.text))

    def help(self, decision: Decision, menu: Sequence[answers.Entry], about: str) -> None:
        if about.strip():
            for line in answers.explain(decision, menu, about):
                self.screen.say(line)
            return
        self.screen.say("Type the number of a move, or the move itself or its beginning:")
        self.screen.say(f"  {menu[0].text}")
        for amounts in (e for e in menu if len(e.amounts) > 1):
            self.screen.say(f"  {amounts.kind} {amounts.amounts.start}")
        self.screen.say("Or one of these:")
        self.screen.say(f"  {'? CARD or ? MOVE':<18}why it can or cannot be played now")
        kinds = lookup.kinds(decision.game, decision.sight.edition, decision.look)
        self.screen.say(f"  {'? KIND':<18}all of a kind: {', '.join(kinds)}")
        for word, (_, sentence) in COMMANDS.items():
            if self.offers(word):
                self.screen.say(f"  {word:<18}{sentence}")

    def offers(self, word: str) -> bool:
        """Whether a command does anything at this table."""
        several = len(self.people) > 1
        idle = {"undo": several, "hint": not self.hints}
        idle |= {"map": self.table.game.chart is None, "move": not self.table.game.series}
        return not idle.get(word, False)

    def hint(self, seat: int, _: str = "") -> None:
        if not self.hints:
            raise MalformedError(
                "This table gives no hints; one begun with --hints does. After the end 'bestiary review' looks back."
            )
        decision = self.decision(seat)
        menu = decision.menu()
        advice = self.bots.hint(seat)[:SHOWN]
        self.screen.say("Advised, from what you know, the best first:" if len(menu) > 1 else "Only this is possible:")
        for weighed in advice:
            number = next(entry.number for entry in menu if weighed.action in entry.actions)
            sentence = decision.sentence(weighed.action).partition(": ")[0].rstrip(".")
            self.screen.say(f" {number:>{len(str(len(menu)))}}  {sentence}: {figure(weighed)}")

    # --- Taking back, leaving, the end

    def undo(self, seat: int, _: str = "") -> None:
        """Back to the person's last open decision, with everything that bots did since."""
        if len(self.people) > 1:
            raise MalformedError("Moves can be taken back only at a table of one person and bots.")
        own = [n for n, ply in enumerate(self.table.plies) if ply.seat == seat]
        action = -1
        while action < 0 or self.goes_without_asking(seat):  # what was not asked is played again by itself
            if not own:
                raise MalformedError("You have made no move yet that could be taken back.")
            if self.table.was_secret(own[-1]):
                raise MalformedError("Your last move was a choice in secret; it cannot be taken back.")
            if not self.table.is_open(own[-1]):
                raise MalformedError("Your last move has shown you something new since; it cannot be taken back.")
            action = self.table.plies[own[-1]].action
            self.table.take_back(len(self.table.plies) - own.pop())
        self.seen[seat] = len(self.table.events())
        self.screen.say(f"Taken back: {self.decision(seat).sentence(action).rstrip('.')}.", "bold")

    def quit(self, seat: int, _: str = "") -> None:
        raise LeaveError

    def save(self) -> bool:
        """A game that cannot be saved can still be played; it is said once."""
        try:
            replay.save(self.file, self.table, seats=self.seats, hints=self.hints)
        except OSError as error:
            if self.can_save:
                self.screen.say_whole(f"The game cannot be saved to {self.file}: {error.strerror}.")
            self.can_save = False
            return False
        return True

    def leave(self) -> None:
        if len(self.people) > 1:
            self.screen.hide()
        self.screen.say()
        if not self.save():
            print(f"bestiary: the game is not saved; {self.file} cannot be written", file=sys.stderr)
            raise typer.Exit(1)
        named = "" if self.file.parent == saves.folder() else f" {self.file}"
        self.screen.say_whole(f"The game is saved in {self.file}")
        self.screen.say_whole(f"Go on with: {program()} play --resume{named}")

    def finish(self) -> None:
        seat = self.people[0] if len(self.people) == 1 else SPECTATOR
        if len(self.people) > 1:
            self.screen.hide()
        self.seen.setdefault(seat, self.seen.get(self.at_keyboard, 0))
        self.screen.news(self.unread(seat))
        self.screen.result(self.table, self.seats)
        if self.save():
            self.screen.say_whole(f"The replay is in {self.file}")


Command = Callable[[Session, int, str], Any]

COMMANDS: dict[str, tuple[Command, str]] = {
    "log": (Session.show_log, "everything that happened so far, as far as you may know it"),
    "view": (Session.view, "the whole table, also what a low screen leaves out"),
    "map": (Session.show_map, "the map with all that stands on it"),
    "rules": (Session.show_rules, "the rules; 'rules turns' or 'rules R7' shows one part"),
    "hint": (Session.hint, "what a bot would do, from what you know"),
    "move": (Session.move_all, "'move all': in a Travel all units of the chosen field that may go"),
    "mute": (Session.mute, "'mute 2': in this round do not ask me again for this reaction"),
    "undo": (Session.undo, "take back your last move, and what the bots did since"),
    "quit": (Session.quit, "save and stop; how to go on is said then"),
}
