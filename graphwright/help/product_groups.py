"""Pages of one collection that differ by the product alone, found from all pages together."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from graphwright.help.product_names import LEAST, ProductNames, product_names, usual
from graphwright.help.title_words import (
    Title,
    Words,
    read_title,
    singular,
    topic_without,
    written_without,
)
from graphwright.ids import content_id


@dataclasses.dataclass(frozen=True, slots=True)
class TitledPage:
    """What is needed of a page to tell its product; ``path`` is that inside its collection."""

    document_id: str
    collection: str
    path: str
    title: str


@dataclasses.dataclass(frozen=True, slots=True)
class ProductPage:
    """A page of a group: its problem without the product, the product, and what asks for it.

    Of one group ``topic``, ``group_id`` and ``question`` are the same.
    """

    topic: str
    product: str
    group_id: str
    question: str


@dataclasses.dataclass(frozen=True, slots=True)
class _Cut:
    """A page parted into a product and a topic: its normal form, and as written."""

    page: TitledPage
    product: str
    topic: Words
    written: str


def product_groups(pages: Iterable[TitledPage]) -> dict[str, ProductPage]:
    """Return the pages that stand in a group, by document; groups lie within a collection.

    The product stands in the title, "Blue Account: Fees", or pages of one title lie in folders of
    products: ``blue/fees.md``, ``red/fees.md``.
    """
    collections: defaultdict[str, list[TitledPage]] = defaultdict(list)
    for page in sorted(pages, key=lambda one: one.document_id):
        collections[page.collection].append(page)
    found: dict[str, ProductPage] = {}
    for _, members in sorted(collections.items()):
        titles = [read_title(page.title) for page in members]
        names = product_names(titles)
        by_title = dict(_groups(_title_cuts(members, titles, names), names.classes))
        rest = [page for page in members if page.document_id not in by_title]
        found |= by_title | dict(_groups(_folder_cuts(rest), names.classes))
    return dict(sorted(found.items()))


def _groups(cuts: Iterable[_Cut], classes: frozenset[str]) -> Iterator[tuple[str, ProductPage]]:
    """Yield the pages whose topic is shared by several products."""
    groups: defaultdict[Words, list[_Cut]] = defaultdict(list)
    for cut in cuts:
        groups[cut.topic].append(cut)
    for topic, members in sorted(groups.items()):
        products = {cut.product for cut in members}
        if len(products) >= LEAST:
            group_id = content_id("help_group", members[0].page.collection, *topic)
            said = usual(Counter(cut.written for cut in members))
            question = _question(products, classes)
            for cut in members:
                yield cut.page.document_id, ProductPage(said, cut.product, group_id, question)


def _title_cuts(
    pages: Sequence[TitledPage], titles: Sequence[Title], names: ProductNames
) -> list[_Cut]:
    """Return each title that holds a name, cut where most products share what is left."""
    found = [
        [
            (topic, name, span)
            for name, span in names.held(title)
            if (topic := topic_without(title, *span, names.classes))
        ]
        for title in titles
    ]
    owners: defaultdict[Words, set[Words]] = defaultdict(set)
    for choices in found:
        for topic, name, _ in choices:
            owners[topic].add(name)
    cuts = []
    for page, title, choices in zip(pages, titles, found, strict=True):
        if choices:
            topic, name, span = max(choices, key=lambda one: (len(owners[one[0]]), one))
            cuts.append(_Cut(page, names.spelt[name], topic, written_without(title, *span)))
    return cuts


def _folder_cuts(pages: Sequence[TitledPage]) -> list[_Cut]:
    """Return pages of one title whose paths differ by one folder, which several titles have."""
    found: defaultdict[tuple[str, ...], list[tuple[TitledPage, str]]] = defaultdict(list)
    for page in pages:
        parts = PurePosixPath(page.path).parts
        for place, folder in enumerate(parts[:-1]):
            frame = (*parts[:place], "", *parts[place + 1 :], page.title)
            found[frame].append((page, folder))
    topics: defaultdict[tuple[tuple[str, ...], str], set[tuple[str, ...]]] = defaultdict(set)
    shared = {frame: members for frame, members in found.items() if len(members) >= LEAST}
    for frame, members in shared.items():
        for _, folder in members:
            topics[_above(frame), folder].add(frame)
    return [
        _Cut(page, folder.replace("-", " ").replace("_", " "), frame, page.title)
        for frame, members in sorted(shared.items())
        for page, folder in members
        if len(topics[_above(frame), folder]) >= LEAST
    ]


def _above(frame: tuple[str, ...]) -> tuple[str, ...]:
    return frame[: frame.index("")]


def _question(products: Iterable[str], classes: frozenset[str]) -> str:
    """Return what asks for the product, by the word that most of a group's products end in."""
    members = [singular(read_title(product).words[-1]) for product in products]
    for word, count in sorted(Counter(members).items()):
        if word in classes and 2 * count > len(members):
            return f"Which {word} is it about?"
    return "Which of these is it about?"
