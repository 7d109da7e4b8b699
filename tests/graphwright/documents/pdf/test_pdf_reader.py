"""Which way a PDF is read, and what is said where a way is not there."""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path

import pytest
from pdf_builders import pdf, show

from graphwright.documents.blocks.raw import RawBlock, RawDocument
from graphwright.documents.docling.blocks import to_raw_document
from graphwright.documents.pdf.docling_models import (
    load_models,
    models_note,
    models_version,
    pipeline_options,
)
from graphwright.documents.pdf.reader import load_engine, pdf_versions, read_pdf, with_pages
from graphwright.errors import ModelError
from graphwright.settings import ParseSettings, PdfSettings
from graphwright.steps.parse import ParseStep
from graphwright.tables import BlockKind

OUTPUTS = (
    Path(__file__).parents[5] / "shared/data/documents/docling_tests/tests/data/pdf/groundtruth"
)
"""What Docling made of its own test files with its models."""
WITHOUT = importlib.util.find_spec("torch") is None
PAGE = pdf([[show(72, 100, "Orders above ten thousand euros need an approval.", 12)]])


@pytest.mark.skipif(not WITHOUT, reason="torch is installed")
def test_models_that_are_required_and_absent_are_told(tmp_path: Path) -> None:
    required = PdfSettings(engine="models", artifacts_path=str(tmp_path))
    told = r"torch.*cannot be imported.*graphwright\[layout\]"
    with pytest.raises(ModelError, match=told):
        load_engine(required)
    with pytest.raises(ModelError, match=told):  # before a build does anything
        ParseStep([], ParseSettings(pdf=required), 1)
    assert models_version("auto", str(tmp_path)) is None


@pytest.mark.skipif(WITHOUT, reason="torch is absent; install graphwright[layout] to run this")
def test_a_folder_without_weights_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="names no folder of weights"):
        models_version("models", None)
    with pytest.raises(ModelError, match="there are no weights"):
        models_version("models", str(tmp_path))
    assert models_version("auto", str(tmp_path)) is None


def test_weights_that_cannot_be_loaded_are_told_and_nothing_is_downloaded(tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"none")
    with pytest.raises(ModelError, match=r"models cannot be loaded from .*docling-tools"):
        load_models(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["model.safetensors"]


def test_weights_that_are_named_and_not_used_are_told_with_what_to_do(tmp_path: Path) -> None:
    note = models_note("auto", str(tmp_path))
    assert note is not None
    assert "without the models of parse.pdf.artifacts_path" in note
    assert "docling-tools models download" in note
    assert models_note("auto", None) is None
    assert models_note("heuristic", str(tmp_path)) is None


def test_docling_reads_headings_with_levels_and_no_ocr(tmp_path: Path) -> None:
    options = pipeline_options(str(tmp_path))
    assert options.heading_hierarchy_options.enabled
    assert options.do_table_structure
    assert not options.do_ocr
    assert not options.enable_remote_services


def test_the_engine_is_part_of_the_version_of_parsing() -> None:
    heuristic = PdfSettings(engine="heuristic", ocr="never")
    assert pdf_versions(heuristic) == {"parse.pdf.engine": "heuristic", "parse.pdf.ocr": "none"}
    step = ParseStep([], ParseSettings(pdf=heuristic), 1)
    assert step.causes["parse.pdf.engine"] == "heuristic"


def test_geometry_reads_what_models_are_not_there_for() -> None:
    raw = read_pdf(PAGE, ParseSettings())
    assert [block.text for block in raw.blocks] == [
        "Orders above ten thousand euros need an approval."
    ]


def test_pages_of_another_reading_take_their_place() -> None:
    def row(page: int, table: int) -> RawBlock:
        return RawBlock(BlockKind.TABLE_ROW, str(page), table=table, page=page)

    raw = RawDocument((row(1, 0), row(3, 1)), pages=3)
    other = RawDocument((row(1, 0), row(2, 1), row(2, 1), row(3, 2)), warnings=("seen",))
    merged = with_pages(raw, other, [2])
    assert [(block.page, block.table) for block in merged.blocks] == [
        (1, 0),
        (2, 2),
        (2, 2),
        (3, 1),
    ]
    assert merged.warnings == ("seen",)


def test_a_document_of_models_keeps_parts_footnotes_and_contents() -> None:
    from docling_core.types.doc import (
        BoundingBox,
        DoclingDocument,
        ProvenanceItem,
        Size,
        TableCell,
        TableData,
    )
    from docling_core.types.doc.labels import DocItemLabel

    def place(page: int, start: int, end: int) -> ProvenanceItem:
        box = BoundingBox(l=72, t=700, r=300, b=690, coord_origin="BOTTOMLEFT")
        return ProvenanceItem(page_no=page, bbox=box, charspan=(start, end))

    document = DoclingDocument(name="d")
    for page in (1, 2):
        document.add_page(page, Size(width=612, height=792))
    text = "It ends there."
    document.add_heading("Storage", level=2, prov=place(1, 0, 7))
    parted = document.add_text(DocItemLabel.TEXT, text, prov=place(1, 0, 8))
    parted.prov.append(place(2, 8, len(text)))
    document.add_text(DocItemLabel.FOOTNOTE, "1 A note.", prov=place(2, 0, 9))
    cells = [
        TableCell(
            text=value,
            start_row_offset_idx=0,
            end_row_offset_idx=1,
            start_col_offset_idx=column,
            end_col_offset_idx=column + 1,
        )
        for column, value in enumerate(("Storage", "1"))
    ]
    data = TableData(table_cells=cells, num_rows=1, num_cols=2)
    document.add_table(data, prov=place(2, 0, 0), label=DocItemLabel.DOCUMENT_INDEX)
    blocks = to_raw_document(document, box_unit="pt").blocks
    assert [block.kind for block in blocks] == ["heading", "paragraph", "footnote", "index"]
    assert blocks[0].level == 3
    assert blocks[1].text.replace("\ufdd1", "|") == "It ends |there."
    assert blocks[1].box == (72, 92, 300, 102)
    assert blocks[1].places == ((2, (72, 92, 300, 102)),)


@pytest.mark.skipif(not OUTPUTS.is_dir(), reason="Docling's expected outputs are absent")
@pytest.mark.parametrize("name", ["2206.01062", "redp5110_sampled", "code_and_formula"])
def test_what_docling_made_with_its_models_becomes_blocks_with_page_and_box(name: str) -> None:
    from docling_core.types.doc import DoclingDocument

    document = DoclingDocument.model_validate_json((OUTPUTS / f"{name}.json").read_bytes())
    raw = to_raw_document(document, box_unit="pt")
    body = [text for text in document.texts if text.content_layer.value == "body"]
    kept = Counter(word for block in raw.blocks for word in _words(block))
    assert not Counter(word for text in body for word in text.text.split()) - kept
    kinds = Counter(block.kind for block in raw.blocks)
    labels = Counter(text.label.value for text in body)
    assert kinds["heading"] == labels["section_header"]
    assert kinds["list_item"] == labels["list_item"]
    assert (kinds["code"], kinds["footnote"]) == (labels["code"], labels["footnote"])
    rows = [block for block in raw.blocks if block.kind in ("table_row", "index")]
    assert len({block.table for block in rows}) == len(document.tables)
    for block in raw.blocks:
        assert block.page is not None
        assert block.box is not None
        size = document.pages[block.page].size
        left, top, right, bottom = block.box
        assert -1 <= left < right <= size.width + 1
        assert -1 <= top < bottom <= size.height + 1


@pytest.mark.skipif(not OUTPUTS.is_dir(), reason="Docling's expected outputs are absent")
def test_a_row_of_a_table_has_its_own_box_inside_that_of_the_table() -> None:
    from docling_core.types.doc import DoclingDocument

    data = (OUTPUTS / "2305.03393v1-pg9.json").read_bytes()
    document = DoclingDocument.model_validate_json(data)
    rows = [b for b in to_raw_document(document, box_unit="pt").blocks if b.kind == "table_row"]
    (table,) = document.tables
    size = document.pages[table.prov[0].page_no].size
    whole = table.prov[0].bbox.to_top_left_origin(size.height)
    tops = [block.box[1] for block in rows if block.box]
    assert tops == sorted(tops)
    assert len(set(tops)) == len(rows) > 5
    for block in rows:
        left, top, right, bottom = block.box or (0, 0, 0, 0)
        assert whole.l - 2 <= left < right <= whole.r + 2
        assert whole.t - 2 <= top < bottom <= whole.b + 2


@pytest.mark.skipif(not OUTPUTS.is_dir(), reason="Docling's expected outputs are absent")
def test_the_levels_of_headings_that_models_give_flat_come_from_their_numbers() -> None:
    from docling.models.stages.heading_hierarchy.heading_hierarchy_model import (
        HeadingHierarchyModel,
    )
    from docling_core.types.doc import DoclingDocument, SectionHeaderItem

    data = (OUTPUTS / "2203.01017v2.json").read_bytes()
    document = DoclingDocument.model_validate_json(data)
    assert {item.level for item in document.texts if isinstance(item, SectionHeaderItem)} == {1}
    options = pipeline_options("weights").heading_hierarchy_options
    HeadingHierarchyModel(options).assign_heading_levels(document)
    levels = {b.text: b.level for b in to_raw_document(document, box_unit="pt").blocks if b.level}
    chapter = levels["4. The TableFormer model"]
    assert levels["4.1. Model architecture."] == levels["1.1. Data preparation"] == chapter + 1
    assert levels["5. Experimental Results"] == chapter


def _words(block: RawBlock) -> list[str]:
    texts = [block.text.replace("\ufdd1", ""), *(cell.text for cell in block.cells)]
    return [word for text in texts for word in text.split()]
