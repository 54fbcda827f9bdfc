"""Are rules compiled in this process, or plain Python?"""

from __future__ import annotations

import os
from typing import Final

JIT: Final = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether rules are compiled in this process."""
