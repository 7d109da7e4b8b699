"""Measure how help pages are found for an inquiry, and whether it is told that none answers.

    .venv/bin/python benchmarks/help.py [FOLDER...] [--limit N] [--vectors FILE.npz] [--fit]

A FOLDER is read as ``benchmarks/help_collections.py`` says. Beside the search of the dialogue stand
dense search over passages and over titles, BM25 over pages, and reciprocal rank fusion of passages
and BM25. Each is printed for the half of inquiries on which weights were fitted, for the other, and
for both. Then half of the pages that are right for an inquiry are taken away: a decision is right
where a known inquiry is answered by its page or an unknown one is handed over. ``--fit`` writes the
weights of the probability and prints those of the signals, from the fit half alone.
The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from help_collections import HelpCollection, Inquiry, KeptEmbedder, read_collection
from retrieval import recall_at, reciprocal_rank

from graphwright.dialogue.intent_search import FusedIntentSearch
from graphwright.dialogue.known import NAMES, WEIGHTS, known
from graphwright.graph.help_words import HelpWords
from graphwright.graph.lexical_index import LexicalIndex
from graphwright.retrieval.fusion import reciprocal_rank_fusion
from graphwright.retrieval.ranking import top
from graphwright.vectors.embedder import Embedder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
DEFAULT_SETS = (
    *(DATA / "help" / name for name in ("arduino", "rho_bank")),
    *(DATA / "retrieval" / name for name in ("workarena_kb", "stackfaq", "libreoffice_index")),
)
OURS = "dialogue"
DEPTH = 1000
RIDGE = 0.02
HALVES: dict[str, tuple[bool, ...]] = {
    "fit": (True,),
    "other": (False,),
    "both": (True, False),
}
Ranking = Callable[[str], list[str]]
Figures = dict[str, dict[str, dict[str, float]]]


class Baselines:
    """What ranks pages without intents: cosines of passages and titles, BM25, and their fusion."""

    def __init__(self, collection: HelpCollection, embedder: Embedder) -> None:
        graph = collection.graph
        self._names = sorted(graph.pages)
        number = {name: place for place, name in enumerate(self._names)}
        self._of_text = np.array(
            [number[graph.nodes[row].document_id] for row in collection.vectors.text_rows]
        )
        self._texts, self._embed = collection.vectors.texts, embedder.embed_query
        titles = [graph.pages[name].title for name in self._names]
        self._titles = embedder.embed_passages(titles)
        self._words = LexicalIndex.of(
            f"{title}\n{graph.texts[name]}" for title, name in zip(titles, self._names, strict=True)
        )
        self.rankings: Mapping[str, Ranking] = {
            "dense": lambda text: self._ranked(self.dense(text)),
            "titles": lambda text: self._ranked(self._titles @ self._embed(text)),
            "bm25": lambda text: self._ranked(self._words.shares(text)),
            "rrf": self._rrf,
        }

    def dense(self, text: str) -> Floats:
        cosines = self._texts @ self._embed(text)
        best = np.full(len(self._names), -1.0)
        np.maximum.at(best, self._of_text, cosines)
        return best

    def _ranked(self, scores: Floats) -> list[str]:
        return [self._names[row] for row, _ in top(scores, DEPTH)]

    def _rrf(self, text: str) -> list[str]:
        lists = [
            [row for row, _ in top(scores, 100)]
            for scores in (self.dense(text), self._words.shares(text))
        ]
        return [self._names[row] for row, _ in reciprocal_rank_fusion(lists)]


def pages_found(search: FusedIntentSearch, collection: HelpCollection, text: str) -> list[str]:
    """Return the pages of the found nodes, best first, each once."""
    nodes = collection.graph.nodes
    return list(dict.fromkeys(nodes[row].document_id for row in search.rank(text)))


def scores_of(ranked: Sequence[str], gold: frozenset[str]) -> dict[str, float]:
    """Return the figures of one inquiry."""
    return {
        "first": float(bool(ranked) and ranked[0] in gold),
        "recall_at_5": recall_at(ranked, gold, 5),
        "mrr": reciprocal_rank(ranked, gold),
    }


def retrieval(collection: HelpCollection, rankings: Mapping[str, Ranking]) -> Figures:
    """Return the figures of each ranking, by half."""
    figures: Figures = {}
    for name, ranking in rankings.items():
        rows = [scores_of(ranking(one.text), one.gold) for one in collection.inquiries]
        figures[name] = {
            half: _mean(
                row for row, one in zip(rows, collection.inquiries, strict=True) if one.fit in parts
            )
            for half, parts in HALVES.items()
        }
    return figures


def _mean(rows: Iterable[Mapping[str, float]]) -> dict[str, float]:
    listed = list(rows)
    return {key: round(float(np.mean([row[key] for row in listed])), 4) for key in listed[0]}


@dataclasses.dataclass(frozen=True, slots=True)
class Decision:
    """An inquiry over pages of which its own are there or not, and what is told of it."""

    fit: bool
    known: bool
    right: bool
    features: tuple[float, ...]
    probability: float
    cosine: float


def decide(
    search: FusedIntentSearch,
    collection: HelpCollection,
    dense: Callable[[str], Floats],
    hidden_of: Callable[[Inquiry], frozenset[str]],
) -> list[Decision]:
    """Return a decision for each inquiry, with the pages of ``hidden_of`` taken away."""
    names = sorted(collection.graph.pages)
    found = []
    for one in collection.inquiries:
        hidden = hidden_of(one)
        told = search.features(one.text, hidden)
        shown = [page for page in pages_found(search, collection, one.text) if page not in hidden]
        cosines = dense(one.text)
        best = max(float(cosines[i]) for i, name in enumerate(names) if name not in hidden)
        values = dataclasses.astuple(told)
        known_ = not one.topic <= hidden
        found.append(Decision(one.fit, known_, shown[0] in one.gold, values, known(told), best))
    return found


def area(scores: Sequence[float], known_: Sequence[bool]) -> float:
    """Return the area under the ROC curve: how often a known one scores above an unknown one."""
    yes = np.array([s for s, k in zip(scores, known_, strict=True) if k])
    no = np.array([s for s, k in zip(scores, known_, strict=True) if not k])
    if not len(yes) or not len(no):
        return float("nan")
    above = (yes[:, None] > no).mean() + (yes[:, None] == no).mean() / 2
    return float(above)


def rightly(decisions: Sequence[Decision]) -> float:
    """Return the share answered rightly where known, handed over where not, by probability .5."""
    return float(
        np.mean([one.right if one.probability >= 0.5 else not one.known for one in decisions])
    )


def by_cosine(decisions: Sequence[Decision]) -> float:
    """Return the same by the best threshold of the baseline's cosine, chosen on these."""

    def share(least: float) -> float:
        return float(
            np.mean([one.right if one.cosine >= least else not one.known for one in decisions])
        )

    return max(share(one.cosine) for one in decisions)


def abstention(decisions: Sequence[Decision]) -> dict[str, dict[str, float]]:
    """Return the figures of knowing, by half."""
    figures = {}
    for half, parts in HALVES.items():
        chosen = [one for one in decisions if one.fit in parts]
        truth = [one.known for one in chosen]
        figures[half] = {
            "inquiries": len(chosen),
            "area": round(area([one.probability for one in chosen], truth), 4),
            "area_cosine": round(area([one.cosine for one in chosen], truth), 4),
            "rightly": round(rightly(chosen), 4),
            "rightly_cosine_best": round(by_cosine(chosen), 4),
        }
    return figures


def fit(sets: Sequence[Sequence[Decision]]) -> tuple[dict[str, float], float]:
    """Return weights and constant of a logistic regression; each collection counts the same."""
    chosen = [[one for one in decisions if one.fit] for decisions in sets]
    values = np.array([one.features for each in chosen for one in each])
    truth = np.array([one.known for each in chosen for one in each], dtype=float)
    count = np.concatenate([np.full(len(each), 1 / len(each)) for each in chosen])
    mean, spread = values.mean(axis=0), values.std(axis=0)
    inputs = np.column_stack([(values - mean) / spread, np.ones(len(values))])
    weights = _logistic(inputs, truth, count / count.sum())
    raw = weights[:-1] / spread
    return (
        {name: round(float(w), 4) for name, w in zip(NAMES, raw, strict=True)},
        round(float(weights[-1] - raw @ mean), 4),
    )


def _logistic(inputs: Floats, truth: Floats, count: Floats) -> Floats:
    """Return the weights by Newton's method, with a ridge on all but the constant."""
    weights = np.zeros(inputs.shape[1])
    ridge = np.full(len(weights), 2 * RIDGE)
    ridge[-1] = 0
    for _ in range(50):
        told = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (count * (told - truth)) + ridge * weights
        curve = (inputs.T * (count * told * (1 - told))) @ inputs + np.diag(ridge)
        weights -= np.linalg.solve(curve, slope)
    return weights


def write_weights(weights: Mapping[str, float], constant: float) -> None:
    """Write the weights below the comment of their file."""
    head = [line for line in WEIGHTS.read_text("utf-8").splitlines() if line.startswith("#")]
    rows = [f"  {name}: {value}" for name, value in weights.items()]
    lines = [*head, f"constant: {constant}", "weights:", *rows]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Read the arguments, run every folder and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="*", type=Path, default=list(DEFAULT_SETS))
    parser.add_argument("--limit", type=int, help="ask only the first N of each, in hash order")
    parser.add_argument("--vectors", type=Path, help="an .npz file that keeps vectors by text")
    parser.add_argument("--fit", action="store_true", help="write the weights of the probability")
    arguments = parser.parse_args()
    embedder = KeptEmbedder(arguments.vectors)
    result: dict[str, object] = {}
    pairs = []
    for folder in arguments.folders:
        collection = read_collection(folder, embedder, arguments.limit)
        if arguments.fit:
            pairs.append(_pairs(collection, embedder))
        else:
            result[folder.name] = _run(collection, embedder)
        embedder.save()
    if arguments.fit:
        weights, constant = fit(pairs)
        write_weights(weights, constant)
        result = {"weights": weights, "constant": constant}
    print(json.dumps(result))


def _search(collection: HelpCollection, embedder: Embedder) -> FusedIntentSearch:
    graph = collection.graph
    words = HelpWords.of(graph)
    return FusedIntentSearch(graph, collection.vectors, words, embedder.embed_query)


def _pairs(collection: HelpCollection, embedder: Embedder) -> list[Decision]:
    """Return each inquiry twice: with its pages, and without."""
    search = _search(collection, embedder)
    dense = Baselines(collection, embedder).dense
    there = decide(search, collection, dense, lambda _: frozenset())
    return [*there, *decide(search, collection, dense, lambda one: one.topic)]


def _run(collection: HelpCollection, embedder: Embedder) -> dict[str, object]:
    graph = collection.graph
    search = _search(collection, embedder)
    baselines = Baselines(collection, embedder)
    ours = functools.partial(pages_found, search, collection)
    found = retrieval(collection, {OURS: ours, **baselines.rankings})
    told: dict[str, dict[str, dict[str, float]]] = {}
    decisions = []
    for half, taken in enumerate(_taken(collection.inquiries), start=1):
        part = decide(search, collection, baselines.dense, lambda _, taken=taken: taken)
        told[f"without {half}"] = abstention(part)
        decisions += part
    told["together"] = abstention(decisions)
    seconds = _seconds(search, collection)
    print(
        f"\n{collection.name}: {len(graph.pages)} pages, {len(graph.nodes)} nodes, "
        f"{len(graph.intents)} intents, {len(collection.inquiries)} inquiries; a search without "
        f"its vector {1000 * seconds:.1f} ms (median)"
    )
    _print(found, "found")
    _print(told, "known, with one half of the right pages taken away, then the other")
    return {"retrieval": found, "known": told, "search_ms": round(1000 * seconds, 2)}


def _taken(inquiries: Sequence[Inquiry]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the right pages in two halves, each to be taken away once."""
    first = frozenset(page for one in inquiries if one.withheld for page in one.topic)
    return first, frozenset(page for one in inquiries for page in one.topic) - first


def _seconds(search: FusedIntentSearch, collection: HelpCollection) -> float:
    times = []
    for one in collection.inquiries[:100]:
        started = time.perf_counter()
        search.search(one.text)
        times.append(time.perf_counter() - started)
    return float(np.median(times))


def _print(figures: Figures, title: str) -> None:
    print(title)
    for name, halves in figures.items():
        for half, row in halves.items():
            print(f"  {name:10}{half:6}" + "".join(f"  {key} {v:.4g}" for key, v in row.items()))


if __name__ == "__main__":
    main()
