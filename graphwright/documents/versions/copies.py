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
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

SHARE = (2, 3)
"""The share, as a fraction, of each text that two copies have in common."""

_ENDS = re.compile(r"[.!?:;]\s")
"""The end of a sentence inside a line; its sign goes, as all between words does."""
_BETWEEN_WORDS = re.compile(r"[^\w\n]+")

Pieces = Mapping[int, int]
"""The pieces of a document by hash, each with its length in characters."""


def pieces_of(text: str) -> dict[int, int]:
    """Return the pieces of a text."""
    found = {}
    # On the whole text, since a call for each piece takes longer than its letters do.
    for piece in _BETWEEN_WORDS.sub(" ", _ENDS.sub("\n", text.casefold())).split("\n"):
        if plain := piece.strip(" "):
            digest = hashlib.blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=8)
            found[int.from_bytes(digest.digest(), "big")] = len(plain)
    return found


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
        _compare(sorted(holders, key=lambda d: (totals[d], d)), distinct, totals, groups)


def _meeting_places(
    documents: Mapping[str, Pieces], totals: Mapping[str, int]
) -> Iterator[list[str]]:
    """Yield sets of documents such that any two copies are together in one of them.

    Two copies share pieces of two thirds of each. So, in whatever order pieces stand, the first
    that both hold stands among those of either that come first and make up the other third, or
    right after. The rarest stand first: few documents then meet that are no copies.
    """
    spread = Counter(itertools.chain.from_iterable(documents.values()))
    holders: defaultdict[int, list[str]] = defaultdict(list)
    for document, pieces in documents.items():
        shared = sorted((spread[piece], piece) for piece in pieces if spread[piece] > 1)
        before = totals[document] - sum(pieces[piece] for _, piece in shared)
        for _, piece in shared:
            if before * SHARE[1] > (SHARE[1] - SHARE[0]) * totals[document]:
                break
            holders[piece].append(document)
            before += pieces[piece]
    yield from holders.values()


def _compare(
    holders: Sequence[str],
    documents: Mapping[str, Pieces],
    totals: Mapping[str, int],
    groups: Groups,
) -> None:
    """Join the copies among documents that are sorted by length.

    Those that are one group already are not compared, so thousands of copies are compared once
    each.
    """
    seen: dict[str, list[str]] = {}
    for document in holders:
        own, group = [document], groups.find(document)
        for root in list(seen):
            members = seen[root]
            if groups.find(root) == group or _is_a_copy(document, members, documents, totals):
                groups.join(root, document)
                own, group = [*seen.pop(root), *own], groups.find(document)
        seen[group] = own


def _is_a_copy(
    document: str,
    others: Sequence[str],
    documents: Mapping[str, Pieces],
    totals: Mapping[str, int],
) -> bool:
    """Return whether a document is a copy of one of others, none of which is longer."""
    pieces, least = documents[document], totals[document] * SHARE[0]
    return any(
        totals[other] * SHARE[1] >= least and _common(pieces, documents[other]) * SHARE[1] >= least
        for other in reversed(others)
    )


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
