"""Labelled pairs of names for the model of ``graphwright/entities/pair_model.py``, with folds.

A *world* is a set of names with its triples: NELL165 and ReVerb base (folders of
Open-KG-canonicalization), and a lake. Pairs are labelled by gold clusters, or by
``data/entities/scored_pairs.tsv``, which we read. Folds go by gold cluster: what is tested shares
no cluster with what was learned.
"""

from __future__ import annotations

import dataclasses
import os
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from entity_scores import Gold, name_of, read_gold, read_names

from graphwright.entities.likely_pairs import Pairs, likely_pairs
from graphwright.entities.likeness import Likeness, Numbers
from graphwright.entities.name_words import Name
from graphwright.entities.normalise import display_name, normalise
from graphwright.entities.pair_model import PairModel
from graphwright.entities.scored_pairs import neighbours_of
from graphwright.ids import fingerprint
from graphwright.settings import EmbeddingSettings
from graphwright.store.lake import Lake
from graphwright.vectors.embedder import make_embedder

LABELS = Path(__file__).with_name("data") / "entities" / "scored_pairs.tsv"
FOLDS = 5
NO_FOLD = -1
KEPT = Path(folder) if (folder := os.environ.get("GRAPHWRIGHT_KEPT_VECTORS")) else None
"""Where vectors are kept from one run to the next, if anywhere."""


@dataclasses.dataclass(frozen=True, slots=True)
class World:
    """Names in order of key, their triples, the pairs that are looked at and their numbers.

    ``label`` is 1 or 0 where it is known whether a pair is one, else NaN; ``folds`` the fold of
    each name of a pair, ``NO_FOLD`` where its cluster is not known.
    """

    name: str
    names: list[Name]
    triples: pa.Table
    pairs: Pairs
    numbers: Numbers
    label: Numbers
    folds: Pairs


def read_triples(folder: Path) -> pa.Table:
    """Return the triples of a folder as the steps see those of a lake; no sentence is known."""
    lines = (folder / "triples.txt").read_text(encoding="utf-8").splitlines()[1:]
    found = [line.split("\t")[:3] for line in lines if not line.startswith("/m/")]
    whole = sorted({tuple(triple) for triple in found if len(triple) == 3})
    subjects, predicates, others = zip(*whole, strict=True)
    numbers = [f"{number:06d}" for number in range(len(whole))]
    return pa.table(
        {
            "triple_id": numbers,
            "sentence_id": numbers,
            "predicate_start": pa.array([0] * len(whole), pa.int64()),
            "predicate": predicates,
            "rule": [""] * len(whole),
            "negated": [False] * len(whole),
            "subject_key": list(map(normalise, subjects)),
            "object_key": list(map(normalise, others)),
        }
    )


def read_world(folder: Path) -> World:
    """Return the world of a folder."""
    written, gold = read_names(folder), read_gold(folder)
    triples = read_triples(folder)
    labelled = {name_of(mention) for found in gold for mention in found}
    forms = {normalise(name): display_name(name) for name in sorted({*written, *labelled})}
    for column in ("subject_key", "object_key"):
        for key in triples[column].to_pylist():
            forms.setdefault(key, key)
    names = [Name(key, form) for key, form in sorted(forms.items())]
    clusters = _clusters(gold)
    fold_of = {key: zlib.crc32(str(at).encode()) % FOLDS for key, at in clusters.items()}
    world = scored_world(folder.name, names, triples)
    keys = [(names[one].key, names[other].key) for one, other in world.pairs]
    label = [
        float(clusters[one] == clusters[other]) if {one, other} <= clusters.keys() else np.nan
        for one, other in keys
    ]
    folds = [[fold_of.get(key, NO_FOLD) for key in both] for both in keys]
    return dataclasses.replace(world, label=np.array(label), folds=np.array(folds))


def _clusters(gold: Gold) -> dict[str, int]:
    """Return the cluster in which most mentions of a key are."""
    said: dict[str, Counter[int]] = defaultdict(Counter)
    for at, mentions in enumerate(gold):
        for mention in mentions:
            said[normalise(name_of(mention))][at] += 1
    return {key: min(found, key=lambda at: (-found[at], at)) for key, found in said.items()}


def scored_world(name: str, names: Sequence[Name], triples: pa.Table) -> World:
    """Return names with the pairs that are looked at and their numbers, nothing labelled."""
    neighbours = neighbours_of(names, triples)
    pairs = likely_pairs(names, neighbours)
    numbers = Likeness(names, neighbours, vectors_of(name, names)).of(pairs)
    unknown = np.full(len(pairs), np.nan)
    return World(name, list(names), triples, pairs, numbers, unknown, np.full(pairs.shape, NO_FOLD))


def vectors_of(name: str, names: Sequence[Name]) -> Any:
    """Return the vectors of names' forms by the packaged model; ``KEPT`` keeps them by ``name``."""
    forms = [one.form for one in names]
    path = KEPT / f"{name}-{fingerprint(forms)}.npy" if KEPT else None
    if path is not None and path.exists():
        return np.load(path)
    vectors = make_embedder(EmbeddingSettings(), 1).embed_passages(forms)
    if path is not None:
        np.save(path, vectors)
    return vectors


def held_out(
    worlds: Sequence[World], fitted: Callable[[Numbers, Numbers], PairModel]
) -> list[Numbers]:
    """Return the chances of each world's pairs by models that saw no pair of their clusters.

    A pair of two folds is judged by the model without the first's; one of no fold by the first.
    """
    chances = [np.zeros(len(world.pairs)) for world in worlds]
    for fold in range(FOLDS):
        learned = [_learned(world, fold) for world in worlds]
        model = fitted(*map(np.concatenate, zip(*learned, strict=True)))
        for world, found in zip(worlds, chances, strict=True):
            of_pair = np.where(world.folds[:, 0] == NO_FOLD, world.folds[:, 1], world.folds[:, 0])
            here = (of_pair == fold) | ((of_pair == NO_FOLD) & (fold == 0))
            found[here] = model.chances(world.numbers[here])
    return chances


def _learned(world: World, without: int | None = None) -> tuple[Numbers, Numbers]:
    """Return the numbers and labels of the labelled pairs that touch no name of a fold."""
    known = ~np.isnan(world.label) & (world.folds != without).all(axis=1)
    return world.numbers[known], world.label[known]


def all_learned(worlds: Sequence[World]) -> tuple[Numbers, Numbers]:
    """Return the numbers and labels of every labelled pair."""
    numbers, labels = zip(*map(_learned, worlds), strict=True)
    return np.concatenate(numbers), np.concatenate(labels)


def read_lake(folder: Path) -> World:
    """Return the world of a lake, labelled by the pairs that we read.

    A pair's fold goes by the words of its first name: names of one word list are near each other.
    """
    lake = Lake(folder)
    names = [Name(**row) for row in lake.read("names").to_pylist()]
    columns = ["triple_id", "sentence_id", "predicate_start", "predicate", "rule", "rejection",
               "negated", "subject_key", "object_key"]  # fmt: skip
    parts = [lake.read_file("resolved_triples", path, columns)
             for path in lake.paths("resolved_triples")]  # fmt: skip
    triples = pa.concat_tables(parts)
    world = scored_world("lake", names, triples.filter(pc.is_null(triples["rejection"])))
    said = read_labels()
    keys = [(names[one].key, names[other].key) for one, other in world.pairs]
    label = [float(said[both]) if both in said else np.nan for both in keys]
    folds = [_fold_of_words(*both) if both in said else NO_FOLD for both in keys]
    return dataclasses.replace(world, label=np.array(label), folds=np.stack([folds, folds], axis=1))


def read_labels() -> dict[tuple[str, str], bool]:
    """Return whether both names of a pair that we read are one thing, but for pairs in doubt."""
    lines = LABELS.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if line and not line.startswith("#"))
    return {(one, other): said == "1" for said, one, other in rows if said != "?"}


def _fold_of_words(one: str, other: str) -> int:
    shared = set(one.split()) & set(other.split())
    word = max(shared or {one[:4]}, key=lambda word: (len(word), word))
    return zlib.crc32(word.encode()) % FOLDS
