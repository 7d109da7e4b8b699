from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import retrieval
from graphwright.graph.citation import Citation
from graphwright.ids import document_id
from graphwright.retrieval import Context, ContextChunk

GOLD = frozenset({"a", "b"})


class Listed:
    """A strategy that answers every question with the same passages, one chunk each."""

    def __init__(self, name: str, passages: list[str]) -> None:
        self.name = name
        self._passages = passages

    def retrieve(self, query: str, k: int) -> Context:
        chunks = [
            ContextChunk(str(n), "", 1.0, Citation(document(p), "", "", None, (), 0, 0))
            for n, p in enumerate(self._passages)
        ]
        return Context(query, self.name, tuple(chunks[:k]), (), ())


def document(passage: str) -> str:
    return document_id(retrieval.COLLECTION, f"{retrieval.hash_of(passage)}.html")


@pytest.mark.parametrize(
    ("ranked", "expected"),
    [
        (["a", "b"], (1.0, 1.0, 1.0, 1.0, 1.0)),
        (["x", "a", "y", "z", "b"], (0.5, 1.0, 1.0, 1.0, 0.5)),
        (["x", "y", "z", "a", "w", "b"], (0.0, 0.5, 0.0, 1.0, 0.25)),
        (["x", *"stuvwyz", "a"], (0.0, 0.0, 0.0, 0.0, 1 / 9)),
        ([], (0.0, 0.0, 0.0, 0.0, 0.0)),
    ],
)
def test_figures_of_one_question(ranked: list[str], expected: tuple[float, ...]) -> None:
    assert tuple(retrieval.scores_of(ranked, GOLD).values()) == pytest.approx(expected)


def test_a_passage_ranks_by_its_first_chunk_and_the_asker_is_left_out() -> None:
    passages = {document(p): p for p in "abcd"}
    ranked = retrieval.rank_passages(Listed("dense", list("cabbad")), "?", passages, own="c")
    assert ranked == ["a", "b", "d"]


def test_strategies_are_compared_with_dense_question_by_question() -> None:
    questions = retrieval.QuestionSet(
        "set", dict.fromkeys("abcx", ""), {"1": "?", "2": "?"}, {"1": GOLD, "2": frozenset("x")}
    )
    figures = retrieval.evaluate(questions, [Listed("dense", ["x"]), Listed("graph", list("abx"))])
    assert figures["dense"]["recall_at_5"] == 0.5
    assert figures["graph"]["recall_at_5"] == 1.0
    assert figures["graph"]["mrr"] == pytest.approx((1 + 1 / 3) / 2, abs=1e-4)
    assert figures["dense"]["recall_at_5_minus_dense"] == [0.0, 0.0]
    assert figures["graph"]["recall_at_5_minus_dense"] == [0.0, 1.0]


def test_the_interval_holds_the_mean_and_narrows_with_questions() -> None:
    generator = np.random.default_rng(1)
    widths = []
    for size in (50, 800):
        ours = generator.uniform(size=size)
        theirs = ours - 0.1 + generator.normal(scale=0.1, size=size)
        low, high = retrieval.paired_interval(ours, theirs, resamples=500)
        assert low < float((ours - theirs).mean()) < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2


def write_set(folder: Path, corpus: list[dict[str, str]]) -> None:
    folder.mkdir()
    queries = [{"_id": "q2", "text": "second?"}, {"_id": "q1", "text": "first?", "item": "gold"}]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines)
    qrels = "query-id\tcorpus-id\tscore\nq1\tb/1\t1\nq1\ta\t0\nq2\ta\t1\n"
    (folder / "qrels.tsv").write_text(qrels)


def test_loading_shuffles_by_hash_and_reads_no_other_field(tmp_path: Path) -> None:
    rows = [
        {"_id": "a", "title": "A & B", "text": "one <x>\n\ntwo", "item": "leak"},
        {"_id": "b/1", "html": "<h2>Three</h2>", "item": "leak"},
    ]
    write_set(tmp_path / "one", rows)
    write_set(tmp_path / "two", rows[::-1])
    one, two = (retrieval.load(tmp_path / name) for name in ("one", "two"))
    assert list(one.pages) == list(two.pages) == sorted(["a", "b/1"], key=retrieval.hash_of)
    assert one.gold == {"q1": frozenset({"b/1"}), "q2": frozenset({"a"})}
    assert "<h1>A &amp; B</h1>\n<p>one &lt;x&gt;</p>\n<p>two</p>" in one.pages["a"]
    assert "<h2>Three</h2>" in one.pages["b/1"]
    assert not any("leak" in page for page in one.pages.values())
    assert len(retrieval.load(tmp_path / "one", limit=1).questions) == 1
