"""What the sentences that state a fact add to it: times, places, conditions, and who says it.

A relation is the fact with what restricts it; what else a clause says of it stands in its evidence.
Here both are put into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphwright.tables import Evidence

_Span = tuple[int, int, str]
"""Where words start and end in the canonical text, and the words."""


def qualifier_texts(evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """Return what pieces of evidence of one document add to their fact, each once.

    That is every qualifier and condition as written and, as "according to ...", who is said to say
    it, in the order of the text. What stands inside another of them is left out. A cell of a table
    is told with the header above it: "Shift: early shift".
    """
    kept: dict[str, str] = {}
    unplaced: list[str] = []
    reach = -1
    # Of those that start at one place the longest comes first.
    for _, end, text in sorted(_spans(evidence, unplaced), key=lambda found: (found[0], -found[1])):
        if end > reach:
            kept.setdefault(text.casefold(), text)
            reach = end
    for text in unplaced:
        if not any(_contains(other, text) for other in kept):
            kept[text.casefold()] = text
    return tuple(kept.values())


def fact_line(text: str, qualifiers: Sequence[str]) -> str:
    """Return a fact with its qualifiers as one line: "A buy B (in 1990; for C)".

    What the text of the fact says already, as a restriction does, is said once.
    """
    added = [one for one in qualifiers if not _contains(text, one)]
    return f"{text} ({'; '.join(added)})" if added else text


def _spans(evidence: Iterable[Evidence], unplaced: list[str]) -> Iterator[_Span]:
    """Yield what has a place in the text; what its sentence does not hold word for word is added
    to ``unplaced``."""
    for one in evidence:
        for qualifier in one.qualifiers:
            yield qualifier.start, qualifier.end, qualifier.told
        said_by = f"according to {_single_line(one.attribution)}" if one.attribution else None
        for written, text in ((one.condition, one.condition), (one.attribution, said_by)):
            if not written or not text:
                continue
            at = _find(one.quote, written)
            if at is None:
                unplaced.append(_single_line(text))
            else:
                yield one.start + at, one.start + at + len(written), _single_line(text)


def _contains(text: str, other: str) -> bool:
    return _find(text, other) is not None


def _find(text: str, words: str) -> int | None:
    """Return where a text holds others as whole words, in any case.

    No pattern: each would be compiled anew, which took half of the time of an answer's facts.
    """
    lowered, wanted = _lowered(text), _lowered(words)
    at = lowered.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (
            _ends_in_word(lowered[max(at - 1, 0) : at]) or _ends_in_word(lowered[end : end + 1])
        ):
            return at
        at = lowered.find(wanted, at + 1)
    return None


def _lowered(text: str) -> str:
    """Return a text in small letters, each where it was."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := sign.lower()) == 1 else sign for sign in text)


def _ends_in_word(text: str) -> bool:
    return text[-1:].isalnum() or text[-1:] == "_"


def _single_line(text: str) -> str:
    return " ".join(text.split())
