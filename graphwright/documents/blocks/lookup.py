"""Which block of a document an offset of its canonical text lies in."""

from __future__ import annotations

import bisect
import operator
from collections.abc import Sequence

from graphwright.tables.documents import Block

_START = operator.attrgetter("start")


def block_at(blocks: Sequence[Block], offset: int) -> Block | None:
    """Return the last block that starts at or before an offset, or None where it has ended."""
    position = bisect.bisect_right(blocks, offset, key=_START) - 1
    return blocks[position] if position >= 0 and offset < blocks[position].end else None
