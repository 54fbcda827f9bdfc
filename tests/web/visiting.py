"""A real server and a visitor with a real browser."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Browser, BrowserContext, Page

NO_JIT = "NUMBA_DISABLE_JIT"
WIDE, PHONE = (1440, 900), (360, 740)
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
         "--no-first-run"]  # fmt: skip


class Served:
    """A running server, which can be killed and started again on the same port and database."""

    databases: ClassVar[dict[str, str]] = {}
    """Address of each → its database."""

    def __init__(self, folder: Path, *, compiled: bool = False) -> None:
        self.folder, self.compiled = folder, compiled
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.databases[self.url] = f"sqlite:///{folder / 'tables.db'}"
        self.process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "bestiary", "serve", "--port", str(self.port),
                   "--database", self.databases[self.url]]  # fmt: skip
        env = {name: value for name, value in os.environ.items() if name != NO_JIT} | (
            {} if self.compiled else {NO_JIT: "1"})  # fmt: skip
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, start_new_session=True)
        assert self.process.stdout is not None
        assert re.search("serves", self.process.stdout.readline())
        while self.compiled and "bestiary_rules_compiled 1.0" not in self.metrics():
            time.sleep(1)  # it serves plain rules until all are compiled

    def metrics(self) -> str:
        with urllib.request.urlopen(f"{self.url}/metrics") as answer:
            return str(answer.read().decode())

    def kill(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Visitor:
    """A person with a browser of their own. Errors of the page fail the test at its end."""

    def __init__(self, browser: Browser, url: str, size: tuple[int, int], theme: str = "light") -> None:
        self.url, self.errors, self.frames = url, list[str](), list[str]()
        self.others = list[BrowserContext]()  # people whom they meet and who have no page
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce",  # type: ignore[arg-type]
            base_url=url, has_touch=size == PHONE,
        )  # fmt: skip
        self.context.add_init_script("localStorage.pace ??= 'off'")  # nothing waits for others' cards
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(15_000)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("websocket", lambda socket: socket.on("framereceived", self.read))

    def read(self, frame: Any) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode())

    def play_now(self, title: str) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play now {title}").click()
        self.page.wait_for_selector(".tbl")

    def sit(self, game: str, *others: str, **more: Any) -> str:
        """Sits down at a new table with bots, and gives its id. Tables of every kind can be made over HTTP."""
        self.page.goto("/")
        self.page.get_by_role("heading", name="Four games").wait_for()
        assert self.page.request.get("/api/me").ok  # the server knows them
        seats = ["me", *others]
        made = self.page.request.post("/api/tables", data={"game": game, "players": len(seats), "seats": seats, **more})
        assert made.ok, made.text()
        table = str(made.json()["table"])
        if "open" not in seats:
            assert self.page.request.post(f"/api/tables/{table}/start").ok
        self.page.goto(f"/table/{table}")
        return table

    def close(self) -> None:
        for context in (*self.others, self.context):
            context.close()
        assert not self.errors, self.errors
