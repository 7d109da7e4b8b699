"""Words of a page that is a picture, by rapidocr on the processor (extra ``ocr``).

Its weights come in its package and nothing is downloaded. What comes out are the words of a page
like any other, so that lines, columns, tables and headings are found as on every page. The
recogniser gives lines; where their words stand in them is reckoned from the letters.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib.metadata
import importlib.util
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from graphwright.documents.blocks.boxes import Box
from graphwright.documents.pdf.page.objects import Font, Page, Word
from graphwright.errors import ModelError

Ocr = Literal["auto", "required", "never"]
Recogniser = Callable[[Any, Page], Page]
"""Takes a pypdfium2 page and what was read of it, and returns the page with its words."""

_PIXELS = 2_000
"""Longest side of the picture that is read: the recogniser makes larger ones smaller."""
_MOST_SCALE = 3.0
_SIZE = 0.72
"""Font size as a share of the height of a line's box, which has room above and below."""
_DESCENT = 0.26
"""Height of the baseline above the bottom of a line's box, as a share of its height."""
_ALIKE = (0.75, 1.3)
"""Heights, as shares of the usual one, that are the same size: boxes differ with the letters."""
_FONT = Font("recognised")

Recognised = tuple[str, Box]
"""The text of a line, and its box in points from the top left of the page as it is shown."""


def ocr_version(ocr: Ocr) -> str | None:
    """Return the recogniser and its version as it is used by this setting; None where none is.

    Raises ``ModelError`` where the setting requires it and it is not installed.
    """
    if ocr == "never":
        return None
    installed = [name for name in ("rapidocr", "onnxruntime") if importlib.util.find_spec(name)]
    if len(installed) == 2:
        return "+".join(f"{name}-{importlib.metadata.version(name)}" for name in installed)
    if ocr == "required":
        raise ModelError(
            "parse.pdf.ocr is 'required', but rapidocr is not installed.",
            remedy="Install graphwright[ocr], or set parse.pdf.ocr to auto or never.",
        )
    return None


def recogniser(ocr: Ocr) -> Recogniser | None:
    """Return what reads pages that are pictures; None where the setting or the install has none."""
    return None if ocr_version(ocr) is None else recognise


def recognise(shown: Any, read: Page) -> Page:
    """Return the page with the words that its picture shows, in the frame that it is shown in."""
    import numpy as np  # noqa: PLC0415  # only where a page is a picture

    width, height = shown.get_size()
    scale = min(_MOST_SCALE, _PIXELS / max(width, height, 1.0))
    picture = np.asarray(shown.render(scale=scale).to_pil().convert("RGB"))
    found = _engine()(picture[:, :, ::-1])  # it expects blue first
    lines = list(_lines(found, scale))
    return dataclasses.replace(
        read,
        width=width,
        height=height,
        words=tuple(words_of_lines(lines)),
        rules=read.rules if read.turns == 0 else (),
        images=((0.0, 0.0, width, height),),
        asides=(),
        turns=0,
    )


def words_of_lines(lines: Sequence[Recognised]) -> list[Word]:
    """Return the words of recognised lines; lines of about the usual height have one font size."""
    usual = _usual_height(lines)
    return [word for text, box in lines for word in _words(text, box, usual)]


def _words(text: str, box: Box, usual: float) -> Iterator[Word]:
    left, top, right, bottom = box
    height = bottom - top
    alike = _ALIKE[0] <= height / usual <= _ALIKE[1]
    size = round(_SIZE * (usual if alike else height), 1)
    step = (right - left) / max(len(text), 1)
    place = 0
    for part in text.split():
        start = text.index(part, place)
        place = start + len(part)
        x0, x1 = left + start * step, left + place * step
        yield Word(part, x0, top, x1, bottom, bottom - _DESCENT * height, size, _FONT)


def _usual_height(lines: Sequence[Recognised]) -> float:
    """Return the height of the line that the middle letter stands in."""
    heights = sorted((box[3] - box[1], len(text)) for text, box in lines)
    half, seen = sum(letters for _, letters in heights) / 2, 0
    for height, letters in heights:
        seen += letters
        if seen >= half and height > 0:
            return height
    return 1.0


def _lines(found: Any, scale: float) -> Iterator[Recognised]:
    if found.boxes is None or found.txts is None:
        return
    for text, corners in zip(found.txts, found.boxes, strict=True):
        xs, ys = [float(x) / scale for x, _ in corners], [float(y) / scale for _, y in corners]
        if text.strip():
            yield text, (min(xs), min(ys), max(xs), max(ys))


@functools.cache
def _engine() -> Any:
    """Return this process's recogniser, on one thread: as many processes as cores use it."""
    from rapidocr import RapidOCR  # noqa: PLC0415  # an extra, and heavy

    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    threads = {
        f"EngineConfig.onnxruntime.{which}_op_num_threads": 1 for which in ("intra", "inter")
    }
    return RapidOCR(params={"Global.log_level": "critical", **threads})
