"""Chunks: exact slices of one section that cover it, within the limits, with stable ids."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.documents.blocks.raw import RawBlock, RawCell
from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.chunk import EMBEDDED_OF_TICKETS, chunk_document
from graphwright.settings import ChunkSettings
from graphwright.tables import BlockKind, Chunk, ParsedDocument

SMALL = ChunkSettings(max_characters=200, overlap=40)
HEADINGS = (BlockKind.TITLE, BlockKind.HEADING)


def parsed(blocks: list[RawBlock], identifier: str = "d1") -> ParsedDocument:
    canonical = canonical_text(blocks)
    return ParsedDocument(
        document_id=identifier,
        collection="c",
        path="a.md",
        uri="a.md",
        format="md",
        extractor="dependency",
        sha256="0",
        title="t",
        text=canonical.text,
        blocks=canonical.blocks,
        pages=None,
        status="ok",
        left_out=(),
        warnings=(),
    )


def paragraph(text: str) -> RawBlock:
    return RawBlock(BlockKind.PARAGRAPH, text)


def heading(text: str, level: int = 1) -> RawBlock:
    return RawBlock(BlockKind.HEADING, text, level=level)


def rows(count: int, width: int = 2, table: int = 0) -> list[RawBlock]:
    def row(number: int) -> RawBlock:
        cells = [
            RawCell(f"row {number} cell {column}", column, header=number == 0)
            for column in range(width)
        ]
        return RawBlock(BlockKind.TABLE_ROW, table=table, cells=tuple(cells))

    return [row(number) for number in range(count)]


WORDS = st.text(alphabet="abcdeé .,!?\n中", min_size=1, max_size=400)
LONG_WORD = st.integers(1, 900).map(lambda n: "x" * n)
BLOCKS = st.one_of(
    st.builds(paragraph, st.one_of(WORDS, LONG_WORD)),
    st.builds(heading, WORDS, st.integers(1, 4)),
    st.builds(
        lambda text, level: RawBlock(BlockKind.LIST_ITEM, text, level=level),
        WORDS,
        st.integers(1, 3),
    ),
    st.builds(lambda text: RawBlock(BlockKind.CODE, text), WORDS),
)
TABLES = st.builds(rows, st.integers(1, 30), st.integers(1, 6), st.integers(0, 99))
DOCUMENTS = st.lists(st.one_of(BLOCKS.map(lambda b: [b]), TABLES), max_size=12).map(
    lambda groups: parsed([block for group in groups for block in group])
)
SETTINGS = st.builds(
    lambda size, share: ChunkSettings(max_characters=size, overlap=int(size * share)),
    st.integers(200, 400),
    st.floats(0, 0.5),
)


@settings(max_examples=150, deadline=None)
@given(DOCUMENTS, SETTINGS)
def test_invariants(document: ParsedDocument, limits: ChunkSettings) -> None:
    chunks = chunk_document(document, limits)
    assert chunks == chunk_document(document, limits)
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert len({chunk.chunk_id for chunk in chunks}) == len(chunks)
    covered = 0
    for chunk in chunks:
        assert chunk.text == document.text[chunk.start : chunk.end]
        assert chunk.text == chunk.text.strip() != ""
        assert len(chunk.text) <= limits.max_characters
        assert not document.text[covered : chunk.start].strip()
        assert chunk.start >= covered - limits.overlap
        covered = chunk.end
    assert not document.text[covered:].strip()
    for before, after in itertools.pairwise(chunks):
        assert before.start < after.start
        assert before.end < after.end


@settings(max_examples=100, deadline=None)
@given(DOCUMENTS, SETTINGS)
def test_no_chunk_crosses_a_heading(document: ParsedDocument, limits: ChunkSettings) -> None:
    headings = [block for block in document.blocks if block.kind in HEADINGS]
    for chunk in chunk_document(document, limits):
        inside = [h for h in headings if h.start > chunk.start and h.end <= chunk.end]
        assert not inside
        blocks = [b for b in document.blocks if b.start < chunk.end and b.end > chunk.start]
        for block in blocks:
            own = (document.text[block.start : block.end],) if block.kind in HEADINGS else ()
            assert block.heading_path + own == chunk.heading_path


def spans(chunks: list[Chunk]) -> list[str]:
    return [chunk.text for chunk in chunks]


def test_a_section_is_one_chunk_that_begins_with_its_heading() -> None:
    document = parsed(
        [heading("Guide"), heading("Install", 2), paragraph("Run it."), heading("Use", 2)]
    )
    chunks = chunk_document(document, ChunkSettings())
    assert spans(chunks) == ["Guide", "Install\n\nRun it.", "Use"]
    assert [chunk.heading_path for chunk in chunks] == [
        ("Guide",),
        ("Guide", "Install"),
        ("Guide", "Use"),
    ]


def test_overlap_begins_at_a_sentence() -> None:
    sentences = [f"This is sentence number {number} of them." for number in range(20)]
    chunks = chunk_document(parsed([paragraph(" ".join(sentences))]), SMALL)
    assert len(chunks) > 3
    for before, after in itertools.pairwise(chunks):
        assert 0 < before.end - after.start <= SMALL.overlap
        assert after.text.startswith("This is")
        assert before.text.endswith("them.")


def test_overlap_begins_at_a_block_where_one_fits() -> None:
    blocks = [paragraph(f"Paragraph {number} is short.") for number in range(30)]
    chunks = chunk_document(parsed(blocks), SMALL)
    assert len(chunks) > 3
    for before, after in itertools.pairwise(chunks):
        assert 0 < before.end - after.start <= SMALL.overlap
        assert after.text.startswith("Paragraph")


def test_a_table_that_fits_is_kept_whole() -> None:
    document = parsed([paragraph("word " * 30), *rows(5), paragraph("word " * 30)])
    chunks = chunk_document(document, SMALL)
    whole = [chunk for chunk in chunks if "row 0 cell 0" in chunk.text]
    assert len(whole) == 1
    assert "row 4 cell 1" in whole[0].text
    assert all(chunk.table_header is None for chunk in chunks)


def test_a_long_table_is_split_between_rows_under_its_header() -> None:
    document = parsed([heading("Rows"), *rows(40)])
    chunks = chunk_document(document, SMALL)
    header = "row 0 cell 0 | row 0 cell 1"
    assert chunks[0].table_header is None
    assert header in chunks[0].text
    assert len(chunks) > 3
    for chunk in chunks[1:]:
        assert chunk.table_header == header
        lines = chunk.text.split("\n")
        assert all(line.startswith("row ") and line.endswith("cell 1") for line in lines)
    assert sum(chunk.text.count("cell 1") for chunk in chunks) == 40


def table(*texts: list[str]) -> ParsedDocument:
    """A table whose first row is its header."""
    return parsed(
        [
            RawBlock(
                BlockKind.TABLE_ROW,
                table=0,
                cells=tuple(RawCell(text, n, header=number == 0) for n, text in enumerate(row)),
            )
            for number, row in enumerate(texts)
        ]
    )


def test_a_row_longer_than_a_chunk_is_split_between_its_cells() -> None:
    header = ["Machine", *(f"P{n}" for n in range(1, 30))]
    row = ["Pump 7", *(f"Supplier {n:03}. Its depot {n:03} in Oslo" for n in range(1, 30))]
    first, *pieces = chunk_document(table(header, row), SMALL)
    assert (first.row_name, first.table_header) == (None, None)
    assert " | ".join(header) in first.text
    assert len(pieces) > 4
    for piece in pieces:
        held = piece.text.removesuffix(" |").split(" | ")
        assert piece.table_header == " | ".join(header[row.index(cell)] for cell in held)
        assert piece.row_name == "Pump 7"


def test_a_cell_longer_than_a_chunk_is_split_between_sentences_and_items() -> None:
    items = "; ".join(f"spare part {n:03}" for n in range(40))
    text = " ".join(f"The clerk checked seal {n:03}." for n in range(40))
    document = table(["Ticket", "Parts", "Text", "Owner"], ["T-1", items, text, "Ann"])
    chunks = chunk_document(document, SMALL)
    assert len(chunks) > 8
    assert chunks[-1].row_name == "T-1"
    for chunk in chunks:
        assert chunk.text.endswith((";", ".", "|", "Ann"))
        assert chunk.text.startswith(("Ticket", "T-1", "spare", "The clerk", "Ann"))


def test_where_rows_follow_a_piece_the_whole_header_stands_above() -> None:
    short = [["Pump 2", "Ann", "Oslo"], ["Pump 3", "Bob", "Rome"]]
    document = table(["Machine", "Owner", "City"], ["Pump 1", "word " * 60, "Bern"], *short)
    last = chunk_document(document, SMALL)[-1]
    assert "Pump 3" in last.text
    assert (last.row_name, last.table_header) == ("Pump 1", "Machine | Owner | City")


def test_a_header_longer_than_a_chunk_gives_the_cells_of_the_columns_below_it() -> None:
    header = ["Machine", *(f"Property number {n:03} of the machine" for n in range(1, 10))]
    document = table(header, *([f"M{n}", "", "7"] for n in range(60)))
    chunks = [chunk for chunk in chunk_document(document, SMALL) if chunk.text.startswith("M")]
    assert len(chunks) > 2
    expected = [None, *["Machine | Property number 002 of the machine"] * (len(chunks) - 1)]
    assert [chunk.table_header for chunk in chunks] == expected
    assert {chunk.row_name for chunk in chunks} == {None}


@pytest.mark.parametrize(
    ("first", "shown"),
    [
        ("Pump 1", "Pump 1"),
        ("–", "word"),  # signs name nothing
        ("n" * 900, "n" * 199 + "…"),
    ],
)
def test_the_first_cell_with_a_word_is_the_name_of_a_row(first: str, shown: str) -> None:
    document = table(["A", "B", "C"], [first, "word", "Supplier of Oslo; " * 40])
    name = chunk_document(document, SMALL)[-1].row_name
    assert name == shown


CELLS = st.one_of(
    st.just(""), st.text("ab .;|é", max_size=40), st.integers(150, 500).map(lambda n: "pq. " * n)
)
ROWS = st.integers(1, 12).flatmap(
    lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=2, max_size=5)
)


@settings(max_examples=60, deadline=None)
@given(ROWS, SETTINGS)
def test_a_piece_of_a_row_is_named_and_no_other_chunk(
    texts: list[list[str]], limits: ChunkSettings
) -> None:
    document = table([f"Column {n}" for n in range(len(texts[0]))], *texts)
    for chunk in chunk_document(document, limits):
        assert chunk.text == document.text[chunk.start : chunk.end]
        (block,) = [b for b in document.blocks if b.start <= chunk.start < b.end]
        above = [c for c in block.cells if c.start < chunk.start]
        names = [document.text[c.start : c.end] for c in above]
        named = [name for name in names if any(map(str.isalnum, name))]
        inside = chunk.start > block.start and block.index > 0
        assert (chunk.row_name is not None) == bool(named and inside)
        if chunk.row_name is not None:
            assert named[0].startswith(chunk.row_name.removesuffix("…"))


def test_a_word_longer_than_a_chunk_is_cut() -> None:
    chunks = chunk_document(parsed([paragraph("y" * 1000)]), SMALL)
    assert all(len(chunk.text) <= SMALL.max_characters for chunk in chunks)
    assert "".join(spans(chunks)) == "y" * 1000


def test_equal_chunks_have_different_ids() -> None:
    twice = [heading("Same"), paragraph("Text."), heading("Same"), paragraph("Text.")]
    first, second = chunk_document(parsed(twice), SMALL)
    assert first.text_hash == second.text_hash
    assert first.chunk_id != second.chunk_id


def test_an_id_survives_changes_in_other_sections() -> None:
    section = [heading("Stable", 2), paragraph("It stays.")]
    before = chunk_document(parsed([heading("Top"), *section]), SMALL)
    added = [heading("Top"), heading("New", 2), paragraph("Added before."), *section]
    after = chunk_document(parsed(added), SMALL)
    assert before[-1].start != after[-1].start
    assert before[-1].chunk_id == after[-1].chunk_id
    other = chunk_document(parsed([heading("Top"), *section], identifier="d2"), SMALL)
    assert before[-1].chunk_id != other[-1].chunk_id


def test_the_page_is_the_one_where_the_chunk_starts() -> None:
    blocks = [RawBlock(BlockKind.PARAGRAPH, "p" * 150, page=page) for page in (1, 2)]
    assert [chunk.page for chunk in chunk_document(parsed(blocks), SMALL)] == [1, 2]


@pytest.mark.parametrize("overlap", [0, 100])
def test_the_limits_are_settings(overlap: int) -> None:
    limits = ChunkSettings(max_characters=300, overlap=overlap)
    chunks = chunk_document(parsed([paragraph("one two three four. " * 60)]), limits)
    overlaps = [a.end - b.start for a, b in itertools.pairwise(chunks)]
    assert all(0 < size <= overlap if overlap else size <= 0 for size in overlaps)


def test_the_begin_of_a_long_chunk_of_a_ticket_is_embedded():
    page = parsed([paragraph("word " * EMBEDDED_OF_TICKETS), heading("H"), paragraph("Short.")])
    assert {one.embedded for one in chunk_document(page, ChunkSettings())} == {None}
    ticket = dataclasses.replace(page, format="ticket")
    *long, short = chunk_document(ticket, ChunkSettings())
    assert {one.embedded for one in long} == {EMBEDDED_OF_TICKETS}
    assert short.embedded is None
