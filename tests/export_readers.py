"""Exports read back by other programs' readers: counts and facts, whatever the format.

Each reader returns a ``Loaded``: how many there are of each kind, and what they say by ids.
"""

from __future__ import annotations

import dataclasses
import json
import urllib.parse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb
import networkx as nx
import rdflib
from rdflib.namespace import RDF, SKOS

Fact = tuple[str, str, str]
GW = rdflib.Namespace("urn:graphwright:vocabulary#")
PROV = rdflib.Namespace("http://www.w3.org/ns/prov#")


@dataclasses.dataclass(frozen=True)
class Loaded:
    """What a reader found; facts are subject id, predicate, object id."""

    entities: Mapping[str, str]  # id -> name
    aliases: set[tuple[str, str]]
    facts: Mapping[str, Fact]
    quotes: Mapping[str, tuple[str, str, str, int, int]]  # relation, document, text, characters
    documents: Mapping[str, str]  # id -> title
    chunks: set[str]


def last_part(node: Any) -> str:
    return urllib.parse.unquote(str(node).rpartition(":")[2])


def load_graphml(path: Path) -> Loaded:
    graph = nx.read_graphml(path, force_multigraph=True)
    nodes = {kind: {} for kind in ("entity", "document", "chunk")}
    for node, data in graph.nodes(data=True):
        nodes[data["kind"]][node] = data
    edges = [e for e in graph.edges(data=True, keys=True) if e[3]["kind"] == "relation"]
    evidence = [one for edge in edges for one in json.loads(edge[3]["evidence"])]
    return Loaded(
        {node: data.get("name", "") for node, data in nodes["entity"].items()},
        {
            (node, alias["alias"])
            for node, data in nodes["entity"].items()
            for alias in json.loads(data["aliases"])
        },
        {key: (start, data.get("predicate", ""), end) for start, end, key, data in edges},
        {one["evidence_id"]: _quote(one) for one in evidence},
        {node: data.get("title", "") for node, data in nodes["document"].items()},
        set(nodes["chunk"]),
    )


def _quote(row: Mapping[str, Any]) -> tuple[str, str, str, int, int]:
    return row["relation_id"], row["document_id"], row["quote"], row["start"], row["end"]


def load_rdf(path: Path, format_: str) -> Loaded:
    dataset = rdflib.Dataset()
    dataset.parse(path, format=format_)
    [graph] = [one for one in dataset.graphs() if len(one)]
    return loaded_graph(graph)


def loaded_graph(graph: rdflib.Graph) -> Loaded:
    def of_type(type_: rdflib.URIRef) -> dict[str, rdflib.term.Node]:
        return {last_part(node): node for node in graph.subjects(RDF.type, type_)}

    def said(node: rdflib.term.Node, predicate: rdflib.URIRef) -> Any:
        return graph.value(node, predicate, any=False)

    entities, evidence = of_type(GW.Entity), of_type(GW.Evidence)
    names = (SKOS.altLabel, GW.alias)
    return Loaded(
        {id_: str(said(node, SKOS.prefLabel)) for id_, node in entities.items()},
        {
            (id_, str(name))
            for id_, node in entities.items()
            for kind in names
            for name in graph.objects(node, kind)
        },
        {
            id_: tuple(last_part(said(node, p)) for p in (RDF.subject, RDF.predicate, RDF.object))
            for id_, node in of_type(RDF.Statement).items()
        },
        {
            id_: (
                last_part(next(graph.subjects(PROV.wasDerivedFrom, node))),
                last_part(said(node, PROV.wasQuotedFrom)),
                str(said(node, PROV.value)),
                said(node, GW.start).toPython(),
                said(node, GW.end).toPython(),
            )
            for id_, node in evidence.items()
        },
        {id_: str(said(node, rdflib.DCTERMS.title)) for id_, node in of_type(GW.Document).items()},
        set(of_type(GW.Chunk)),
    )


def read_csv(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a file for Neo4j; its own columns have their header as it is written."""
    options = "header=true, all_varchar=true, delim=',', quote='\"', escape='\"', nullstr=''"
    exact = f"{options}, allow_quoted_nulls=false, new_line='\\n'"
    found = duckdb.sql(f"SELECT * FROM read_csv('{path}', {exact})")
    return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]


def load_neo4j(folder: Path) -> Loaded:
    has_alias = {one[":END_ID(Alias)"]: one for one in read_csv(folder / "has_alias.csv")}
    aliases = read_csv(folder / "aliases.csv")
    stands_in = {one[":START_ID(Evidence)"]: one for one in read_csv(folder / "stands_in.csv")}
    return Loaded(
        {one["entity_id:ID(Entity)"]: one["name"] for one in read_csv(folder / "entities.csv")},
        {
            (has_alias[one["alias_id:ID(Alias)"]][":START_ID(Entity)"], one["alias"])
            for one in aliases
        },
        {
            one["relation_id"]: (one[":START_ID(Entity)"], one["predicate"], one[":END_ID(Entity)"])
            for one in read_csv(folder / "relations.csv")
        },
        {
            one["evidence_id:ID(Evidence)"]: (
                one["relation_id"],
                stands_in[one["evidence_id:ID(Evidence)"]][":END_ID(Document)"],
                one["quote"],
                int(one["start:long"]),
                int(one["end:long"]),
            )
            for one in read_csv(folder / "evidence.csv")
        },
        {
            one["document_id:ID(Document)"]: one["title"]
            for one in read_csv(folder / "documents.csv")
        },
        {one[":START_ID(Chunk)"] for one in read_csv(folder / "part_of.csv")}
        if (folder / "part_of.csv").exists()
        else set(),
    )


def load_parquet(folder: Path) -> Loaded:
    def rows(name: str, columns: str) -> list[Any]:
        path = folder / f"{name}.parquet"
        return duckdb.sql(f"SELECT {columns} FROM '{path}'").fetchall() if path.exists() else []

    facts = rows("relations", "relation_id, subject_id, predicate, object_id")
    quotes = rows("evidence", 'evidence_id, relation_id, document_id, quote, start, "end"')
    return Loaded(
        dict(rows("entities", "entity_id, name")),
        set(rows("entity_aliases", "entity_id, alias")),
        {key: tuple(fact) for key, *fact in facts},
        {key: tuple(quote) for key, *quote in quotes},
        dict(rows("documents", "document_id, title")),
        {one for (one,) in rows("chunks", "chunk_id")},
    )


LOADERS: dict[str, Callable[[Path], Loaded]] = {
    "graphml": load_graphml,
    "jsonld": lambda path: load_rdf(path, "json-ld"),
    "neo4j": load_neo4j,
    "nquads": lambda path: load_rdf(path, "nquads"),
    "parquet": load_parquet,
}
