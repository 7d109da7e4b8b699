"""Labelled sets of names, ways to cluster them without a model, and scores of clusters.

A set is a folder of Open-KG-canonicalization (NELL165, ReVerb): ``ent2id.txt`` holds every name of
its triples, ``gold_npclust.txt`` which names are one. Every name is clustered, since names that
nobody labelled join others too; then macro, micro and pairwise F1 (CESI, section 6) are taken of
the labelled ones, and their mean. What is measured with it is in ``entities.py``.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

Clusters = Mapping[str, str]
"""The cluster of each name."""
Gold = list[list[str]]


def read_names(folder: Path) -> list[str]:
    """Return every name of the triples, sorted."""
    lines = (folder / "ent2id.txt").read_text(encoding="utf-8").splitlines()[1:]
    return sorted({line.split("\t")[0] for line in lines})


def read_gold(folder: Path) -> Gold:
    """Return the labelled clusters; a mention keeps the number of its triple: ``name|7``."""
    lines = (folder / "gold_npclust.txt").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[2:] for line in lines if line.strip()]


def name_of(mention: str) -> str:
    """Return the name of a mention."""
    return mention.rsplit("|", 1)[0]


def linked(names: Sequence[str], pairs: Iterable[tuple[str, str]]) -> Clusters:
    """Return clusters by single linkage."""
    top = {name: name for name in names}

    def find(name: str) -> str:
        while top[name] != name:
            top[name] = name = top[top[name]]
        return name

    for one, other in pairs:
        top[find(one)] = find(other)
    return {name: find(name) for name in names}


def common(one: str, other: str) -> int:
    """Return the length of the longest common subsequence, by bits."""
    places: dict[str, int] = defaultdict(int)
    for place, sign in enumerate(one):
        places[sign] |= 1 << place
    mask = (1 << len(one)) - 1
    row = mask
    for sign in other:
        match = row & places.get(sign, 0)
        row = ((row + match) | (row - match)) & mask
    return len(one) - row.bit_count()


def ratio(one: str, other: str) -> float:
    """Return 100 times twice the common subsequence by both lengths."""
    total = len(one) + len(other)
    return 200 * common(one, other) / total if total else 100.0


def token_set(one: str, other: str) -> float:
    """Return the best ratio of shared words with what either has beside them."""
    words, others = set(one.split()), set(other.split())
    shared = " ".join(sorted(words & others))
    rest = [" ".join(sorted(left)) for left in (words - others, others - words)]
    if shared and not all(rest):
        return 100.0
    first, second = (f"{shared} {left}".strip() for left in rest)
    found = [ratio(first, second)]
    return max(found + [ratio(shared, both) for both in (first, second)] if shared else found)


def alike(
    texts: Sequence[str], least: float, likeness: Callable[[str, str], float]
) -> Iterator[tuple[int, int]]:
    """Yield pairs of at least a likeness that no pair with fewer common letters can have."""
    signs = sorted(set("".join(texts)))
    place = {sign: at for at, sign in enumerate(signs)}
    counts = np.zeros((len(texts), len(signs)), dtype=np.int16)
    for row, text in enumerate(texts):
        for sign in text:
            counts[row, place[sign]] += 1
    lengths = counts.sum(axis=1)
    for row in range(len(texts) - 1):
        both = np.minimum(counts[row], counts[row + 1 :]).sum(axis=1)
        near = np.flatnonzero(200 * both >= least * (lengths[row] + lengths[row + 1 :]))
        for other in (near + row + 1).tolist():
            if likeness(texts[row], texts[other]) >= least:
                yield row, other


def sharing_words(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of names that share a word, once each."""
    having: dict[str, list[int]] = defaultdict(list)
    for at, name in enumerate(names):
        for word in set(name.split()):
            having[word].append(at)
    pairs = (pair for places in having.values() for pair in itertools.combinations(places, 2))
    yield from dict.fromkeys(pairs)


def methods(names: Sequence[str]) -> Iterator[tuple[str, Clusters]]:
    """Yield the ways to cluster by strings alone with their clusters: single linkage."""
    yield "same string", {name: name for name in names}

    def named(pairs: Iterable[tuple[int, int]]) -> Clusters:
        return linked(names, ((names[one], names[other]) for one, other in pairs))

    yield "ratio 90", named(alike(names, 90, ratio))
    in_order = [" ".join(sorted(name.split())) for name in names]
    yield "token_sort 85", named(alike(in_order, 85, ratio))
    shared = (p for p in sharing_words(names) if token_set(names[p[0]], names[p[1]]) >= 90)
    yield "token_set 90", named(itertools.chain(shared, alike(in_order, 90, ratio)))


def scores(gold: Gold, clusters: Clusters) -> dict[str, float]:
    """Return macro, micro and pairwise F1 of the labelled mentions, and their mean."""
    truth = {mention: str(number) for number, found in enumerate(gold) for mention in found}
    made = {mention: clusters[name_of(mention)] for mention in truth}
    found = {
        name: _f1(measure(made, truth), measure(truth, made))
        for name, measure in (("macro", _macro), ("micro", _micro), ("pairwise", _pairwise))
    }
    return {**found, "mean": round(sum(found.values()) / len(found), 3)}


def _parts(made: Mapping[str, str], truth: Mapping[str, str]) -> list[Counter[str]]:
    """Return for each cluster how many of its mentions are in which cluster of the other side."""
    parts: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, cluster in made.items():
        parts[cluster][truth[mention]] += 1
    return list(parts.values())


def _macro(made: Mapping[str, str], truth: Mapping[str, str]) -> float:
    parts = _parts(made, truth)
    return sum(len(part) == 1 for part in parts) / len(parts)


def _micro(made: Mapping[str, str], truth: Mapping[str, str]) -> float:
    return sum(max(part.values()) for part in _parts(made, truth)) / len(made)


def _pairwise(made: Mapping[str, str], truth: Mapping[str, str]) -> float:
    parts = _parts(made, truth)
    right = sum(n * (n - 1) for part in parts for n in part.values())
    every = sum(part.total() * (part.total() - 1) for part in parts)
    return right / every if every else 0.0


def _f1(precision: float, recall: float) -> float:
    total = precision + recall
    return round(2 * precision * recall / total, 3) if total else 0.0
