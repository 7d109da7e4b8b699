"""Which documents are copies of one another: those that have most of their text in common.

A document is the set of its pieces: its sentences and lines, as words in lower case. Two are
copies where the pieces that they share make up at least two thirds of each, by length; and so are
a copy's copies. It depends on the texts alone, not on their order.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping

SHARE = (2, 3)
"""The share, as a fraction, of each text that two copies have in common."""

_ENDS = re.compile(r"[.!?:;]\s")
"""The end of a sentence inside a line; its sign goes, as all between words does."""
_BETWEEN_WORDS = re.compile(r"[^\w\n]+")
_SIGN, _OTHER = ".", ","
"""Stand for the signs that end a sentence before a space, and for all else between words."""

Pieces = Mapping[int, int]
"""The pieces of a document by hash, each with its length in characters."""


def pieces_of(text: str) -> dict[int, int]:
    """Return the pieces of a text."""
    found = {}
    # On the whole text, since a call for each piece takes longer than its letters do.
    for piece in (_lines_of_ascii(text) if text.isascii() else _lines(text)).split("\n"):
        if plain := piece.strip(" "):
            digest = hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8)
            found[int.from_bytes(digest.digest(), "big")] = len(plain)
    return found


def _lines(text: str) -> str:
    """Return a text in small letters with a piece in each line and a space between words."""
    return _BETWEEN_WORDS.sub(" ", _ENDS.sub("\n", text.casefold()))


def _lines_of_ascii(text: str) -> str:
    """Return the same of a text of ASCII, in half the time; a line may begin or end in spaces."""
    lines = text.translate(_PLAIN).replace(f"{_SIGN} ", "\n")
    lines = lines.replace(_SIGN, " ").replace(_OTHER, " ")
    while "  " in lines:
        lines = lines.replace("  ", " ")
    return lines


def _plain(letter: str) -> str:
    """Return what stands for a letter of ASCII."""
    if letter == "\n" or re.fullmatch(r"\w", letter):
        return letter.casefold()
    if letter.isspace():
        return " "
    return _SIGN if _ENDS.fullmatch(f"{letter} ") else _OTHER


_PLAIN = str.maketrans({chr(code): _plain(chr(code)) for code in range(128)})


class Groups:
    """Sets that grow by union; each is known by the smallest of its members."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}

    def find(self, member: str) -> str:
        """Return the smallest member of the set that holds this one."""
        root = member
        while (parent := self._parents.get(root, root)) != root:
            root = parent
        while (parent := self._parents.get(member, member)) != root:
            self._parents[member], member = root, parent
        return root

    def join(self, one: str, other: str) -> None:
        """Make one set of two."""
        first, second = sorted((self.find(one), self.find(other)))
        self._parents[second] = first


def join_copies(documents: Mapping[str, Pieces], groups: Groups) -> None:
    """Join the documents that are copies. A document without pieces is no copy."""
    distinct: dict[str, Pieces] = {}
    by_content: defaultdict[Hashable, list[str]] = defaultdict(list)
    for document, pieces in sorted(documents.items()):
        if pieces:
            by_content[frozenset(pieces)].append(document)
    for first, *others in by_content.values():
        distinct[first] = documents[first]
        for other in others:
            groups.join(first, other)
    totals = {document: sum(pieces.values()) for document, pieces in distinct.items()}
    for holders in _meeting_places(distinct, totals):
        by_length = dict(sorted(holders.items(), key=lambda holder: (totals[holder[0]], holder[0])))
        _compare(by_length, distinct, totals, groups)


def _meeting_places(
    documents: Mapping[str, Pieces], totals: Mapping[str, int]
) -> Iterator[dict[str, int]]:
    """Yield sets of documents such that any two copies are together in one of them.

    Beside each document is the length of what it may share with those that it first meets there.

    Two copies share pieces of two thirds of each. So, in whatever order pieces stand, the first
    that both hold stands among those of either that come first and make up the other third, or
    right after. The rarest stand first: few documents then meet that are no copies.
    """
    spread = Counter(itertools.chain.from_iterable(documents.values()))
    holders: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for document, pieces in documents.items():
        shared = sorted((spread[piece], piece) for piece in pieces if spread[piece] > 1)
        before = totals[document] - sum(pieces[piece] for _, piece in shared)
        for _, piece in shared:
            if before * SHARE[1] > (SHARE[1] - SHARE[0]) * totals[document]:
                break
            holders[piece][document] = totals[document] - before
            before += pieces[piece]
    yield from holders.values()


def _compare(
    holders: Mapping[str, int],
    documents: Mapping[str, Pieces],
    totals: Mapping[str, int],
    groups: Groups,
) -> None:
    """Join the copies among documents that are sorted by length, given with what they may share.

    Those that are one group already are not compared, so thousands of copies are compared once
    each.
    """
    seen: dict[str, list[str]] = {}
    for document in holders:
        own, group = [document], groups.find(document)
        least = totals[document] * SHARE[0]
        for root in list(seen):
            members = seen[root]
            if groups.find(root) == group or any(
                holders[other] * SHARE[1] >= least
                and _common(documents[document], documents[other]) * SHARE[1] >= least
                for other in reversed(members)
            ):
                groups.join(root, document)
                own, group = [*seen.pop(root), *own], groups.find(document)
        seen[group] = own


def _common(one: Pieces, other: Pieces) -> int:
    return sum(map(one.__getitem__, one.keys() & other.keys()))


def words_of(text: str) -> frozenset[str]:
    """Return the distinct words of a text that are no numbers."""
    return frozenset(re.findall(r"[^\W\d_]+", text.casefold()))


def are_alike(one: Iterable[str], other: Iterable[str]) -> bool:
    """Return whether two sets of words are of one text: three quarters of the smaller in both."""
    first, second = frozenset(one), frozenset(other)
    smaller = min(len(first), len(second))
    return smaller > 0 and 4 * len(first & second) >= 3 * smaller
