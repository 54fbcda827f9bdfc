"""A drawing of the terminal as a picture, always of the same size, so that frames make a film."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from bestiary.engine.room import LEAST_COLUMNS, Room

ROOM: Final = Room(LEAST_COLUMNS, 30)
"""What a picture has room for."""
LETTER: Final = (6, 11)
"""Pixels of a letter of Pillow's own font, in which all are of one width."""
SCALE: Final = 2
INK, PAPER = (0xE8, 0xE2, 0xD0), (0x1C, 0x1B, 0x19)


def picture_of(text: str) -> npt.NDArray[np.uint8]:
    """Rows, columns, and the three colours of each pixel."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ModuleNotFoundError:
        raise ModuleNotFoundError("Pillow is not installed: pip install 'bestiary[pettingzoo]'") from None

    assert ROOM.lines is not None
    (width, height), font = LETTER, ImageFont.load_default_imagefont()
    picture = Image.new("RGB", (ROOM.columns * width, ROOM.lines * height), PAPER)
    canvas = ImageDraw.Draw(picture)
    for number, line in enumerate(text.splitlines()[: ROOM.lines]):
        canvas.text((0, number * height), line.encode("ascii", "replace").decode(), INK, font)
    return np.asarray(picture).repeat(SCALE, axis=0).repeat(SCALE, axis=1)
