"""PostgreSQL, Redis and Chromium from Debian's packages, for tests and measurements. Services run in a folder of their
own, on a port of their own, as a user who is not root, and are stopped by their process.

    python bench/services.py        installs what is missing; WITHOUT=redis,chromium leaves out by name
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NEEDED = {"postgresql": ("initdb", "postgresql"), "redis": ("redis-server", "redis-server"),
          "chromium": ("chromium", "chromium")}  # fmt: skip
"""Name → its program, and the package that holds it."""
TICKS = os.sysconf("SC_CLK_TCK")
SECONDS = 30.0  # until a service must answer
INSTALL = "apt-get install {}, or leave it out: make test WITHOUT={}"


class MissingServiceError(Exception):
    """A program that is not installed; says how to get it."""


def find(name: str, package: str) -> str:
    places = [shutil.which(name), *sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))]
    found = next((place for place in reversed(places) if place), None)
    if found is None:
        raise MissingServiceError(f"{name} is not installed: " + INSTALL.format(package, package.partition("-")[0]))
    return found


def is_wanted(name: str) -> bool:
    return name not in os.environ.get("WITHOUT", "").split(",")


def install() -> None:
    """Installs the packages that are missing, where that is allowed; else says what to do."""
    for name, (program, package) in NEEDED.items():
        if not is_wanted(name):
            continue
        try:
            find(program, package)
        except MissingServiceError:
            print(f"Installing {package} (once) ...", flush=True)
            if not _apt(["install", "-y", package]) and not (_apt(["update"]) and _apt(["install", "-y", package])):
                raise


def _apt(words: list[str]) -> bool:
    """Runs apt-get, as root or with sudo's leave; false where it fails."""
    command = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0", *words]
    if os.getuid() != 0:
        command = ["sudo", "-n", *command]
    try:
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        return subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def processor_seconds(process: int) -> float:
    """Of a process and all that it has started."""
    total, todo = 0.0, [process]
    while todo:
        each = todo.pop()
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            total += (int(fields[11]) + int(fields[12])) / TICKS
            for task in Path(f"/proc/{each}/task").iterdir():
                todo += map(int, (task / "children").read_text().split())
        except OSError:
            continue
    return total


def _user(name: str) -> str | None:
    """Whom to run a service as: root would be refused."""
    if os.getuid() != 0:
        return None
    try:
        return pwd.getpwnam(name).pw_name
    except KeyError:
        return "nobody"


@contextmanager
def folder(user: str | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="bestiary-") as name:
        if user is not None:
            shutil.chown(name, user)
        yield Path(name)


class Service:
    """A process that can be stopped and started again on the same port and folder."""

    def __init__(self, command: list[str], port: int, user: str | None, cwd: Path) -> None:
        self.command, self.port, self.user, self.cwd = command, port, user, cwd
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            self.command, cwd=self.cwd, user=self.user, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(f"{self.command[0]} does not answer")

    def stop(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)  # PostgreSQL's quick way to stop in order
            self.process.wait(SECONDS)
            self.process = None


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of an empty database."""
    initdb, server, user = find("initdb", "postgresql"), find("postgres", "postgresql"), _user("postgres")
    with folder(user) as home:
        data, port = home / "data", free_port()
        subprocess.run(
            [initdb, "-D", str(data), "-U", "bestiary", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"],
            user=user, cwd=home, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        settings = ["-c", "listen_addresses=127.0.0.1", "-c", f"port={port}"]
        service = Service([server, "-D", str(data), "-k", str(home), *settings], port, user, home)
        service.start()
        try:
            yield f"postgresql://bestiary@127.0.0.1:{port}/postgres"
        finally:
            service.stop()


@contextmanager
def redis() -> Iterator[tuple[str, Service]]:
    """The URL of a broker, and the service, to stop and start it."""
    server, user = find("redis-server", "redis-server"), _user("redis")
    with folder(user) as home:
        port = free_port()
        command = [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(home)]
        service = Service(command, port, user, home)
        service.start()
        try:
            yield f"redis://127.0.0.1:{port}", service
        finally:
            service.stop()


if __name__ == "__main__":
    try:
        install()
    except MissingServiceError as error:
        raise SystemExit(str(error)) from None
