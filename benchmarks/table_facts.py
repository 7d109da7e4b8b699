"""Measure the facts of real tables: how many are right, how many of the labelled ones are there.

    .venv/bin/python benchmarks/table_facts.py LAKE [--show | --every]

``data/sap_tables.yaml`` holds tables of SAP's documentation as a reader understood them: which rows
are header, which columns name a row, facts that the table states and facts that it must not give.
The rules are applied again to the parses that LAKE keeps of these pages. Of every accepted fact of
a cell it is then judged without a reader whether

- its subject is a cell of the row that names it (``subject``), and it is told from all other rows,
  by what the fact holds beside its object (else it is ``ambiguous``);
- its predicate is the header above its object, where the cell is no clause (``predicate``);
- its object is a whole cell, an item of a list or what a text starts with, up to a stop (``cut``);
- it is none of those that must not be there (``never``).

Shown are, for each half and each shape of table: facts, the share that is right, the share whose
subject is ambiguous, labelled facts and the share found. ``--show`` prints every fact with its
judgement, for a reader to object. ``--every`` reads all tables of the lake instead, and shows the
share of facts whose subject is ambiguous: another row has the same name and the same cells in the
fact's roles, and another value in the column of its object. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import bisect
import dataclasses
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from graphwright.extraction.extract import extract_triples
from graphwright.extraction.reading.document import DocumentReading
from graphwright.extraction.resolve import resolve_triples
from graphwright.language.annotate import read_doc
from graphwright.settings import Settings
from graphwright.steps.base.language_models import blank_pipeline, load_vocabulary
from graphwright.steps.bucketed.rows import annotations_by_chunk, chunks_of, sentences_by_chunk
from graphwright.store.lake import Lake
from graphwright.tables import ParsedDocument, ResolvedTriple, rows_of
from graphwright.tables.documents import Block, BlockKind

LABELS = Path(__file__).with_name("data") / "sap_tables.yaml"
THRESHOLD = Settings.model_fields["confidence_threshold"].default
RULES = frozenset({"table_cell", "term_clause", "table_statement"})
HEADED = frozenset({"table_cell"})
"""Rules whose predicate is a header."""
STOPS = (".", ";", ":", "(", ",", "!", "?", "…")


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of a labelled table: its cells, and what a group above it names, by column."""

    block: Block
    cells: dict[int, str]
    above: dict[int, str]

    def holds(self, text: str) -> bool:
        """Return whether a text is one of the cells, its first line or an item of it."""
        return any(text == part for cell in self.all() for part in _parts(cell))

    def all(self) -> Iterator[str]:
        """Yield the cells with those of groups above that stand over an empty one."""
        yield from self.cells.values()
        yield from (text for column, text in self.above.items() if column not in self.cells)


def _parts_of(row: Row, column: int | None) -> set[str]:
    return set(_parts(row.cells.get(column, ""))) if column is not None else set()


def _parts(cell: str) -> Iterator[str]:
    yield cell
    for part in cell.split(";"):
        yield part.strip().rstrip(".")
    yield cell.rstrip(".")
    yield cell.partition(": ")[0]
    yield cell.partition(";")[0].partition(": ")[0]


class Table:
    """A labelled table with the text of its document."""

    def __init__(self, label: dict[str, Any], parsed: ParsedDocument) -> None:
        self.label, self.parsed = label, parsed
        tables: dict[int | None, list[Block]] = defaultdict(list)
        for block in parsed.blocks:
            if block.kind == BlockKind.TABLE_ROW:
                tables[block.table].append(block)
        blocks = list(tables.values())[label["table"]]
        self.starts = [block.start for block in blocks]
        self.rows = list(self._rows(blocks))

    def _rows(self, blocks: Sequence[Block]) -> Iterator[Row]:
        above: dict[int, str] = {}
        for number, block in enumerate(blocks):
            cells = {c.column: self.parsed.text[c.start : c.end] for c in block.cells}
            yield Row(block, cells, dict(above) if number > self.label["head"] else {})
            if number >= self.label["head"]:
                first = min(cells, default=0)
                above = {column: text for column, text in above.items() if column < first}
                above |= {column: text for column, text in cells.items() if column == first}

    def row_at(self, offset: int) -> int | None:
        """Return the number of the row that holds an offset of the text."""
        number = bisect.bisect_right(self.starts, offset) - 1
        return number if number >= 0 and offset < self.rows[number].block.end else None

    def column_at(self, offset: int) -> int | None:
        """Return the column of the cell that holds an offset of the text."""
        number = self.row_at(offset)
        cells = () if number is None else self.rows[number].block.cells
        return next((c.column for c in cells if c.start <= offset < c.end), None)

    def headers(self, column: int | None) -> set[str]:
        """Return what may be said of the cells of a column."""
        heads = [row.cells for row in self.rows[: self.label["head"]]]
        lowest = heads[-1].get(column) if heads and column is not None else None
        wanted = set(self.label.get("predicates", ())) | ({_plain(lowest)} if lowest else set())
        return wanted


def _plain(text: str) -> str:
    return " ".join(text.split()).lower().rstrip(".")


def judge(table: Table, triple: ResolvedTriple, sentence_start: int) -> str:
    """Return "right", or what is wrong with a fact of a cell."""
    number = table.row_at(sentence_start)
    if number is None or number < table.label["head"]:
        return "head"
    if any(_matches(line, triple) for line in table.label["never"]):
        return "never"
    if table.label.get("about"):
        return _judge_pair(table, triple, number)
    row, column = table.rows[number], table.column_at(triple.subject_start)
    filled = [c for c in table.label["names"] if c in row.cells]
    if table.row_at(triple.subject_start) != number or column not in filled:
        return "subject"
    if len(table.label["names"]) > 2 and column != filled[-1]:
        return "subject"
    told = [triple.subject, *(q.text for q in triple.qualifiers)]
    valued = table.column_at(triple.object_start)
    if triple.rule in HEADED and _plain(triple.predicate) not in table.headers(valued):
        return "predicate"
    if triple.rule in HEADED and not _is_whole(table, triple):
        return "cut"
    own = [r for r in table.rows[table.label["head"] :] if triple.subject in _parts_of(r, column)]
    different = {tuple(r.all()) for r in own if all(map(r.holds, told))}
    return "ambiguous" if len(different) > 1 and valued not in filled else "right"


def _judge_pair(table: Table, triple: ResolvedTriple, number: int) -> str:
    cells = list(table.rows[number].cells.values())
    if triple.subject != table.label["about"]:
        return "subject"
    return "right" if _plain(triple.predicate) == _plain(cells[0]) else "predicate"


def _is_whole(table: Table, triple: ResolvedTriple) -> bool:
    number = table.row_at(triple.object_start)
    cells = () if number is None else table.rows[number].block.cells
    for cell in cells:
        if cell.start <= triple.object_start < cell.end:
            after = table.parsed.text[triple.object_end : cell.end].strip()
            return not after.strip("”\"'’)*>]") or after.startswith(STOPS)
    return False


def _matches(line: str, triple: ResolvedTriple) -> bool:
    """Return whether a triple is a labelled fact: "subject | predicate | object | words".

    Of a long object the label may hold the start.
    """
    parts = [part.strip() for part in line.split(" | ")]
    found = (triple.subject, triple.predicate, triple.object)
    for wanted, text in zip(parts, found, strict=False):
        same = _plain(text) == _plain(wanted)
        starts = text == triple.object and _plain(text).startswith(_plain(wanted))
        if wanted != "*" and not (same or starts):
            return False
    words = [word for part in parts[3:] for word in part.split(";")]
    told = [q.text for q in triple.qualifiers] + (["negated"] if triple.negated else [])
    return all(word in told for word in words)


def read_pages(
    lake: Lake, pages: set[str] | None = None
) -> Iterator[tuple[ParsedDocument, list[Any]]]:
    """Yield documents with their accepted facts of cells, each with its sentence's start.

    Without ``pages`` these are all that hold a table.
    """
    load_vocabulary()
    nlp = blank_pipeline()
    for bucket in lake.buckets("parsed_documents"):
        parsed = rows_of(ParsedDocument, lake.read("parsed_documents", bucket))
        for document in (d for d in parsed if (d.path in pages if pages else _has_table(d))):
            chunks = chunks_of(lake, bucket, [document.document_id])[document.document_id]
            ids = {chunk.chunk_id for chunk in chunks}
            annotations = annotations_by_chunk(lake, bucket, ids)
            sentences = sentences_by_chunk(lake, bucket, ids)
            known, triples = DocumentReading(document), []
            for chunk in chunks:
                doc = read_doc(annotations[chunk.chunk_id], nlp.vocab)
                said = sentences.get(chunk.chunk_id, [])
                triples += extract_triples(doc, chunk, said, known)
            starts = {s.sentence_id: s.start for found in sentences.values() for s in found}
            accepted = [t for t in resolve_triples(triples, [], THRESHOLD) if t.rejection is None]
            yield document, [(t, starts[t.sentence_id]) for t in accepted if t.rule in RULES]


def _has_table(document: ParsedDocument) -> bool:
    return any(block.kind == BlockKind.TABLE_ROW for block in document.blocks)


def ambiguity(lake: Lake) -> dict[str, Any]:
    """Return how many facts of cells there are in all tables, and the share that is ambiguous."""
    facts = ambiguous = 0
    for document, found in read_pages(lake):
        tables = [_unlabelled(document, n) for n in range(_tables_of(document))]
        for triple, start in found:
            table = next((t for t in tables if t.row_at(start) is not None), None)
            if table is not None:
                facts += 1
                ambiguous += _is_ambiguous(table, triple, start)
    share = round(ambiguous / facts, 3) if facts else None
    return {"facts": facts, "ambiguous": ambiguous, "share": share}


def _tables_of(document: ParsedDocument) -> int:
    return len({b.table for b in document.blocks if b.kind == BlockKind.TABLE_ROW})


def _unlabelled(document: ParsedDocument, number: int) -> Table:
    blocks = [b for b in document.blocks if b.kind == BlockKind.TABLE_ROW]
    table = list(dict.fromkeys(b.table for b in blocks))[number]
    rows = [b for b in blocks if b.table == table]
    head = next((n for n, b in enumerate(rows) if not all(c.header for c in b.cells)), 0)
    return Table({"table": number, "head": head}, document)


def _is_ambiguous(table: Table, triple: ResolvedTriple, start: int) -> bool:
    column, valued = table.column_at(triple.subject_start), table.column_at(triple.object_start)
    number = table.row_at(start)
    if column is None or valued is None or number is None:
        return False
    told = [q.text for q in triple.qualifiers if q.kind == "row"]
    value = table.rows[number].cells.get(valued)
    others = (r for r in table.rows[table.label["head"] :] if r.cells.get(valued, value) != value)
    return any(triple.subject in _parts_of(r, column) and all(map(r.holds, told)) for r in others)


def measure(lake: Lake, *, show: bool) -> list[dict[str, Any]]:
    """Return for each labelled table its judgements and which labelled facts are there."""
    labels = yaml.safe_load(LABELS.read_text(encoding="utf-8"))["tables"]
    pages = dict(read_pages_by_path(lake, {label["page"] for label in labels}))
    measured = []
    for label in labels:
        document, facts = pages[label["page"]]
        table = Table(label, document)
        inside = [(t, start) for t, start in facts if table.row_at(start) is not None]
        verdicts = [(judge(table, t, start), t) for t, start in inside]
        found = [line for line in label["facts"] if any(_matches(line, t) for t, _ in inside)]
        if show:
            _print(label, verdicts, set(found))
        counts = Counter(verdict for verdict, _ in verdicts)
        measured.append({**label, "verdicts": counts, "found": len(found)})
    return measured


def read_pages_by_path(lake: Lake, pages: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield path and what ``read_pages`` yields."""
    for document, facts in read_pages(lake, pages):
        yield document.path, (document, facts)


def _print(label: dict[str, Any], verdicts: Sequence[Any], found: set[str]) -> None:
    print(f"\n{label['half']} {label['shape']} {label['page']} table {label['table']}")
    for verdict, t in verdicts:
        told = "; ".join(f"{getattr(q, 'role', '')}: {q.text}" for q in t.qualifiers)
        line = f"  {verdict:10} {t.confidence:.2f} {t.rule} | {t.subject} | {t.predicate}"
        print(f"{line} | {t.object} | {told}{' not' if t.negated else ''}")
    for line in label["facts"]:
        if line not in found:
            print(f"  missing    {line}")


def total(measured: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return counts and shares over tables."""
    verdicts: Counter[str] = sum((row["verdicts"] for row in measured), Counter())
    facts, labelled = verdicts.total(), sum(len(row["facts"]) for row in measured)
    found = sum(row["found"] for row in measured)
    return {
        "tables": len(measured),
        "facts": facts,
        "right": round(verdicts["right"] / facts, 3) if facts else None,
        "ambiguous": round(verdicts["ambiguous"] / facts, 3) if facts else None,
        "labelled": labelled,
        "found": round(found / labelled, 3) if labelled else None,
        "wrong": dict(sorted((k, n) for k, n in verdicts.items() if k != "right")),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lake", type=Path)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--every", action="store_true")
    options = parser.parse_args()
    if options.every:
        print(json.dumps(ambiguity(Lake(options.lake))))
        return
    measured = measure(Lake(options.lake), show=options.show)
    groups = {"all": measured}
    for field in ("half", "shape"):
        for value in dict.fromkeys(row[field] for row in measured):
            groups[value] = [row for row in measured if row[field] == value]
    for name, rows in groups.items():
        print(name, " ".join(f"{key}={value}" for key, value in total(rows).items()))
    print(json.dumps({name: total(rows) for name, rows in groups.items()}))


if __name__ == "__main__":
    main()
