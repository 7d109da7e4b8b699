"""The forms of all mentions of a document, counted by name."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from graphwright.extraction.forms.mention_form import form_of
from graphwright.extraction.forms.written_name import WrittenName, written_name
from graphwright.extraction.parse.tree import Tree, token_range
from graphwright.tables.documents import BlockKind, ParsedDocument
from graphwright.tables.entities import MentionCount

if TYPE_CHECKING:
    from spacy.tokens import Doc

_HEADINGS = (BlockKind.TITLE, BlockKind.HEADING)


class Mention(NamedTuple):
    """A name of a triple where the document writes it: characters ``start`` to ``end``."""

    start: int
    end: int
    key: str


class DocumentForms:
    """Counts the mentions of one document; chunks are read one after another, in their order."""

    def __init__(self, parsed: ParsedDocument, mentions: Iterable[Mention]) -> None:
        """Take each place once, however many triples name it."""
        self._parsed = parsed
        self._left = sorted(set(mentions))
        self._blocks = [block.start for block in parsed.blocks]
        self._marks = {(mark.start, mark.end): mark.kind for mark in reversed(parsed.marks)}
        self._counts: dict[tuple[str, str], list[int]] = {}

    def read(self, doc: Doc, start: int, end: int) -> None:
        """Count the mentions that a chunk holds at ``start`` to ``end``; ``doc`` is its parse."""
        low = bisect.bisect_left(self._left, (start,))
        high = bisect.bisect_left(self._left, (end,))
        here = [mention for mention in self._left[low:high] if mention.end <= end]
        if not here:
            return
        found = set(here)
        self._left = [mention for mention in self._left if mention not in found]
        tree = Tree(doc, start, ())
        for mention in here:
            name = self._written(tree, mention)
            if name is not None:
                self._add(mention.key, name)

    def counts(self) -> list[MentionCount]:
        """Return how often each name has each form, in order of the table's key."""
        document = self._parsed.document_id
        return [
            MentionCount(document, key, form, *counts)
            for (key, form), counts in sorted(self._counts.items())
        ]

    def _written(self, tree: Tree, mention: Mention) -> WrittenName | None:
        tokens = token_range(tree.start, mention.start, mention.end)
        text = self._parsed.text[mention.start : mention.end]
        return written_name(
            tree, tokens, text, self._mark(mention), in_heading=self._in_heading(mention.start)
        )

    def _mark(self, mention: Mention) -> str:
        return self._marks.get((mention.start, mention.end), "")

    def _in_heading(self, offset: int) -> bool:
        position = bisect.bisect_right(self._blocks, offset) - 1
        return position >= 0 and self._parsed.blocks[position].kind in _HEADINGS

    def _add(self, key: str, name: WrittenName) -> None:
        counts = self._counts.setdefault((key, form_of(name).value), [0, 0, 0])
        for place, holds in enumerate((True, name.is_titled, name.is_sentence_cased)):
            counts[place] += holds
