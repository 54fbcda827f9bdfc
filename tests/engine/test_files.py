"""Files are there as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bestiary.engine import files


def test_a_file_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "tale.txt"
    file.write_text("old")
    files.write(file, ["new ", "tale"])
    assert file.read_text() == "new tale"
    assert os.listdir(tmp_path) == ["tale.txt"]


def test_an_interruption_leaves_the_old_file(tmp_path: Path) -> None:
    def tell() -> Iterator[str]:
        yield "new "
        raise KeyboardInterrupt

    file = tmp_path / "tale.txt"
    file.write_text("old")
    with pytest.raises(KeyboardInterrupt):
        files.write(file, tell())
    assert file.read_text() == "old"
    assert os.listdir(tmp_path) == ["tale.txt"]


def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    device = tmp_path / "nowhere"
    device.symlink_to("/dev/null")
    files.write(device, ["tale"])
    assert device.is_symlink()
