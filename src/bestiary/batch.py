"""Thousands of tables as one array: `from bestiary.batch import Batch`; on a GPU `CudaBatch`."""

from __future__ import annotations

from bestiary.adapters.batch import Batch, Step
from bestiary.adapters.cuda_batch import CudaBatch

__all__ = ["Batch", "CudaBatch", "Step"]
