"""The global tables as SQL: one SELECT a table, in the file named after it, and what runs them.

A SELECT reads views named like the tables, yields exactly the declared columns and orders its rows
by the key. Three files are no table: ``macros.sql`` (shared functions, the ids among them),
``judged_triples.sql`` and ``decided_triples.sql`` (shared views). Where tables stand on disk is
not decided here.
"""

from __future__ import annotations

import importlib.resources

import duckdb
import pyarrow as pa

from graphwright.errors import LakeError
from graphwright.ids import fingerprint
from graphwright.store.queries import DEFAULT_MEMORY_LIMIT, Views, open_views
from graphwright.tables import TABLES, Table

READS: dict[str, tuple[str, ...]] = {
    "help_findings": (
        "parsed_documents", "help_nodes", "help_pages", "help_edges", "unused_help_overrides",
    ),
    "repeated_sentences": ("parsed_documents", "document_versions", "sentences"),
    "names": ("resolved_triples", "mention_forms", "repeated_sentences"),
    "entity_merges": (
        "resolved_triples", "repeated_sentences", "seed_concepts", "entity_decisions",
        "name_groups", "llm_name_groups",
    ),
    "unused_decisions": ("seed_concepts", "entity_decisions", "names", "entity_merges"),
    "entity_types": ("mention_forms", "document_versions", "entity_merges"),
    "entity_aliases": (
        "resolved_triples", "repeated_sentences", "seed_concepts", "entity_decisions", "names",
        "entity_merges", "entity_types", "predicates",
    ),
    "entities": (
        "document_versions", "resolved_triples", "repeated_sentences", "seed_concepts",
        "entity_decisions", "entity_merges", "entity_types", "predicates", "entity_aliases",
    ),
    "entity_broader": ("seed_broader", "entities"),
    "relations": (
        "document_versions", "sentences", "resolved_triples", "repeated_sentences",
        "entity_merges", "entity_types", "predicates", "entities",
    ),
    "rejected_triples": (
        "resolved_triples", "repeated_sentences", "entity_merges", "entity_types", "predicates",
    ),
    "review_queue": (
        "seed_concepts", "entity_decisions", "names", "name_pairs", "llm_name_verdicts",
        "entity_merges", "entities", "relations",
    ),
    "evidence": (
        "parsed_documents", "document_versions", "chunks", "sentences", "resolved_triples",
        "repeated_sentences", "entity_merges", "entity_types", "predicates",
    ),
    "contradictions": ("predicates", "relations", "evidence"),
    "entity_chunks": (
        "resolved_triples", "repeated_sentences", "entity_merges", "entity_types", "predicates",
    ),
    "extractor_disagreements": (
        "resolved_triples", "repeated_sentences", "entity_merges", "entity_types", "predicates",
        "parsed_documents", "llm_failures",
    ),
    "partial_documents": (
        "parsed_documents", "chunks", "sentences", "dependency_failures", "llm_failures",
    ),
}  # fmt: skip
"""Each global table, in the order in which they are made, with the tables that it is made from."""

_SHARED = ("macros", "judged_triples", "decided_triples")
_JUDGED_TRIPLES_READS = frozenset({"resolved_triples", "repeated_sentences"})
_DECIDED_TRIPLES_READS = frozenset(
    {"resolved_triples", "entity_merges", "entity_types", "predicates"}
)


def select(name: str) -> str:
    """Return the SELECT of a global table. Raises ``LakeError`` for a name that has none."""
    if name not in READS:
        raise LakeError(
            f"No SELECT makes a table '{name}'; the global tables are {', '.join(READS)}.",
            remedy="Correct the name, or add the file and an entry in sql.READS.",
        )
    return _read(f"{name}.sql")


def version(name: str) -> str:
    """Return the fingerprint of all SQL that makes a global table, shared functions included."""
    return fingerprint([select(name), *map(shared, _SHARED)])


def shared(name: str) -> str:
    """Return the text of ``macros`` or of a shared view."""
    return _read(f"{name}.sql")


def run_select(
    name: str, views: Views, *, threads: int = 1, memory_limit: str = DEFAULT_MEMORY_LIMIT
) -> pa.Table:
    """Return a global table, made from the Parquet files in ``views``, in its declared schema.

    ``views`` needs a key for each table of ``READS[name]``; others are ignored. The result does
    not depend on ``threads``, on the order of files or on the order of rows in them. Raises
    ``LakeError`` for a missing view, an unreadable file, a failing query or undeclared columns.
    """
    query = select(name)
    needed = READS[name]
    if missing := [table for table in needed if table not in views]:
        raise LakeError(
            f"'{name}' is made from {', '.join(needed)}, but no path was given for "
            f"{', '.join(missing)}.",
            remedy="Give each a list of Parquet files (an empty list for an empty table).",
        )
    chosen = {table: views[table] for table in needed}
    with open_views(chosen, threads=threads, memory_limit=memory_limit) as connection:
        try:
            prepare(connection, frozenset(needed))
            made = connection.sql(query).to_arrow_table()
        except duckdb.Error as error:
            raise LakeError(
                f"The SELECT of '{name}' failed: {error}.",
                remedy="Where memory or space ran out, free some (TMPDIR holds what does not fit); "
                "else build the tables before it again.",
            ) from error
    return _declared(made, TABLES[name])


def prepare(connection: duckdb.DuckDBPyConnection, views: frozenset[str]) -> None:
    """Create the shared functions, and each shared view where what it reads is there.

    ``resolved_triples`` then has the rejection ``boilerplate`` too, for every SELECT alike.
    """
    connection.execute(shared("macros"))
    if views >= _JUDGED_TRIPLES_READS:
        connection.execute("ALTER VIEW resolved_triples RENAME TO stated_triples")
        connection.execute("CREATE VIEW resolved_triples AS " + shared("judged_triples"))
    if views >= _DECIDED_TRIPLES_READS:
        # The text is a file of this package; a view cannot take it as a parameter.
        connection.execute("CREATE VIEW decided_triples AS " + shared("decided_triples"))


def _read(file: str) -> str:
    return importlib.resources.files(__name__).joinpath(file).read_text(encoding="utf-8")


def _declared(made: pa.Table, table: Table) -> pa.Table:
    """Return ``made`` in the declared schema and in one piece; refuse what does not fit it."""
    expected = [column.name for column in table.columns]
    if made.column_names != expected:
        raise LakeError(
            f"The SELECT of '{table.name}' gives the columns {made.column_names}, "
            f"but {expected} are declared.",
            remedy=f"Make sql/{table.name}.sql and the declaration agree.",
        )
    for column in table.columns:
        empty = made[column.name].null_count
        if empty and not column.nullable:
            raise LakeError(
                f"{empty} row(s) of '{table.name}' have no {column.name}, which is never null: "
                "a table that it is made from lacks rows that others refer to.",
                remedy="Build the tables before it again; its reference checks name the rows.",
            )
    # One piece, because chunk borders follow the threads and show in a Parquet file's bytes.
    return made.cast(table.schema).combine_chunks()
