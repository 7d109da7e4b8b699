"""Tickets in a snapshot: what is opened is what the tables say, in any order of rows and files."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from ticket_rows import a_ticket, an_edge, its_sections

from graphwright.graph.lexical_index import LexicalIndex
from graphwright.graph.manifest import Manifest, describe_file
from graphwright.graph.ticket_files import TicketFiles
from graphwright.graph.ticket_graph import TicketGraph
from graphwright.publish.ticket_files import write_ticket_files
from graphwright.tables import (
    ImplicitTicketLink,
    SectionEmbedding,
    SectionPiece,
    Ticket,
    TicketCluster,
    TicketEdge,
    TicketSection,
    table_of,
)
from graphwright.tickets.windows import windows_of

TICKETS = [a_ticket(f"SHOP-{n}", f"Lamp {n} is dark") for n in (3, 1, 2)]
SECTIONS = [
    section
    for one in TICKETS
    for section in its_sections(one, summary=one.title, description="A long night. " * 200)
]
PIECES = list(windows_of(SECTIONS, {"summary", "description"}))
ROWS = {
    Ticket: TICKETS,
    TicketSection: SECTIONS,
    SectionPiece: PIECES,
    TicketEdge: [an_edge(TICKETS[0], "duplicate", TICKETS[1]), an_edge(TICKETS[2], "block", "X-1")],
    TicketCluster: [TicketCluster(one.document_id, "shop/SHOP-1", 2) for one in TICKETS[:2]],
    ImplicitTicketLink: [ImplicitTicketLink("shop/SHOP-1", "shop/SHOP-2", 0.95, 1, 0.9, "m")],
}


def vector(place: int) -> np.ndarray:
    return np.array([place, 1], dtype="<f4")


def tables(folder: Path, *, turned: bool) -> dict[str, list[Path]]:
    """Write the tables as files, those of tickets in two, and return them."""
    folder.mkdir()
    vectors = [
        SectionEmbedding(one.piece_id, "h", "m", vector(place).tobytes())
        for place, one in enumerate(PIECES)
    ]
    found = {}
    for row, rows in (ROWS | {SectionEmbedding: vectors}).items():
        declared, cut = table_of(row), 1 if table_of(row).bucketed else 0
        parts = [rows[:cut], rows[cut:]] if cut else [rows]
        found[declared.name] = [folder / f"{declared.name}-{n}.parquet" for n in range(len(parts))]
        written = parts[::-1] if turned else parts
        for path, part in zip(found[declared.name], written, strict=True):
            pq.write_table(declared.from_rows(part), path)
    return found


def written(folder: Path, **choice: bool) -> TicketFiles:
    made = folder / "made"
    made.mkdir(parents=True)
    with ThreadPoolExecutor(1) as beside:
        counts = write_ticket_files(made, tables(folder / "tables", **choice), "m", beside).counts
    files = {path.name: describe_file(path, 0) for path in made.glob("*.arrow")}
    opened = TicketFiles.open(made, Manifest(2, "", "m", 2, counts, files))
    assert opened is not None
    return opened


def test_the_opened_graph_is_that_of_the_rows(tmp_path):
    files = written(tmp_path, turned=False)
    opened = TicketGraph.of_files(files)
    places = {one.piece_id: vector(place) for place, one in enumerate(PIECES)}
    expected = TicketGraph.of(
        TICKETS,
        SECTIONS,
        edges=ROWS[TicketEdge],
        clusters=ROWS[TicketCluster],
        implicit=ROWS[ImplicitTicketLink],
        vectors={
            section.section_id: np.array(
                [places[one.piece_id] for one in windows_of([section], {section.section})]
            )
            for section in SECTIONS
        },
    )
    assert [one.key for one in opened.tickets] == ["SHOP-1", "SHOP-2", "SHOP-3"]
    assert opened.section_table.to_pylist() == expected.section_table.to_pylist()
    np.testing.assert_array_equal(opened.vectors.rows, expected.vectors.rows)
    np.testing.assert_array_equal(opened.vectors.values, expected.vectors.values)
    for row in range(3):
        assert opened.edges(row) == expected.edges(row)
        assert opened.cluster(row) == expected.cluster(row)
        assert opened.implicit(row) == expected.implicit(row)
    assert isinstance(files.words.tickets, LexicalIndex)
    assert np.argmax(files.words.tickets.scores("lamp 3")) == 2


def test_the_files_are_the_same_whatever_the_order_of_files(tmp_path):
    contents = []
    for turned in (False, True):
        written(tmp_path / str(turned), turned=turned)
        made = tmp_path / str(turned) / "made"
        contents.append(
            {p.relative_to(made): p.read_bytes() for p in made.rglob("*") if p.is_file()}
        )
    assert contents[0] == contents[1]
