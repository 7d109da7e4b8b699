"""Texts a second of the embedder and of the model's file as it is, each text alone, in one run.

    python benchmarks/embedding.py LAKE [--sets FOLDER ...]

Texts are those of a lake's chunks, entities and relations; only those that are sought by nearness
are embedded, and how many of how many is told. Rates are by processor time, the ways in turn, on
one thread: the embedder's over as many texts as a build embeds in one block, of all texts and of
those that are sought, the file's over every eighth of all by length; the ratio is of rates over all
texts, and the cosine that of the two vectors of a text. The last lines are what a first build takes
of each way, in processor seconds: all texts, and what is sought. A set is a folder with
corpus.jsonl, queries.jsonl and qrels.tsv: recall@5 of dense search with the vectors of either.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
from embedding_baseline import _feed, _session

from graphwright.settings import EmbeddingSettings
from graphwright.steps.embedding import EMBEDDED, sought_rows
from graphwright.store.lake import Lake
from graphwright.vectors.embedding_cache import BLOCK_CHARACTERS, BLOCK_TEXTS
from graphwright.vectors.embedding_texts import Kind, texts_of
from graphwright.vectors.local_embedder import LocalEmbedder
from graphwright.vectors.model_files import find_model

Embed = Callable[[Sequence[str]], Any]
_ROUNDS = 3
_EVERY = 8


def alone(embedder: LocalEmbedder) -> Embed:
    """Return a function that embeds each text alone with the model's file as it is."""
    session = _session(find_model(EmbeddingSettings().model).model)

    def embed(texts: Sequence[str]) -> Any:
        rows = [
            session.run(None, _feed(np.array([embedder._tokens(text)])))[0][0, 0] for text in texts
        ]
        vectors = np.array(rows)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    return embed


def lake_texts(folder: Path, vectors: str) -> tuple[list[str], list[str]]:
    """Return the distinct texts of the rows that a table of vectors is of, and all of the kind."""
    lake, kind = Lake(folder), EMBEDDED[vectors]
    every = pa.concat_tables([lake.read_file(kind, path) for path in lake.paths(kind)])
    return distinct(kind, sought_rows(lake, vectors)), distinct(kind, every)


def distinct(kind: Kind, rows: pa.Table) -> list[str]:
    """Return the distinct texts of some rows, in an order of a fixed seed."""
    texts = sorted(set(texts_of(kind, rows)["text"].to_pylist()))
    random.Random(1).shuffle(texts)
    return texts


def block(texts: Sequence[str]) -> Sequence[str]:
    """Return the first texts, as many as a block of a build holds."""
    ends = itertools.accumulate(len(text) for text in texts)
    fitting = sum(end <= BLOCK_CHARACTERS for end in ends)
    return texts[: min(fitting, BLOCK_TEXTS)]


def compare(
    sought: Sequence[str], texts: Sequence[str], file_alone: Embed, embedder: Embed
) -> dict[str, float]:
    """Return texts a CPU second of each way, the median of rounds, their ratio and cosine."""
    fewer = sorted(texts, key=len)[_EVERY // 2 :: _EVERY]
    ways = {"file, alone": (file_alone, fewer), "embedder": (embedder, texts)}
    if sought != texts:
        ways["sought"] = (embedder, sought)
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(_ROUNDS):
        for name, (embed, embedded) in ways.items():
            start = time.process_time()
            vectors = embed(embedded)
            rates[name].append(len(vectors) / (time.process_time() - start))
    old, new = (np.array(rates[name]) for name in ("file, alone", "embedder"))
    cosines = (file_alone(fewer) * embedder(fewer)).sum(1)
    medians = {name: float(np.median(each)) for name, each in rates.items()}
    medians.setdefault("sought", medians["embedder"])
    return medians | {"ratio": float(np.median(new / old)), "cosine": float(cosines.mean())}


def recall(folder: Path, embed: Embed, prefix: str) -> float:
    """Return recall@5 of dense search over a set's corpus; queries get the prefix."""
    corpus, asked = (
        [json.loads(line) for line in (folder / name).read_text().splitlines()]
        for name in ("corpus.jsonl", "queries.jsonl")
    )
    vectors = embed([f"{row.get('title', '')}\n{row['text']}".strip() for row in corpus])
    ids = np.array([row["_id"] for row in corpus])
    queries = embed([prefix + row["text"] for row in asked])
    near = np.argsort(-(queries @ vectors.T), kind="stable")[:, :5]
    gold: dict[str, set[str]] = {}
    for line in (folder / "qrels.tsv").read_text().splitlines():
        query, passage, *_ = line.split("\t")
        gold.setdefault(query, set()).add(passage)
    found = [
        len(gold[row["_id"]] & set(ids[rows])) / len(gold[row["_id"]])
        for row, rows in zip(asked, near, strict=True)
    ]
    return float(np.mean(found))


def rounded(values: Mapping[str, float], decimals: int) -> dict[str, float]:
    """Return values as they are printed."""
    return {name: round(value, decimals) for name, value in values.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("lake", type=Path)
    parser.add_argument("--sets", type=Path, nargs="*", default=[])
    options = parser.parse_args()
    embedder = LocalEmbedder(EmbeddingSettings(), workers=1)
    prefix = find_model(EmbeddingSettings().model).query_prefix
    file_alone = alone(embedder)
    ways: dict[str, Embed] = {"file, alone": file_alone, "embedder": embedder.embed_passages}
    total = dict.fromkeys((*ways, "sought"), 0.0)
    for vectors, kind in EMBEDDED.items():
        sought, texts = lake_texts(options.lake, vectors)
        found = compare(block(sought), block(texts), file_alone, embedder.embed_passages)
        print(f"{kind}: {len(sought)} of {len(texts)} texts embedded", rounded(found, 4))
        seconds = {name: len(texts) / found[name] for name in ways}
        seconds["sought"] = len(sought) / found["sought"]
        print(f"  processor seconds {rounded(seconds, 1)}")
        total = {name: total[name] + seconds[name] for name in total}
    print(f"all: processor seconds {rounded(total, 1)}")
    for name in ("embedder", "sought"):
        print(f"file, alone, over {name}: {total['file, alone'] / total[name]:.3f}")
    for folder in options.sets:
        for name, embed in ways.items():
            value = recall(folder, embed, prefix)
            print(folder.name, name, f"recall@5 {value:.4f}")


if __name__ == "__main__":
    main()
