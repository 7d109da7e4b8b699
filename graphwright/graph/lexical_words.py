"""The words of texts, one text at a time and many at once.

A call for each text, and an object for each word, take most of the time of an index. So many texts
are cut together, in arrays of their bytes; what a word is, ``words`` alone says.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WORD = re.compile(r"\w+")
_BETWEEN = 0
"""Stands for each byte that is in no word."""


def words(text: str) -> list[str]:
    """Return the words of a text, case-folded."""
    found: list[str] = _WORD.findall(text.casefold())
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class WordsOfTexts:
    """The words of some texts, one after another: ``distinct[numbers[i]]`` is word i.

    Text i has ``lengths[i]`` of them.
    """

    distinct: Sequence[str]
    numbers: NDArray[np.int32]
    lengths: NDArray[np.int64]


def words_of_texts(texts: Sequence[str]) -> WordsOfTexts:
    """Return what ``words`` returns of each text."""
    spelled = [_spelled(text) for text in texts]
    ends = np.cumsum([len(part) + 1 for part in spelled], dtype=np.int64)
    folded = _FOLDED[np.frombuffer(b"\n".join([*spelled, b""]), np.uint8)]
    inside = folded != _BETWEEN
    # A word begins and ends where what is inside changes; the last text ends with a line's end.
    edges = np.flatnonzero(np.diff(inside, prepend=False))
    starts, after = edges[::2], edges[1::2]
    offsets = np.concatenate([[0], np.cumsum(after - starts)]).astype(np.int32)
    letters = pa.py_buffer(folded[inside])
    listed = pa.StringArray.from_buffers(len(starts), pa.py_buffer(offsets), letters)
    encoded = listed.dictionary_encode()
    lengths = np.diff(np.searchsorted(starts, ends), prepend=0)
    return WordsOfTexts(encoded.dictionary.to_pylist(), encoded.indices.to_numpy(), lengths)


def _spelled(text: str) -> bytes:
    """Return bytes with the words of a text, of which only those of ASCII may be told apart."""
    return text.encode() if text.isascii() else " ".join(words(text)).encode()


def _folding() -> NDArray[Any]:
    """Return what stands for each byte: its small letter, or that it is in no word."""
    table = np.full(256, _BETWEEN, np.uint8)
    for byte in range(256):
        if byte >= 128:  # of a word already, since ``_spelled`` leaves nothing else
            table[byte] = byte
        elif _WORD.fullmatch(chr(byte)):
            table[byte] = ord(chr(byte).casefold())
    return table


_FOLDED = _folding()
