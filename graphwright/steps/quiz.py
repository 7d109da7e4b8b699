"""The step that makes multiple-choice questions of each application and its manual, by rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

import pyarrow as pa

from graphwright.applications.documented_paths import menu_graphs
from graphwright.code_versions import Code, version_of
from graphwright.ids import fingerprint
from graphwright.quiz.build import quiz_rows
from graphwright.quiz.drafts import drafts_of
from graphwright.quiz.material import Definition, Material
from graphwright.settings import Settings
from graphwright.steps.base.joint_tables import JointTablesStep
from graphwright.steps.base.step import Given, table_digest
from graphwright.steps.bucketed.rows import bucket_rows
from graphwright.store.lake import Lake
from graphwright.tables import (
    Application,
    DocumentedPath,
    Entity,
    Evidence,
    ParsedDocument,
    QuizItem,
    RejectedQuizItem,
    Relation,
    UiAction,
    UiCapture,
    UiField,
    UiState,
    rows_of,
    table_of,
)
from graphwright.tables.help import Span

Row = TypeVar("Row")

_COPULA = "be"
_SAYS_WHAT_IT_IS = re.compile(r"\s+(?:is|are|means?|refers? to)\s+(?:an?\s+|the\s+|one of\s+)?")
"""What stands between subject and object where the sentence says what something is: kinds that a
sentence lists ("fields such as Name") define nothing."""
_END_OF_MEANING = re.compile(r"[.;:,(]|\s[-–—]+\s")
_SUREST = 0.6
"""Confidence of a definition that a question is made of."""


class QuizStep(JointTablesStep):
    """Make questions of menu paths, fields and definitions, and keep those that pass the filter."""

    code = Code((__name__,))
    name = "quiz_items"
    inputs = (
        *("parsed_documents", "entities", "relations", "evidence"),
        *("applications", "ui_captures", "ui_states", "ui_actions", "ui_fields"),
        "documented_paths",
    )
    outputs = ("quiz_items", "quiz_rejected")
    stale_reason = "it is not there, or documents, facts or what was crawled changed"

    @classmethod
    def of(cls, given: Given) -> QuizStep:
        """Return the step for a lake and its settings."""
        return cls(given.settings)

    def __init__(self, settings: Settings) -> None:
        self._manuals = {one.name: one.documents for one in settings.applications}
        self._buckets = settings.buckets
        said = {name: sorted(collections) for name, collections in self._manuals.items()}
        self.causes = {f"code.{self.name}": version_of(self.code), "manuals": fingerprint(said)}

    def key(self, lake: Lake) -> str:
        """Return the key of all tables. ``LakeError`` where what they are made from is absent.

        Without an application no document and no fact is read, so none changes it.
        """
        names = self.inputs if self._manuals else self.inputs[4:]
        digests = [table_digest(lake, name, self._buckets) for name in names]
        return fingerprint([self.causes, digests])

    def made(self, lake: Lake) -> dict[str, pa.Table]:
        """Return both tables."""
        items: list[QuizItem] = []
        rejected: list[RejectedQuizItem] = []
        for material in self._materials(lake) if self._manuals else ():
            passed, dropped = quiz_rows(drafts_of(material))
            items += passed
            rejected += dropped
        return {
            "quiz_items": table_of(QuizItem).from_rows(items),
            "quiz_rejected": table_of(RejectedQuizItem).from_rows(rejected),
        }

    def _materials(self, lake: Lake) -> Iterator[Material]:
        crawled = sorted(one.name for one in rows_of(Application, lake.read("applications")))
        fields = rows_of(UiField, lake.read("ui_fields"))
        graphs = menu_graphs(
            crawled,
            rows_of(UiState, lake.read("ui_states")),
            rows_of(UiAction, lake.read("ui_actions")),
            self._rows(lake, UiCapture),
            fields,
        )
        paths = rows_of(DocumentedPath, lake.read("documented_paths"))
        definitions = _definitions(lake)
        for name in crawled:
            manual = {one.document_id: one for one in self._manual(lake, self._manuals[name])}
            own = [one for one in paths if one.application == name]
            told = [one for one in definitions if one.document_id in manual]
            yield Material(graphs[name], fields, manual, own, told)

    def _manual(self, lake: Lake, collections: Sequence[str]) -> Iterator[ParsedDocument]:
        for bucket in range(self._buckets):
            yield from bucket_rows(lake, ParsedDocument, bucket, "collection", collections or None)

    def _rows(self, lake: Lake, row: type[Row]) -> list[Row]:
        return [
            one
            for bucket in range(self._buckets)
            for one in bucket_rows(lake, row, bucket, "", None)
        ]


def _definitions(lake: Lake) -> list[Definition]:
    """Return the copular facts, each with the first sentence that states it as it is."""
    names = {one.entity_id: one.name for one in rows_of(Entity, lake.read("entities"))}
    facts = {
        one.relation_id: one
        for one in rows_of(Relation, lake.read("relations"))
        if one.predicate == _COPULA and not one.negated
    }
    found: dict[str, Definition] = {}
    for proof in rows_of(Evidence, lake.read("evidence")):
        fact = facts.get(proof.relation_id)
        if fact is None or proof.confidence < _SUREST or proof.condition or proof.attribution:
            continue
        said = proof.quote[proof.subject_end - proof.start : proof.object_start - proof.start]
        if not _SAYS_WHAT_IT_IS.fullmatch(said):
            continue
        meaning = _END_OF_MEANING.split(proof.quote[proof.object_start - proof.start :])[0]
        found.setdefault(
            fact.relation_id,
            Definition(
                names.get(fact.subject_id, ""),
                "is",
                " ".join(meaning.split()),
                proof.document_id,
                Span(proof.start, proof.end),
            ),
        )
    return [found[key] for key in sorted(found)]
