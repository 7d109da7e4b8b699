"""Measure how much of an essay's information its graph keeps, beside the graphs of other systems.

    .venv/bin/python benchmarks/mine.py [FOLDER] [--essays N] [--lake FOLDER]

FOLDER holds essays.json (id, text, facts) and, for each other system, a folder of NNN_graph.json
(entities, relations) and NNN_verdicts.json (an LLM's 0 or 1 for each fact), as MINE has them
(stair-lab/kg-gen). Our graph is that of the project's own build, one plain text file an essay; an
essay's part of it are the relations that it states. The line of a relation is as it is served: with
what the essay's sentences add to it ("A buy B (in 1990; for C)"). Because such a line is longer,
"coverage_without_qualifiers" is the score of the bare relations, and "..._length_with_qualifiers"
counts each addition as one more argument. For each fact the context is retrieved as MINE
does: the 8 nearest entities and every triple within two hops of one; a fact's score is the share
of its content words in that context. So no LLM is asked, and the printed AUC says how well the
score predicts the verdicts that are stored, on the context retrieved here and on the context that
MINE stored with them. A longer context holds more words by itself, so "coverage_at_equal_words" is
the score on the nearest lines of each context, as many as ``EQUAL_WORDS`` allow, and beside the
systems stands a baseline without a graph: the one sentence of the essay that is nearest to the
fact. All figures are over the essays for which every system
has a graph. The last line is one JSON object: ours, and the others under "systems".
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from figures import rounded
from graphs import COLLECTION, build_files
from numpy.typing import NDArray
from word_coverage import (
    BaseForms,
    Forms,
    area_under_curve,
    content_words,
    coverage,
    forms_in,
    matching_threshold,
)

from graphwright.graph.qualifiers import fact_line, qualifier_texts
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.ids import document_id, sha256_text
from graphwright.language.pipeline import load_pipeline
from graphwright.retrieval.ranking import rank_all
from graphwright.tables import TABLES, Evidence, Relation, rows_of
from graphwright.vectors.embedder import Embedder, make_embedder
from graphwright.vectors.embedding_cache import EmbeddingCache
from graphwright.vectors.embedding_texts import TEXTS_SCHEMA
from graphwright.vectors.vector_column import vectors_of

if TYPE_CHECKING:
    from graphwright.vectors.embedder import Vectors

TRIPLES = Path(__file__).resolve().parents[2] / "shared" / "data" / "triples"
DATA = TRIPLES / "mine_essays_001_052"
OURS = "graphwright"
NEAREST, HOPS = 8, 2
"""How MINE retrieves: from so many entities near the fact, so far."""

EQUAL_WORDS = 133
"""Words of a context where all systems have as many: the mean of KGGen's, the shortest."""

SENTENCE = "nearest sentence"


@dataclasses.dataclass(frozen=True)
class Essay:
    """A text and the facts that it states."""

    text: str
    facts: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class EssayGraph:
    """The graph of one essay: its entities, and (subject, object, the whole as a line).

    ``qualifiers`` is what the lines hold beside subject, predicate and object.
    """

    entities: tuple[str, ...]
    triples: tuple[tuple[str, str, str], ...]
    qualifiers: tuple[str, ...] = ()


Graphs = Mapping[int, EssayGraph]


@dataclasses.dataclass(frozen=True)
class Judged:
    """What MINE stored of a graph: for each fact the context retrieved and the LLM's verdict."""

    verdicts: tuple[bool, ...]
    contexts: tuple[str, ...]


def load_essays(folder: Path, limit: int | None = None) -> dict[int, Essay]:
    """Return the first essays by id; the code fences around some texts are none of theirs."""
    rows = sorted(_json(folder / "essays.json"), key=lambda row: row["id"])[:limit]
    return {row["id"]: Essay(row["text"].strip("`\n "), tuple(row["facts"])) for row in rows}


def load_system(
    folder: Path, essays: Mapping[int, Essay]
) -> tuple[dict[int, EssayGraph], dict[int, Judged]]:
    """Return a system's graphs that are not empty, and what MINE stored of them, by essay.

    A graph belongs to the essay about whose facts its verdicts are, whatever number its file has:
    MINE's files of one system are shifted against those of another. Of two graphs for an essay the
    one that more facts were found in counts: MINE judged a graph of another essay there.
    """
    by_facts = {essay.facts: number for number, essay in essays.items()}
    graphs: dict[int, EssayGraph] = {}
    judged: dict[int, Judged] = {}
    for path in sorted(folder.glob("*_graph.json")):
        stored = _json(path.with_name(path.name.replace("_graph", "_verdicts")))
        rows = [row for row in stored if "evaluation" in row]
        number = by_facts.get(tuple(row["correct_answer"] for row in rows))
        found = tuple(row["evaluation"] == 1 for row in rows)
        graph = _graph(_json(path))
        if number is None or not graph.triples:
            continue
        if number in judged and sum(found) <= sum(judged[number].verdicts):
            continue
        graphs[number] = graph
        judged[number] = Judged(found, tuple(row["retrieved_context"] for row in rows))
    return graphs, judged


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _graph(raw: Mapping[str, Any]) -> EssayGraph:
    triples = tuple((s, o, f"{s} {p} {o}") for s, p, o in raw["relations"])
    ends = (end for s, o, _ in triples for end in (s, o))
    return EssayGraph(tuple(dict.fromkeys([*raw["entities"], *ends])), triples)


def file_name(number: int) -> str:
    """Return the name of an essay's file."""
    return f"{number:03}.txt"


def our_graphs(
    snapshot: Snapshot, numbers: Iterable[int], *, qualified: bool = True
) -> dict[int, EssayGraph]:
    """Return for each essay the relations of a snapshot that the essay is evidence of.

    A line is the relation's text with what the essay adds to it, unless not ``qualified``.
    """
    documents = {document_id(COLLECTION, file_name(number)): number for number in numbers}
    essays = pa.array(documents, pa.string())  # a kept lake may hold more essays
    own = snapshot.evidence.filter(pc.is_in(snapshot.evidence["document_id"], value_set=essays))
    stated: dict[int, dict[str, list[Evidence]]] = defaultdict(lambda: defaultdict(list))
    for row in rows_of(Evidence, own):
        stated[documents[row.document_id]][row.relation_id].append(row)
    relations = {row.relation_id: row for row in rows_of(Relation, snapshot.relations)}
    graphs = {}
    for number, evidence in sorted(stated.items()):
        triples, said = [], list[str]()
        for relation, rows in sorted(evidence.items()):
            one, added = relations[relation], qualifier_texts(rows) if qualified else ()
            triples.append((one.subject, one.object, fact_line(one.text, added)))
            said += added
        ends = dict.fromkeys(end for s, o, _ in triples for end in (s, o))
        graphs[number] = EssayGraph(tuple(ends), tuple(triples), tuple(said))
    return graphs


def context_of(graph: EssayGraph, starts: Iterable[str], hops: int = HOPS) -> set[str]:
    """Return the triples, as lines, that go out from the start entities within some hops."""
    leaving: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for subject, object_, line in graph.triples:
        leaving[subject].append((object_, line))
    reached, seen, lines = set(starts), set[str](), set[str]()
    for _ in range(hops):
        seen |= reached
        edges = [edge for entity in reached for edge in leaving[entity]]
        lines.update(line for _, line in edges)
        reached = {entity for entity, _ in edges} - seen
    return lines


class Vectorised:
    """Vectors of texts, kept in a folder between runs; facts and names are embedded alike."""

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self._embedder = embedder
        self._cache = EmbeddingCache(folder)

    def __call__(self, texts: Iterable[str]) -> dict[str, Vectors]:
        """Return the vector of each text."""
        distinct = sorted(set(texts))
        rows = [(f"{i:06}", text, sha256_text(text)) for i, text in enumerate(distinct)]
        columns = [list(column) for column in zip(*rows, strict=True)]
        table = pa.table(columns, schema=TEXTS_SCHEMA)
        self._cache.ensure(self._embedder, table)
        schema = TABLES["entity_embeddings"].schema
        batches = self._cache.batches(self._embedder.fingerprint, table, schema)
        embeddings = pa.Table.from_batches(batches, schema=schema)
        return dict(zip(distinct, vectors_of(embeddings), strict=True))


@dataclasses.dataclass(frozen=True)
class FactScores:
    """For each fact of some essays: the share of its words found, and the words searched."""

    coverage: NDArray[np.float64]
    context_words: NDArray[np.float64]
    coverage_at_equal_words: NDArray[np.float64]


class Scorer:
    """Scores the facts of essays on any system's graphs, all in the same way."""

    def __init__(self, vectors: Vectorised, forms: Forms, stop_words: frozenset[str]) -> None:
        self._vectors = vectors
        self._forms = forms
        self._stop_words = stop_words

    def score(self, essays: Mapping[int, Essay], graphs: Graphs) -> FactScores:
        """Return the scores of every fact of the essays, in their order."""
        names = self._vectors({name for number in essays for name in graphs[number].entities})
        written = self._vectors({line for n in essays for _, _, line in graphs[n].triples})
        facts = self._vectors({fact for essay in essays.values() for fact in essay.facts})
        found = []
        for number, essay in essays.items():
            graph = graphs[number]
            matrix = np.array([names[entity] for entity in graph.entities])
            for fact in essay.facts:
                lines = retrieve(graph, matrix, facts[fact])
                nearest = nearest_lines(lines, written, facts[fact], EQUAL_WORDS)
                words = sum(len(line.split()) for line in lines)
                found.append((self.covered(fact, lines), words, self.covered(fact, nearest)))
        return FactScores(*(np.array(column, dtype=float) for column in zip(*found, strict=True)))

    def nearest_sentences(
        self, essays: Mapping[int, Essay], sentences: Mapping[int, Sequence[str]]
    ) -> dict[str, float]:
        """Return the figures of a context that is the one sentence nearest to each fact."""
        written = self._vectors({s for number in essays for s in sentences[number]})
        facts = self._vectors({fact for essay in essays.values() for fact in essay.facts})
        found = []
        for number, essay in essays.items():
            for fact in essay.facts:
                nearest = by_nearness(sentences[number], written, facts[fact])[0]
                found.append((self.covered(fact, [nearest]), len(nearest.split())))
        covered, words = np.mean(np.array(found, dtype=float), axis=0)
        return {"coverage": float(covered), "context_words": float(words)}

    def covered(self, fact: str, lines: Iterable[str]) -> float:
        """Return the share of a fact's content words that some lines hold."""
        words = content_words(fact, self._stop_words)
        return coverage(words, forms_in(lines, self._forms), self._forms)


def retrieve(graph: EssayGraph, matrix: Vectors, fact: Vectors) -> set[str]:
    """Return what is retrieved for a fact; ``matrix`` holds the vectors of the entities."""
    nearest = rank_all(matrix, fact, NEAREST)
    return context_of(graph, (graph.entities[row] for row, _ in nearest))


def by_nearness(lines: Iterable[str], vectors: Mapping[str, Vectors], fact: Vectors) -> list[str]:
    """Return lines by their cosine with a fact, the nearest first."""
    return sorted(set(lines), key=lambda line: (-float(vectors[line] @ fact), line))


def nearest_lines(
    lines: Iterable[str], vectors: Mapping[str, Vectors], fact: Vectors, most_words: int
) -> list[str]:
    """Return the lines nearest to a fact, as long as they have no more words than allowed."""
    kept: list[str] = []
    words = 0
    for line in by_nearness(lines, vectors, fact):
        words += len(line.split())
        if words > most_words:
            break
        kept.append(line)
    return kept


def shape_of(graphs: Iterable[EssayGraph]) -> dict[str, float]:
    """Return how long arguments are, in words, and how many triples there are for each entity.

    Where lines hold qualifiers, it is also said how long arguments are with these among them.
    """
    kept = list(graphs)
    ends = [end for graph in kept for s, o, _ in graph.triples for end in (s, o)]
    said = [qualifier for graph in kept for qualifier in graph.qualifiers]
    with_them = {"mean_argument_length_with_qualifiers": _mean_words([*ends, *said])}
    triples = sum(len(graph.triples) for graph in kept)
    connected = sum(len({e for s, o, _ in g.triples for e in (s, o)}) for g in kept)
    return {
        "mean_argument_length": _mean_words(ends),
        **(with_them if said else {}),
        "triples_per_node": triples / sum(len(graph.entities) for graph in kept),
        "triples_per_connected_node": triples / connected,
        "triples": triples,
    }


def _mean_words(texts: Iterable[str]) -> float:
    return float(np.mean([len(text.split()) for text in texts]))


def report(
    scores: Mapping[str, FactScores], verdicts: Mapping[str, NDArray[np.bool_]]
) -> dict[str, dict[str, float]]:
    """Return the figures of each system; those with verdicts say how good the score is.

    ``predicted_share`` is the share of facts at or above the one score, the same for all systems,
    that as many facts reach as the LLM found to be recoverable.
    """
    pooled = np.concatenate([scores[name].coverage for name in verdicts])
    found = np.concatenate(list(verdicts.values()))
    threshold = matching_threshold(pooled, found)
    figures = {}
    for name, one in scores.items():
        figures[name] = {
            "coverage": float(one.coverage.mean()),
            "predicted_share": float((one.coverage >= threshold).mean()),
            "context_words": float(one.context_words.mean()),
            "coverage_at_equal_words": float(one.coverage_at_equal_words.mean()),
        }
        if name in verdicts:
            figures[name]["llm_share"] = float(verdicts[name].mean())
            figures[name]["auc"] = area_under_curve(one.coverage, verdicts[name])
    figures["all systems"] = {"auc": area_under_curve(pooled, found), "threshold": threshold}
    return figures


def measure(folder: Path, root: Path, limit: int | None, workers: int | None) -> dict[str, Any]:
    """Build our graphs, score every system's and return the figures of each."""
    essays = load_essays(folder, limit)
    files = {file_name(number): essay.text + "\n" for number, essay in essays.items()}
    settings = build_files(files, root, workers)
    folders = sorted(path for path in folder.iterdir() if path.is_dir())
    loaded = {path.name: load_system(path, essays) for path in folders}
    snapshot = open_snapshot(root / "lake")
    graphs: dict[str, Graphs] = {OURS: our_graphs(snapshot, essays)}
    graphs |= {name: found for name, (found, _) in loaded.items()}
    common = {n: e for n, e in essays.items() if all(n in found for found in graphs.values())}
    nlp = load_pipeline(settings.language)
    vectors = Vectorised(make_embedder(settings.embedding, settings.worker_count), root / "vectors")
    scorer = Scorer(vectors, BaseForms(nlp), frozenset(nlp.Defaults.stop_words))
    scores = {name: scorer.score(common, found) for name, found in graphs.items()}
    verdicts = {
        name: np.array([verdict for number in common for verdict in judged[number].verdicts])
        for name, (_, judged) in loaded.items()
    }
    figures = report(scores, verdicts)
    bare = scorer.score(common, our_graphs(snapshot, common, qualified=False))
    figures[OURS]["coverage_without_qualifiers"] = float(bare.coverage.mean())
    for name, (_, judged) in loaded.items():
        stored = stored_coverage(scorer, common, judged)
        figures[name]["auc_of_stored_context"] = area_under_curve(stored, verdicts[name])
    sentences = {n: [one.text for one in nlp(essay.text).sents] for n, essay in common.items()}
    figures[SENTENCE] = scorer.nearest_sentences(common, sentences)
    for name, found in graphs.items():
        figures[name] |= shape_of(found[number] for number in common)
    proxy = figures.pop("all systems")
    return {"essays": len(common), "proxy": proxy, "systems": figures}


def stored_coverage(
    scorer: Scorer, essays: Mapping[int, Essay], judged: Mapping[int, Judged]
) -> NDArray[np.float64]:
    """Return the score of every fact on the context that MINE itself retrieved for it."""
    return np.array(
        [
            scorer.covered(fact, [context])
            for number, essay in essays.items()
            for fact, context in zip(essay.facts, judged[number].contexts, strict=True)
        ]
    )


def _print(result: Mapping[str, Any]) -> None:
    figures = result["systems"]
    keys = list(dict.fromkeys(key for row in figures.values() for key in row))
    print(f"{result['essays']} essays for which every system has a graph")
    print(f"{'':38}" + "".join(f"{name:>18}" for name in figures))
    for key in keys:
        cells = (f"{row[key]:>18.3f}" if key in row else f"{'':18}" for row in figures.values())
        print(f"{key:38}" + "".join(cells))
    print(f"AUC of the score against all stored verdicts: {result['proxy']['auc']:.3f}")


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=DATA)
    parser.add_argument("--essays", type=int, help="only the first N")
    parser.add_argument("--lake", type=Path, help="keep graph and vectors here and build on them")
    parser.add_argument("--workers", type=int, help="worker processes of the build")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        root = arguments.lake or Path(temporary)
        result = measure(arguments.folder, root, arguments.essays, arguments.workers)
    _print(result)
    print(json.dumps(rounded({**result["systems"].pop(OURS), **result})))


if __name__ == "__main__":
    main()
