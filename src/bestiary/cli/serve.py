"""`bestiary serve`: tables over the network."""

from __future__ import annotations

import asyncio
import importlib.util
import ipaddress
import os
import webbrowser
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import typer

from bestiary.cli import common
from bestiary.engine.errors import MalformedError
from bestiary.engine.spelling import instead

LOGS: tuple[Literal["text", "json"], ...] = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
NEEDED = (
    "alembic", "argon2", "httptools", "itsdangerous", "litestar", "openskill", "prometheus_client", "psycopg", "redis",
    "sqlalchemy", "uvicorn", "uvloop", "websockets",
)  # fmt: skip
"""What the extra `server` installs."""


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", help="0 takes any that is free.", min=0, max=65535)] = 8000,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://…", show_default="a file of yours"),
    ] = None,
    broker: Annotated[str, typer.Option(metavar="URL", help="redis://HOST:PORT, for several workers.")] = "",
    games: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Only these games.", show_default="all")
    ] = None,
    workers: Annotated[int, typer.Option(metavar="N", help="How many processes serve.", min=1, max=64)] = 1,
    proxy: Annotated[
        str, typer.Option(metavar="A,B,…", help="Addresses of reverse proxies, which are believed who asks.")
    ] = "",
    pace: Annotated[
        int, typer.Option(metavar="N", help="Requests a second of one address; 0: no limit.", min=0, max=1_000_000)
    ] = 100,
    log: Annotated[str, typer.Option(metavar="KIND", help="Log lines as 'text' or 'json'.")] = "text",
    log_level: Annotated[str, typer.Option(metavar="LEVEL", help="debug, info, warning or error.")] = "warning",
    secure: Annotated[bool, typer.Option("--secure", help="It is reached over HTTPS: cookies say so.")] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
) -> None:
    """Serve tables over HTTP and WebSocket, until Ctrl-C."""
    need_the_extra()
    from bestiary.server import store
    from bestiary.server.settings import Settings
    from bestiary.server.supervisor import Supervisor, listen

    chosen = common.split_list(games) if games else []
    for name in chosen:
        if name not in common.game_names():
            raise MalformedError(f"no game is called '{name}'{instead(name, common.game_names())}")
    settings = Settings(
        database=database or f"sqlite:///{default_file()}", broker=broker, is_secure=secure, games=tuple(chosen),
        proxies=proxies_of(proxy), pace=pace, log=one_of(log, LOGS, "--log"),
        log_level=one_of(log_level, LEVELS, "--log-level"),
        thinkers=max(1, (os.cpu_count() or 2) - 1), compiles=common.may_compile(),
    )  # fmt: skip
    store.connect(settings.database).dispose()  # a URL that cannot be one is refused before anything starts
    listening = listen(host, port)
    url = f"http://{host}:{listening.getsockname()[1]}"

    def is_up() -> None:
        common.console().print(f"Bestiary serves {url}  (Ctrl-C stops it)")
        if open_browser:
            webbrowser.open(url)

    async def run() -> None:
        tell = common.console(stderr=True).print
        await Supervisor(settings, listening, workers, tell).run(is_up)

    asyncio.run(run())


def need_the_extra() -> None:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise MalformedError(f"the server needs {missing[0]}: pip install 'bestiary[server]'")


Word = TypeVar("Word", bound=str)


def one_of(word: str, words: tuple[Word, ...], option: str) -> Word:
    found = next((each for each in words if each == word), None)
    if found is None:
        raise MalformedError(f"{option} is {', '.join(words[:-1])} or {words[-1]}, not '{word}'{instead(word, words)}")
    return found


def proxies_of(text: str) -> str:
    """Addresses or networks, checked: a wrong one would believe nobody, or everybody."""
    for each in common.split_list(text) if text else []:
        try:
            ipaddress.ip_network(each)
        except ValueError:
            raise MalformedError(f"--proxy takes addresses like 127.0.0.1 or 10.0.0.0/8, not '{each}'") from None
    return text


def default_file() -> Path:
    """The database of whoever plays alone: in the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "bestiary" / "tables.db"
