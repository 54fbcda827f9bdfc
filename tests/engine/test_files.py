"""Files are there as a whole or not at all; those of others are read with care."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bestiary.engine import files
from bestiary.engine.errors import LONGEST, ConflictError, MalformedError, one_line


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


def test_a_file_of_somebody_else_is_never_written_over_on_the_way(tmp_path: Path) -> None:
    file, other = tmp_path / "tale.txt", tmp_path / "tale.txt.part"
    other.write_text("mine")
    files.write(file, ["new"])
    assert (file.read_text(), other.read_text()) == ("new", "mine")


def test_our_own_output_is_written_to_even_where_it_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "tale.txt"
    with file.open("w") as out:
        for place in (f"/dev/fd/{out.fileno()}", f"/proc/self/fd/{out.fileno()}"):
            files.write(Path(place), ["tale"])
            assert file.read_text() == "tale"
    assert not files.is_stream(file)
    assert os.listdir(tmp_path) == ["tale.txt"]


# --- Files of others


def refusal(file: Path, most: int = 100) -> str:
    with pytest.raises(MalformedError, match="cannot read the tale") as caught:
        files.read_text(file, "tale", most)
    return str(caught.value)


def test_a_pipe_and_a_device_are_not_waited_for(tmp_path: Path) -> None:
    pipe, endless = tmp_path / "pipe", tmp_path / "endless"
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    for file in (pipe, endless):
        assert "a pipe or a device, not a file" in refusal(file)
    assert "a folder" in refusal(tmp_path)
    assert "No such file" in refusal(tmp_path / "none")


def test_a_file_is_read_as_far_as_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "tale.txt"
    file.write_bytes("ä\r\nb\rc\n".encode())
    assert files.read_text(file, "tale", 9) == "ä\nb\nc\n"
    assert "longer than 7 bytes" in refusal(file, 7)
    with file.open("wb") as sparse:
        sparse.truncate(10**12)  # more than there is memory
    assert "longer than 100 bytes" in refusal(file)


@pytest.mark.parametrize(("text", "said"), [
    ("[" * 100_000, "no JSON"),
    ('{"a":' * 100_000, "no JSON"),
    ("[NaN]", "no JSON"),
    ("[1e5, Infinity]", "no JSON"),
    ('{"a":1,"b":2,"a":1}', "'a' stands twice"),
    ('[{"b":{"":1,"":1}}]', "'' stands twice"),
])  # fmt: skip
def test_json_is_what_its_standard_says_and_has_no_key_twice(text: str, said: str) -> None:
    with pytest.raises(MalformedError, match=said):
        files.parse_json(text)


def test_a_message_is_one_short_line_whatever_it_quotes() -> None:
    assert str(MalformedError("a \x1b[2J\x07b\nc\u202e d\ud800")) == "a [2Jb c d"
    long = str(ConflictError("begin " + "x" * 8_000_000 + " end"))
    assert len(long) == LONGEST + 3
    assert long.startswith("begin x")
    assert long.endswith("x end")
    assert one_line("two  blanks") == "two  blanks"
