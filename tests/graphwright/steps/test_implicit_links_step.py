"""Titles are compared once: an edit of another text finds the links that were kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from graphwright.ids import sha256_text
from graphwright.steps import implicit_links
from graphwright.steps.base.step import Work
from graphwright.steps.implicit_links import ImplicitLinksStep
from graphwright.store.lake import Lake
from graphwright.tables import SectionEmbedding, SectionPiece, table_of
from graphwright.tickets.implicit_links import Threshold

THRESHOLD = Threshold("made-up", 0.9, 2, "a test")


def write(lake: Lake, key: str, titles: dict[str, list[float]], other: str) -> None:
    """Write tickets with a title of a vector, and a description, as ``other`` says."""
    pieces, vectors = [], []
    for ticket, vector in titles.items():
        texts = (("summary", str(vector), vector), ("description", other, [0.0, 1.0]))
        for section, text, numbers in texts:
            piece = f"{ticket}-{section}"
            pieces.append(SectionPiece(piece, piece, ticket, section, 0, 0, len(text), text))
            data = np.array(numbers, dtype="<f4").tobytes()
            vectors.append(SectionEmbedding(piece, sha256_text(text), "made-up", data))
    lake.write("section_pieces", table_of(SectionPiece).from_rows(pieces), bucket=0, key=key)
    lake.write("section_embeddings", table_of(SectionEmbedding).from_rows(vectors), key=key)


def test_titles_are_compared_where_one_of_them_changed_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[int] = []
    links = implicit_links.implicit_links

    def counting(ids, vectors, threshold, model):  # type: ignore[no-untyped-def]  # passes them on
        compared.append(len(ids))
        return links(ids, vectors, threshold, model)

    monkeypatch.setattr(implicit_links, "implicit_links", counting)
    lake, near, far = Lake(tmp_path), [1.0, 0.0], [0.0, 1.0]
    step = ImplicitLinksStep(1, "made-up", THRESHOLD)

    def made() -> list[tuple[str, ...]]:
        step.run(lake, Work())
        rows = lake.read("implicit_ticket_links").to_pylist()
        return [tuple(list(row.values())[:2]) for row in rows]

    write(lake, "1", {"a": near, "b": near, "c": far}, "one")
    assert made() == [("a", "b")]
    write(lake, "2", {"a": near, "b": near, "c": far}, "another description")
    assert made() == [("a", "b")]
    assert compared == [3]
    write(lake, "3", {"a": near, "b": far, "c": far}, "another description")
    assert made() == [("b", "c")]
    (kept,) = (lake.cache / "implicit_ticket_links").iterdir()
    kept.write_bytes(kept.read_bytes()[:-20])
    write(lake, "4", {"a": near, "b": far, "c": far}, "one")
    assert made() == [("b", "c")]
    assert compared == [3, 3, 3]
