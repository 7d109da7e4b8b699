from __future__ import annotations

import math
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from graphwright.graph.lexical_index import LexicalIndex, indexed_text, save_index, terms

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
