"""Measure what parsing keeps of documents: headings, words, tables, and how fast it is.

    .venv/bin/python benchmarks/documents.py [FOLDER ...] [--details]

In each folder (default: Docling's own test files) two kinds of documents are looked for:

- files in a folder ``sources`` with Docling's expected output in ``groundtruth`` beside it
  (``NAME.json`` or ``NAME.SUFFIX.json``): headings and words against it, tables by the words and
  cells that they share; headers and footers are expected to be left out;
- other PDF files that carry an outline of at least 5 entries: the outline is withheld from the
  parser and its entries are looked for among the headings. An outline often stops at some level,
  so precision has a limit below 1.

``mapping`` reads the expected outputs themselves, which Docling made with its models, as a build
reads its documents where ``parse.pdf.engine`` is ``models``: what our blocks keep of them. So it
says nothing of the models, which are not run.

A heading is found when its words are the same, its number aside. A table is found
when half of the words of both are shared. ``order`` is the share of neighbouring words that are
neighbours in ours. Levels are right where they agree up to one offset a document. Beside ours
stands the bare text of pdfium, which is the limit of our speed. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import re
import resource
import time
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from graphwright.documents.canonical.text import CanonicalText, canonical_text
from graphwright.documents.docling.blocks import to_raw_document
from graphwright.documents.pdf.heuristic import read_with_heuristics
from graphwright.documents.pdf.page.pdfium import load_pdfium, open_pdf
from graphwright.documents.pdf.structure.bookmarks import Bookmark, read_bookmarks
from graphwright.errors import ParseError
from graphwright.tables import Block, BlockKind

DEFAULT = Path(__file__).parents[2] / "shared/data/documents/docling_tests"
HEADINGS = (BlockKind.TITLE, BlockKind.HEADING)
MIN_OUTLINE = 5
_NUMBER = re.compile(
    r"\d+|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten"
    r"|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty"
)
_LABEL = re.compile(r"\s*(?:chapter|appendix|section|part)\s+(?=[\dA-Z]+\b)", re.IGNORECASE)
_WORD = re.compile(r"\w+")


@dataclasses.dataclass
class Ratio:
    """Two counts whose quotient is reported; ``None`` where there was nothing to count."""

    part: float = 0
    whole: float = 0

    def add(self, part: float, whole: float) -> None:
        self.part += part
        self.whole += whole

    @property
    def value(self) -> float | None:
        return round(self.part / self.whole, 3) if self.whole else None


def words(text: str) -> list[str]:
    """Return the words of a text, folded."""
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def heading_key(text: str) -> tuple[str, ...]:
    """Return a heading for comparison: its words in any order, without numbers beside them.

    The order differs with the direction of writing, and where a number is drawn in a box.
    """
    found = sorted(words(_LABEL.sub("", text)))
    return tuple(word for word in found if not _NUMBER.fullmatch(word)) or tuple(found)


@dataclasses.dataclass(frozen=True)
class Expected:
    """What a document should give."""

    headings: list[str]
    words: list[str]
    tables: list[list[str]]
    levels: list[int] = dataclasses.field(default_factory=list)
    labels: list[str] = dataclasses.field(default_factory=list)
    """Headings inside quotes, which head no section: they are right as headings and as text."""


def load_expected(path: Path) -> Expected:
    """Read Docling's expected output; tables as the texts of their cells."""
    data = json.loads(path.read_text("utf-8"))
    body = [text for text in data["texts"] if text["content_layer"] == "body"]
    tables = [[c["text"] for c in table["data"]["table_cells"]] for table in data["tables"]]
    return Expected(
        [t["text"] for t in body if t["label"] in ("section_header", "title")],
        [word for t in body for word in words(t["text"])]
        + [word for table in tables for cell in table for word in words(cell)],
        [[cell for cell in table if cell.strip()] for table in tables],
    )


def tables_of(canonical: CanonicalText) -> list[list[str]]:
    """Return the tables of a parsed document as the texts of their cells."""
    found: dict[int, list[str]] = {}
    for block in canonical.blocks:
        if block.table is not None:
            cells = (canonical.text[cell.start : cell.end] for cell in block.cells)
            found.setdefault(block.table, []).extend(cells)
    return list(found.values())


def f1(one: Iterable[str], two: Iterable[str]) -> float:
    """Return the F1 of two bags of words."""
    left, right = Counter(one), Counter(two)
    total = left.total() + right.total()
    return 2 * (left & right).total() / total if total else 0.0


class Scores:
    """Adds up what the documents of one kind gave."""

    def __init__(self) -> None:
        self.ratios: dict[str, Ratio] = {}
        self.pages = 0
        self.seconds = 0.0
        self.cpu_seconds = 0.0
        self.files = 0

    def add(self, name: str, part: float, whole: float) -> None:
        self.ratios.setdefault(name, Ratio()).add(part, whole)

    def add_bags(self, name: str, ours: Counter[Any], expected: Counter[Any]) -> None:
        shared = (ours & expected).total()
        self.add(f"{name}_recall", shared, expected.total())
        self.add(f"{name}_precision", shared, ours.total())

    def report(self) -> dict[str, float | int | None]:
        """Return the figures by name."""
        found: dict[str, float | int | None] = {
            name: ratio.value for name, ratio in self.ratios.items()
        }
        tables = self.ratios.get("tables_recall")
        if tables is not None:
            found |= {"tables_found": int(tables.part), "tables_expected": int(tables.whole)}
        speeds = {
            "pages_per_second": round(self.pages / self.seconds, 1) if self.seconds else None,
            "pages_per_cpu_second": (
                round(self.pages / self.cpu_seconds, 1) if self.cpu_seconds else None
            ),
        }
        return {"files": self.files, "pages": self.pages, **speeds, **found}


def score_expected(scores: Scores, canonical: CanonicalText, expected: Expected) -> None:
    """Score one document against Docling's expected output."""
    scores.add_bags(
        "headings",
        Counter(heading_key(text_of(canonical, b)) for b in headings_of(canonical)),
        Counter(map(heading_key, expected.headings)),
    )
    own = words(canonical.text)
    scores.add_bags("words", Counter(own), Counter(expected.words))
    pairs = Counter(zip(expected.words, expected.words[1:], strict=False))
    ours = Counter(itertools.pairwise(own))
    scores.add("order", (pairs & ours).total(), pairs.total())
    score_tables(scores, tables_of(canonical), expected.tables)


def score_tables(scores: Scores, found: list[list[str]], expected: list[list[str]]) -> None:
    """Match each expected table to the one of ours that shares most words with it."""
    matched = set()
    for table in expected:
        bag = [word for cell in table for word in words(cell)]
        rated = [(f1(bag, (w for c in own for w in words(c))), n) for n, own in enumerate(found)]
        score, number = max(rated, default=(0.0, -1))
        good = score >= 0.5
        scores.add("tables_recall", good, 1)
        cells = Counter(" ".join(words(cell)) for cell in table)
        own_cells = Counter(" ".join(words(cell)) for cell in found[number]) if good else Counter()
        scores.add("cells_recall", (cells & own_cells).total(), cells.total())
        if good:
            matched.add(number)
    scores.add("tables_precision", len(matched), len(found))


def differing_headings(canonical: CanonicalText, expected: Expected) -> list[str]:
    """Return the headings that only one side has, for people."""
    ours = Counter(heading_key(text_of(canonical, block)) for block in headings_of(canonical))
    theirs = Counter(map(heading_key, expected.headings))
    missed = [f"missed  {text}" for text in expected.headings if not ours[heading_key(text)]]
    blocks = ((block, text_of(canonical, block)) for block in headings_of(canonical))
    surplus = [f"surplus p{b.page} {text}" for b, text in blocks if not theirs[heading_key(text)]]
    return [*missed, *surplus]


def headings_of(canonical: CanonicalText) -> list[Block]:
    """Return the headings of a parsed document."""
    return [block for block in canonical.blocks if block.kind in HEADINGS]


def text_of(canonical: CanonicalText, block: Block) -> str:
    """Return the text of a block."""
    return canonical.text[block.start : block.end]


def score_outline(scores: Scores, canonical: CanonicalText, outline: list[Bookmark]) -> list[str]:
    """Score the headings against a withheld outline; return what differs, for people."""
    free: dict[tuple[str, ...], list[Block]] = {}
    headings = headings_of(canonical)
    for block in headings:
        free.setdefault(heading_key(text_of(canonical, block)), []).append(block)
    offsets: Counter[int] = Counter()
    used: set[int] = set()
    missed: list[str] = []
    for entry in outline:
        near = [
            block
            for block in free.get(heading_key(entry.title), [])
            if block.index not in used
            and (entry.page is None or abs((block.page or 0) - entry.page) <= 1)
        ]
        if near:
            used.add(near[0].index)
            offsets[near[0].level - entry.level] += 1
        else:
            missed.append(f"missed  p{entry.page} {entry.title}")
    scores.add("outline_recall", len(used), len(outline))
    scores.add("outline_precision", len(used), len(headings))
    scores.add("levels_right", max(offsets.values(), default=0), len(used))
    surplus = [
        f"surplus p{b.page} {b.level} {text_of(canonical, b)}"
        for b in headings
        if b.index not in used
    ]
    return [*missed, *surplus]


def parse(path: Path, scores: Scores) -> CanonicalText | None:
    """Parse one document without its outline; time it."""
    data = path.read_bytes()
    start, cpu_start = time.perf_counter(), time.process_time()
    try:
        raw = read_with_heuristics(data, use_bookmarks=False)
    except ParseError as error:
        print(f"{path.name}: {error}")
        scores.add("rejected", 1, 1)
        return None
    canonical = canonical_text(raw.blocks)
    scores.seconds += time.perf_counter() - start
    scores.cpu_seconds += time.process_time() - cpu_start
    scores.pages += raw.pages or 0
    scores.files += 1
    return canonical


def score_mapping(scores: Scores, path: Path, truth: Expected) -> None:
    """Score what our blocks keep of a Docling document, where the file is a whole one."""
    from docling_core.types.doc import DoclingDocument  # noqa: PLC0415  # heavy

    data = path.read_bytes()
    if json.loads(data).get("schema_name") != "DoclingDocument":
        return
    raw = to_raw_document(DoclingDocument.model_validate_json(data), box_unit="pt")
    score_expected(scores, canonical_text(raw.blocks), truth)
    placed = [block for block in raw.blocks if block.page is not None and block.box is not None]
    scores.add("with_page_and_box", len(placed), len(raw.blocks))
    scores.pages += raw.pages or 0
    scores.files += 1


def bare_speed(paths: Iterable[Path]) -> float | None:
    """Return the pages a CPU second at which pdfium alone gives plain text."""
    pages, start = 0, time.process_time()
    for path in paths:
        document = open_pdf(path.read_bytes())
        for page in document:
            page.get_textpage().get_text_range()
            pages += 1
    return round(pages / (time.process_time() - start), 1) if pages else None


def expected_files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield each PDF of a ``sources`` folder that has an expected output."""
    for path in sorted(folder.rglob("sources/*.pdf")):
        truths = path.parent.parent / "groundtruth"
        for name in (f"{path.stem}.json", f"{path.name}.json"):
            if (truths / name).is_file():
                yield path, truths / name
                break


def outline_of(path: Path) -> list[Bookmark]:
    """Return the outline of a PDF."""
    document = open_pdf(path.read_bytes())
    try:
        return read_bookmarks(document)
    finally:
        document.close()


def run(folders: list[Path], *, details: bool) -> dict[str, Any]:
    """Score every document of the folders."""
    load_pdfium()
    expected, outlines, mapping = Scores(), Scores(), Scores()
    paths: list[Path] = []
    for folder in folders:
        pairs = list(expected_files(folder))
        for path, expected_path in pairs:
            canonical = parse(path, expected)
            if canonical is not None:
                one, truth = Scores(), load_expected(expected_path)
                score_expected(expected, canonical, truth)
                score_expected(one, canonical, truth)
                show(path, one, differing_headings(canonical, truth) if details else [])
                score_mapping(mapping, expected_path, truth)
                paths.append(path)
        known = {path for path, _ in pairs}
        for path in sorted(p for p in folder.rglob("*.pdf") if p not in known):
            entries = outline_of(path)
            if len(entries) < MIN_OUTLINE:
                continue
            canonical = parse(path, outlines)
            if canonical is not None:
                one = Scores()
                differences = score_outline(one, canonical, entries)
                score_outline(outlines, canonical, entries)
                show(path, one, differences if details else [])
                paths.append(path)
    return {
        "expected": expected.report(),
        "outlines": outlines.report(),
        "mapping": mapping.report(),
        "bare_pages_per_cpu_second": bare_speed(paths),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def show(path: Path, scores: Scores, differences: list[str]) -> None:
    """Print one document's figures and what differs."""
    figures = " ".join(
        f"{name}={ratio.value}" for name, ratio in scores.ratios.items() if ratio.whole
    )
    print(f"{path.name}: {figures}", flush=True)
    for line in differences:
        print(f"    {line}")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[DEFAULT])
    parser.add_argument("--details", action="store_true", help="print what differs from outlines")
    arguments = parser.parse_args()
    figures = run(arguments.folders, details=arguments.details)
    for kind in ("expected", "outlines", "mapping"):
        print(f"\n{kind}")
        for name, value in figures[kind].items():
            print(f"  {name:22} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
