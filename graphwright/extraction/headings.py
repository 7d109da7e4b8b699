"""Rules that take the heading above as their subject: the steps and the references of a manual.

A manual speaks to its reader: "Choose Save", "you can open the cockpit". Its reader is the same on
every page and names nothing; what the sentence is about is the task that the heading names. Which
heading that is, is decided here; where headings stand, by the parsers of ``graphwright.documents``.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator, Sequence

from graphwright.extraction.candidates import LINEAR, Candidate, Predicate
from graphwright.extraction.clauses import Clause
from graphwright.extraction.lexicon import words
from graphwright.extraction.phrases import Argument
from graphwright.extraction.reading import Reading, direct_objects, prepositions_of
from graphwright.extraction.tree import Tree
from graphwright.extraction.verbs import gerund, particle
from graphwright.tables.documents import Block, BlockKind, ParsedDocument

_HEADINGS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_LEADING = re.compile(
    r"(?:(?:step|chapter|section|part|appendix)\s+)?(?:\d+(?:\.\d+)*|[A-Z])[.):]\s+"
    r"|(?:step|chapter|section|part)\s+\d+\s*[:.-]\s*|how\s+(?:to|do i|can i)\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
MAX_HEADING = 100
"""A heading with more characters is a sentence and names nothing."""

Span = tuple[int, int]


class Headings:
    """Finds the heading that names what a block is about."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._text = parsed.text
        self._blocks = [
            b for b in parsed.blocks if b.kind in _HEADINGS and parsed.text[b.start : b.end].strip()
        ]
        self._starts = [block.start for block in self._blocks]

    def above(self, offset: int) -> Span | None:
        """Return the characters of the nearest heading above an offset that names a topic."""
        position = bisect.bisect_left(self._starts, offset) - 1
        level: int | None = None
        for block in reversed(self._blocks[: position + 1]):
            if level is not None and block.level >= level:
                continue
            level = block.level
            span = self._topic(block)
            if span is not None:
                return span
        return None

    def _topic(self, block: Block) -> Span | None:
        """Return a heading without its number, or None where it names a part of any page."""
        text = self._text[block.start : block.end]
        leading = _LEADING.match(text)
        start = leading.end() if leading else 0
        end = len(text.rstrip(" \t\n.:?!"))
        found = _WORD.findall(text[start:end].lower())
        if not found or end - start > MAX_HEADING or words("section_words").issuperset(found):
            return None
        return block.start + start, block.start + end


def instructions(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "Choose Save" under "Post an Invoice" -> (Post an Invoice, involve choosing, Save)."""
    for clause in reading.clauses:
        if not _instructs(reading, clause):
            continue
        heads = direct_objects(reading, clause)
        tail: Sequence[int] = ()
        if not heads:
            if any(reading.tree.within(clause.verb, "dobj", "ccomp", "xcomp", "attr", "acomp")):
                continue
            tail, heads = next(
                iter(prepositions_of(reading, clause, clause.verb)), (list[int](), list[int]())
            )
        for head in heads:
            yield _step(reading, clause, heading, tail, head)


def _instructs(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause tells the reader to do something, or that he may."""
    tree, verb = reading.tree, clause.verb
    if not clause.reader or clause.passive or clause.chain or clause.gap is not None:
        return False
    if tree.dep[verb] not in ("ROOT", "conj") or tree.tag[verb] not in ("VB", "VBP"):
        return False
    lemma = tree.lemma[verb].lower()
    if any(lemma in words(name) for name in ("idle_verbs", "negative_verbs", "pointing_verbs")):
        return False
    flags = reading.flags.of(clause)
    return not flags.negated and lemma not in words("nonfactive_verbs")


def _step(
    reading: Reading, clause: Clause, heading: Span, tail: Sequence[int], head: int
) -> Candidate:
    tree, verb = reading.tree, clause.verb
    doing = gerund(tree.lemma[verb].lower())
    parts = ("involve", doing, particle(tree, verb), *(tree.lower[index] for index in tail))
    text = " ".join(part for part in parts if part)
    last = max([verb, *tree.within(verb, "prt"), *tail])
    last = last if last - verb <= 2 else verb
    return Candidate(
        "instruction",
        Argument(verb, verb, verb + 1),
        Predicate(text, tree.start[verb], tree.end[last], verb),
        reading.phrases.of(head),
        extractor=LINEAR,
        flags=reading.flags.of(clause),
        place=heading,
    )


def references(reading: Reading, heading: Span) -> Iterator[Candidate]:
    """ "See Posting Invoices" under "Ledger" -> (Ledger, refer to, Posting Invoices)."""
    tree = reading.tree
    for index in range(reading.first, reading.last - 1):
        if tree.lower[index] != "see" or not _starts_reference(tree, reading, index):
            continue
        last = _title_end(tree, index + 1, reading.last)
        if last is None:
            continue
        title = Argument(last - 1, index + 1, last)
        predicate = Predicate("refer to", tree.start[index], tree.end[index], index)
        yield Candidate(
            "reference",
            Argument(index, index, index + 1),
            predicate,
            title,
            extractor=LINEAR,
            place=heading,
        )


def _starts_reference(tree: Tree, reading: Reading, index: int) -> bool:
    return index == reading.first or tree.words[index - 1] in ("(", ",", ":", ";")


def _title_end(tree: Tree, first: int, end: int) -> int | None:
    """Return where a title that starts at a token ends, or None where no title does."""
    depth, last = 0, first
    while last < end and tree.words[last] not in (";", "|"):
        depth += {"(": 1, ")": -1}.get(tree.words[last], 0)
        if depth < 0:
            break
        last += 1
    while last > first and tree.words[last - 1] in (".", ",", ":"):
        last -= 1
    names = [word for word in tree.words[first:last] if word[0].isalpha() and len(word) > 3]
    capitals = sum(word[0].isupper() for word in names)
    if not names or last - first > 14 or not tree.words[first][0].isupper():
        return None
    return last if capitals * 3 >= len(names) * 2 else None
