"""What is exported is read back by programs of others, as it was."""

from __future__ import annotations

import copy
import dataclasses
import json
import urllib.parse
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
import rdflib
from export_readers import GW, LOADERS, Loaded, last_part, loaded_graph
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rdflib.namespace import RDF, SKOS

from graphwright.export.escapes import Escapes, address_iri, iri_part
from graphwright.export.export import FORMATS, export_snapshot
from graphwright.graph.snapshot import Snapshot
from graphwright.tables import Layer

FORMATS_THERE = FORMATS.names


def expected(snapshot: Snapshot, *, every_layer: bool, texts: bool) -> Loaded:
    facts = {
        one["relation_id"]: (one["subject_id"], one["predicate"], one["object_id"])
        for one in snapshot.relations.to_pylist()
        if every_layer or one["layer"] == Layer.KNOWLEDGE
    }
    evidence = [one for one in snapshot.evidence.to_pylist() if one["relation_id"] in facts]
    columns = ("relation_id", "document_id", "quote", "start", "end")
    return Loaded(
        {one["entity_id"]: one["name"] for one in snapshot.entities.to_pylist()},
        {(one["entity_id"], one["alias"]) for one in snapshot.aliases.to_pylist()},
        facts,
        {one["evidence_id"]: tuple(one[name] for name in columns) for one in evidence},
        {one["document_id"]: one["title"] for one in snapshot.documents.to_pylist()},
        set(snapshot.chunks["chunk_id"].to_pylist()) if texts else set(),
    )


@pytest.mark.parametrize("format_", FORMATS_THERE)
@pytest.mark.parametrize(("layers", "texts"), [("knowledge", False), ("all", True)])
def test_another_reader_finds_the_same(
    exported: Snapshot, tmp_path: Path, format_: str, layers: str, texts: bool
) -> None:
    made = export_snapshot(exported, format_, tmp_path / "out", layers=layers, texts=texts)
    wanted = expected(exported, every_layer=layers == "all", texts=texts)
    assert LOADERS[format_](tmp_path / "out") == wanted
    assert made.counts["entities"] == len(wanted.entities)
    assert made.counts["entity_aliases"] == len(wanted.aliases)
    assert made.counts["relations"] == len(wanted.facts)
    assert made.counts["evidence"] == len(wanted.quotes)
    assert made.counts["documents"] == len(wanted.documents)
    assert made.counts["chunks"] == len(wanted.chunks)
    assert made.replaced == 0
    again = export_snapshot(exported, format_, tmp_path / "again", layers=layers, texts=texts)
    assert list(again.files.values()) == list(made.files.values())


def quads(snapshot: Snapshot, path: Path, format_: str) -> rdflib.Graph:
    made = export_snapshot(snapshot, format_, path, layers="all", texts=True)
    dataset = rdflib.Dataset()
    dataset.parse(path, format={"jsonld": "json-ld"}.get(format_, format_))
    [graph] = [one for one in dataset.graphs() if len(one)]
    assert last_part(graph.identifier) == snapshot.id
    assert len(graph) == made.counts["quads"]
    return graph


def test_both_syntaxes_of_rdf_say_the_same(exported: Snapshot, tmp_path: Path) -> None:
    addresses = ["a b.md", "https://x.example/a b?q=<c>|%zz", "gw:Entity", "file:///é/[1]", "@id"]
    for shown in (exported, with_texts(exported, addresses)):
        first, second = (quads(shown, tmp_path / name, name) for name in ("nquads", "jsonld"))
        assert set(first) == set(second)
    sources = {str(source) for source in first.objects(None, rdflib.DCTERMS.source)}
    assert sources == {"https://x.example/a%20b?q=%3Cc%3E%7C%25zz"}


def test_only_what_holds_as_it_stands_is_stated_outright(
    exported: Snapshot, tmp_path: Path
) -> None:
    graph = quads(exported, tmp_path / "out", "nquads")
    outright = {tuple(map(last_part, triple)) for triple in graph if "predicate:" in str(triple[1])}
    facts = loaded_graph(graph).facts
    doubtful = {
        last_part(node)
        for node in graph.subjects(RDF.type, RDF.Statement)
        if graph.value(node, GW.modality)
        or graph.value(node, GW.restriction)
        or graph.value(node, GW.layer).toPython() != "knowledge"
    }
    assert len(doubtful) == 3
    assert outright == {fact for id_, fact in facts.items() if id_ not in doubtful}


def test_a_seed_concept_stands_below_its_type(exported: Snapshot, tmp_path: Path) -> None:
    graph = quads(exported, tmp_path / "out", "nquads")
    [seed] = graph.subjects(SKOS.definition, rdflib.Literal("It books."))
    [type_] = graph.objects(seed, SKOS.broader)
    assert str(graph.value(type_, SKOS.prefLabel)) == "Business system"
    assert set(graph.objects(seed, SKOS.altLabel)) == {rdflib.Literal("OERP")}


def test_what_the_seed_file_puts_above_is_broader_and_no_fact(
    exported: Snapshot, tmp_path: Path
) -> None:
    graph = quads(exported, tmp_path / "out", "nquads")
    [order] = graph.subjects(SKOS.prefLabel, rdflib.Literal("purchase order"))
    above = {str(graph.value(one, SKOS.prefLabel)) for one in graph.objects(order, SKOS.broader)}
    assert above == {"document", "Orbit ERP"}
    assert not [one for one in graph.subjects(RDF.subject, order) if "broader" in str(one)]


def test_ids_of_parquet_lead_from_table_to_table(exported: Snapshot, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export_snapshot(exported, "parquet", out, layers="all", texts=True)
    keys = json.loads((out / "manifest.json").read_text())["foreign_keys"]
    assert keys["relations.subject_id"] == "entities.entity_id"
    assert keys["evidence.document_id"] == "documents.document_id"
    for source, target in keys.items():
        (one, column), (other, key) = source.split("."), target.split(".")
        [(lost,)] = duckdb.sql(
            f"SELECT count(*) FROM '{out / one}.parquet' WHERE {column} IS NOT NULL "
            f"AND {column} NOT IN (SELECT {key} FROM '{out / other}.parquet')"
        ).fetchall()
        assert lost == 0, source


HOSTILE = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            " ",
            '"',
            '""',
            "\\",
            '\\"',
            "=1+2",
            "]]>",
            "</data><node id='x'/>",
            "a,b\r\nc\rd\n",
            "\x00\x1b[2J",
            "\u2028\u2029\x85",
            "\ufffe\uffff\ufffd",
            "<b> & 'c'",
            "\U0001f600\u202e",
            "http://example.org/a b<c>",
            "gw:Entity",
            "@id",
            "_:b0",
            "%zz %41",
        ]
    ),
)


def with_texts(snapshot: Snapshot, texts: list[str]) -> Snapshot:
    """Return the snapshot with texts in the place of names, predicates, quotes and addresses."""

    def changed(table: pa.Table, *columns: str) -> pa.Table:
        values = [texts[row % len(texts)] for row in range(table.num_rows)]
        for column in columns:
            place = table.schema.get_field_index(column)
            table = table.set_column(place, table.schema.field(place), pa.array(values))
        return table

    view = copy.copy(snapshot)
    view.entities = changed(snapshot.entities, "name", "definition")
    view.relations = changed(snapshot.relations, "predicate", "text")
    view.evidence = changed(snapshot.evidence, "quote")
    view.documents = changed(snapshot.documents, "title", "uri", "path")
    return view


def in_xml(text: str) -> str:
    """Return a text with U+FFFD for what XML 1.0 has no way to write."""
    return "".join(
        c if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff") else "\ufffd" for c in text
    )


HELD = {"graphml": in_xml, "neo4j": lambda text: text.replace("\x00", "\ufffd")}
"""What a format holds of a text, where that is not all of it."""


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(texts=st.lists(HOSTILE, min_size=1, max_size=9))
@pytest.mark.parametrize("format_", FORMATS_THERE)
def test_hostile_texts_come_back(
    exported: Snapshot, tmp_path: Path, format_: str, texts: list[str]
) -> None:
    view = with_texts(exported, texts)
    made = export_snapshot(view, format_, tmp_path / "out", layers="all", texts=True)
    wanted = expected(view, every_layer=True, texts=True)
    held = HELD.get(format_, str)
    lossless = format_ in ("graphml", "jsonld", "nquads", "parquet")  # quotes of GraphML are JSON
    found = LOADERS[format_](tmp_path / "out")
    assert found == dataclasses.replace(
        wanted,
        entities={id_: held(name) for id_, name in wanted.entities.items()},
        facts={id_: (s, held(p), o) for id_, (s, p, o) in wanted.facts.items()},
        quotes={
            id_: (relation, document, text if lossless else held(text), *place)
            for id_, (relation, document, text, *place) in wanted.quotes.items()
        },
        documents={id_: held(title) for id_, title in wanted.documents.items()},
    )
    assert (made.replaced > 0) == any(
        held(text) != text for text in texts[: view.entities.num_rows]
    )


@given(text=st.text(st.characters()))
def test_what_no_file_can_hold_is_replaced_and_counted(text: str) -> None:
    escapes = Escapes()
    lone = sum("\ud800" <= c <= "\udfff" for c in text)
    for escape in (escapes.unicode, escapes.nquads, escapes.csv, escapes.xml):
        escape(text).encode()
    assert escapes.replaced >= 4 * lone


@given(text=st.text())
def test_an_iri_holds_nothing_that_ends_it(text: str) -> None:
    for iri in (iri_part(text), address_iri(f"http://example.org/{text}")):
        assert iri is not None
        assert iri.isascii()
        assert not set(iri) & set('<>"{}|^`\\ \t\r\n')
    assert urllib.parse.unquote(iri_part(text)) == text
