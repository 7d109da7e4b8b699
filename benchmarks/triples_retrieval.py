"""Measure one retriever on our triples and on GPT-3.5's, over the same passages and questions.

    .venv/bin/python benchmarks/triples_retrieval.py [FOLDER] [--triples FILE] [--lakes FOLDER]

FOLDER is a question set as ``benchmarks/retrieval.py`` takes it, FILE a JSON object whose "docs"
have title, text and extracted_triples (the form of OSU-NLP-Group/HippoRAG). Our graph is that of
the project's own build; GPT-3.5's triples go through the same resolution, merging, tables,
embedding and publishing in a lake of their own, with the same chunks, so that nothing but the
triples differs. Two retrievers: ``pagerank`` is the graph alone, personalised PageRank from the
question's entities over relations and mentions; ``graph`` is the product's, which adds dense
search. The last line is one JSON object: the figures of ``pagerank``, all under "strategies".
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from figures import rounded
from graphs import COLLECTION
from numpy.typing import NDArray
from retrieval import (
    DATA,
    RESAMPLES,
    QuestionSet,
    RememberingEmbedder,
    build_graph,
    hash_of,
    load,
    page_of,
    paired_interval,
    score_all,
)

from graphwright.extraction.resolve import resolve_triples
from graphwright.graph.lexical_index import terms
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.graph.topology import Graph
from graphwright.ids import content_id, document_id, fingerprint
from graphwright.language.pipeline import load_pipeline
from graphwright.publish.publish import publish_snapshot
from graphwright.publish.snapshot_files import REQUIRED
from graphwright.retrieval import Context, Strategy, make_strategy
from graphwright.retrieval.context import context_chunks
from graphwright.retrieval.query_phrases import noun_phrases
from graphwright.retrieval.ranking import top
from graphwright.retrieval.seed_entities import find_seeds
from graphwright.settings import Settings
from graphwright.steps.base.step import Given, Work
from graphwright.steps.embedding import EMBEDDED, sought_rows
from graphwright.steps.likely_pairs import LikelyPairsStep
from graphwright.steps.llm.names import LlmNamesStep
from graphwright.steps.name_groups import NameGroupsStep
from graphwright.steps.pipeline import Pipeline
from graphwright.steps.sql_table import SqlStep
from graphwright.store.lake import Lake
from graphwright.tables import TABLES, LlmTriple, ResolvedTriple, Sentence, rows_of, table_of
from graphwright.vectors.embedder import Embedder, make_embedder
from graphwright.vectors.embedding_cache import EmbeddingCache
from graphwright.vectors.embedding_texts import Kind, texts_of

if TYPE_CHECKING:
    from spacy.language import Language

TRIPLES = DATA.parent / "triples" / "gpt35_triples_musique_train100.json"
SET = "musique_train100"
OURS, THEIRS = "ours", "gpt35"
DAMPING = 0.5
"""The share of a walk that goes on, as in HippoRAG; the rest starts again at the seeds."""

PlainTriple = tuple[str, str, str]

_SHARED = (
    "parsed_documents", "chunks", "sentences", "seed_concepts", "seed_broader", "entity_decisions",
    "predicates", "dependency_failures", "llm_failures", "chunk_embeddings",
)  # fmt: skip


class PageRankStrategy:
    """Chunks by personalised PageRank from the question's entities, and by nothing else.

    The walk goes along relations and mentions in both directions. A seed's weight is 1 over the
    number of its mentions: a name that stands everywhere tells little (HippoRAG, section 2.3).
    """

    name = "pagerank"

    def __init__(self, snapshot: Snapshot, embedder: Embedder, nlp: Language) -> None:
        self._snapshot = snapshot
        self._embedder = embedder
        self._nlp = nlp
        mentions = np.bincount(
            snapshot.graph.chunk_edges[:, 0], minlength=snapshot.entities.num_rows
        )
        self._specificity = 1 / np.maximum(mentions, 1)

    def retrieve(self, query: str, k: int) -> Context:
        """Return the ``k`` best chunks that the walk reaches."""
        chunks = context_chunks(self._snapshot, self._rank(query, k))
        return Context(query, self.name, chunks, (), ())

    def _rank(self, query: str, count: int) -> list[tuple[int, float]]:
        graph, vector = self._snapshot.graph, self._embedder.embed_query(query)
        reset = np.zeros(graph.entities + graph.chunks)
        for seed in find_seeds(self._snapshot, noun_phrases(self._nlp(query)), vector):
            reset[seed.row] = self._specificity[seed.row]
        if not reset.any():
            return []
        scores = walk(graph, reset)
        relative = scores / max(scores.max(), np.finfo(float).tiny)
        return [(row, score) for row, score in top(relative, count) if score > 0]


def walk(graph: Graph, reset: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how often a random walk that starts again by ``reset`` is at each chunk.

    ``reset`` holds a weight for each vertex: entities by row, then chunks by row.
    """
    ranks = graph.igraph.personalized_pagerank(directed=False, damping=DAMPING, reset=reset)
    return np.array(ranks[graph.entities :])


def load_triples(path: Path) -> dict[str, list[PlainTriple]]:
    """Return the triples of each passage by its page; what has not three parts is none."""
    docs = json.loads(path.read_text(encoding="utf-8"))["docs"]
    return {
        page_of({"title": doc["title"], "text": doc["text"]}): [
            (triple[0], triple[1], triple[2])
            for triple in doc["extracted_triples"]
            if len(triple) == 3
        ]
        for doc in docs
    }


def sentence_of(triple: Sequence[str], sentences: Sequence[Sentence]) -> Sentence:
    """Return the sentence that shares most words with a triple, the first of several."""
    wanted = set(terms(" ".join(triple)))
    return max(sentences, key=lambda s: (len(wanted.intersection(terms(s.text))), -s.start))


def as_row(triple: PlainTriple, sentence: Sentence) -> LlmTriple:
    """Return a triple as a row of the lake, placed at a sentence.

    GPT's words are often not the text's own, so spans can only be as long as they are; they count
    for nothing in retrieval.
    """
    subject, predicate, object_ = triple
    texts = {
        "subject": subject,
        "subject_phrase": subject,
        "predicate": predicate,
        "object": object_,
        "object_phrase": object_,
    }
    starts = {f"{part}_start": sentence.start for part in texts}
    ends = {f"{part}_end": sentence.start + len(text) for part, text in texts.items()}
    return LlmTriple(
        triple_id=content_id("triple", sentence.sentence_id, *triple),
        sentence_id=sentence.sentence_id,
        chunk_id=sentence.chunk_id,
        document_id=sentence.document_id,
        extractor="llm",
        rule=THEIRS,
        version=THEIRS,
        subject=subject,
        subject_type=None,
        predicate=predicate.lower(),
        predicate_text=predicate,
        object=object_,
        object_type=None,
        voice="none",
        negated=False,
        modality=None,
        condition=None,
        attribution=None,
        qualifiers=(),
        confidence=1.0,
        **starts,
        **ends,
    )


def resolved_rows(
    triples: Mapping[str, Iterable[PlainTriple]], sentences: Iterable[Sentence]
) -> Iterator[ResolvedTriple]:
    """Yield the triples of documents as resolved ones, by the rules that ours go through."""
    by_document: dict[str, list[Sentence]] = defaultdict(list)
    for sentence in sentences:
        by_document[sentence.document_id].append(sentence)
    for document, found in sorted(triples.items()):
        placed = [as_row(t, sentence_of(t, by_document[document])) for t in dict.fromkeys(found)]
        yield from resolve_triples(placed, [], threshold=0.0)


def build_theirs(
    ours: Lake, root: Path, questions: QuestionSet, triples: Path, settings: Settings
) -> None:
    """Build and publish in ``root`` the graph of the triples in a file, on our chunks."""
    lake = Lake(root)
    for table in _SHARED:
        for path in ours.paths(table):
            target = lake.tables / path.relative_to(ours.tables)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    _write_triples(lake, questions, load_triples(triples), settings.buckets)
    for step in Pipeline(Given(lake, settings, documents=())):
        if isinstance(step, SqlStep | LikelyPairsStep | NameGroupsStep | LlmNamesStep):
            step.run(lake, Work())
    embedder = make_embedder(settings.embedding, settings.worker_count)
    for table, kind in EMBEDDED.items():
        if table not in _SHARED:
            _embed(lake, table, kind, embedder)
    publish_snapshot(
        root,
        {table: lake.paths(table) for table in REQUIRED},
        settings_fingerprint=THEIRS,
        embedder_fingerprint=embedder.fingerprint,
        keep=1,
    )


def _write_triples(
    lake: Lake,
    questions: QuestionSet,
    triples: Mapping[str, list[PlainTriple]],
    buckets: int,
) -> None:
    passages = {
        document_id(COLLECTION, f"{hash_of(id_)}.html"): triples.get(page, [])
        for id_, page in questions.pages.items()
    }
    sentences = rows_of(
        Sentence, pa.concat_tables([lake.read("sentences", n) for n in range(buckets)])
    )
    rows = list(resolved_rows(passages, sentences))
    key = fingerprint([triple.triple_id for triple in rows])
    for number in range(buckets):
        held = set(
            lake.read("parsed_documents", number, ["document_id"])["document_id"].to_pylist()
        )
        data = table_of(ResolvedTriple).from_rows(row for row in rows if row.document_id in held)
        lake.write("resolved_triples", data, bucket=number, key=key)


def _embed(lake: Lake, table: str, kind: Kind, embedder: Embedder) -> None:
    texts = texts_of(kind, sought_rows(lake, table))
    cache = EmbeddingCache(lake.cache / "embeddings" / kind)
    cache.ensure(embedder, texts)
    key = fingerprint([embedder.fingerprint, texts["text_hash"].to_pylist()])
    if not lake.is_current(table, key):
        made = cache.batches(embedder.fingerprint, texts, TABLES[table].schema)
        lake.write_batches(table, made, key=key)


def ratio_interval(
    ours: NDArray[np.float64], theirs: NDArray[np.float64], resamples: int = RESAMPLES
) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of mean over mean, questions drawn in pairs."""
    generator = np.random.default_rng(0)
    drawn = generator.integers(len(ours), size=(resamples, len(ours)))
    means = theirs[drawn].mean(axis=1)
    ratios = ours[drawn].mean(axis=1)[means > 0] / means[means > 0]
    low, high = np.percentile(ratios, [2.5, 97.5])
    return float(low), float(high)


def compare(
    ours: Mapping[str, NDArray[np.float64]], theirs: Mapping[str, NDArray[np.float64]]
) -> dict[str, Any]:
    """Return the figures of one retriever on both graphs, question by question."""
    recall, other = ours["recall_at_5"], theirs["recall_at_5"]
    figures: dict[str, Any] = {key: float(values.mean()) for key, values in ours.items()}
    figures |= {f"{THEIRS}_{key}": float(values.mean()) for key, values in theirs.items()}
    return figures | {
        "ratio": float(recall.mean() / other.mean()),
        "ratio_interval": list(ratio_interval(recall, other)),
        "difference_interval": list(paired_interval(recall, other)),
    }


def measure(
    questions: QuestionSet, triples: Path, root: Path, workers: int | None
) -> dict[str, Any]:
    """Build both graphs, ask every question of both and return the figures of each retriever."""
    settings = build_graph(questions, root, workers)
    build_theirs(Lake(root / "lake"), root / THEIRS, questions, triples, settings)
    snapshots = {OURS: open_snapshot(root / "lake"), THEIRS: open_snapshot(root / THEIRS)}
    embedder = RememberingEmbedder(make_embedder(settings.embedding, settings.worker_count))
    nlp = load_pipeline(settings.language)
    tables = {}
    for graph, snapshot in snapshots.items():
        walk: Strategy = PageRankStrategy(snapshot, embedder, nlp)
        product = make_strategy("graph", snapshot, lambda: embedder, settings.language)
        tables[graph] = {one.name: score_all(one, questions) for one in (walk, product)}
    baselines = {
        name: score_all(
            make_strategy(name, snapshots[OURS], lambda: embedder, settings.language), questions
        )["recall_at_5"].mean()
        for name in ("dense", "bm25", "rrf")
    }
    return {
        "strategies": {n: compare(tables[OURS][n], tables[THEIRS][n]) for n in tables[OURS]},
        "baselines": {name: float(mean) for name, mean in baselines.items()},
        "counts": {graph: _counts(snapshot) for graph, snapshot in snapshots.items()},
    }


def _counts(snapshot: Snapshot) -> dict[str, int]:
    wanted = ("chunks", "entities", "relations", "entity_chunks")
    return {name: snapshot.manifest.counts[name] for name in wanted}


def _print(result: Mapping[str, Any]) -> None:
    for graph, counts in result["counts"].items():
        print(f"{graph}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    for name, figures in result["strategies"].items():
        low, high = figures["ratio_interval"]
        print(
            f"{name:9} recall@5 ours {figures['recall_at_5']:.3f}, GPT-3.5 "
            f"{figures['gpt35_recall_at_5']:.3f}, ratio {figures['ratio']:.3f} "
            f"[{low:.3f}, {high:.3f}]; all gold in 5 {figures['all_gold_at_5']:.3f}, "
            f"{figures['gpt35_all_gold_at_5']:.3f}"
        )
    for name, recall in result["baselines"].items():
        print(f"{name:9} recall@5 {recall:.3f}")


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA / SET)
    parser.add_argument("--triples", type=Path, default=TRIPLES)
    parser.add_argument("--questions", type=int, help="ask only the first N, in hash order")
    parser.add_argument("--lakes", type=Path, help="keep the graphs here and build on them")
    parser.add_argument("--workers", type=int, help="worker processes of the build")
    arguments = parser.parse_args()
    questions = load(arguments.folder, arguments.questions)
    with tempfile.TemporaryDirectory() as temporary:
        root = (arguments.lakes or Path(temporary)) / arguments.folder.name
        result = measure(questions, arguments.triples, root, arguments.workers)
    _print(result)
    print(json.dumps(rounded({**result["strategies"][PageRankStrategy.name], **result})))


if __name__ == "__main__":
    main()
