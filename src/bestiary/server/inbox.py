"""What clients have said and nobody has acted on yet.

A thousand moves that come at once would keep the event loop for a tenth of a second. So it acts on some messages, then
does whatever else is due, above all tells of what was stored meanwhile; then acts on some more.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

TURN = 0.005  # seconds, about as long as a disk needs for a group of moves; one message is always acted on


class Inbox:
    """Messages in the order in which they came, each with what acts on it."""

    def __init__(self, loop: asyncio.AbstractEventLoop, after: Callable[[], None]) -> None:
        self.loop, self.after = loop, after  # `after` is called after each turn
        self.waiting: deque[tuple[Callable[[bytes], None], bytes]] = deque()

    def put(self, act: Callable[[bytes], None], message: bytes) -> None:
        """Lets something act on a message soon. It must not fail."""
        if not self.waiting:
            self.loop.call_soon(self._turn)
        self.waiting.append((act, message))

    def _turn(self) -> None:
        waiting, end = self.waiting, perf_counter() + TURN
        while True:
            act, message = waiting.popleft()
            act(message)
            if not waiting or perf_counter() > end:
                break
        if waiting:
            self.loop.call_soon(self._turn)
        self.after()
