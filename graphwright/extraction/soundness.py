"""Which of the proposed candidates are triples at all."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.chunk_parse import ChunkParse
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.denial import is_missing
from graphwright.extraction.reading.limits import LimitReader
from graphwright.extraction.reading.marked_names import splits_marked, takes_marked_as_verb
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Family, Trait
from graphwright.extraction.rules.limits import names_excluded
from graphwright.tables.text import Sentence

_NEAR = 8
"""Characters in which a stop, and what may stand behind it, are looked for."""
_STOPS = (".", "!", "?", ";", ":", "…")
_BEHIND_STOPS = " \"')]}”’»"


class Soundness:
    """Tells whether a candidate has two whole arguments, and is stated."""

    def __init__(self, chunk: ChunkParse, limits: LimitReader) -> None:
        self._chunk, self._limits = chunk, limits
        self._cut_tokens = frozenset(self._at_cuts())

    def holds(self, candidate: Candidate) -> bool:
        """Return whether a triple has two arguments, and cuts no name that the author marked.

        An abbreviation may stand inside such a name: "[Transport Tool (TT)]". What the sentence
        leaves open, or excepts, is no triple.
        """
        if candidate.flags.unstated or names_excluded(self._limits, candidate):
            return False
        if candidate.rule.family is Family.NOUN and self._tells_of_nothing(candidate):
            return False
        subject = () if candidate.subject_span is not None else (candidate.subject,)
        if any(argument.overlaps(candidate.object) for argument in subject):
            return False
        if any(self._is_cut(argument) for argument in (*subject, candidate.object)):
            return False
        tree = self._chunk.tree
        if not tree.names or candidate.rule.has(Trait.INSIDE_NAME):
            return True
        return not takes_marked_as_verb(tree, candidate.predicate) and not any(
            splits_marked(tree, argument) for argument in (*subject, candidate.object)
        )

    def _tells_of_nothing(self, candidate: Candidate) -> bool:
        """Return whether a noun phrase is about what there may be none of: "without downtime"."""
        tree, phrases = self._chunk.tree, self._chunk.phrases
        heads = (candidate.subject.head, candidate.object.head)
        return any(is_missing(tree, phrases, head) for head in heads)

    def _is_cut(self, argument: Argument) -> bool:
        return any(token in self._cut_tokens for token in range(argument.first, argument.last))

    def _at_cuts(self) -> Iterator[int]:
        """Yield the words of rows beside which the chunk's border parts a sentence of a cell."""
        for sentence in self._chunk.unfiltered:
            for found in self._chunk.cells(sentence) if self._is_piece(sentence) else ():
                if not found.starts and not self._ends_sentence(sentence.start):
                    yield found.reading.first
                if not found.ends and not self._ends_sentence(sentence.end):
                    yield found.reading.last - 1

    def _is_piece(self, sentence: Sentence) -> bool:
        block = self._chunk.row_block(sentence)
        return block is not None and (sentence.start > block.start or sentence.end < block.end)

    def _ends_sentence(self, offset: int) -> bool:
        before = self._chunk.parsed.text[max(0, offset - _NEAR) : offset]
        return before.rstrip(_BEHIND_STOPS).endswith(_STOPS)
