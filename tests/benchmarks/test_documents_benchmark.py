"""The scorer of parsed documents against outputs whose figures are known."""

from __future__ import annotations

import json
from pathlib import Path

from pdf_builders import PROSE, pdf, prose, rule, show

from benchmarks import documents

HEADINGS = ("1 Late orders", "2 Lost orders", "3 Open orders", "4 Paid orders", "5 Old orders")


def write(folder: Path, *, outline: tuple[tuple[str, int], ...] = ()) -> Path:
    grid = [rule(72, y, 272, y) for y in (60, 80, 100)]
    grid += [rule(x, 60, x, 100) for x in (72, 172, 272)]
    cells = [show(80 + 100 * x, 74 + 20 * y, f"cell{x}{y}") for x in (0, 1) for y in (0, 1)]
    content = [*grid, *cells]
    for number, heading in enumerate(HEADINGS):
        content += [show(72, 140 + 80 * number, heading, 14, "F2"), *prose(72, 160 + 80 * number)]
    path = folder / "a.pdf"
    folder.mkdir(parents=True)
    path.write_bytes(pdf([content], outline=outline))
    return path


def test_a_document_that_is_as_expected_scores_one(tmp_path: Path) -> None:
    write(tmp_path / "sources")
    texts = []
    for heading in HEADINGS:
        texts.append({"text": heading, "label": "section_header", "content_layer": "body"})
        texts.append({"text": " ".join(PROSE), "label": "text", "content_layer": "body"})
    table = {"data": {"table_cells": [{"text": f"cell{x}{y}"} for y in (0, 1) for x in (0, 1)]}}
    truth = tmp_path / "groundtruth/a.json"
    truth.parent.mkdir()
    truth.write_text(json.dumps({"texts": texts, "tables": [table]}))
    figures = documents.run([tmp_path], details=False)["expected"]
    names = ("headings_recall", "headings_precision", "words_recall", "words_precision")
    assert [figures[name] for name in names] == [1, 1, 1, 1]
    assert (figures["tables_found"], figures["cells_recall"], figures["pages"]) == (1, 1, 1)


def test_the_outline_is_withheld_and_compared(tmp_path: Path) -> None:
    titles = [heading[2:] for heading in HEADINGS[:4]] + ["Nowhere"]
    path = write(tmp_path / "manuals", outline=tuple((title, 1) for title in titles))
    figures = documents.run([path.parent], details=False)["outlines"]
    assert (figures["outline_recall"], figures["outline_precision"]) == (0.8, 0.8)
    assert figures["levels_right"] == 1


def test_numbers_beside_a_heading_do_not_count() -> None:
    key = documents.heading_key
    assert key("2.1 Late orders") == key("Late orders") == key("Late orders 3")
    assert key("Late orders") != key("Lost orders")
    assert key("1") == ("1",)
