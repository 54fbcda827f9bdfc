"""`make test WITHOUT=openspiel,pettingzoo,gymnasium` leaves out the tests of these libraries."""

from __future__ import annotations

import os

NEEDS = {"gymnasium": {"gymnasium"}, "pettingzoo": {"gymnasium", "pettingzoo"}, "openspiel": {"openspiel"}}
"""What the tests of a library need."""
left_out = set(os.environ.get("WITHOUT", "").split(","))
collect_ignore = [f"test_{library}.py" for library, needed in NEEDS.items() if left_out & needed]
