"""What can be asked of a published graph: each function takes a reader and a request.

HTTP, MCP and the pages call these and nothing below them, so they cannot differ. None of them
changes anything. They raise ``NotFoundError`` for what the graph does not hold and
``SettingsError`` for a strategy that there is not.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Literal

from graphwright.errors import NotFoundError
from graphwright.graph.citation import Quote, cite_chunk, quote_evidence
from graphwright.graph.entity_card import Fact, inspect_entity, named_entities
from graphwright.graph.fact_text import fact_text
from graphwright.graph.surroundings import places_of, surroundings
from graphwright.graph.validity import version_note
from graphwright.project import DEFAULT_STRATEGY
from graphwright.publish.history.log import changes_of, last_publication, publications
from graphwright.retrieval import STRATEGIES
from graphwright.serving import answers, models
from graphwright.serving.answerer import NO_MODEL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graphwright.graph.snapshot import Snapshot
    from graphwright.publish.history.log import Publication
    from graphwright.serving.answer_sources import Template
    from graphwright.serving.reader import Reader
    from graphwright.tables import Chunk, Relation


def search(reader: Reader, request: models.SearchRequest) -> models.SearchAnswer:
    """Return the passages, facts and entities that answer a question, each with its citation."""
    strategy = reader.strategy(request.strategy, request.as_of, navigation=request.navigation)
    found = strategy.retrieve(request.question, request.k)
    return models.SearchAnswer(
        snapshot=reader.snapshot.id,
        question=request.question,
        strategy=found.strategy,
        chunks=tuple(map(answers.passage_of, found.chunks)),
        relations=tuple(
            answers.fact_of(fact, fact.quotes, score=fact.score, why=fact.why)
            for fact in found.relations
        ),
        entity=tuple(map(answers.seed_of, found.entities)),
        unknown=found.unknown,
    )


def ask(reader: Reader, request: models.AskRequest) -> models.AskAnswer:
    """Return an answer in words with citations, where a language model is set; else the evidence.

    Every sentence is checked against what it cites. What no document states is said to be so.
    """
    return answer_over(reader, search(reader, search_of(request)), request.template)


def answer_over(
    reader: Reader, found: models.SearchAnswer, template: Template | None
) -> models.AskAnswer:
    """Return the answer in words over what a search has found."""
    if reader.answerer is None:
        return _without_model(found)
    return reader.answerer.answer(found, template)


def ask_in_parts(
    reader: Reader, found: models.SearchAnswer, template: Template | None
) -> Iterator[models.AskAnswer | str]:
    """Yield the evidence, a model's words as they come, and last the answer as ``ask`` has it."""
    if reader.answerer is None:
        yield _without_model(found)
    else:
        yield from reader.answerer.stream(found, template)


def search_of(request: models.AskRequest) -> models.SearchRequest:
    """Return the search that an answer in words rests on."""
    return models.SearchRequest(**request.model_dump(exclude={"template"}))


def _without_model(found: models.SearchAnswer) -> models.AskAnswer:
    return models.AskAnswer(
        snapshot=found.snapshot,
        search=found,
        stated=False,
        text="",
        statements=(),
        sources=(),
        problem=NO_MODEL,
    )


def entity(reader: Reader, request: models.EntityRequest) -> models.EntityAnswer:
    """Return an entity's names, merges, facts with quotes, mentions, and the steps of a task."""
    card = inspect_entity(
        reader.snapshot,
        request.name,
        limit=request.facts,
        validity=reader.validity(request.as_of),
        navigation=request.navigation,
    )
    return models.EntityAnswer(
        snapshot=reader.snapshot.id,
        entity=answers.entity_of(card.entity),
        type_reason=card.entity.type_reason,
        seed=card.entity.seed,
        mention_count=card.entity.mention_count,
        document_count=card.entity.document_count,
        aliases=tuple(
            models.Alias(alias=a.alias, tier=a.tier, mention_count=a.mention_count)
            for a in card.aliases
        ),
        merges=tuple(
            models.Merge(
                alias_key=m.alias_key,
                target_key=m.target_key,
                tier=m.tier,
                accepted=m.accepted,
                score=m.score,
                reason=m.reason,
            )
            for m in card.merges
        ),
        outgoing=_facts(card.outgoing),
        outgoing_count=card.facts[0],
        incoming=_facts(card.incoming),
        incoming_count=card.facts[1],
        other_facts=card.other_facts,
        mentions=tuple(
            models.Mention(reason=m.reason, citation=answers.citation_of(m.citation))
            for m in card.mentions
        ),
        passage_count=card.passages,
        homonyms=card.homonyms,
        procedures=tuple(map(answers.procedure_of, card.procedures)),
        task_count=card.tasks,
        broader=tuple(
            models.Broader(entity_id=b.broader_id, name=b.broader, source=b.source, place=b.place)
            for b in card.broader
        ),
        narrower=tuple(
            models.Broader(entity_id=b.entity_id, name=b.entity, source=b.source, place=b.place)
            for b in card.narrower
        ),
    )


def _facts(facts: tuple[Fact, ...]) -> tuple[models.Fact, ...]:
    return tuple(answers.fact_of(fact.relation, fact.quotes) for fact in facts)


def subgraph(reader: Reader, request: models.SubgraphRequest) -> models.SubgraphAnswer:
    """Return the entities around one, nearest first, and the relations among them."""
    snapshot = reader.snapshot
    row, middle = named_entities(snapshot, request.name)[0]
    around = surroundings(
        snapshot.graph,
        row,
        depth=request.depth,
        nodes=request.nodes,
        navigation=request.navigation,
    )
    entities = snapshot.entity_rows(list(around.depths))
    places = places_of(snapshot.graph, around) if request.places else {}
    return models.SubgraphAnswer(
        snapshot=snapshot.id,
        center=middle.entity_id,
        nodes=tuple(
            models.Node(
                entity_id=found.entity_id,
                name=found.name,
                type=found.type,
                depth=depth,
                degree=len(snapshot.graph.relations_of(at, navigation=request.navigation)),
                x=places[at][0] if places else None,
                y=places[at][1] if places else None,
            )
            for (at, depth), found in zip(around.depths.items(), entities, strict=True)
        ),
        edges=tuple(map(_edge, snapshot.relation_rows(around.relations))),
        truncated=around.truncated,
    )


def _edge(relation: Relation) -> models.Edge:
    return models.Edge(
        relation_id=relation.relation_id,
        source=relation.subject_id,
        target=relation.object_id,
        predicate=relation.predicate,
        text=fact_text(relation),
        confidence=relation.confidence,
        support_count=relation.support_count,
        superseded=relation.superseded,
    )


def evidence(reader: Reader, request: models.EvidenceRequest) -> models.EvidenceAnswer:
    """Return a piece of evidence in its passage, with the places of quote, subject and object."""
    snapshot = reader.snapshot
    found = snapshot.find_evidence(request.evidence_id)
    chunk = snapshot.chunk_of(found)
    quote: Quote = quote_evidence(snapshot, found)

    def span(start: int, end: int) -> tuple[int, int]:
        return _clip(chunk, start), _clip(chunk, end)

    return models.EvidenceAnswer(
        snapshot=snapshot.id,
        fact=answers.fact_of(snapshot.relation(found.relation_id), (quote,)),
        quote=answers.quote_of(quote),
        chunk_id=chunk.chunk_id,
        passage=chunk.text,
        quote_span=span(found.start, found.end),
        subject_span=span(found.subject_start, found.subject_end),
        object_span=span(found.object_start, found.object_end),
    )


def _clip(chunk: Chunk, place: int) -> int:
    """Return a place of the document as one of the chunk; what lies outside is at its edge."""
    return min(max(place - chunk.start, 0), chunk.end - chunk.start)


def document(reader: Reader, request: models.DocumentRequest) -> models.DocumentAnswer:
    """Return a document's passages in order, each with the facts that it states."""
    snapshot = reader.snapshot
    found = snapshot.find_document(request.document_id)
    rows = snapshot.chunks_of(request.document_id)
    version = snapshot.versions.get(request.document_id)
    shown = rows[request.first : request.first + request.passages]
    return models.DocumentAnswer(
        snapshot=snapshot.id,
        document_id=request.document_id,
        collection=found["collection"],
        title=found["title"],
        uri=found["uri"],
        format=found["format"],
        superseded=version is not None and version.superseded,
        version_note=version_note(snapshot, request.document_id),
        passages=tuple(_passage(snapshot, row) for row in shown),
        passage_count=len(rows),
    )


def _passage(snapshot: Snapshot, row: int) -> models.DocumentPassage:
    [chunk] = snapshot.chunk_rows([row])
    return models.DocumentPassage(
        chunk_id=chunk.chunk_id,
        index=chunk.index,
        heading_path=cite_chunk(snapshot, chunk).heading_path,
        page=chunk.page,
        start=chunk.start,
        end=chunk.end,
        text=chunk.text,
        facts=tuple(map(fact_text, snapshot.relation_rows(snapshot.stated_in(row).tolist()))),
    )


def strategies(reader: Reader) -> models.StrategiesAnswer:
    """Return the retrieval strategies by name, with what each does."""
    return models.StrategiesAnswer(
        snapshot=reader.snapshot.id,
        strategies=tuple(
            models.StrategyInfo(
                name=name,
                description=(inspect.getdoc(make) or "").partition("\n\n")[0].replace("\n", " "),
                default=name == DEFAULT_STRATEGY,
            )
            for name, make in STRATEGIES
        ),
    )


def status(reader: Reader) -> models.StatusAnswer:
    """Return what is served: counts, models, and when it was published."""
    snapshot = reader.snapshot
    last = last_publication(reader.project.root)
    known = last if last is not None and last.snapshot == snapshot.id else None
    kind: Literal["published", "rolled back"] | None = None
    if known is not None:
        kind = "rolled back" if known.kind == "rolled back" else "published"
    return models.StatusAnswer(
        snapshot=snapshot.id,
        counts=dict(snapshot.manifest.counts),
        embedder=snapshot.manifest.embedder,
        dimensions=snapshot.manifest.dimensions,
        publication=known.number if known else None,
        published_at=known.at if known else None,
        kind=kind,
    )


def history(reader: Reader) -> models.HistoryAnswer:
    """Return the publications that are recorded, the newest first."""
    return models.HistoryAnswer(
        snapshot=reader.snapshot.id,
        publications=tuple(map(_publication, reversed(_publications_until(reader)))),
    )


def _publications_until(reader: Reader) -> list[Publication]:
    """Return the publications up to that of the reader's snapshot, the oldest first.

    One that took place since is told by the reader that follows, or an answer would name one
    snapshot and tell of another.
    """
    recorded = publications(reader.project.root)
    last = 0 if reader.pointer is None else reader.pointer.publication
    return [one for one in recorded if not last or one.number <= last]


def _publication(one: Publication) -> models.Publication:
    changed = (
        count
        for by in one.changes.values()
        for reasons in by.values()
        for count in reasons.values()
    )
    return models.Publication(
        number=one.number,
        kind=one.kind,
        snapshot=one.snapshot,
        base=one.base,
        at=one.at,
        counts=dict(one.counts),
        differences=sum(changed),
    )


def changes(reader: Reader, request: models.ChangesRequest) -> models.ChangesAnswer:
    """Return what a publication changed, and why: documents, entities and relations."""
    root = reader.project.root
    recorded = {one.number: one for one in _publications_until(reader)}
    number = request.publication or max(recorded, default=None)
    if request.publication is not None and request.publication not in recorded:
        raise NotFoundError(
            f"No publication with the number {request.publication} is recorded.",
            remedy="The history lists those that are.",
        )
    table = None if number is None else changes_of(root, recorded[number])
    rows = [] if table is None else table.slice(0, request.rows).to_pylist()
    return models.ChangesAnswer(
        snapshot=reader.snapshot.id,
        publication=number,
        kept=table is not None,
        total=0 if table is None else table.num_rows,
        rows=tuple(models.Change(**row) for row in rows),
    )
