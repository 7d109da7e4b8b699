"""A snapshot as RDF: what is said of which resource, before it is written in a syntax.

Names are SKOS's, evidence is PROV-O's, titles and addresses are of DCMI's terms; the rest has terms
of ours. A fact is an ``rdf:Statement``, so that plain readers load it with its confidence; beside
that it is stated outright only where it holds as it stands.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from graphwright.export.escapes import address_iri, iri_part
from graphwright.export.plain import joined_versions, json_field
from graphwright.export.selection import Row, Selection
from graphwright.tables import Layer

OWN = "urn:graphwright:"
PREFIXES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "prov": "http://www.w3.org/ns/prov#",
    "dcterms": "http://purl.org/dc/terms/",
    "gw": f"{OWN}vocabulary#",
}
SEED_SCHEME = f"{OWN}scheme:seed"
ENTITY_SCHEME = f"{OWN}scheme:entities"


@dataclasses.dataclass(frozen=True, slots=True)
class Iri:
    """A resource, by its whole IRI."""

    value: str


Value = Iri | str | int | float | bool


@dataclasses.dataclass(frozen=True, slots=True)
class Description:
    """What is said of a resource at once: types and properties, by prefixed names.

    A property may be a whole IRI. The same resource may be described more than once.
    """

    iri: str
    types: tuple[str, ...]
    properties: tuple[tuple[str, Value], ...]


def iri_of(kind: str, id_: str) -> str:
    """Return the IRI of a thing of ours."""
    return f"{OWN}{kind}:{iri_part(id_)}"


def graph_iri(selection: Selection) -> str:
    """Return the IRI of the named graph that holds all that is exported."""
    return iri_of("snapshot", selection.snapshot.id)


def full_iri(name: str) -> str:
    """Return the IRI of a prefixed name; one that is whole stays."""
    prefix, _, rest = name.partition(":")
    return PREFIXES[prefix] + rest if prefix in PREFIXES else name


def descriptions(selection: Selection) -> Iterator[tuple[str, Description]]:
    """Yield all that is exported, each with the name of the table that its row is of.

    What a row adds to another resource, or says beside its own, has the empty name.
    """
    for row in joined_versions(selection):
        yield "documents", _document(row)
    if selection.texts:
        for row in selection.rows("chunks"):
            yield "chunks", _chunk(row)
    yield from _schemes()
    yield from _entities(selection)
    for row in selection.rows("relations"):
        yield "relations", _statement(row)
        if _holds_as_it_stands(row):
            yield "", _fact(row)
    for row in selection.rows("evidence"):
        yield "evidence", _evidence(row, texts=selection.texts)
        derived = ("prov:wasDerivedFrom", Iri(iri_of("evidence", row["evidence_id"])))
        yield "", Description(iri_of("relation", row["relation_id"]), (), (derived,))


def _described(
    iri: str, types: Iterable[str], properties: Iterable[tuple[str, Value | list[object] | None]]
) -> Description:
    """Return a description without what is not known; lists become JSON."""
    known = [
        (n, json_field(v) if isinstance(v, list) else v) for n, v in properties if v is not None
    ]
    return Description(iri, tuple(types), tuple(known))


def _link(kind: str, id_: str | None) -> Iri | None:
    return None if id_ is None else Iri(iri_of(kind, id_))


def _document(row: Row) -> Description:
    address = address_iri(row["uri"])
    if address and address.partition(":")[0] in PREFIXES:
        address = None  # JSON-LD would take its scheme for one of our prefixes
    return _described(
        iri_of("document", row["document_id"]),
        ("gw:Document", "prov:Entity"),
        [
            ("dcterms:title", row["title"]),
            ("dcterms:format", row["format"]),
            ("dcterms:source", None if address is None else Iri(address)),
            ("gw:uri", row["uri"]),
            ("gw:collection", row["collection"]),
            ("gw:path", row["path"]),
            ("gw:superseded", row["superseded"]),
            ("gw:validFrom", row.get("valid_from")),
            ("gw:validTo", row.get("valid_to")),
            ("dcterms:isReplacedBy", _link("document", row.get("superseded_by"))),
        ],
    )


def _chunk(row: Row) -> Description:
    return _described(
        iri_of("chunk", row["chunk_id"]),
        ("gw:Chunk", "prov:Entity"),
        [
            ("dcterms:isPartOf", Iri(iri_of("document", row["document_id"]))),
            ("prov:value", row["text"]),
            ("gw:index", row["index"]),
            ("gw:start", row["start"]),
            ("gw:end", row["end"]),
            ("gw:page", row["page"]),
            ("gw:headingPath", row["heading_path"]),
            ("gw:tableHeader", row["table_header"]),
            ("gw:rowName", row["row_name"]),
        ],
    )


def _schemes() -> Iterator[tuple[str, Description]]:
    for iri, title in ((ENTITY_SCHEME, "Entities"), (SEED_SCHEME, "Seed concepts")):
        title_of = (("dcterms:title", title),)
        yield "", Description(iri, ("skos:ConceptScheme",), title_of)


def _entities(selection: Selection) -> Iterator[tuple[str, Description]]:
    types = set[str]()
    for row, aliases in selection.rows_below("entities", "entity_aliases", "entity_id"):
        yield "entities", _entity(row)
        if row["seed"]:
            types.add(row["type"])
        for alias in aliases:
            yield "entity_aliases", _alias(row, alias)
    unseen = dict[str, str]()
    for row in selection.rows("entity_broader"):
        if row["broader_id"] is None:
            unseen[row["broader_key"]] = row["broader"]
        yield "entity_broader", _broader(row)
    for key, name in sorted(unseen.items()):
        yield "", _unseen_concept(key, name)
    for type_ in sorted(types):
        properties = (("skos:prefLabel", type_), ("skos:topConceptOf", Iri(SEED_SCHEME)))
        yield "", Description(iri_of("type", type_), ("skos:Concept",), properties)


def _entity(row: Row) -> Description:
    return _described(
        iri_of("entity", row["entity_id"]),
        ("gw:Entity", *(["skos:Concept"] if row["concept"] else [])),
        [
            ("skos:prefLabel", row["name"]),
            ("skos:definition", row["definition"]),
            ("skos:inScheme", Iri(ENTITY_SCHEME)),
            ("skos:inScheme", Iri(SEED_SCHEME) if row["seed"] else None),
            ("skos:broader", Iri(iri_of("type", row["type"])) if row["seed"] else None),
            ("gw:key", row["key"]),
            ("gw:type", row["type"]),
            ("gw:typeReason", row["type_reason"]),
            ("gw:typeSource", row["type_source"]),
            ("gw:seed", row["seed"]),
            ("gw:mentionCount", row["mention_count"]),
            ("gw:documentCount", row["document_count"]),
            ("gw:procedureCount", row["procedure_count"]),
            ("gw:navigationCount", row["navigation_count"]),
        ],
    )


def _broader(row: Row) -> Description:
    """Return what the seed file puts above an entity; what no document names is no entity."""
    unseen = row["broader_id"] is None
    above = iri_of("concept", row["broader_key"]) if unseen else iri_of("entity", row["broader_id"])
    return Description(iri_of("entity", row["entity_id"]), (), (("skos:broader", Iri(above)),))


def _unseen_concept(key: str, name: str) -> Description:
    said = (("skos:prefLabel", name), ("skos:inScheme", Iri(SEED_SCHEME)))
    return Description(iri_of("concept", key), ("skos:Concept",), said)


def _alias(entity: Row, alias: Row) -> Description:
    """Return what a name adds to its entity: SKOS has no place for one that is preferred too."""
    preferred = alias["alias"] == entity["name"]
    name = ("gw:alias" if preferred else "skos:altLabel", alias["alias"])
    return Description(iri_of("entity", entity["entity_id"]), (), (name,))


def _holds_as_it_stands(row: Row) -> bool:
    """Say whether a fact holds without what a triple cannot say of it."""
    doubts = (row["negated"], row["modality"], row["restriction"], row["superseded"])
    return not any(doubts) and row["layer"] == Layer.KNOWLEDGE


def _triple(row: Row) -> tuple[Iri, Iri, Iri]:
    return (
        Iri(iri_of("entity", row["subject_id"])),
        Iri(iri_of("predicate", row["predicate"])),
        Iri(iri_of("entity", row["object_id"])),
    )


def _fact(row: Row) -> Description:
    subject, predicate, object_ = _triple(row)
    return Description(subject.value, (), ((predicate.value, object_),))


def _statement(row: Row) -> Description:
    subject, predicate, object_ = _triple(row)
    return _described(
        iri_of("relation", row["relation_id"]),
        ("rdf:Statement", "prov:Entity"),
        [
            ("rdf:subject", subject),
            ("rdf:predicate", predicate),
            ("rdf:object", object_),
            ("gw:predicate", row["predicate"]),
            ("gw:text", row["text"]),
            ("gw:negated", row["negated"]),
            ("gw:modality", row["modality"]),
            ("gw:restriction", row["restriction"]),
            ("gw:layer", row["layer"]),
            ("gw:confidence", row["confidence"]),
            ("gw:supportCount", row["support_count"]),
            ("gw:documentCount", row["document_count"]),
            ("gw:superseded", row["superseded"]),
        ],
    )


def _evidence(row: Row, *, texts: bool) -> Description:
    return _described(
        iri_of("evidence", row["evidence_id"]),
        ("gw:Evidence", "prov:Entity"),
        [
            ("prov:value", row["quote"]),
            ("prov:wasQuotedFrom", Iri(iri_of("document", row["document_id"]))),
            ("dcterms:isPartOf", Iri(iri_of("chunk", row["chunk_id"])) if texts else None),
            ("gw:sentence", Iri(iri_of("sentence", row["sentence_id"]))),
            ("gw:start", row["start"]),
            ("gw:end", row["end"]),
            ("gw:subjectStart", row["subject_start"]),
            ("gw:subjectEnd", row["subject_end"]),
            ("gw:objectStart", row["object_start"]),
            ("gw:objectEnd", row["object_end"]),
            ("gw:page", row["page"]),
            ("gw:box", row["box"]),
            ("gw:boxUnit", row["box_unit"]),
            ("gw:headingPath", row["heading_path"]),
            ("gw:extractor", row["extractor"]),
            ("gw:rule", row["rule"]),
            ("gw:version", row["version"]),
            ("gw:confidence", row["confidence"]),
            ("gw:condition", row["condition"]),
            ("gw:attribution", row["attribution"]),
            ("gw:qualifiers", row["qualifiers"] or None),
            ("gw:layer", row["layer"]),
            ("gw:superseded", row["superseded"]),
        ],
    )
