"""All messages between the server and its clients, as types. `bestiary schema server` prints them.

Over HTTP people make tables and sit down; over one WebSocket a table they play. Both sides of the socket speak in a
closed list of messages, each a JSON object whose `type` says which one it is. What the rules say goes out as
`engine.seat` made it: `look`, `news`, `events`, `refused`.

A client first sends `enter`, with the number of the first event that it has not seen. The server answers `table` and
`now`: who sits where, the events since then, and all that the seat sees. From then on `news` follow one another without
a gap: each begins at the number with which the one before ended. Whoever has lost the thread enters again.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, field, json

from bestiary.engine.lesson import Words
from bestiary.engine.receipts import Receipt
from bestiary.engine.schema import DIALECT
from bestiary.engine.views import Look, News, Rank, Refused, Shape, Told
from bestiary.server.workshop import messages as workshop

PROTOCOL = 1
"""Changes when a client of the old one would misunderstand the new one."""

Key = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
SeatNumber = Annotated[int, Meta(ge=-1, le=63)]
Count = Annotated[int, Meta(ge=0, le=2**31)]
Action = int | str | dict[str, int | str]
"""A legal action: its `id`, or as text or data."""

Status = Literal["open", "playing", "over", "closed"]
Wrong = Literal["malformed", "illegal", "conflict", "forbidden", "missing", "too much", "fault"]


# --- What holds at a table besides the rules of its game


class Clock(Shape, kw_only=True):
    """How long people may think: not limited, so many seconds a decision (`move`), so many seconds in all and some more
    for each decision (`total`), or so many days a decision. Bots have no clock."""

    kind: Literal["none", "move", "total", "days"] = "none"
    time: Annotated[int, Meta(ge=1, le=36_000)] = 60  # seconds; days where the kind is `days`
    increment: Annotated[int, Meta(ge=0, le=3_600)] = 0  # seconds for each decision; only with `total`


class Terms(Shape, kw_only=True):
    """What a table allows. With a caretaker a bot holds the seat of whoever drops or runs out of time, until they come
    back; without one the game is lost for whoever runs out of time."""

    clock: Clock = field(default_factory=Clock)
    caretaker: bool = False
    undo: Literal["off", "bots", "consent"] = "off"  # taking back: never, where all others are bots, if all agree
    hints: bool = False
    counted: bool = False  # may the game be counted in figures of how people play, without their names?


# --- From the client


class FromClient(Shape, kw_only=True, tag_field="type"):
    """What a client may send over a table's socket."""


class Enter(FromClient, kw_only=True, tag="enter"):
    """The first message, and after a gap: which events are not known yet. Without a number no events are told."""

    protocol: int
    number: Count | None = None


class Move(FromClient, kw_only=True, tag="move"):
    """A decision. The key is the client's own name for this intent: sent again, it gets the first answer again. In a
    moment for reactions, `wish` holds those for whose cards you do not want to be asked again in this round."""

    key: Key
    number: Count  # of the last look or news, on which it was decided
    action: Action
    wish: Annotated[list[Action], Meta(max_length=64)] = field(default_factory=list)


class Ask(FromClient, kw_only=True, tag="ask"):
    """Why is this not possible? An action, a thing (`rat@hand:2`), or a thing that is dropped onto another.
    With `about`: what is to be said of a thing, where the game says something."""

    key: Key
    intent: Action
    about: bool = False


class Say(FromClient, kw_only=True, tag="say"):
    """Something to be read by everybody at the table; only those who sit there talk."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Back(FromClient, kw_only=True, tag="back"):
    """Gives you back your seat, which a caretaker holds. Entering and moving do so as well."""


class Undo(FromClient, kw_only=True, tag="undo"):
    """You want to take back your last decision. The key is one as of a move."""

    key: Key


class Consent(FromClient, kw_only=True, tag="consent"):
    """Whether somebody else may take back; whoever has asked may think better of it."""

    agrees: bool


class Hint(FromClient, kw_only=True, tag="hint"):
    """What would a bot do in your place? At tables that allow it, while you are asked."""

    key: Key


class Quiet(FromClient, kw_only=True, tag="quiet"):
    """You leave passes in moments for reactions to the server, as long as you are connected: where you do not want to
    be asked for anything that fits, and with `on` also where nothing fits. It waits before each, so that nobody learns
    why you pass. It is answered by `wishes`."""

    on: bool


ClientMessage = Enter | Move | Ask | Say | Back | Undo | Consent | Hint | Quiet


# --- From the server


class Seat(Shape, kw_only=True):
    """Who sits at a place. A seat with neither is open."""

    person: str = ""  # public name of an identity, not a secret
    bot: str = ""  # level or kind
    name: str = ""
    here: bool = False  # is connected
    held: bool = False  # a caretaker plays until its owner comes back
    out: bool = False  # its time was up: the game is lost for it, and a bot plays on
    rating: int = 0  # at this game; 0 for bots, and for people who have played no game that counts


class UndoRequest(Shape, kw_only=True):
    """Somebody asks to take back a decision. All people at the table must agree."""

    seat: int
    decision: int  # the how manieth decision of the table it was, from 0
    key: str
    agreed: list[int] = field(default_factory=list)


class TableInfo(Shape, kw_only=True):
    """What everybody may know of a table besides the game itself."""

    table: str  # its id
    game: str
    variant: str
    options: dict[str, Any]
    edition: str
    status: Status
    host: str
    seats: list[Seat]
    commitment: str  # the hash of the server's seed, made before anything is dealt
    reason: str = ""  # why it was closed
    rematch: str = ""  # the table at which the same people play again
    lesson: bool = False  # a story is played here, with a tutor
    terms: Terms = field(default_factory=Terms)
    left: list[int | None] | None = None  # milliseconds on each seat's clock, when this was sent; only in play
    undo: UndoRequest | None = None  # what somebody asks to take back
    your_turn: bool = False  # a decision waits for you; only in the list of your tables


class FromServer(Shape, kw_only=True, tag_field="type"):
    """What the server sends over a table's socket."""


class AtTable(FromServer, kw_only=True, tag="table"):
    """The table and who is at it: on entering, and when something of it changes."""

    table: TableInfo
    you: SeatNumber = -1  # your seat; −1 for spectators


class Now(FromServer, kw_only=True, tag="now"):
    """All that a seat sees, and the events since a number. Whatever a client held before is void."""

    since: int  # number of the first event that was asked for
    turn: int = 0  # number of the first event since your own last decision: from there on it is news to you
    events: list[Told]
    look: Look


class After(FromServer, kw_only=True, tag="news"):
    """What a decision changed for this seat. The clocks of those who are `asked` run."""

    news: News
    left: list[int | None] | None = None  # milliseconds on each seat's clock, where the table has clocks


class CanUndo(FromServer, kw_only=True, tag="undo"):
    """Whether you can take back your last decision; sent when that changes."""

    possible: bool


class Stored(FromServer, kw_only=True, tag="stored"):
    """A move was made, and will not be lost."""

    key: Key
    number: int  # of the next event after it


class Wishes(FromServer, kw_only=True, tag="wishes"):
    """What you do not want to be asked for in a round; after `quiet`, and when that changes. Nobody else is told."""

    round: int | None
    cards: list[str]


class Refusal(FromServer, kw_only=True, tag="refusal"):
    """Nothing was changed, for this reason."""

    wrong: Wrong
    message: str
    key: str = ""  # of the message that is refused, if it could be read
    refused: Refused | None = None  # the clause, where a rule forbids it


class Answer(FromServer, kw_only=True, tag="answer"):
    """To `ask`: the clause that forbids it, or null where it is possible; or what is said of a thing."""

    key: Key
    refused: Refused | None
    lines: list[str] = field(default_factory=list)


class Advised(Shape, kw_only=True):
    """An action that a bot would consider in your place."""

    action: int  # its id
    figure: str  # what the bot expects of it, in words


class Advice(FromServer, kw_only=True, tag="advice"):
    """To `hint`: what a bot would do in your place, from what you know; the best first."""

    key: Key
    advice: list[Advised]


class Said(Shape, kw_only=True):
    """What somebody said."""

    number: int  # grows with time
    person: str
    name: str
    text: str  # as it was typed: a page shows it as text, never as markup
    time: int  # milliseconds since 1970


class Talk(FromServer, kw_only=True, tag="talk"):
    """What was said at the table: on entering the last of it, then what is new. What comes twice has one number."""

    said: list[Said]


class Lobby(FromServer, kw_only=True, tag="lobby"):
    """Over the lobby's socket: all open tables, the newest first; on connecting, and when something of it changes."""

    tables: list[TableInfo]


ServerMessage = AtTable | Now | After | CanUndo | Stored | Wishes | Refusal | Answer | Advice | Talk


# --- Over HTTP


class Me(Shape, kw_only=True):
    """Who you are here."""

    person: str
    name: str


class Rename(Shape, kw_only=True):
    name: Name


class Account(Shape, kw_only=True):
    """An account keeps your name and your games over devices."""

    login: Annotated[str, Meta(min_length=3, max_length=32, pattern=r"^[A-Za-z0-9._@+-]+$")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]


class NewPassword(Shape, kw_only=True):
    """A password in the place of the one that you have."""

    old: Annotated[str, Meta(max_length=200)]
    new: Annotated[str, Meta(min_length=8, max_length=200)]


class Token(Shape, kw_only=True):
    """For programs: sent as `Authorization: Bearer …` it stands for the person who made it. It is shown only once."""

    token: str
    person: str


class Numbers(Shape, kw_only=True):
    """How many play a game."""

    least: int
    most: int
    default: int


class VariantOf(Shape, kw_only=True):
    """A way to play a game, and with how many."""

    name: str
    text: str
    players: list[int]
    settings: dict[str, int]


class OptionOf(Shape, kw_only=True):
    """Something that can be set before a game starts."""

    name: str
    kind: str
    low: int
    high: int
    default: Any
    text: str


class Choices(Shape, kw_only=True):
    """All that can be chosen before a game starts."""

    name: str
    title: str
    summary: str
    rules_version: int
    players: Numbers
    variants: list[VariantOf]
    options: list[OptionOf]
    editions: list[str]
    default_edition: str
    bots: list[str]


class TokenMade(Shape, kw_only=True):
    """A token that you have made. What it is was shown only once; the id tells it from your others."""

    id: str
    made: int  # milliseconds since 1970


class MyAccount(Shape, kw_only=True):
    """Your account; the login is empty for a guest."""

    login: str
    tokens: list[TokenMade]


class NewTable(Shape, kw_only=True):
    """A table to be made. Each seat is `me`, `open`, or a bot's name; seats that are not named are open."""

    game: str
    players: Annotated[int, Meta(ge=1, le=64)] | None = None
    variant: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    edition: Annotated[str, Meta(max_length=64)] | None = None  # one that the game ships, or a name for your own
    edition_text: Annotated[str, Meta(max_length=400_000)] | None = None  # your own edition, a TOML file
    visibility: Literal["public", "private"] = "public"  # a private table is found by its link alone
    seats: Annotated[list[str], Meta(max_length=64)] = field(default_factory=lambda: ["me"])
    terms: Terms = field(default_factory=Terms)


class Remove(Shape, kw_only=True):
    """Somebody, or a bot, whom the host sends away before the game begins."""

    seat: Annotated[int, Meta(ge=0, le=63)]


class SeatBot(Shape, kw_only=True):
    """A bot that the host seats where nobody sits yet."""

    seat: Annotated[int, Meta(ge=0, le=63)]
    bot: Annotated[str, Meta(max_length=32)]


class Join(Shape, kw_only=True):
    """Which seat; without a number the first that is open. The seed is your part in the game's luck."""

    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    seed: Annotated[str, Meta(max_length=64)] = ""


class LessonStep(Shape, kw_only=True):
    """Where a lesson is: what the tutor says before the learner's next decision, and which one the story tells."""

    number: int  # decisions that the learner has made
    of: int
    words: list[Words]
    action: int | None = None  # none once the story is told: from then on everybody plays freely


class Subject(Shape, kw_only=True):
    """Something of an edition that people look up: a card, a formation, a track."""

    name: str
    group: str = ""
    text: str = ""
    figures: list[Figure] = field(default_factory=list)


class Figure(Shape, kw_only=True):
    """What was counted of it in many games between bots. Shares of wins come with the ends of their 95 % interval."""

    measure: str
    per_game: float
    share_with: list[float] = field(default_factory=list)  # share, low, high; of players who had it
    share_without: list[float] = field(default_factory=list)


class Catalogue(Shape, kw_only=True):
    """All that an edition holds, by kind. Where nothing was counted for it, `games` is 0."""

    tables: dict[str, list[Subject]]
    games: int = 0
    players: int = 0
    bots: str = ""


class Seed(Shape, kw_only=True):
    """Your part in the game's luck, given after you have seen the table's commitment."""

    seed: Annotated[str, Meta(min_length=1, max_length=64)]


class Result(Shape, kw_only=True):
    """A finished game."""

    table: str
    game: str
    variant: str
    ended: int  # milliseconds since 1970
    seats: list[Seat]
    ranking: list[Rank]
    rated: bool = False  # it counts for ratings


class Rating(Shape, kw_only=True):
    """How well somebody plays a game, as far as games that count have shown."""

    game: str
    person: str
    name: str
    rating: int
    games: int  # that count


class Past(Shape, kw_only=True):
    """A stretch of a finished game, as one seat saw it: a look after `first` decisions, then the news of those that
    follow. Nobody can act in the past, so actions are left out."""

    table: str
    seat: SeatNumber
    plies: int  # decisions of the whole game
    first: int
    look: Look
    events: list[Told]  # of the set-up, where `first` is 0
    news: list[News]


class ChancePoint(Shape, kw_only=True):
    """A seat's chance at one of its decisions, as a share of the victory."""

    decision: int  # its number in the replay
    before: float  # by what the seat knew
    after: float  # less what the move gave away
    hindsight: float  # before it, with all cards open


class ReviewedSeat(Shape, kw_only=True):
    """How a seat played: result = even share + luck − error."""

    seat: int
    result: float
    luck: float
    deal: float  # the part of luck before its first decision
    error: float
    hindsight_error: float
    decisions: int
    forced: int
    best_moves: int
    accuracy: float
    line: list[ChancePoint]


class ReviewedMove(Shape, kw_only=True):
    """What a decision cost."""

    decision: int
    seat: int
    played: str
    better: str  # what the bot prefers; empty where that was played
    before: float
    loss: float
    deviation: float  # of the loss; 0 where it is exact
    hindsight: float  # the loss with all cards open


class Review(Shape, kw_only=True):
    """A finished game looked back at: `bestiary review` tells the same, and more."""

    exact: bool  # by perfect play
    coarse: bool = False  # by plain rules, with few tries of each alternative
    even: float  # the share of a side among equals
    result: list[float]
    made: int  # decisions of the game
    names: list[str]
    seats: list[ReviewedSeat]
    moves: list[ReviewedMove]


class ReviewState(Shape, kw_only=True):
    """How far a review is."""

    status: Literal["none", "running", "done", "failed"]
    done: int = 0  # decisions that were weighed, of so many
    total: int = 0
    problem: str = ""
    review: Review | None = None


class Block(Shape, kw_only=True):
    """How far somebody is kept away: `mute` hides what they say, `block` keeps them from your tables too."""

    kind: Literal["mute", "block"] = "block"


class Blocked(Shape, kw_only=True):
    """Somebody whom you keep away."""

    person: str
    name: str
    kind: Literal["mute", "block"]


class Report(Shape, kw_only=True):
    """A complaint, for whoever runs the server."""

    person: Annotated[str, Meta(max_length=22)]
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    table: Annotated[str, Meta(max_length=22)] = ""


class Reported(Shape, kw_only=True):
    """A complaint was kept, under this number."""

    report: int


class Problem(Shape, kw_only=True):
    """Why a request was refused."""

    wrong: Wrong
    message: str
    path: list[str] = field(default_factory=list)  # the value of an edition that is wrong
    reason: str = ""  # why, without its place


# --- As JSON Schema


def schema() -> dict[str, Any]:
    """The JSON Schema of the protocol: each property is one kind of message. What `look`, `news` and `events` hold of a
    game, `bestiary schema GAME` says."""
    bodies = {
        "me": Me, "rename": Rename, "account": Account, "new_password": NewPassword,
        "my_account": MyAccount, "token": Token, "new_table": NewTable, "join": Join, "seat_bot": SeatBot,
        "remove": Remove, "seed": Seed, "receipt": Receipt, "result": Result, "rating": Rating, "past": Past,
        "choices": Choices,
        "review": ReviewState, "block": Block, "blocked": Blocked, "report": Report, "reported": Reported,
        "lesson": LessonStep, "catalogue": Catalogue, "table": TableInfo, "problem": Problem, "lobby": Lobby,
        **workshop.MESSAGES,
    }  # fmt: skip
    kinds = {"from_client": ClientMessage, "from_server": ServerMessage, **bodies}
    found, defs = json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    return {
        "$schema": DIALECT,
        "title": "The table server",
        "description": f"Messages of protocol {PROTOCOL}.",
        "type": "object",
        "properties": dict(zip(kinds, found, strict=True)),
        "additionalProperties": False,
        "$defs": defs,
    }
