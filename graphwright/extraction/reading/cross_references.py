"""What a text points its reader at: "see Posting Invoices", or a line that is a title alone.

What such a sentence says of the heading above it, and of the title, is decided by the rules of
cross-references.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NOUN_TAGS, Tree
from graphwright.extraction.reading.argument import Argument
from graphwright.extraction.reading.scope import ScopeReading
from graphwright.tables.documents import MarkKind

_MAX_TITLE = 14
_MORE = frozenset({"more", "further", "additional", "detailed"})
_DESCRIBING = frozenset(
    {"described", "documented", "explained", "outlined", "instructions", "steps", "procedure"}
)
_CONSULTING = frozenset({"read", "consult", "visit", "check"})
_REFERRING = _DESCRIBING | _CONSULTING | {"see", "refer"}
_BETWEEN_LINKS = frozenset({"the", ",", ";", "and", "or", "also", "section", "sections", "/"})
_ADDRESSES = ("http://", "https://", "www.")


def referred_titles(reading: ScopeReading) -> Iterator[tuple[int, Argument]]:
    """Yield each "see", "refer to" or "described in" that points at a title, address or text."""
    tree = reading.tree
    for index in range(reading.first, reading.last - 1):
        if tree.lower[index] not in _REFERRING:
            continue
        linked = list(_links_behind(reading, index)) if tree.names else []
        if linked:
            yield from ((index, title) for title in linked)
            continue
        described_in = _title_behind_in(tree, index, reading.last)
        if described_in is not None:
            yield index, described_in
            continue
        after = _after_see(tree, index)
        if after is None or after >= reading.last or not _starts_reference(tree, reading, index):
            continue
        if tree.lower[after].startswith(_ADDRESSES):
            yield index, Argument(after, after, after + 1)
            continue
        last = _title_end(tree, after, reading.last)
        text = _named_text(reading, index) if last is None else Argument(last - 1, after, last)
        if text is not None:
            yield index, text


def _links_behind(reading: ScopeReading, index: int) -> Iterator[Argument]:
    """Yield the texts of the links that "see", "refer to" or "described in" points at."""
    tree, last = reading.tree, reading.last
    described_in = tree.lower[index] in _DESCRIBING and tree.lower[index + 1] == "in"
    following = index + 2 if described_in else _after_see(tree, index)
    if tree.lower[index] in _CONSULTING and _starts_reference(tree, reading, index):
        following = index + 1
    while following is not None and following < last:
        name = tree.names.get(following)
        if name is not None and name.kind == MarkKind.LINK:
            yield Argument(name.head, name.first, name.last)
            following = name.last
        elif tree.lower[following] in _BETWEEN_LINKS:
            following += 1
        else:
            return


def _title_behind_in(tree: Tree, index: int, end: int) -> Argument | None:
    """Return the title behind "described in" or "follow the steps in": all words have capitals."""
    first = index + 2
    if tree.lower[index] not in _DESCRIBING or first >= end or tree.lower[index + 1] != "in":
        return None
    last = _title_end(tree, first, end)
    long = [word for word in tree.words[first:last] if word[0].isalpha() and len(word) > 3]
    if last is None or last - first < 2 or not all(word[0].isupper() for word in long):
        return None
    return Argument(last - 1, first, last)


def _after_see(tree: Tree, index: int) -> int | None:
    """Return the first word behind "see", "see also" or "refer to"."""
    word, following = tree.lower[index], tree.lower[index + 1]
    if word == "see":
        return index + 2 if following in ("also", "section", ":") else index + 1
    return index + 2 if word == "refer" and following == "to" else None


def _starts_reference(tree: Tree, reading: ScopeReading, index: int) -> bool:
    if index == reading.first or tree.words[index - 1] in ("(", ",", ":", ";", "-", "–"):
        return True
    informs = tree.lower[index - 1] in words("pointed_nouns")  # "For more information see X"
    return informs and tree.lower[reading.first] == "for"


def _named_text(reading: ScopeReading, see: int) -> Argument | None:
    """Return what is to be seen where it is no title but has a name: "the Ledger documentation"."""
    tree = reading.tree
    object_ = tree.first(see, "dobj")
    if object_ is None or tree.tag[object_] not in NOUN_TAGS or object_ < see:
        return None
    if tree.lemma[object_].lower() in words("vague_nouns") or any(
        tree.lower[child] in words("directions") | {"this", "these"}
        for child in tree.children[object_]
    ):
        return None
    text = reading.phrases.of(object_)
    capital = any(word[0].isupper() for word in tree.words[text.first : text.last])
    return text if capital and text.tokens > 1 else None


def _title_end(tree: Tree, first: int, end: int) -> int | None:
    """Return where a title that starts at a token ends, or None where no title does."""
    depth, last = 0, first
    while last < end and tree.words[last] not in (";", "|") and not _says_why(tree, last, end):
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


def _says_why(tree: Tree, index: int, end: int) -> bool:
    """Return whether "for more information" starts at a token."""
    if tree.lower[index] != "for" or index + 2 >= end:
        return False
    return tree.lower[index + 1] in _MORE or tree.lemma[index + 1] in words("pointed_nouns")


def listed_title(reading: ScopeReading) -> Argument | None:
    """Return the title that is all of a sentence, without the stop at its end, or None."""
    tree = reading.tree
    words_ = tree.words[reading.first : reading.last]
    title = reading.phrases.trim(reading.first, reading.first, reading.last)
    if title.tokens > _MAX_TITLE or not words_[0][0].isupper() or words_[-1] in (":", "?", "!"):
        return None
    return None if words_[-1] == "." and len(words_) > 2 else title
