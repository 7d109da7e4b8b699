"""Looking one entity up in a snapshot: its names, its merges and its facts with their quotes.

Showing the card is in ``pages.terminal.answers``.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from graphwright.errors import NotFoundError
from graphwright.graph.citation import Citation, Quote, cite_chunk, quotes_from, readings_of_each
from graphwright.graph.fact_text import quoted_fact_text
from graphwright.graph.snapshot import Snapshot
from graphwright.graph.sorted_column import find_rows
from graphwright.graph.validity import Validity
from graphwright.tables import (
    Entity,
    EntityAlias,
    EntityBroader,
    EntityMerge,
    MentionReason,
    ProcedureStep,
    Relation,
    rows_of,
)

QUOTES_PER_FACT = 3
MENTIONS_SHOWN = 5
PROCEDURES_SHOWN = 3

_IN_FACT = "accepted fact"


class UnknownEntityError(NotFoundError):
    """No entity has the name; ``suggestions`` are the names spelt nearest to it."""

    def __init__(self, name: str, suggestions: tuple[str, ...]) -> None:
        """Say which name was asked for and which are near it."""
        self.suggestions = suggestions
        near = ", ".join(suggestions)
        super().__init__(
            f"No entity is named {name!r}.",
            remedy=f"Near it are: {near}." if near else "No name is spelt like it.",
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Fact:
    """A relation of the entity with the sentences that state it, best first."""

    relation: Relation
    quotes: tuple[Quote, ...]

    @property
    def sentence(self) -> str:
        """Return the fact as English."""
        return quoted_fact_text(self.relation, self.quotes)


@dataclasses.dataclass(frozen=True, slots=True)
class Mention:
    """A passage that mentions or names the entity.

    ``reason`` is how: "section" (it is what the last heading names), "accepted fact", "heading" or
    "text".
    """

    reason: str
    citation: Citation


@dataclasses.dataclass(frozen=True, slots=True)
class Procedure:
    """How a document says that a task is done: its steps in order, and where the first stands.

    A step that is a part of another has that one's id as ``parent_id``, and stands behind it.
    """

    steps: tuple[ProcedureStep, ...]
    citation: Citation


@dataclasses.dataclass(frozen=True, slots=True)
class EntityCard:
    """Everything that the graph knows about an entity.

    ``outgoing`` are the facts of which it is the subject, ``incoming`` those of which it is the
    object only; both by whether they hold, support, confidence and id, and only the first of them
    where a limit was asked for: ``facts`` is how many there are, in that order. ``chunks`` counts
    the chunks that mention it in an accepted fact; ``mentions`` are the first passages that mention
    or name it, the strongest reason first, of ``passages`` in all. ``homonyms`` are other entities
    that the same name stands for.

    Facts are of the layer knowledge unless all were asked for; ``other_facts`` counts those that
    are left out for it. ``procedures`` are the first ways to do it, of ``tasks`` in all, where it
    is a task: those that hold first; what copies repeat is there once.

    ``broader`` are the concepts that the seed file puts above it, ``narrower`` those that it puts
    below it: what the data team declared, and no fact of a document.
    """

    entity: Entity
    aliases: tuple[EntityAlias, ...]
    merges: tuple[EntityMerge, ...]
    outgoing: tuple[Fact, ...]
    incoming: tuple[Fact, ...]
    facts: tuple[int, int]
    chunks: int
    mentions: tuple[Mention, ...]
    passages: int
    homonyms: tuple[str, ...]
    other_facts: int = 0
    procedures: tuple[Procedure, ...] = ()
    tasks: int = 0
    broader: tuple[EntityBroader, ...] = ()
    narrower: tuple[EntityBroader, ...] = ()


def inspect_entity(
    snapshot: Snapshot,
    name: str,
    *,
    limit: int | None = None,
    validity: Validity | None = None,
    navigation: bool = False,
) -> EntityCard:
    """Return the card of the entity that a name, alias, normalised name or id stands for.

    Where a name stands for several, the one mentioned most is shown. ``limit`` is how many facts of
    each direction it has at most (a hub has thousands). Facts that do not hold come last, or not at
    all, as ``validity`` says (by default last, as of today); with ``navigation`` they are of every
    layer. Raises ``UnknownEntityError`` with the nearest names where the name stands for none.
    """
    (row, entity), *homonyms = named_entities(snapshot, name)
    aliases = _aliases(snapshot, entity)
    validity = validity or Validity(snapshot)
    procedures = _procedures(snapshot, {entity.key, *(a.alias_key for a in aliases)}, validity)
    every = _shown(snapshot, snapshot.graph.relations_of(row, navigation=True), validity)
    rows = every if navigation else snapshot.graph.knowledge_of(every)
    is_subject = snapshot.graph.relation_edges[rows, 0] == row
    outgoing, incoming = rows[is_subject], rows[~is_subject]
    mentioned = _mentioned(snapshot, row)
    return EntityCard(
        entity=entity,
        aliases=aliases,
        merges=_merges(snapshot, {entity.key, *(alias.alias_key for alias in aliases)}),
        outgoing=_facts(snapshot, outgoing, limit, validity),
        incoming=_facts(snapshot, incoming, limit, validity),
        facts=(len(outgoing), len(incoming)),
        chunks=len(_edges_from(snapshot.graph.chunk_edges, row)),
        mentions=_mentions(snapshot, mentioned),
        passages=len(mentioned),
        homonyms=tuple(other.name for _, other in homonyms),
        other_facts=len(every) - len(rows),
        procedures=tuple(procedures[:PROCEDURES_SHOWN]),
        tasks=len(procedures),
        broader=_placed(snapshot, "entity_id", entity),
        narrower=_placed(snapshot, "broader_id", entity),
    )


def named_entities(snapshot: Snapshot, name: str) -> list[tuple[int, Entity]]:
    """Return the entities that a name stands for with their rows, the one mentioned most first.

    The id of an entity names that one alone.
    """
    rows = snapshot.names.find(name) or list(find_rows(snapshot.entities["entity_id"], name))
    if not rows:
        near = snapshot.entity_rows(snapshot.names.near(name))
        raise UnknownEntityError(name, tuple(dict.fromkeys(entity.name for entity in near)))
    found = zip(rows, snapshot.entity_rows(rows), strict=True)
    return sorted(found, key=lambda one: (-one[1].mention_count, one[0]))


def _procedures(snapshot: Snapshot, keys: set[str], validity: Validity) -> list[Procedure]:
    """Return the ways to do the task of some keys: those that hold first, of copies the first."""
    outdated, found = validity.documents(), dict[tuple[str, tuple[str, ...]], Procedure]()
    steps = snapshot.steps_of(keys)
    places = itertools.groupby(steps, key=lambda step: (step.document_id, step.task_start))
    told = [(document in outdated, tuple(group)) for (document, _), group in places]
    for is_outdated, group in sorted(told, key=lambda one: one[0]):
        if is_outdated and validity.leave_out:
            continue
        version = snapshot.versions.get(group[0].document_id)
        same = (version and version.same_as) or group[0].document_id
        citation = cite_chunk(snapshot, snapshot.chunk_of(group[0]))
        placed = dataclasses.replace(citation, start=group[0].start, end=group[-1].end)
        found.setdefault((same, tuple(step.text for step in group)), Procedure(group, placed))
    return list(found.values())


def _mentioned(snapshot: Snapshot, entity: int) -> dict[int, str]:
    """Return each chunk row that mentions or names an entity, with the strongest reason."""
    named, graph = snapshot.graph.name_edges, snapshot.graph
    ways = [(_IN_FACT, graph.chunk_edges), *((r.value, pairs) for r, pairs in named.items())]
    order = [MentionReason.SECTION, _IN_FACT, MentionReason.HEADING, MentionReason.TEXT]
    found: dict[int, str] = {}
    for reason, pairs in sorted(ways, key=lambda way: order.index(way[0])):
        for chunk in _edges_from(pairs, entity)[:, 1].tolist():
            found.setdefault(chunk, reason)
    return found


def _edges_from(pairs: np.ndarray, entity: int) -> np.ndarray:
    """Return the edges from an entity; those of a snapshot stand in the order of entities."""
    entities = pairs[:, 0]
    start = bisect.bisect_left(entities, entity)
    edges: np.ndarray = pairs[start : bisect.bisect_right(entities, entity, lo=start)]
    return edges


def _mentions(snapshot: Snapshot, mentioned: Mapping[int, str]) -> tuple[Mention, ...]:
    first = list(mentioned)[:MENTIONS_SHOWN]
    chunks = zip(first, snapshot.chunk_rows(first), strict=True)
    return tuple(Mention(mentioned[row], cite_chunk(snapshot, chunk)) for row, chunk in chunks)


def _aliases(snapshot: Snapshot, entity: Entity) -> tuple[EntityAlias, ...]:
    rows = find_rows(snapshot.aliases["entity_id"], entity.entity_id)
    aliases = snapshot.alias_rows(rows)
    return tuple(sorted(aliases, key=lambda alias: (-alias.mention_count, alias.alias)))


def _placed(snapshot: Snapshot, end: str, entity: Entity) -> tuple[EntityBroader, ...]:
    """Return what the seed file puts above or below an entity, by name."""
    rows = snapshot.broader.filter(pc.equal(snapshot.broader[end], entity.entity_id))
    return tuple(sorted(rows_of(EntityBroader, rows), key=lambda row: (row.broader, row.entity)))


def _merges(snapshot: Snapshot, keys: set[str]) -> tuple[EntityMerge, ...]:
    """Return the decisions, made or refused, that touch one of the entity's keys."""
    wanted = pa.array(sorted(keys), pa.string())
    table = snapshot.merges
    touched = pc.or_(
        pc.is_in(table["alias_key"], value_set=wanted),
        pc.is_in(table["target_key"], value_set=wanted),
    )
    return tuple(snapshot.merge_rows(np.flatnonzero(touched.to_numpy()).tolist()))


def _shown(snapshot: Snapshot, rows: np.ndarray, validity: Validity) -> np.ndarray:
    """Return those of some relations that are shown at all."""
    outdated = validity.outdated()
    if outdated is None or not validity.leave_out:
        return rows
    shown: np.ndarray = rows[~outdated.relations[rows]]
    return shown


def _facts(
    snapshot: Snapshot, rows: np.ndarray, limit: int | None, validity: Validity
) -> tuple[Fact, ...]:
    """Return the first facts of these rows: those that hold, then by support, confidence and id.

    The order of ids is that of rows.
    """
    support, confidence = snapshot.relation_strength(rows)
    outdated = validity.outdated()
    past = np.zeros(len(rows), dtype=np.bool_) if outdated is None else outdated.relations[rows]
    numbers: list[int] = rows[np.lexsort((rows, -confidence, -support, past))][:limit].tolist()
    readings = readings_of_each(snapshot, numbers, QUOTES_PER_FACT, validity)
    return tuple(
        Fact(relation, quotes_from(snapshot, read))
        for relation, read in zip(snapshot.relation_rows(numbers), readings, strict=True)
    )
