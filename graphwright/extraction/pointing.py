"""Rules over sentences that point the reader at another place: "see Posting Invoices".

What such a sentence says of the heading above it is a rule of ``headings``; what it says of the
place that it points at is told here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphwright.extraction.candidates import LINEAR, Candidate, Predicate
from graphwright.extraction.lexicon import words
from graphwright.extraction.phrases import Argument
from graphwright.extraction.reading import Reading
from graphwright.extraction.tree import NOUN_TAGS, Tree
from graphwright.extraction.verbs import gerund, is_infinitive

_ABOUT = frozenset({"about", "on", "regarding", "concerning"})
_MAX_TITLE = 14


def titles_after_see(reading: Reading) -> Iterator[tuple[int, Argument]]:
    """Yield each "see" that points at a title, with the title."""
    tree = reading.tree
    for index in range(reading.first, reading.last - 1):
        if tree.lower[index] == "see" and _starts_reference(tree, reading, index):
            last = _title_end(tree, index + 1, reading.last)
            if last is not None:
                yield index, Argument(last - 1, index + 1, last)


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
    if not names or last - first > _MAX_TITLE or not tree.words[first][0].isupper():
        return None
    return last if capitals * 2 >= len(names) else None


def topics(reading: Reading) -> Iterator[Candidate]:
    """ "For more information about roles, see Role Setup" -> (Role Setup, be about, roles)."""
    tree = reading.tree
    for see, title in titles_after_see(reading):
        if see == reading.first or tree.words[see - 1] != ",":
            continue
        for tokens, doing, head in _topic_of(reading, see):
            text = f"be about {doing}".rstrip()
            predicate = Predicate(text, tree.start[tokens[0]], tree.end[tokens[-1]], see)
            for argument in reading.phrases.joined(head):
                if argument.last <= see:
                    yield Candidate("topic", title, predicate, argument, extractor=LINEAR)
        return


def _topic_of(reading: Reading, see: int) -> Iterator[tuple[Sequence[int], str, int]]:
    """Yield (tokens of the predicate, what is done, head) of the first topic before "see"."""
    tree = reading.tree
    for index in range(reading.first, see):
        if tree.lower[index] in _ABOUT and tree.lemma[tree.head[index]] in words("pointed_nouns"):
            inner = tree.first(index, "pobj", "pcomp")
            yield from _subject_matter(reading, [index], inner)
            return
        if index == reading.first + 1 and is_infinitive(tree, index):
            yield from _subject_matter(reading, [index], index)
            return


def _subject_matter(
    reading: Reading, tokens: list[int], inner: int | None
) -> Iterator[tuple[Sequence[int], str, int]]:
    """Yield what a text is about: a noun, or an activity with its object."""
    tree = reading.tree
    if inner is None:
        return
    if tree.tag[inner] in NOUN_TAGS:
        yield tokens, "", inner
    elif tree.tag[inner] in ("VB", "VBG"):
        object_ = tree.first(inner, "dobj")
        lemma = tree.lemma[inner].lower()
        done = lemma not in words("idle_verbs") | words("pointing_verbs")
        if done and object_ is not None and reading.phrases.is_nominal(object_):
            yield sorted({*tokens, inner}), gerund(lemma), object_
