"""Requests and answers of the service: what HTTP, MCP and the pages have in common.

Every answer names the ``snapshot`` that it was made from. Limits stand in the requests, so that no
front can forget one. Fields are described for OpenAPI and for the tools of assistants.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

import pydantic
from pydantic import Field

from graphwright.project import DEFAULT_STRATEGY

MAX_QUESTION = 20_000
"""Characters of a question at most."""

MAX_PASSAGES = 50
MAX_FACTS = 200
MAX_NODES = 500
MAX_DEPTH = 4

Day = Annotated[
    datetime.date | None, Field(description="Day on which documents must hold; else today.")
]
Navigation = Annotated[
    bool,
    Field(description="Also facts of steps and of what refers to what, not knowledge alone."),
]


class _Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class Request(_Model):
    """What every request is: its fields, checked, and no others."""


class SearchRequest(Request):
    """A question, and how it is to be answered."""

    question: str = Field(max_length=MAX_QUESTION, description="A question in plain English.")
    strategy: str = Field(DEFAULT_STRATEGY, max_length=40, description="How to search.")
    k: int = Field(5, ge=1, le=MAX_PASSAGES, description="Passages at most.")
    as_of: Day = None
    navigation: Navigation = False


class EntityRequest(Request):
    """A name, alias or id of an entity."""

    name: str = Field(min_length=1, max_length=1_000, description="Name, alias or id.")
    facts: int = Field(25, ge=1, le=MAX_FACTS, description="Facts of each direction at most.")
    as_of: Day = None
    navigation: Navigation = False


class SubgraphRequest(Request):
    """A neighbourhood: every entity within some steps of one, as far as the limit goes."""

    name: str = Field(min_length=1, max_length=1_000, description="Name, alias or id.")
    depth: int = Field(1, ge=1, le=MAX_DEPTH, description="Steps from the entity at most.")
    nodes: int = Field(50, ge=1, le=MAX_NODES, description="Entities at most, nearest first.")
    navigation: Navigation = False
    places: bool = Field(False, description="Also where each entity stands in a picture.")


class EvidenceRequest(Request):
    """A piece of evidence by its id."""

    evidence_id: str = Field(
        pattern=r"^[0-9a-f]{6,64}$", description="Id, or how it starts where only one does."
    )


class DocumentRequest(Request):
    """A document by its id, and which of its passages."""

    document_id: str = Field(pattern=r"^[0-9a-f]{6,64}$", description="Id of the document.")
    first: int = Field(0, ge=0, description="Passage to begin with, from 0.")
    passages: int = Field(20, ge=1, le=200, description="Passages at most.")


class ChangesRequest(Request):
    """The differences that a publication made."""

    publication: int | None = Field(None, ge=1, description="Its number; by default the last.")
    rows: int = Field(100, ge=1, le=1_000, description="Differences at most.")


class Citation(_Model):
    """A place in a document; ``start`` and ``end`` are characters of its canonical text."""

    document_id: str
    title: str
    uri: str
    locator: str = Field(description="Page, slide, sheet or headings, as one line.")
    page: int | None
    heading_path: tuple[str, ...]
    start: int
    end: int
    format: str
    box: tuple[float, ...] | None = Field(description="Left, top, right, bottom on the page.")
    box_unit: str | None
    superseded: bool = Field(description="Whether another document took its place.")
    version_note: str


class Quote(_Model):
    """A sentence, verbatim, that states a fact, and where it stands."""

    evidence_id: str
    text: str
    confidence: float = Field(description="From 0 to 1.")
    extractor: str
    rule: str
    qualifiers: tuple[str, ...] = Field(description="What else the sentence says of the fact.")
    citation: Citation


class Passage(_Model):
    """A chunk of a document that an answer rests on; ``score`` compares within one answer only."""

    chunk_id: str
    text: str
    score: float
    citation: Citation
    why: dict[str, Any] | None = Field(description="Scores, ranks and the way that led to it.")


class Fact(_Model):
    """A relation of the graph with the sentences that state it.

    ``text`` is the fact as English; ``restriction`` what it is false without.
    """

    relation_id: str
    subject_id: str
    subject: str
    predicate: str
    object_id: str
    object: str
    text: str
    restriction: str | None
    negated: bool
    modality: str | None
    layer: str
    confidence: float
    support_count: int
    superseded: bool
    score: float | None = Field(None, description="The strategy's, in answers to questions.")
    quotes: tuple[Quote, ...]
    why: dict[str, Any] | None = None


class Entity(_Model):
    """An entity as it is named in an answer."""

    entity_id: str
    name: str
    type: str
    definition: str | None
    concept: bool = Field(True, description="Whether it is a thing that the graph is about.")
    score: float | None = None
    phrase: str | None = Field(None, description="Words of the question that name it.")
    type_source: str = Field("", description="By what its type is known: seed, decision, ...")


class Answer(_Model):
    """What every answer has: the id of the snapshot that it was made from."""

    snapshot: str

    @property
    def lasting(self) -> bool:
        """Whether the same question has this answer for as long as the snapshot is served."""
        return True


class SearchAnswer(Answer):
    """What the graph holds for a question: SAP's three keys (section 3.2.4), best first in each."""

    question: str
    strategy: str
    chunks: tuple[Passage, ...]
    relations: tuple[Fact, ...]
    entity: tuple[Entity, ...]
    unknown: tuple[str, ...] = Field(description="Names in the question that name nothing here.")


Verdict = Literal["supported", "uncited", "invented", "unsupported"]
"""Of a sentence: its citations are there and hold its names and numbers; it has none; it cites what
there is not; it has names or numbers that the cited sources and the question do not hold."""


class AskRequest(SearchRequest):
    """A question that is to be answered in words."""

    template: Literal["context", "tuples", "quotes"] | None = Field(
        None,
        description="What the model is given: passages and facts, facts alone, or sentences of "
        "which it chooses those that are the answer.",
    )


class Source(_Model):
    """What an answer may cite by its number: a passage, or the best sentence of a fact."""

    number: int
    kind: Literal["passage", "fact"]
    text: str
    fact: str | None = None
    chunk_id: str | None = None
    evidence_id: str | None = None
    citation: Citation


class Statement(_Model):
    """A sentence of an answer without its citations, and what the check says of it."""

    text: str
    citations: tuple[int, ...]
    verdict: Verdict
    absent: tuple[str, ...] = Field((), description="Names and numbers without a source.")


class AskAnswer(Answer):
    """An answer in words with its sources, and the evidence that it rests on.

    ``stated`` says whether the documents hold an answer, ``verified`` whether the check passed for
    each sentence. Where no model answered, ``problem`` says why; the evidence is complete.
    """

    search: SearchAnswer
    stated: bool
    text: str
    statements: tuple[Statement, ...]
    sources: tuple[Source, ...]
    verified: bool = False
    model: str = ""
    template: str = ""
    problem: str | None = None

    @property
    def quoted(self) -> bool:
        """Whether the sentences are the documents' own, of which the model chose."""
        return self.template.startswith("quotes")

    @property
    def lasting(self) -> bool:
        """Whether the model answered, or was not to be asked."""
        return self.problem is None


class Alias(_Model):
    """Another form of an entity's name, and how it came to the entity."""

    alias: str
    tier: str
    mention_count: int


class Merge(_Model):
    """A decision, made or refused, that two names mean one entity."""

    alias_key: str
    target_key: str
    tier: str
    accepted: bool
    score: float
    reason: str


class Mention(_Model):
    """A passage that mentions the entity, and how: section, accepted fact, heading or text."""

    reason: str
    citation: Citation


class Step(_Model):
    """A step of a task; ``number`` tells its place ("2.1" is the first part of the second)."""

    number: str
    text: str


class Procedure(_Model):
    """How a document says that a task is done."""

    steps: tuple[Step, ...]
    citation: Citation


class Broader(_Model):
    """A concept that the seed file puts above or below another, and where it says so."""

    entity_id: str | None = Field(
        description="Null where the concept stands in the seed file alone."
    )
    name: str
    source: str = Field(description="Name of the seed file.")
    place: str = Field(description="Line of the concept, or IRI of its subject.")


class EntityAnswer(Answer):
    """Everything that the graph knows about an entity.

    ``outgoing`` are facts of which it is the subject, ``incoming`` those of which it is the object
    only; the counts are those of all of them.
    """

    entity: Entity
    type_reason: str
    seed: bool
    mention_count: int
    document_count: int
    aliases: tuple[Alias, ...]
    merges: tuple[Merge, ...]
    outgoing: tuple[Fact, ...]
    outgoing_count: int
    incoming: tuple[Fact, ...]
    incoming_count: int
    other_facts: int = Field(description="Facts of other layers, left out unless asked for.")
    mentions: tuple[Mention, ...]
    passage_count: int
    homonyms: tuple[str, ...] = Field(description="Other entities that the name stands for.")
    procedures: tuple[Procedure, ...]
    task_count: int
    broader: tuple[Broader, ...] = Field(description="What the seed file puts above it.")
    narrower: tuple[Broader, ...] = Field(description="What the seed file puts below it.")


class Node(_Model):
    """An entity of a neighbourhood; ``depth`` is its distance from the middle, in steps."""

    entity_id: str
    name: str
    type: str
    depth: int
    degree: int = Field(description="Relations of the entity in the whole graph.")
    x: float | None = Field(None, description="Place in a picture from left, 0 to 1.")
    y: float | None = Field(None, description="Place in a picture from above, 0 to 1.")


class Edge(_Model):
    """A relation between two entities of a neighbourhood."""

    relation_id: str
    source: str
    target: str
    predicate: str
    text: str
    confidence: float
    support_count: int
    superseded: bool


class SubgraphAnswer(Answer):
    """A neighbourhood: ``truncated`` says whether there is more within the asked depth."""

    center: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    truncated: bool


class EvidenceAnswer(Answer):
    """A piece of evidence where it stands.

    ``passage`` is its chunk; the spans are characters of ``passage``, so that a reader can mark the
    quote, its subject and its object.
    """

    fact: Fact
    quote: Quote
    chunk_id: str
    passage: str
    quote_span: tuple[int, int]
    subject_span: tuple[int, int]
    object_span: tuple[int, int]


class DocumentPassage(_Model):
    """A passage of a document, with the facts that it states."""

    chunk_id: str
    index: int
    heading_path: tuple[str, ...]
    page: int | None
    start: int
    end: int
    text: str
    facts: tuple[str, ...] = Field(description="Facts that the passage states, as English.")


class DocumentAnswer(Answer):
    """A document as the graph holds it: its passages in order."""

    document_id: str
    collection: str
    title: str
    uri: str
    format: str
    superseded: bool
    version_note: str
    passages: tuple[DocumentPassage, ...]
    passage_count: int


class StrategyInfo(_Model):
    """A retrieval strategy, and what it is for."""

    name: str
    description: str
    default: bool


class StrategiesAnswer(Answer):
    """The retrieval strategies there are."""

    strategies: tuple[StrategyInfo, ...]


class StatusAnswer(Answer):
    """What is served: how much, and made with which models."""

    counts: dict[str, int]
    embedder: str
    dimensions: int
    publication: int | None = Field(description="Number of the publication, where it is recorded.")
    published_at: str | None = Field(description="When it took place, in UTC.")
    kind: Literal["published", "rolled back"] | None


class Publication(_Model):
    """A change of what is served; ``differences`` counts what it changed."""

    number: int
    kind: str
    snapshot: str
    base: str | None
    at: str
    counts: dict[str, int]
    differences: int


class HistoryAnswer(Answer):
    """The publications that are recorded, the newest first."""

    publications: tuple[Publication, ...]


class Change(_Model):
    """A document, entity or relation that was added, removed, edited or moved, and why."""

    thing: str
    change: str
    id: str
    name: str
    reason: str
    cause: str | None
    before: str | None
    after: str | None


class ChangesAnswer(Answer):
    """The differences of a publication; ``kept`` says whether they are still there."""

    publication: int | None
    kept: bool
    total: int
    rows: tuple[Change, ...]
