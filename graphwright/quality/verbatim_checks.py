"""Checks that every text which claims to be verbatim is the slice of the text that it names.

The canonical text of a document is long, so a slice of it is costly in SQL; therefore each level is
compared with the one above it: chunk with document, sentence and quote with chunk.
"""

from __future__ import annotations

from collections.abc import Iterable

from graphwright.quality.check import SqlCheck


def _slice_check(
    name: str, table: str, key: str, text: str, *, start: str = "start", end: str = "end"
) -> SqlCheck:
    """Return a check that ``text`` is the slice of its chunk, or, outside it, of its document.

    A span of no length stands for what no word states, and is not compared.
    """
    return SqlCheck(
        name,
        table,
        f"Every {text} is exactly the canonical text between {start} and {end}.",
        (table, "chunks", "parsed_documents"),
        f"""
        WITH spans AS (
            SELECT
                rows_.{key} AS key, rows_.{text} AS text, rows_."{start}" AS first,
                rows_."{end}" AS after, rows_.document_id, chunks.start AS chunk_start,
                chunks.text AS chunk_text,
                coalesce(first >= chunks.start AND after <= chunks."end", FALSE) AS inside
            FROM {table} AS rows_
            LEFT JOIN chunks ON chunks.chunk_id = rows_.chunk_id
            WHERE rows_."{end}" <> rows_."{start}" OR rows_.{text} = ''
        ),
        slices AS (
            SELECT key, text, substring(chunk_text, first - chunk_start + 1, after - first) AS found
            FROM spans WHERE inside
            UNION ALL
            SELECT key, spans.text, substring(documents.text, first + 1, after - first)
            FROM spans
            LEFT JOIN parsed_documents AS documents USING (document_id)
            WHERE NOT inside
        )
        SELECT key AS {key}, text, found FROM slices WHERE text IS DISTINCT FROM found
        """,  # noqa: S608  # the names stand in this module
    )


def _triple_checks() -> Iterable[SqlCheck]:
    for part in ("subject", "object"):
        yield _slice_check(
            f"{part}_is_verbatim",
            "resolved_triples",
            "triple_id",
            part,
            start=f"{part}_start",
            end=f"{part}_end",
        )


def _help_checks() -> Iterable[SqlCheck]:
    for part in ("problem", "condition"):
        yield SqlCheck(
            f"{part}_is_verbatim",
            "help_nodes",
            f"Every {part} that has a span is exactly the canonical text there.",
            ("help_nodes", "parsed_documents"),
            f"""
            SELECT node_id, {part}, {part}_span FROM help_nodes AS nodes
            LEFT JOIN parsed_documents AS documents USING (document_id)
            WHERE {part}_span IS NOT NULL AND {part} IS DISTINCT FROM substring(
                documents.text, {part}_span.start + 1, {part}_span."end" - {part}_span.start
            )
            """,  # noqa: S608  # the names stand in this module
        )
    yield SqlCheck(
        "spans_lie_in_the_text",
        "help_nodes",
        "Every span of a resolution, and all that is carried, has words and lies in the text.",
        ("help_nodes", "parsed_documents"),
        """
        WITH spans AS (
            SELECT
                node_id, document_id, unnest(list_concat(resolution_spans, carried_spans)) AS span
            FROM help_nodes
        )
        SELECT node_id, span FROM spans LEFT JOIN parsed_documents AS documents USING (document_id)
        WHERE span.start < 0 OR span."end" <= span.start
            OR coalesce(span."end" > length(documents.text), TRUE)
        """,
    )


VERBATIM_CHECKS: tuple[SqlCheck, ...] = (
    SqlCheck(
        "blocks_lie_in_the_text",
        "parsed_documents",
        "Every block lies inside the canonical text.",
        ("parsed_documents",),
        """
        WITH blocks AS (
            SELECT document_id, length(text) AS size, unnest(blocks) AS block
            FROM parsed_documents
        )
        SELECT document_id, block.index, block.start, block."end", size FROM blocks
        WHERE block.start < 0 OR block."end" < block.start OR block."end" > size
        """,
    ),
    SqlCheck(
        "marks_lie_in_a_block",
        "parsed_documents",
        "Every span that the author marked has words and lies inside one block.",
        ("parsed_documents",),
        """
        WITH marked AS (
            SELECT document_id, marks, blocks FROM parsed_documents WHERE len(marks) > 0
        ),
        marks AS (SELECT document_id, unnest(marks) AS mark FROM marked),
        blocks AS (SELECT document_id, unnest(blocks) AS block FROM marked)
        SELECT marks.document_id, mark.kind, mark.start, mark."end" FROM marks
        ASOF LEFT JOIN blocks
        ON marks.document_id = blocks.document_id AND mark.start >= block.start
        WHERE mark."end" <= mark.start OR block IS NULL OR mark."end" > block."end"
        """,
    ),
    SqlCheck(
        "text_is_verbatim",
        "chunks",
        "Every chunk is exactly the canonical text between its start and its end.",
        ("chunks", "parsed_documents"),
        """
        SELECT chunk_id, chunks.start, chunks."end" FROM chunks
        LEFT JOIN parsed_documents USING (document_id)
        WHERE chunks.text IS DISTINCT FROM substring(
            parsed_documents.text, chunks.start + 1, chunks."end" - chunks.start
        )
        """,
    ),
    SqlCheck(
        "text_is_verbatim",
        "ticket_sections",
        "Every section is exactly the canonical text between its start and its end.",
        ("ticket_sections", "parsed_documents"),
        """
        SELECT section_id, sections.start, sections."end" FROM ticket_sections AS sections
        LEFT JOIN parsed_documents AS documents USING (document_id)
        WHERE sections.text IS DISTINCT FROM substring(
            documents.text, sections.start + 1, sections."end" - sections.start
        )
        """,
    ),
    _slice_check("text_is_verbatim", "sentences", "sentence_id", "text"),
    *_triple_checks(),
    _slice_check("text_is_verbatim", "procedure_steps", "step_id", "text"),
    _slice_check(
        "task_is_verbatim",
        "procedure_steps",
        "step_id",
        "task",
        start="task_start",
        end="task_end",
    ),
    SqlCheck(
        "result_is_verbatim",
        "procedure_steps",
        "Every result is exactly the canonical text between its start and its end.",
        ("procedure_steps", "parsed_documents"),
        """
        SELECT step_id, result FROM procedure_steps AS steps
        LEFT JOIN parsed_documents AS documents USING (document_id)
        WHERE result IS NOT NULL AND result IS DISTINCT FROM substring(
            documents.text, result_start + 1, result_end - result_start
        )
        """,
    ),
    *_help_checks(),
    _slice_check("quote_is_verbatim", "evidence", "evidence_id", "quote"),
)
