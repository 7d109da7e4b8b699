"""Evidence of each format shown where it stands, from a lake that was really built."""

from __future__ import annotations

import html
import io
import re
import shutil
from pathlib import Path

import docx
import openpyxl
import PIL.Image
import pptx
import pytest
from pdf_builders import pdf, show
from warm_builds import warm_build

from graphwright.errors import SettingsError, SnapshotError
from graphwright.graph.citation import quote_evidence
from graphwright.graph.entity_card import inspect_entity
from graphwright.graph.snapshot import Snapshot, open_snapshot
from graphwright.pages.show_evidence import Shown, show_evidence
from graphwright.pages.terminal.answers import render_context, render_entity
from graphwright.retrieval import make_strategy
from graphwright.settings import EmbeddingSettings, LanguageSettings, load_settings
from graphwright.store.lake import Lake
from graphwright.tables import Evidence, rows_of
from graphwright.vectors.embedder import make_embedder

QUOTES = {
    "pdf": "Orion sends the invoices to the plant.",
    "docx": "Orion sends the reminders to the dealers.",
    "pptx": "Orion replaces the archive.",
    "md": "Orion reads the price lists of AT&T from <Vega>.",
}

CONDITIONAL = "The records clerk archives the supplier invoice in March if the buyer agrees."


def write_documents(folder: Path) -> None:
    folder.mkdir()
    lines = ["Orion sends the in-", "voices to the plant. It closes at night."]
    page = [show(72, 100, "Storage", 20, "F2"), show(72, 150, lines[0]), show(72, 162, lines[1])]
    (folder / "a.pdf").write_bytes(pdf([page]))
    text = docx.Document()
    text.add_heading("Reminders", 1)
    text.add_paragraph(QUOTES["docx"])
    text.save(str(folder / "b.docx"))
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = "Plans"
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text, slide.placeholders[1].text = "Archive", QUOTES["pptx"]
    deck.save(str(folder / "c.pptx"))
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Systems"
    for row in (("System", "Owner"), ("Orion", "Sales"), ("Vega", "Purchasing")):
        sheet.append(row)
    book.save(folder / "d.xlsx")
    (folder / "f.md").write_text(f"# Archive\n\n{CONDITIONAL}\n")
    (folder / "e.md").write_text(f"# Checks\n\n## Orders\n\n{html.escape(QUOTES['md'])}\n")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("shown")
    write_documents(root / "documents")
    (root / "sources.yaml").write_text(
        "collections:\n  - {name: c, folder: documents}\nbuckets: 2\nworkers: 1\n"
    )
    outcome = warm_build(root / "sources.yaml", root / "lake")
    assert outcome.worked is not None, outcome.error
    return root


@pytest.fixture(scope="module")
def snapshot(built: Path) -> Snapshot:
    return open_snapshot(built / "lake")


def evidence_of(snapshot: Snapshot, form: str) -> Evidence:
    """Return evidence of a document that states something of Orion."""
    return next(
        row
        for row in rows_of(Evidence, snapshot.evidence)
        if snapshot.document(row.document_id)["format"] == form
        and QUOTES.get(form, "Orion | Sales") == row.quote
    )


def shown(root: Path, snapshot: Snapshot, evidence: Evidence, out: Path) -> Shown:
    settings = load_settings(root / "sources.yaml")
    return show_evidence(Lake(root / "lake"), snapshot, settings, evidence.evidence_id, out)


@pytest.mark.parametrize(
    ("form", "place"),
    [
        ("pdf", r"page 1, box 72 \d+ \d+ \d+ pt"),
        ("docx", ""),
        ("pptx", "slide 2, Archive"),
        ("xlsx", r"sheet 1, cells A2:B2"),
        ("md", "Orders"),
    ],
)
def test_a_place_is_named_in_the_words_of_its_format(
    snapshot: Snapshot, form: str, place: str
) -> None:
    citation = quote_evidence(snapshot, evidence_of(snapshot, form)).citation
    assert re.fullmatch(place, citation.locator)
    assert citation.end - citation.start == len(evidence_of(snapshot, form).quote)


def test_the_card_of_an_entity_prints_the_ids(snapshot: Snapshot) -> None:
    text = render_entity(inspect_entity(snapshot, "Orion"))
    ids = set(re.findall(r"evidence ([0-9a-f]{24})", text))
    assert evidence_of(snapshot, "pdf").evidence_id in ids


def test_a_fact_is_served_with_its_time_and_condition(
    built: Path, snapshot: Snapshot, tmp_path: Path
) -> None:
    line = "records clerk archives supplier invoice (Archive; if the buyer agrees; in March)"
    assert f"- {line}  [1 sentence" in render_entity(inspect_entity(snapshot, "records clerk"))
    embedder = make_embedder(EmbeddingSettings(), 1)
    strategy = make_strategy("graph", snapshot, lambda: embedder, LanguageSettings())
    context = strategy.retrieve("What does the records clerk archive?", 5)
    assert f". {line}  [1 sentence" in render_context(context)
    [relation] = [r for r in context.to_dict()["relations"] if r["object"] == "supplier invoice"]
    assert relation["quotes"][0]["qualifiers"] == ["Archive", "in March", "if the buyer agrees"]
    rows = rows_of(Evidence, snapshot.evidence)
    [evidence] = [one for one in rows if one.quote == CONDITIONAL]
    assert line in shown(built, snapshot, evidence, tmp_path / "p.html").path.read_text("utf-8")


def test_a_pdf_is_shown_as_its_page_with_the_quote_marked(
    built: Path, snapshot: Snapshot, tmp_path: Path
) -> None:
    evidence = evidence_of(snapshot, "pdf")
    assert evidence.quote == QUOTES["pdf"]
    made = shown(built, snapshot, evidence, tmp_path / "p.png")
    assert made.notes == ()
    picture = PIL.Image.open(io.BytesIO(made.path.read_bytes())).convert("RGB")
    assert picture.size == (1224, 1584)
    yellow = [y for y in range(picture.height) if _has(picture, y, lambda r, g, b: r - b > 80 < g)]
    red = [y for y in range(picture.height) if _has(picture, y, lambda r, g, b: r > 150 > 60 > g)]
    top, bottom = (evidence.box or (0, 0, 0, 0))[1::2]
    assert 2 * top - 4 <= min(yellow) < max(yellow) <= 2 * bottom + 4
    assert min(red) < min(yellow) < max(yellow) < max(red)


def _has(picture: PIL.Image.Image, y: int, wanted: object) -> bool:
    row = (picture.getpixel((x, y)) for x in range(picture.width))
    return any(wanted(*pixel) for pixel in row)  # type: ignore[operator]


@pytest.mark.parametrize("form", ["docx", "pptx", "xlsx", "md"])
def test_other_formats_are_shown_as_their_passage(
    built: Path, snapshot: Snapshot, tmp_path: Path, form: str
) -> None:
    evidence = evidence_of(snapshot, form)
    page = shown(built, snapshot, evidence, tmp_path / "p.html").path.read_text("utf-8")
    marked = "".join(re.findall(r'<mark class="quote[^>]*>(.*?)</mark>', page))
    quote = evidence.quote.replace(" | ", "")
    assert html.unescape(marked) == quote
    assert "<Vega>" not in page


def test_a_source_that_changed_or_went_is_told_and_the_passage_shown(
    built: Path, snapshot: Snapshot, tmp_path: Path
) -> None:
    evidence, source = evidence_of(snapshot, "pdf"), built / "documents" / "a.pdf"
    kept = source.read_bytes()
    try:
        for change, said in ((b"%", "changed since it was read"), (None, "cannot be read")):
            source.unlink()
            if change is not None:
                source.write_bytes(kept + change)
            made = shown(built, snapshot, evidence, tmp_path / "p.png")
            assert made.path == tmp_path / "p.html"
            assert said in made.notes[0]
            assert said in made.path.read_text("utf-8")
    finally:
        source.write_bytes(kept)


def test_a_graph_outlives_the_text_it_was_made_of(
    built: Path, snapshot: Snapshot, tmp_path: Path
) -> None:
    root = tmp_path / "copy"
    shutil.copytree(built, root)
    shutil.rmtree(root / "lake" / "tables" / "parsed_documents")
    made = shown(root, snapshot, evidence_of(snapshot, "md"), tmp_path / "p.html")
    assert "parsed anew, or removed" in made.notes[0]
    assert html.escape("lists of AT&T") in made.path.read_text("utf-8").replace("</mark>", "")


def test_wrong_ids_and_file_names_are_told(built: Path, snapshot: Snapshot, tmp_path: Path) -> None:
    lake, settings = Lake(built / "lake"), load_settings(built / "sources.yaml")
    evidence = evidence_of(snapshot, "md")
    with pytest.raises(SnapshotError, match="No evidence of the published graph has the id 'xx'"):
        show_evidence(lake, snapshot, settings, "xx")
    with pytest.raises(SnapshotError, match="pieces of evidence have an id that starts with ''"):
        show_evidence(lake, snapshot, settings, "")
    with pytest.raises(SettingsError, match=r"ends with \.html"):
        shown(built, snapshot, evidence, tmp_path / "p.png")
    assert snapshot.find_evidence(evidence.evidence_id[:12]) == evidence
