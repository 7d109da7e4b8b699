"""Measure the retrieval strategies side by side on question sets with known gold passages.

    .venv/bin/python benchmarks/retrieval.py [FOLDER...] [--questions N] [--lakes FOLDER]
                                             [--sensitivity]

A FOLDER holds corpus.jsonl (_id, title, text or html), queries.jsonl (_id, text) and qrels.tsv
(query-id, corpus-id, score). Each corpus becomes a graph through the project's own build, one
document a passage, named by the hash of its id: neither the order of the rows nor what stands
beside a passage can give gold away, and no other field of the corpus is read. A passage's rank is
that of its first chunk. Beside the strategies stands a control, ``moved``: the walk over the same
mentions, each moved to a chunk at random. The intervals are of a paired bootstrap over questions,
against dense search and against the hybrid. ``--sensitivity`` prints what each parameter of the
walk, halved and doubled, does. The last line is one JSON object: for each strategy the means over
the folders, and the figures of each folder under "folders".
"""

from __future__ import annotations

import argparse
import copy
import dataclasses
import hashlib
import html
import json
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from graphs import COLLECTION, build_files
from numpy.typing import NDArray

from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.graph.topology import Graph
from graphwright.ids import document_id
from graphwright.language.pipeline import load_pipeline
from graphwright.retrieval import STRATEGIES, Context, Strategy
from graphwright.retrieval.parameters import WALK, WalkParameters
from graphwright.retrieval.strategy import StrategyParts
from graphwright.retrieval.walk_strategy import WalkStrategy
from graphwright.settings import Settings
from graphwright.vectors.embedder import Embedder, make_embedder

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Progress, Vectors

DATA = Path(__file__).resolve().parents[2] / "shared" / "data" / "retrieval"
CHOSEN_ON = ("hotpotqa_train100", "gitbugs_hadoop", "stackfaq")
"""The parameters of the walk were chosen on these sets ..."""
CONFIRMED_ON = ("musique_train100", "workarena_kb", "libreoffice_index")
"""... and confirmed on these."""
DEFAULT_SETS = (*CHOSEN_ON, *CONFIRMED_ON)
CHUNKS = 30
"""Chunks asked for a question: enough for eight passages of several chunks each."""

BASELINES = ("dense", "hybrid")
CONTROL = "moved"
RESAMPLES = 10_000


@dataclasses.dataclass(frozen=True)
class QuestionSet:
    """Passages as HTML by id, questions by id, and the gold passages of each question."""

    name: str
    pages: Mapping[str, str]
    questions: Mapping[str, str]
    gold: Mapping[str, frozenset[str]]


def load(folder: Path, limit: int | None = None) -> QuestionSet:
    """Read a question set; passages and questions come in the order of their ids' hashes."""
    corpus = {row["_id"]: page_of(row) for row in _jsonl(folder / "corpus.jsonl")}
    gold: dict[str, set[str]] = {}
    lines = (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines[1:]:
        question, passage, score = line.split("\t")
        if float(score) > 0:
            gold.setdefault(question, set()).add(passage)
    texts = {row["_id"]: row["text"] for row in _jsonl(folder / "queries.jsonl")}
    asked = sorted((id_ for id_ in texts if id_ in gold), key=hash_of)[:limit]
    return QuestionSet(
        name=folder.name,
        pages={id_: corpus[id_] for id_ in sorted(corpus, key=hash_of)},
        questions={id_: texts[id_] for id_ in asked},
        gold={id_: frozenset(gold[id_]) for id_ in asked},
    )


def _jsonl(path: Path) -> Iterable[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def hash_of(identifier: str) -> str:
    """Return what stands for an id in file names and orders."""
    return hashlib.sha256(identifier.encode()).hexdigest()[:24]


def page_of(row: Mapping[str, str]) -> str:
    """Return a passage as an HTML page: its own HTML, or its title as heading over its text."""
    if "html" in row:
        return f"<html><body>\n{row['html']}\n</body></html>\n"
    title = html.escape(row.get("title", ""), quote=False)
    paragraphs = [html.escape(part, quote=False) for part in row["text"].splitlines()]
    body = "\n".join(f"<p>{part}</p>" for part in paragraphs if part.strip())
    heading = f"<h1>{title}</h1>\n" if title.strip() else ""
    return f"<html><head><title>{title}</title></head><body>\n{heading}{body}\n</body></html>\n"


def build_graph(questions: QuestionSet, root: Path, workers: int | None) -> Settings:
    """Build and publish the graph of the passages in ``root / "lake"``; return its settings."""
    pages = {f"{hash_of(id_)}.html": page for id_, page in questions.pages.items()}
    return build_files(pages, root, workers)


class RememberingEmbedder:
    """An embedder that embeds a question once for all strategies."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._seen: dict[str, Vectors] = {}

    @property
    def fingerprint(self) -> str:
        return self._embedder.fingerprint

    @property
    def dimensions(self) -> int:
        return self._embedder.dimensions

    def embed_passages(self, texts: Sequence[str], on_progress: Progress | None = None) -> Vectors:
        return self._embedder.embed_passages(texts, on_progress)

    def embed_query(self, text: str) -> Vectors:
        if text not in self._seen:
            self._seen[text] = self._embedder.embed_query(text)
        return self._seen[text]


def rank_passages(
    strategy: Strategy, question: str, passages: Mapping[str, str], own: str
) -> list[str]:
    """Return passage ids, best first, each once; ``own`` (a ticket that asks) is left out."""
    chunks = strategy.retrieve(question, CHUNKS).chunks
    ranked = dict.fromkeys(passages[chunk.citation.document_id] for chunk in chunks)
    return [passage for passage in ranked if passage != own]


def recall_at(ranked: Sequence[str], gold: frozenset[str], k: int) -> float:
    """Return the share of gold passages among the first ``k``."""
    return len(gold.intersection(ranked[:k])) / len(gold)


def all_gold_at(ranked: Sequence[str], gold: frozenset[str], k: int) -> float:
    """Return 1 if every gold passage is among the first ``k``, else 0."""
    return float(gold <= set(ranked[:k]))


def reciprocal_rank(ranked: Sequence[str], gold: frozenset[str]) -> float:
    """Return 1 / the rank of the first gold passage, 0 where none was found."""
    return next((1 / rank for rank, passage in enumerate(ranked, 1) if passage in gold), 0.0)


def scores_of(ranked: Sequence[str], gold: frozenset[str]) -> dict[str, float]:
    """Return every figure of one question."""
    return {
        "recall_at_2": recall_at(ranked, gold, 2),
        "recall_at_5": recall_at(ranked, gold, 5),
        "all_gold_at_5": all_gold_at(ranked, gold, 5),
        "all_gold_at_8": all_gold_at(ranked, gold, 8),
        "mrr": reciprocal_rank(ranked, gold),
    }


def paired_interval(
    ours: NDArray[np.float64], theirs: NDArray[np.float64], resamples: int = RESAMPLES
) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the mean difference, question by question."""
    generator = np.random.default_rng(0)
    difference = ours - theirs
    size = len(difference)
    means = [difference[generator.integers(size, size=size)].mean() for _ in range(resamples)]
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def evaluate(
    questions: QuestionSet, strategies: Sequence[Strategy]
) -> dict[str, dict[str, object]]:
    """Return the figures of each strategy on one question set."""
    tables = {s.name: score_all(s, questions) for s in strategies}
    figures: dict[str, dict[str, object]] = {}
    for name, table in tables.items():
        figures[name] = {key: round(float(values.mean()), 4) for key, values in table.items()}
        for base in (base for base in BASELINES if base in tables):
            interval = paired_interval(table["recall_at_5"], tables[base]["recall_at_5"])
            figures[name][f"recall_at_5_minus_{base}"] = [round(bound, 4) for bound in interval]
    return figures


class MovedMentions:
    """The control: the walk over mentions of which each is moved to a chunk at random."""

    name = CONTROL

    def __init__(self, parts: StrategyParts) -> None:
        self._walk = WalkStrategy(parts, graph=moved(parts.snapshot.graph))

    def retrieve(self, query: str, k: int) -> Context:
        """Return what the walk finds over the moved mentions."""
        return self._walk.retrieve(query, k)


def moved(graph: Graph) -> Graph:
    """Return a graph whose mentions are in chunks drawn at random, as many as each entity had."""
    generator = np.random.default_rng(0)

    def elsewhere(pairs: NDArray[np.int32]) -> NDArray[np.int32]:
        chunks = generator.permutation(pairs[:, 1])
        return np.column_stack([pairs[:, 0], chunks]).astype(np.int32)

    other = copy.copy(graph)
    other.chunk_edges = elsewhere(graph.chunk_edges)
    other.name_edges = {reason: elsewhere(pairs) for reason, pairs in graph.name_edges.items()}
    return other


def variants() -> dict[str, WalkParameters]:
    """Return the parameters of the walk, each in turn halved and doubled."""
    found = {"as served": WALK}
    for field in dataclasses.fields(WALK):
        value = getattr(WALK, field.name)
        for word, factor in (("half", 0.5), ("double", 2)):
            changed = type(value)(value * factor)
            if field.name in SHARES:
                changed = min(changed, 0.95)
            found[f"{field.name}, {word}: {changed:g}"] = dataclasses.replace(
                WALK, **{field.name: changed}
            )
    return found


SHARES = ("seed_share", "stay", "damping", "fact_share")
"""Parameters that must stay below 1."""


def print_sensitivity(questions: QuestionSet, parts: StrategyParts) -> None:
    """Print recall at 5, all gold at 5 and MRR of the walk with each parameter changed."""
    print(f"\nsensitivity of the walk on {questions.name}: recall@5, all gold@5, MRR")
    for name, parameters in variants().items():
        table = score_all(WalkStrategy(parts, parameters), questions)
        figures = (table[key].mean() for key in ("recall_at_5", "all_gold_at_5", "mrr"))
        print(f"{name:32}" + "".join(f"{figure:8.4f}" for figure in figures))


def score_all(strategy: Strategy, questions: QuestionSet) -> dict[str, NDArray[np.float64]]:
    """Return every figure of a strategy as an array, one value a question, in their order."""
    passages = {document_id(COLLECTION, f"{hash_of(p)}.html"): p for p in questions.pages}
    rows = []
    for id_, text in questions.questions.items():
        ranked = rank_passages(strategy, text, passages, own=id_)
        rows.append(scores_of(ranked, questions.gold[id_]))
    return {key: np.array([row[key] for row in rows]) for key in rows[0]}


def parts_of(lake: Path, settings: Settings) -> StrategyParts:
    """Return what strategies over a lake's published graph share: each question embedded once."""
    embedder = RememberingEmbedder(make_embedder(settings.embedding, settings.worker_count))
    pipeline = load_pipeline(settings.language)
    return StrategyParts(open_snapshot(lake), lambda: embedder, lambda: pipeline)


def run(
    questions: QuestionSet, root: Path, workers: int | None, *, sensitivity: bool = False
) -> dict[str, dict[str, object]]:
    """Build the graph of a question set and evaluate every strategy, and the control, on it."""
    started = time.perf_counter()
    settings = build_graph(questions, root, workers)
    built = time.perf_counter() - started
    parts = parts_of(root / "lake", settings)
    strategies = [*(make(parts) for _, make in STRATEGIES), MovedMentions(parts)]
    figures = evaluate(questions, strategies)
    _print_set(questions, parts.snapshot, built, figures)
    if sensitivity:
        print_sensitivity(questions, parts)
    return figures


def _print_set(
    questions: QuestionSet,
    snapshot: Snapshot,
    seconds: float,
    figures: Mapping[str, Mapping[str, object]],
) -> None:
    counts = snapshot.manifest.counts
    print(
        f"\n{questions.name}: {len(questions.pages)} passages, {len(questions.questions)} "
        f"questions; {counts['chunks']} chunks, {counts['entities']} entities, "
        f"{counts['relations']} relations; built in {seconds:.0f} s"
    )
    keys = list(next(iter(figures.values())))
    print(f"{'':8}" + "".join(f"{key:>26}" for key in keys))
    for name, row in figures.items():
        print(f"{name:8}" + "".join(f"{row[key]!s:>26}" for key in keys))


def mean_figures(
    folders: Mapping[str, Mapping[str, Mapping[str, object]]],
) -> dict[str, dict[str, float]]:
    """Return for each strategy the mean of each figure over the folders."""
    keys = ("recall_at_2", "recall_at_5", "all_gold_at_5", "all_gold_at_8", "mrr")
    names = (*STRATEGIES.names, CONTROL)
    return {
        strategy: {
            key: round(float(np.mean([rows[strategy][key] for rows in folders.values()])), 4)
            for key in keys
        }
        for strategy in names
    }


def main() -> None:
    """Read the arguments, run every folder and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    defaults = [DATA / name for name in DEFAULT_SETS]
    parser.add_argument("folders", nargs="*", type=Path, default=defaults)
    parser.add_argument("--questions", type=int, help="ask only the first N, in hash order")
    parser.add_argument("--lakes", type=Path, help="keep the graphs here and build on them")
    parser.add_argument("--workers", type=int, help="worker processes of the build")
    parser.add_argument("--sensitivity", action="store_true", help="each parameter changed")
    arguments = parser.parse_args()
    folders: dict[str, dict[str, dict[str, object]]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        root = arguments.lakes or Path(temporary)
        for folder in arguments.folders:
            questions = load(folder, arguments.questions)
            folders[folder.name] = run(
                questions,
                root / folder.name,
                arguments.workers,
                sensitivity=arguments.sensitivity,
            )
    print(json.dumps({**mean_figures(folders), "folders": folders}))


if __name__ == "__main__":
    main()
