"""A rule that fails takes its sentence with it, not the build: that sentence is a row.

No rule is known to fail. But rules meet texts that nobody has seen, and what one of them trips over
is a fault of ours that the rest of a company's documents should not wait for.
"""

from __future__ import annotations

import contextlib
import re
import traceback
from collections.abc import Iterator, Sequence

from graphwright.errors import GraphwrightError
from graphwright.tables.text import Sentence
from graphwright.tables.triples import DependencyFailure

_ADDRESS = re.compile(r"\b0x[0-9a-f]+\b")


@contextlib.contextmanager
def failing_alone(
    sentences: Sequence[Sentence], failures: list[DependencyFailure]
) -> Iterator[None]:
    """Make a row of each sentence, in ``failures``, where what is done inside raises.

    Errors of the project's own tree are raised on, as they tell of the lake and not of a text, and
    so is a lack of memory, which another machine may not have.
    """
    try:
        yield
    except (GraphwrightError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001  # whatever a rule trips over, the rest is read
        detail = _described(error)
        failures += [
            DependencyFailure(one.sentence_id, one.chunk_id, one.document_id, detail)
            for one in sentences
        ]


def _described(error: Exception) -> str:
    """Return class, message and innermost function of an error: the same text in every build.

    No number of a line, which changes where the code does not, and no address in memory.
    """
    (innermost,) = traceback.extract_tb(error.__traceback__)[-1:]
    message = _ADDRESS.sub("0x", str(error))
    named = type(error).__name__
    return f"{named}: {message}, in {innermost.name}" if message else f"{named} in {innermost.name}"
