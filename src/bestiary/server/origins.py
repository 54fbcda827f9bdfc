"""Where a request comes from."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_network
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
    """The machine that a request comes from; of a long address the network, which is one customer's."""
    client = scope.get("client")
    found = str(client[0]) if client else ""
    if ":" in found:
        with suppress(ValueError):
            return str(ip_network((found, 64), strict=False))
    return found
