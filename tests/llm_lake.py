"""A lake of one bucket up to the steps that ask an LLM, and these steps run on it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import spacy
from graph_rows import GraphRows
from spacy.tokens import DocBin

from graphwright.ids import bucket_of, document_id
from graphwright.settings import LlmSettings
from graphwright.steps.base.llm_session import LlmSession
from graphwright.steps.base.step import StepReport, Work
from graphwright.steps.llm.outlines import OutlineStep
from graphwright.steps.llm.triples import LlmStep
from graphwright.store.lake import Lake
from graphwright.tables import ROW_TYPES, TABLES, Annotation, Chunk, rows_of

COLLECTION = "test"


def write_lake(root: Path, documents: Mapping[str, Sequence[str]]) -> Lake:
    """Write documents (path to sentences, each a chunk) with parses that hold words only."""
    rows = GraphRows()
    for path, sentences in documents.items():
        for text in sentences:
            rows.say(text, path)
    made = rows.rows()
    made["parsed_documents"] = [
        dataclasses.replace(row, extractor="llm")  # type: ignore[type-var]
        for row in made["parsed_documents"]
    ]
    nlp = spacy.blank("en")
    made["annotations"] = [_annotation(nlp, row) for row in made["chunks"]]  # type: ignore[arg-type]
    lake = Lake(root)
    for table in ("parsed_documents", "chunks", "sentences", "annotations"):
        units = {row.chunk_id: ("parse", "place") for row in made["chunks"]}  # type: ignore[attr-defined]
        lake.write(table, TABLES[table].from_rows(made[table]), bucket=0, key="k", units=units)
    assert bucket_of(document_id(COLLECTION, "a"), 1) == 0
    return lake


def _annotation(nlp: Any, chunk: Chunk) -> Annotation:
    doc = nlp(chunk.text)
    data = DocBin(docs=[doc]).to_bytes()
    return Annotation(chunk.chunk_id, chunk.document_id, len(doc), "blank", data)


def ask(
    lake: Lake, settings: LlmSettings, prompts: str = "entities", *, run: str = ""
) -> list[StepReport]:
    """Run the two steps and return what each did; what a run of Dagster cost is summed up."""
    chosen = {COLLECTION: prompts}
    steps = (
        OutlineStep(LlmSession(settings, lake), chosen, None),
        LlmStep(LlmSession(settings, lake), chosen),
    )
    return [step.run(lake, Work([0], workers=1, run=run)) for step in steps]


def rows(lake: Lake, table: str) -> list[Any]:
    """Return the rows of a table's one bucket."""
    return rows_of(ROW_TYPES[table], lake.read(table, 0))
