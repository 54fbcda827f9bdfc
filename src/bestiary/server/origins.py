"""Where a request comes from."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit


def header(scope: Any, name: bytes) -> str:
    """A header of a request, empty where it is missing."""
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def is_foreign(scope: Any) -> bool:
    """Was it sent by a page of another site? Programs name no origin; browsers always do where it matters."""
    origin = header(scope, b"origin")
    return bool(origin) and urlsplit(origin).netloc != header(scope, b"host")


def address(scope: Any) -> str:
    """The machine that a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""
