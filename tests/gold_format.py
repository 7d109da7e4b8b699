"""The format of examples/gold.yaml as strict models, for every test that holds a build to it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pydantic
import yaml

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
DOCUMENTS = EXAMPLES / "documents"


class _Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class Fact(_Model):
    document: str
    subject: str
    predicate: str
    object: str
    sentence: str | None = None
    lead_in: str | None = None
    header: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    negated: bool = False
    modality: str | None = None
    condition: str | None = None

    @pydantic.model_validator(mode="after")
    def _sentence_or_row(self) -> Fact:
        if (self.sentence is None) == (not self.row) or bool(self.row) != bool(self.header):
            raise ValueError("a fact has either a sentence, or a row with its header")
        return self


class Alias(_Model):
    alias: str
    canonical: str
    tier: Literal["acronym", "seed", "exact"]
    introduced_in: str | None = None


class Distinct(_Model):
    names: tuple[str, str]
    reason: str


class Coreference(_Model):
    document: str
    sentence: str
    mention: str
    name: str | None


class Question(_Model):
    question: str
    kind: Literal["single", "multi_hop", "table", "acronym", "contradiction", "unanswerable"]
    documents: tuple[str, ...]
    answer: str


class Rejected(_Model):
    document: str
    status: str
    reason: str


class Statement(_Model):
    document: str
    sentence: str


class Contradiction(_Model):
    topic: str
    kind: Literal["disagreement", "superseded"]
    statements: tuple[Statement, ...]


class Gold(_Model):
    facts: tuple[Fact, ...]
    aliases: tuple[Alias, ...]
    distinct: tuple[Distinct, ...]
    coreferences: tuple[Coreference, ...]
    questions: tuple[Question, ...]
    rejected: tuple[Rejected, ...]
    duplicates: tuple[tuple[str, ...], ...]
    contradictions: tuple[Contradiction, ...]

    @property
    def quotes(self) -> list[tuple[str, str]]:
        """Every (document, verbatim text) pair that the file claims."""
        stated: list[Fact | Coreference | Statement] = [*self.facts, *self.coreferences]
        stated += [s for c in self.contradictions for s in c.statements]
        quotes = [(s.document, s.sentence) for s in stated if s.sentence is not None]
        return quotes + [(f.document, f.lead_in) for f in self.facts if f.lead_in is not None]

    @property
    def documents(self) -> set[str]:
        """Every document that the file names."""
        named = {document for document, _ in self.quotes}
        named |= {f.document for f in self.facts} | {r.document for r in self.rejected}
        named |= {a.introduced_in for a in self.aliases if a.introduced_in is not None}
        named |= {document for q in self.questions for document in q.documents}
        return named | {document for group in self.duplicates for document in group}


def load_gold() -> Gold:
    """Read and check examples/gold.yaml."""
    text = (EXAMPLES / "gold.yaml").read_text(encoding="utf-8")
    return Gold.model_validate(yaml.safe_load(text))
