"""`make test WITHOUT=jax` leaves out what needs JAX."""

from __future__ import annotations

import os

collect_ignore = ["test_train_talon.py"] if "jax" in os.environ.get("WITHOUT", "").split(",") else []
