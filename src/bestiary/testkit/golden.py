"""Golden playthroughs: a story as a text file that is played again and must read the same.

The head says what is played (`game: talon`, `variant: base`, `players: 4`, `names: …`, `seed: …`, `set: key=value …`,
and `edition: …` for another than the game's own: a shipped one, or a .toml file as seen from the checkout); then every
line that begins with `>` is a decision (`> 0 choose fox`), `=` draws the table (`= 2` as seat 2 sees it, `= -1` as a
spectator does), `~` is what a tutor says in a lesson (`engine.lesson`), and all other lines are what the game answers.
`python -m bestiary.testkit.golden FILE` writes the answers anew. With `--finish` greedy players end the game, from the
first decision on that can no longer be made. The replay of a game is written anew likewise, always to its end, with the
edition of today.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from bestiary.bots.knowledge import Knowledge
from bestiary.bots.protocol import AT_ONCE
from bestiary.bots.roster import bot_named
from bestiary.engine.chance import quick_rng, server_seed
from bestiary.engine.errors import MalformedError
from bestiary.engine.lesson import read_head
from bestiary.engine.options import parse_setting
from bestiary.engine.registry import find_game
from bestiary.engine.replay import make, open_table, read_all, save, seats_of
from bestiary.engine.seat import look, refuse
from bestiary.engine.seat_names import with_names
from bestiary.engine.table import Table, position_hash
from bestiary.engine.trace import Event

CHECKOUT = Path(__file__).parents[3]


class Story:
    """A golden file being played."""

    def __init__(self, text: str) -> None:
        self.head = read_head(text)
        self.game = find_game(self.head["game"])
        settings = dict(parse_setting(self.game.options, s) for s in self.head.get("set", "").split())
        options = self.game.make_options(int(self.head["players"]), self.head["variant"], settings)
        self.names = [n.strip() for n in self.head["names"].split(",")]
        edition = self.head.get("edition")
        if edition and edition.endswith(".toml"):
            edition = str(CHECKOUT / edition)
        self.table = Table(self.game, self.game.edition(edition), options, server_seed(self.head["seed"]))
        self.lines = [f"{k}: {v}" for k, v in self.head.items()]
        self.tell(list(self.table.opening))

    def tell(self, events: list[Event]) -> None:
        """What spectators hear; a secret that a seat learns is added in brackets."""
        for event in events:
            line = self._said(event, -1)
            if not line:
                continue
            self.lines.append(f"  {line}")
            for seat in range(len(self.names)):
                own = self._said(event, seat)
                if own != self._said(event, -1, seat):
                    self.lines.append(f"    [{self.names[seat]}: {own}]")

    def _said(self, event: Event, seat: int, reader: int | None = None) -> str:
        """An event as one seat may know it, as the same or another one reads it."""
        sentence = self.game.telling.sentence(self.table.edition, self.game.events.blank(event, seat))
        return with_names(sentence, self.names, seat if reader is None else reader)

    def decide(self, seat: int, action: str) -> None:
        self.lines.append(f"> {seat} {action}")
        self.tell(self.table.play(seat, action))

    def show(self, seat: int) -> None:
        self.lines.append(f"= {seat}")
        drawn = self.game.draw(look(self.table, seat), self.table.edition, self.names)
        self.lines += [f"  | {line}".rstrip() for line in drawn.splitlines()]

    def finish(self) -> None:
        for seat, action in by_greedy(self.table, self.head["seed"]):
            self.decide(seat, self.game.actions.text(action))

    def text(self) -> str:
        ending = [f"position {position_hash(self.table.state)}"]
        if self.table.is_over:
            ending.append("payoffs " + " ".join(f"{p:g}" for p in self.table.payoffs()))
        scores = self.game.score_list(self.table.edition, self.table.state)
        ending.append("scores " + " ".join(f"{s:g}" for s in scores))
        return "\n".join([*self.lines, *ending]) + "\n"


def by_greedy(table: Table, seed: str) -> Iterator[tuple[int, int]]:
    """What greedy players decide, to the end of the game; the caller makes each decision."""
    rng, player = quick_rng(seed), bot_named(table.game, "greedy")
    while waiting := table.waiting():
        yield waiting[0], player.choose(Knowledge.at(table, waiting[0]), waiting[0], AT_ONCE, rng).action


def play_again(text: str, finish: bool = False) -> str:
    """The story that the decisions in a golden file tell now. With `finish` it ends where one of them can no longer be
    made, and greedy players go on."""
    story = Story(text)
    for line in text.splitlines():
        if line.startswith("> "):
            seat, _, action = line[2:].partition(" ")
            if finish and (story.table.is_over or refuse(story.table, int(seat), action) is not None):
                break
            story.decide(int(seat), action)
        elif line.startswith("= "):
            story.show(int(line[2:]))
        elif line.startswith("~ "):
            story.lines.append(line)
    if finish:
        story.finish()
    return story.text()


def replay_again(file: Path) -> None:
    """Writes the replay of a game anew, with today's shipped edition: its decisions as far as they can be made, and
    greedy players from there on."""
    replay, *others = read_all(file)
    if others:
        raise MalformedError(f"{file} holds {1 + len(others)} games; a file of one game can be told anew")
    header = replay.header
    header["edition_digest"] = replay.game().shipped_edition(str(header["edition"])).digest
    table = open_table(replay)
    for line in replay.plies:
        if table.is_over or (line["line"] != "undo" and refuse(table, line["seat"], line["action"]) is not None):
            break
        make(table, line)
    for seat, action in by_greedy(table, file.stem):
        table.play(seat, action)
    bots = header.get("bots", ())
    seats = seats_of(replay, int(table.state.seats), bots) if "names" in header else ()
    save(file, table, bots, seats, bool(header.get("hints")))


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a golden file's answers anew.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--finish", action="store_true", help="let greedy players end the game")
    arguments = parser.parse_args()
    for file in arguments.files:
        if file.suffix == ".jsonl":
            replay_again(file)
            continue
        file.write_text(play_again(file.read_text(), arguments.finish))


if __name__ == "__main__":
    main()
