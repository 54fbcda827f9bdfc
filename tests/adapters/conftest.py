"""`make test WITHOUT=pettingzoo,gymnasium` leaves out the tests of these libraries."""

from __future__ import annotations

import os

left_out = set(os.environ.get("WITHOUT", "").split(","))
collect_ignore = [f"test_{library}.py" for library in ("gymnasium", "pettingzoo") if left_out & {library, "gymnasium"}]
