"""A parse is made again where a chunk's text or the layout of its blocks changed, and only then."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from graphwright.documents.blocks.raw import RawBlock, RawCell
from graphwright.documents.canonical.text import canonical_text
from graphwright.documents.chunk import chunk_document
from graphwright.ids import document_id, fingerprint
from graphwright.language.sentences import ChunkInput, chunk_inputs
from graphwright.settings import ChunkSettings
from graphwright.steps.bucketed.step import Unit
from graphwright.steps.chunk_units import parse_units, start_of_place
from graphwright.store.lake import Lake
from graphwright.tables import Block, BlockKind, Chunk, ParsedDocument, table_of

_TEXTS = st.text("ab .\n", min_size=1, max_size=250)
_CELLS = st.lists(st.text("ab ", max_size=20), min_size=1, max_size=4)
_BLOCKS = st.one_of(
    st.builds(
        RawBlock,
        st.sampled_from([BlockKind.PARAGRAPH, BlockKind.CODE, BlockKind.LIST_ITEM]),
        _TEXTS,
    ),
    st.builds(RawBlock, st.just(BlockKind.HEADING), _TEXTS, st.integers(1, 3)),
    _CELLS.map(
        lambda texts: RawBlock(
            BlockKind.TABLE_ROW,
            table=1,
            cells=tuple(RawCell(text, column) for column, text in enumerate(texts)),
        )
    ),
)
_SMALL = ChunkSettings(max_characters=200, overlap=40)


def document(name: str, blocks: Sequence[RawBlock]) -> ParsedDocument:
    made = canonical_text(blocks)
    return ParsedDocument(
        document_id("tests", name), "tests", name, name, "md", "dependency", "", name,
        made.text, made.blocks, None, "ok", (), (),
    )  # fmt: skip


def units_in_a_lake(documents: Sequence[ParsedDocument]) -> list[Unit]:
    chunks = [chunk for parsed in documents for chunk in chunk_document(parsed, _SMALL)]
    with tempfile.TemporaryDirectory() as folder:
        lake = Lake(Path(folder))
        for cls, rows in ((ParsedDocument, documents), (Chunk, chunks)):
            table = table_of(cls)
            lake.write(table.name, table.from_rows(rows), bucket=0, key="k")
        return parse_units(lake, 0, "v", {parsed.document_id for parsed in documents})


def unit_of(entry: ChunkInput) -> Unit:
    """Return the unit of what the annotator is really given."""
    chunk, first = entry.chunk, entry.chunk.start
    blocks = [
        [b.kind, b.start - first, b.end - first, cells_of(b, first, chunk.end)]
        for b in entry.blocks
    ]
    place = f"{chunk.chunk_id}:{first}:{entry.previous_end}:{entry.next_start}"
    return Unit(chunk.chunk_id, fingerprint(["v", [chunk.text_hash, blocks]]), place)


def cells_of(block: Block, start: int, end: int) -> list[list[int]]:
    """Return the cells that a chunk may hold a part of: the last before it, and those in it."""
    before = [cell for cell in block.cells if cell.start <= start]
    inside = [cell for cell in block.cells if start < cell.start < end]
    return [[cell.start - start, cell.column] for cell in (*before[-1:], *inside)]


@given(st.lists(st.lists(_BLOCKS, max_size=12), max_size=3))
def test_keys_stand_for_what_the_annotator_is_given(pages: list[list[RawBlock]]) -> None:
    documents = [document(f"{number}.md", blocks) for number, blocks in enumerate(pages)]
    given_ = [e for d in documents for e in chunk_inputs(d, chunk_document(d, _SMALL))]
    for entry in given_:
        blocks = next(d for d in documents if d.document_id == entry.chunk.document_id).blocks
        start, end = entry.chunk.start, entry.chunk.end
        assert entry.blocks == tuple(b for b in blocks if b.start < end and b.end > start)
    assert units_in_a_lake(documents) == sorted(map(unit_of, given_), key=lambda unit: unit.id)


def test_a_paragraph_above_moves_a_chunk_and_does_not_change_it() -> None:
    use = [RawBlock(BlockKind.HEADING, "Use", 2), RawBlock(BlockKind.PARAGRAPH, "It stores mail.")]
    (old,) = units_in_a_lake([document("a.md", use)])
    now = units_in_a_lake([document("a.md", [RawBlock(BlockKind.PARAGRAPH, "New."), *use])])
    (moved,) = [unit for unit in now if unit.content_key == old.content_key]
    assert moved.identity_key != old.identity_key
    assert start_of_place(old.identity_key) == 0
    assert start_of_place(moved.identity_key) == len("New.\n\n")
    assert len(now) == 2


def test_the_column_of_a_cell_shapes_its_parse() -> None:
    def row(column: int) -> RawBlock:
        return RawBlock(BlockKind.TABLE_ROW, table=1, cells=(RawCell("Oslo", column),))

    (near,), (far,) = (units_in_a_lake([document("a.md", [row(column)])]) for column in (2, 2000))
    assert near.content_key != far.content_key


def test_a_name_in_another_chunk_of_a_row_leaves_the_parse_of_a_piece_as_it_is() -> None:
    def pieces(name: str) -> list[Unit]:
        texts = (name, *(f"Supplier {number:03} of Oslo" for number in range(20)))
        cells = tuple(RawCell(text, column) for column, text in enumerate(texts))
        row = RawBlock(BlockKind.TABLE_ROW, table=1, cells=cells)
        return units_in_a_lake([document("a.md", [row])])

    old, new = ({unit.content_key for unit in pieces(name)} for name in ("Pump 1", "Pump 2"))
    assert len(old) == len(new) == 3
    assert len(old & new) == 2
