"""Which heading names what a sentence is about, and what a heading says of the lines below it.

Where headings stand is decided by the parsers of ``graphwright.documents``.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator

from graphwright.documents.blocks.labels import OTHER_TEXTS
from graphwright.extraction.parse.lexicon import words
from graphwright.tables.documents import Block, BlockKind, ParsedDocument

HEADING_KINDS = frozenset({BlockKind.TITLE.value, BlockKind.HEADING.value})
_LEADING = re.compile(
    r"(?:(?:step|chapter|section|part|appendix)\s+)?(?:\d+(?:\.\d+)*|[A-Z])[.):]\s+"
    r"|(?:step|chapter|section|part)\s+\d+\s*[:.-]\s*|how\s+(?:to|do i|can i)\s+",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
PREREQUISITES = frozenset({"prerequisites", "prerequisite", "requirements", "before you start"})
_SYMPTOMS = frozenset(
    {
        "symptom", "symptoms", "problem", "problem description", "issue", "cause", "causes",
        "possible cause", "possible causes", "root cause", "reason", "reasons", "possible reasons",
        "reason and prerequisites",
    }
)  # fmt: skip
"""Headings over what is so where something fails: how it shows, and what brings it about."""
_EXAMPLE = re.compile(r"(?:^|\s)examples?(?:\s+\d+)?$")
_LONGEST_LABEL = max(map(len, OTHER_TEXTS)) + 2
_ONLY = re.compile(
    r"[(\[](?P<inside>[^()\[\]]*(?<![\w-])only)[)\]]|^only\s+(?:for|in|on|with|at|under|if|when)\b"
    r"|(?<![\w-])only$",
    re.IGNORECASE,
)
_ASKING = re.compile(r"(?:when|where|what|which|why|who)\s+to\b", re.IGNORECASE)
"""Starts of headings that say what their section answers, and name nothing: "When to Use"."""

_ACCESS_ONLY = re.compile(r"\b(?:read|write|view|display|append)\s+only\b", re.IGNORECASE)
"""Kinds of access, which restrict no statement: "Read Only"."""

_CONDITIONAL = re.compile(
    r"(?:if|unless|in\s+case|when(?!ever))\s+"
    r"(?!to\b|(?:should|can|must|may|do|does|did|is|are|was|were|will)\b)",
    re.IGNORECASE,
)
MAX_HEADING = 160
"""A heading with more characters is a sentence and names nothing."""

Span = tuple[int, int]
"""First character and the character after the last, in the canonical text."""


class Headings:
    """Finds the heading that names what a block is about."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._text = parsed.text
        self._blocks = [
            b
            for b in parsed.blocks
            if b.kind in HEADING_KINDS and parsed.text[b.start : b.end].strip()
        ]
        self._starts = [block.start for block in self._blocks]
        self._labels = [b for b in parsed.blocks if b.kind in HEADING_KINDS or self._is_label(b)]
        self._label_starts = [block.start for block in self._labels]
        self._label_texts = [self._plain(block) for block in self._labels]
        self._above = dict[tuple[int, int | None], Span | None]()
        self._restrictions = dict[int, tuple[Span, ...]]()

    def above(self, offset: int) -> Span | None:
        """Return the characters of the nearest heading above an offset that names a topic.

        One that only restricts its section ("If You Use Linux") does where none above it does.
        """
        position = bisect.bisect_left(self._starts, offset) - 1
        level = self._level_of_label(offset)
        if (position, level) not in self._above:
            self._above[position, level] = self._naming(position, level)
        return self._above[position, level]

    def _naming(self, position: int, level: int | None) -> Span | None:
        """Return the nearest heading, from one on upwards, that names a topic below a level."""
        restricting: Span | None = None
        for block in reversed(self._blocks[: position + 1]):
            if level is not None and block.level >= level:
                continue
            level = block.level
            span = self._topic(block)
            if span is not None and not self._only_restricts(block, span):
                return span
            restricting = restricting or span
        return restricting

    def topics(self, offset: int) -> tuple[Span, ...]:
        """Return the nearest heading above an offset that names a topic, and the document's title.

        "Properties" says of what only together with the title "Purchase Order".
        """
        nearest = self.above(offset)
        titles = (b for b in self._blocks if b.kind == BlockKind.TITLE and b.start < offset)
        title = next(filter(None, map(self._topic, titles)), None)
        found = (span for span in (nearest, title) if span is not None)
        return tuple(dict.fromkeys(s for s in found if not _ASKING.match(self._text, *s)))

    def _only_restricts(self, block: Block, topic: Span) -> bool:
        """Return whether a heading says only where its section holds.

        "When the Phone Rings" also names what the section tells.
        """
        named = self._text[topic[0] : topic[1]].lower().startswith("when")
        return not named and topic == self._restriction(block)

    def restricting(self, offset: int) -> tuple[Span, ...]:
        """Return what the headings above an offset restrict their sections to, nearest first.

        "Partner Edition Only", "Save a File (Linux only)" and "If You Use Linux" do.
        """
        position = bisect.bisect_left(self._starts, offset) - 1
        if position not in self._restrictions:
            self._restrictions[position] = tuple(self._restricting(position))
        return self._restrictions[position]

    def _restricting(self, position: int) -> Iterator[Span]:
        level: int | None = None
        for block in reversed(self._blocks[: position + 1]):
            if level is None or block.level < level:
                level = block.level
                span = self._restriction(block)
                if span is not None:
                    yield span

    def _restriction(self, block: Block) -> Span | None:
        text = self._text[block.start : block.end]
        leading = _LEADING.match(text)
        start = leading.end() if leading else 0
        end = len(text.rstrip(" \t\n.:!"))
        heading = text[start:end]
        if len(heading) > MAX_HEADING or heading.endswith("?"):
            return None
        only = _ONLY.search(heading)
        if only is not None and not _ACCESS_ONLY.search(heading):
            first, last = only.span("inside") if only["inside"] else (0, len(heading))
            return block.start + start + first, block.start + start + last
        if _CONDITIONAL.match(heading):
            return block.start + start, block.start + end
        return None

    def states_prerequisites(self, offset: int) -> bool:
        """Return whether the nearest heading above an offset says "Prerequisites"."""
        return self.nearest(offset) in PREREQUISITES

    def states_symptoms(self, offset: int) -> bool:
        """Return whether the nearest heading above an offset says "Symptom" or "Cause"."""
        return self.nearest(offset) in _SYMPTOMS

    def shows_example(self, offset: int) -> bool:
        """Return whether the nearest heading above an offset says that an example follows."""
        return _EXAMPLE.search(self.nearest(offset)) is not None

    def lists_texts(self, offset: int) -> bool:
        """Return whether the nearest label above an offset stands over titles of other texts.

        A label is a heading, or a paragraph that is written like one ("Related Information").
        """
        return self.nearest(offset) in OTHER_TEXTS

    def is_label(self, block: Block) -> bool:
        """Return whether a block is the label of what stands below it."""
        position = bisect.bisect_left(self._label_starts, block.start)
        return position < len(self._labels) and self._labels[position].start == block.start

    def nearest(self, offset: int) -> str:
        """Return the nearest label above an offset, in lower case; an empty text where none is."""
        position = bisect.bisect_left(self._label_starts, offset) - 1
        return "" if position < 0 else self._label_texts[position]

    def _level_of_label(self, offset: int) -> int | None:
        """Return the level of a section that a paragraph opens: its titles belong to the page."""
        position = bisect.bisect_left(self._label_starts, offset) - 1
        if position < 0 or self._labels[position].kind in HEADING_KINDS:
            return None
        return min((block.level for block in self._blocks), default=0) + 1

    def _is_label(self, block: Block) -> bool:
        short = block.end - block.start <= _LONGEST_LABEL
        return short and block.kind == BlockKind.PARAGRAPH and self._plain(block) in OTHER_TEXTS

    def _plain(self, block: Block) -> str:
        return self._text[block.start : block.end].strip(" :").lower()

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
