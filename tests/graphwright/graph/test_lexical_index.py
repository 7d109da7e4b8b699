from __future__ import annotations

import math
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.graph import lexical_postings
from graphwright.graph.lexical_index import LexicalIndex, indexed_text, save_index, terms
from graphwright.graph.lexical_postings import Postings, TermScores

TEXTS = ["Purchase orders need approval.", "Approvals, approvals and policies", "Trains run", ""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Purchase Orders", ["purchase", "order"]),
        ("policies, classes & status", ["policy", "classe", "status"]),
        ("SAP's S/4HANA 2023", ["sap", "s", "s", "4hana", "2023"]),
        ("Größe ÜBER", ["grösse", "über"]),
        ("", []),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_headings_are_indexed_above_the_text_once() -> None:
    text = indexed_text("Guide", ("Guide", "Orders"), "No | Name", "Orders are made.")
    assert text == "Guide\nNo | Name\nOrders are made."
    piece = indexed_text("Guide", (), "No", "Orders are made.", "Press 7")
    assert piece == "Guide\nNo\nPress 7\nOrders are made."


def test_the_rarer_a_term_the_more_it_tells(tmp_path: Path) -> None:
    save_index(tmp_path / "bm25", TEXTS)
    rarity = LexicalIndex(tmp_path / "bm25", len(TEXTS)).rarity("Approvals of trains, of course")
    assert rarity == {
        "approval": math.log(1 + (4 - 2 + 0.5) / (2 + 0.5)),
        "train": math.log(1 + (4 - 1 + 0.5) / (1 + 0.5)),
    }
    assert LexicalIndex(None, 0).rarity("Approvals") == {}


def test_scores_are_those_of_bm25(tmp_path: Path) -> None:
    save_index(tmp_path / "bm25", TEXTS)
    scores = LexicalIndex(tmp_path / "bm25", len(TEXTS)).scores("approval")
    lengths, frequencies = [4, 4, 2, 0], [1, 2, 0, 0]
    average = sum(lengths) / 4
    idf = math.log(1 + (4 - 2 + 0.5) / (2 + 0.5))
    expected = [
        idf * f / (f + 1.5 * (1 - 0.75 + 0.75 * n / average))
        for f, n in zip(frequencies, lengths, strict=True)
    ]
    assert scores.tolist() == pytest.approx(expected, rel=1e-5)


def test_unknown_terms_score_nothing(tmp_path: Path) -> None:
    save_index(tmp_path / "bm25", TEXTS)
    index = LexicalIndex(tmp_path / "bm25", len(TEXTS))
    assert index.scores("zebra").tolist() == [0.0] * 4
    assert index.scores("").tolist() == [0.0] * 4
    assert index.scores("zebra approval").tolist() == index.scores("approval").tolist()


def test_an_index_that_was_never_saved_says_the_same(tmp_path: Path) -> None:
    save_index(tmp_path / "bm25", TEXTS)
    saved, held = LexicalIndex(tmp_path / "bm25", len(TEXTS)), LexicalIndex.of(TEXTS)
    assert held.rows == len(TEXTS)
    for query in ("approval policy", "approval Approvals zebra", ""):
        assert held.scores(query).tolist() == saved.scores(query).tolist()
        assert held.shares(query).tolist() == saved.shares(query).tolist()


def test_a_share_counts_each_term_once_and_unknown_ones_too() -> None:
    index = LexicalIndex.of(TEXTS)
    once, unknown = index.shares("approval"), index.shares("approval zebra")
    assert index.shares("approval Approvals").tolist() == once.tolist()
    assert 0 < unknown.max() < once.max() < 1


def test_texts_without_terms_need_no_index(tmp_path: Path) -> None:
    save_index(tmp_path / "bm25", ["", "..."])
    assert not (tmp_path / "bm25").exists()
    assert LexicalIndex(None, 2).scores("word").tolist() == [0.0, 0.0]


def test_equal_texts_give_equal_files_in_every_process(tmp_path: Path) -> None:
    code = """
        import sys
        from pathlib import Path
        from graphwright.graph.lexical_index import save_index
        save_index(Path(sys.argv[1]), ["b a c a", "c d", "e f g a"])
    """
    for seed in ("1", "2"):
        command = [sys.executable, "-c", textwrap.dedent(code), str(tmp_path / seed)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
    first, second = (
        {path.name: path.read_bytes() for path in (tmp_path / seed).iterdir()} for seed in "12"
    )
    assert first == second


def test_a_search_adds_up_what_the_library_would(tmp_path: Path) -> None:
    import bm25s  # only here

    save_index(tmp_path / "bm25", TEXTS)
    index = LexicalIndex(tmp_path / "bm25", len(TEXTS))
    library = bm25s.BM25.load(tmp_path / "bm25", load_corpus=False)
    for query in ("approval policy", "approval Approvals", "orders need trains"):
        assert index.scores(query).tolist() == library.get_scores(terms(query)).tolist()
        assert index.knows_a_term(query)
    assert not index.knows_a_term("zebra ...")


@given(st.lists(st.lists(st.sampled_from(["order", "orders", "plan", "Ship", "x1", "of"]))))
def test_the_files_are_those_that_the_library_makes(
    tmp_path_factory: pytest.TempPathFactory, words: list[list[str]]
) -> None:
    import bm25s  # only here

    texts = [" ".join(part) for part in words]
    vocabulary = {term: i for i, term in enumerate(sorted({t for x in texts for t in terms(x)}))}
    if not vocabulary:
        return
    folder = tmp_path_factory.mktemp("indexes")
    save_index(folder / "ours", texts)
    library = bm25s.BM25(k1=1.5, b=0.75, backend="numpy", csc_backend="numpy")
    ids = [[vocabulary[term] for term in terms(text)] for text in texts]
    library.index((ids, vocabulary), create_empty_token=False, show_progress=False)
    library.save(folder / "theirs", show_progress=False)
    for path in (folder / "theirs").iterdir():
        assert (folder / "ours" / path.name).read_bytes() == path.read_bytes(), path.name


def test_texts_that_are_counted_in_parts_score_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (*TEXTS, "", "orders need orders", "run to order")
    whole, parts = Postings(str.upper), Postings(str.upper)
    for text in texts:
        whole.add(text)
    monkeypatch.setattr(lexical_postings, "_BLOCK_CHARACTERS", 20)
    for text in texts:
        parts.add(text)
    assert (whole.texts, parts.texts) == (len(texts), len(texts))
    one, other = (vars_of(postings.scores(1.5, 0.75)) for postings in (whole, parts))
    assert one == other


def vars_of(scores: TermScores) -> tuple[object, ...]:
    arrays = (scores.data.tolist(), scores.texts.tolist(), scores.starts.tolist())
    return (scores.vocabulary, *arrays)
