"""The lead-ins of lists: the sentence above an item, and what it says of the item's own words.

"To find faults, use one of the following ways:" stands above its items, which go on with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graphwright.documents.blocks.lookup import block_at
from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Scope, Tree
from graphwright.extraction.reading.conditions import governing_spans
from graphwright.extraction.reading.headings import PREREQUISITES, Span
from graphwright.tables.documents import Block, BlockKind
from graphwright.tables.text import Sentence

_BULLET = 8
"""Most characters of an item before its first word."""
_DUTIES = frozenset({"need", "have"})
_SEE = frozenset({"see", "refer"})
_BEHIND_SEE = frozenset({":", ".", "also", "to"})
_IN = frozenset({"in", "under", "for"})
_AHEAD = frozenset({"following", "these"})
_MAX_LED = 6
_ONE_OF = (["one", "of", "the"], ["one", "of", "these"], ["either", "of", "the"])


class LeadIns:
    """Finds the lead-ins of a chunk's sentences; ``scopes`` are the tokens of each, by id."""

    def __init__(
        self,
        tree: Tree,
        blocks: Sequence[Block],
        sentences: Sequence[Sentence],
        scopes: Mapping[str, Sequence[Scope]],
    ) -> None:
        self._tree, self._blocks = tree, blocks
        self._sentences, self._scopes = sentences, scopes
        self._found = dict[str, Scope | None]()

    def of(self, sentence: Sentence) -> Scope | None:
        """Return the tokens of the sentence above an item, if it stands in this chunk."""
        key = sentence.sentence_id
        if key not in self._found:
            self._found[key] = self._above(sentence)
        return self._found[key]

    def _above(self, sentence: Sentence) -> Scope | None:
        block = block_at(self._blocks, sentence.start)
        if block is None or sentence.kind != BlockKind.LIST_ITEM or block.parent is None:
            return None
        return self._last_of(self._blocks[block.parent])

    def above_first_words(self, sentence: Sentence) -> Scope | None:
        """Return the same for the sentence that an item begins with; the next go on with none."""
        return self.of(sentence) if self.begins_item(sentence) else None

    def begins_item(self, sentence: Sentence) -> bool:
        """Return whether an item of a list begins with a sentence."""
        block = block_at(self._blocks, sentence.start)
        begins = block is not None and sentence.start <= block.start + _BULLET
        return begins and sentence.kind == BlockKind.LIST_ITEM

    def goes_on(self, sentence: Sentence) -> bool:
        """Return whether an item goes on a lead-in whose verb is missing, or lacks its object.

        "You can use this page to:", "To find faults, use:". Such an item has no subject.
        """
        lead_in = self.above_first_words(sentence)
        if lead_in is None:
            return False
        tree, last = self._tree, lead_in[1] - 1
        if tree.words[last] != ":" or last - 2 < lead_in[0]:
            return False
        told = tree.tag[last - 1] == "VB" or tree.words[last - 2] == ","
        return tree.lower[last - 1] == "to" or (told and tree.lower[last - 1] == "use")

    def is_one_of_ways(self, sentence: Sentence) -> bool:
        """Return whether an item is one of several that its reader takes one of."""
        lead_in = self.of(sentence)
        said = [] if lead_in is None else self._tree.lower[slice(*lead_in)]
        return any(said[i : i + 3] in _ONE_OF for i in range(len(said)))

    def quotes_messages(self, sentence: Sentence) -> bool:
        """Return whether an item is what an application shows: "one of these error messages:"."""
        lead_in = self.of(sentence)
        if lead_in is None or self._tree.words[lead_in[1] - 1] != ":":
            return False
        return any(self._tree.lemma[i].lower() == "message" for i in range(*lead_in))

    def lists_cases(self, sentence: Sentence) -> bool:
        """Return whether an item is a case: "in one of the following situations:"."""
        lead_in, tree = self.of(sentence), self._tree
        if lead_in is None or tree.words[lead_in[1] - 1] != ":":
            return False
        noun = lead_in[1] - 2
        if noun < lead_in[0] or tree.lemma[noun].lower() not in words("case_nouns"):
            return False
        before = tree.lower[max(lead_in[0], noun - _MAX_LED) : noun]
        return not _IN.isdisjoint(before) and not _AHEAD.isdisjoint(before)

    def states_prerequisites(self, sentence: Sentence) -> bool:
        """Return whether an item stands below "Prerequisites:", as below such a heading."""
        lead_in = self.of(sentence)
        said = [] if lead_in is None else self._tree.lower[slice(*lead_in)]
        return " ".join(said).strip(" :") in PREREQUISITES

    def states_requirements(self, sentence: Sentence) -> bool:
        """Return whether items say how things must be: "must have one of these berths:"."""
        lead_in = self.of(sentence)
        if self.states_prerequisites(sentence):
            return True
        if lead_in is None or self._tree.words[lead_in[1] - 1] != ":":
            return False
        return any(self._demands(i, lead_in[1]) for i in range(*lead_in))

    def _demands(self, duty: int, last: int) -> bool:
        """Return whether a word of duty stands before "have", "meet" or the like."""
        tree = self._tree
        must = tree.lower[duty] == "must"
        if not must and (tree.lower[duty] != "to" or tree.lemma[duty - 1] not in _DUTIES):
            return False
        behind = duty + 1
        while behind < last and (tree.tag[behind] == "RB" or tree.lower[behind] == "be"):
            if tree.lower[behind] == "not":
                return False
            behind += 1
        return behind < last and tree.lemma[behind].lower() in words("fulfilling_verbs")

    def lists_texts(self, sentence: Sentence) -> bool:
        """Return whether an item is a text to be read: "For details, see:", "see these topics:"."""
        lead_in = self.of(sentence)
        said = [] if lead_in is None else list(range(*lead_in))
        while said and self._tree.lower[said[-1]] in _BEHIND_SEE:
            said.pop()
        sees = [i for i in said if self._tree.lower[i] in _SEE]
        behind = range(sees[-1] + 1, said[-1] + 1) if sees else range(0)
        return bool(sees) and (not behind or self._points_at_texts(behind))

    def _points_at_texts(self, behind: range) -> bool:
        """Return whether words behind "see" are "the following topics"."""
        tree = self._tree
        ahead = any(tree.lower[i] in words("directions") | {"these"} for i in behind)
        placed = any(
            tree.tag[i] == "IN" and tree.lower[i] not in _BEHIND_SEE for i in behind
        )  # "see these changes in the guide"
        return ahead and not placed and tree.lemma[behind[-1]] in words("pointed_texts")

    def conditions(self, sentence: Sentence) -> Iterator[Span]:
        """Yield the conditions that the lead-ins above a sentence set for it, the nearest first."""
        block = block_at(self._blocks, sentence.start)
        while block is not None and block.kind == BlockKind.LIST_ITEM and block.parent is not None:
            block = self._blocks[block.parent]
            lead_in = self._last_of(block)
            found = () if lead_in is None else governing_spans(self._tree, *lead_in)
            for first, last in found:
                yield self._tree.start[first], self._tree.end[last - 1]

    def _last_of(self, block: Block) -> Scope | None:
        """Return the last sentence of a lead-in block, if it stands in this chunk."""
        inside = [s for s in self._sentences if block.start <= s.start < block.end]
        if not inside or inside[-1].kind == BlockKind.TABLE_ROW:
            return None
        scope = self._scopes[inside[-1].sentence_id][0]
        return scope if scope[0] < scope[1] else None
