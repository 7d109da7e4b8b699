"""Names of products, found in the titles of a collection's pages; no list of products is needed.

A name recurs over several topics, and over these topics stand other names: "Blue Account: Fees",
"Fees for my Red Account", "FAQ: Red Account", "FAQ: Blue Account".
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphwright.help.function_words import FUNCTION_WORDS
from graphwright.help.title_words import Title, Words, singular, topic_without

LONGEST_NAME = 5
"""Words that a product's name may have."""
LEAST = 2
"""Topics that a name stands over, and names that stand over a topic."""


@dataclasses.dataclass(frozen=True, slots=True)
class ProductNames:
    """The names of a collection's products.

    ``whole`` maps each name to its full form, ``spelt`` that to how it is mostly written;
    ``classes`` are the words for a kind of product, "account".
    """

    whole: Mapping[Words, Words]
    spelt: Mapping[Words, str]
    classes: frozenset[str]

    def held(self, title: Title) -> Iterator[tuple[Words, tuple[int, int]]]:
        """Yield a title's names in full with their places; of those that overlap, the longest."""
        for name, span in _held(title, self.whole):
            yield self.whole[name], span


def product_names(titles: Sequence[Title]) -> ProductNames:
    """Return the names of the products that a collection's titles tell."""
    seen = _seen(titles)
    names = _recurring(seen)
    classes = _class_words(names, titles)
    longer = {(*name, word) for name in names for word in classes} & seen.degrees.keys()
    whole = _whole(names | longer, classes)
    return ProductNames(whole, _spellings(titles, whole), classes)


def _recurring(seen: _Seen) -> frozenset[Words]:
    """Return the names that stand over topics which other names stand over too.

    What stands once like a name (before a colon, after a preposition or article) counts elsewhere
    too: "Update firmware" and "Install firmware" make no product of a verb. A topic that several
    names share tells further names, if other titles have them too.
    """
    marked = {(name, topic) for name, topic in seen.pairs if name in seen.marked and topic}
    shared = _shared({(name, topic) for name, topic in marked if seen.leads(name, topic)})
    topics = {topic for _, topic in shared}
    return frozenset(
        name
        for name, topic in marked
        if topic in topics and seen.degrees[name] >= LEAST and seen.leads(name, topic)
    )


@dataclasses.dataclass(frozen=True, slots=True)
class _Seen:
    """What may be a name, with what is left of the title; how often each stands like one."""

    pairs: frozenset[tuple[Words, Words]]
    marked: frozenset[Words]
    inside: Mapping[Words, int]
    degrees: Mapping[Words, int]

    def leads(self, name: Words, topic: Words) -> bool:
        """Return whether of name and topic the name is the name: in "A: B" both may be."""
        return topic not in self.degrees or self._standing(name) >= self._standing(topic)

    def _standing(self, name: Words) -> tuple[int, int]:
        return self.inside[name], self.degrees[name]


def _seen(titles: Sequence[Title]) -> _Seen:
    pairs: set[tuple[Words, Words]] = set()
    marked: set[Words] = set()
    inside: Counter[Words] = Counter()
    for title in titles:
        for start, end in _edges(title):
            name = title.words[start:end]
            pairs.add((name, topic_without(title, start, end, frozenset())))
            inside[name] += title.inside(start, end)
            if title.inside(start, end) or title.apart(start, end):
                marked.add(name)
    return _Seen(frozenset(pairs), frozenset(marked), inside, Counter(name for name, _ in pairs))


def _shared(pairs: set[tuple[Words, Words]]) -> set[tuple[Words, Words]]:
    """Return the pairs of name and topic that are left when each has ``LEAST`` of the other."""
    while True:
        topics = Counter(name for name, _ in pairs)
        owners = Counter(topic for _, topic in pairs)
        kept = {
            (name, topic)
            for name, topic in pairs
            if topics[name] >= LEAST and owners[topic] >= LEAST
        }
        if kept == pairs:
            return pairs
        pairs = kept


def _edges(title: Title) -> Iterator[tuple[int, int]]:
    """Yield the runs of words at the title's beginning and end that may be a name."""
    count = len(title.words)
    for length in range(1, min(LONGEST_NAME, count - 1) + 1):
        for start in (0, count - length):
            if _may_name(title, start, start + length):
                yield start, start + length


def _may_name(title: Title, start: int, end: int) -> bool:
    first, last = title.words[start], title.words[end - 1]
    return (
        title.capital[start]
        and first not in FUNCTION_WORDS
        and last not in FUNCTION_WORDS
        and not title.parted(start, end)
    )


def _class_words(names: Iterable[Words], titles: Sequence[Title]) -> frozenset[str]:
    """Return the words for the kind of product: "Blue Account" is an account.

    Several names end in it, and somewhere it stands in small letters, as no part of a name does.
    """
    last = Counter(singular(name[-1]) for name in names if len(name) > 1)
    small = {
        word
        for title in titles
        for word, capital in zip(title.words, title.capital, strict=True)
        if not capital
    }
    return frozenset(word for word, count in last.items() if count >= LEAST and word in small)


def _whole(names: frozenset[Words], classes: frozenset[str]) -> dict[Words, Words]:
    """Return the full form of each name: "Lime Green" is the "Lime Green Account" if no card is."""
    whole = {}
    for name in sorted(names):
        longer = [(*name, word) for word in sorted(classes) if (*name, word) in names]
        whole[name] = longer[0] if len(longer) == 1 else name
    return whole


def _held(title: Title, names: Iterable[Words]) -> Iterator[tuple[Words, tuple[int, int]]]:
    start = 0
    while start < len(title.words):
        for length in range(min(LONGEST_NAME, len(title.words) - start), 0, -1):
            end = start + length
            if title.words[start:end] in names and title.capital[start]:
                yield title.words[start:end], (start, end)
                start = end
                break
        else:
            start += 1


def _spellings(titles: Sequence[Title], whole: Mapping[Words, Words]) -> dict[Words, str]:
    """Return how each full name is mostly written."""
    written: defaultdict[Words, Counter[str]] = defaultdict(Counter)
    for title in titles:
        for name, (start, end) in _held(title, whole):
            if whole[name] == name:
                written[name][title.written(start, end)] += 1
    return {name: usual(counts) for name, counts in written.items()}


def usual(counts: Mapping[str, int]) -> str:
    """Return what is there most often; of equals the first in order."""
    return min(counts, key=lambda one: (-counts[one], one))
