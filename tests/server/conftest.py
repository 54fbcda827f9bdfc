"""Servers for the tests, each on a database of its own; and PostgreSQL and Redis, from Debian's packages."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "bench"))
import services
from running import Running


def wanted(service: str) -> None:
    """Leaves a test out if `make test WITHOUT=…` names the service that it needs."""
    if not services.is_wanted(service):
        pytest.skip(f"WITHOUT={service}")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    wanted("postgresql")
    with services.postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis() -> Iterator[tuple[str, services.Service]]:
    wanted("redis")
    with services.redis() as running:
        yield running


@pytest.fixture(scope="session")
def two_servers(postgresql: str, redis: tuple[str, services.Service]) -> Iterator[list[Running]]:
    """Two workers over one database and one broker."""
    running = [Running(postgresql, redis[0]) for _ in range(2)]
    yield running
    for each in running:
        each.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    running = Running(f"sqlite:///{tmp_path_factory.mktemp('server')}/tables.db")
    yield running
    running.stop()
