"""States that no document names: by a menu path, by their label in text, or by a heading.

Of labels that stand in one another the longest counts: "custom field values" does not name the
page "Custom Fields". A label of one plain word ("Create") counts only where a document marks it or
has it as a heading, as the word alone says other things too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.applications.menu_names import name_key
from graphwright.tables import (
    BlockKind,
    DocumentedPath,
    ParsedDocument,
    UiState,
    UndocumentedState,
)

_WORD = re.compile(r"[^\W_]+")
_HEADINGS = (BlockKind.HEADING, BlockKind.TITLE)

Labels = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
"""The labels of states by first word, each with the key that tells it, the longest first."""


def undocumented_states(
    states: Iterable[UiState],
    paths: Iterable[DocumentedPath],
    documents: Iterable[ParsedDocument],
) -> Iterator[UndocumentedState]:
    """Yield the states that no document names, in their order."""
    known = list(states)
    reached = {one.state_id for one in paths if one.state_id is not None}
    named = _named_labels(known, documents)
    for state in known:
        if state.state_id not in reached and name_key(state.label) not in named:
            yield UndocumentedState(state.state_id, state.application, state.label, state.menu_path)


def _named_labels(states: Sequence[UiState], documents: Iterable[ParsedDocument]) -> set[str]:
    """Return the keys of the labels that documents name."""
    labels, keys = _by_first_word(states), {name_key(state.label) for state in states} - {""}
    found: set[str] = set()
    for document in documents:
        text = document.text
        marked = [text[mark.start : mark.end] for mark in document.marks]
        marked += [text[b.start : b.end] for b in document.blocks if b.kind in _HEADINGS]
        found.update(keys & set(map(name_key, marked)))
        found.update(_in_text([name_key(word) for word in _WORD.findall(text)], labels))
    return found


def _by_first_word(states: Sequence[UiState]) -> Labels:
    found: defaultdict[str, set[tuple[tuple[str, ...], str]]] = defaultdict(set)
    for state in states:
        words = tuple(name_key(word) for word in _WORD.findall(state.label))
        if len(words) > 1:
            found[words[0]].add((words, name_key(state.label)))
    return {
        first: sorted(labels, key=lambda label: (-len(label[0]), label))
        for first, labels in found.items()
    }


def _in_text(words: Sequence[str], labels: Labels) -> Iterator[str]:
    at = 0
    while at < len(words):
        for label, key in labels.get(words[at], ()):
            if tuple(words[at : at + len(label)]) == label:
                yield key
                at += len(label) - 1
                break
        at += 1
