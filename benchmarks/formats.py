"""Measure what each format keeps of the same pages, and how time and memory grow with files.

    .venv/bin/python benchmarks/formats.py [FOLDER] [--pages N] [--sizes 10 100 1000] [--forms pptx]

``N`` Markdown pages of a folder (default: 30 of the shared documentation, spread over it) become
HTML, DOCX and PDF: pandoc writes HTML and DOCX; Chromium prints the HTML, once as it does by
default, with tags that name headings and tables, and once without tags and with ruled tables
(``untagged.pdf``). What pandoc itself reads in the HTML is the source: its words, headings and
tables. Each is scored against it: words and headings by recall and precision, ``levels`` by the
share of found headings whose level is right up to one offset a document, tables by the cells that
they share. Headings inside block quotes label the quote ("Note:") and head no section, so they
count neither way. PPTX, XLSX, CSV and text are made of the same pages (a slide or row a
paragraph) for the speed.

Speed: of each format ``sizes`` files are parsed by the workers of a build, one a core; a page is
one of 3,000 characters, in PDF a real one, in PPTX a slide. Seconds hold the start of the
workers; ``more`` is the speed of the files that a size has more than the one before. Peak memory
is that of this process and all workers. The last line is one JSON object. Needs pandoc and
Chromium.
"""

from __future__ import annotations

import argparse
import csv
import io
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))  # where it is imported as a package

import openpyxl
import pptx
from documents import Expected, Scores, heading_key, score_tables, tables_of, words

from graphwright.documents.canonical.text import CanonicalText
from graphwright.documents.parse import ParseTask, load_parser, parse_task
from graphwright.documents.sources.discover import discover
from graphwright.execution.workers import TaskFailure, run_tasks, warm_up
from graphwright.settings import Collection, ParseSettings, PdfSettings, Settings
from graphwright.steps.slow_modules import SLOW_MODULES
from graphwright.tables import BlockKind, ParsedDocument

DEFAULT = Path(__file__).parents[2] / "shared/data/documents/sap_btp_docs/docs"
SCORED = ("md", "html", "docx", "pdf", "untagged.pdf")
TIMED = ("md", "html", "docx", "pdf", "pptx", "xlsx", "csv", "txt")
PAGE_CHARACTERS = 3_000
PARSE = ParseSettings(pdf=PdfSettings(engine="heuristic", ocr="never"))
_STYLE = b"<style>table{border-collapse:collapse}td,th{border:1px solid #888;padding:4px}</style>"
"""Where no tags name them, tables have rules, as on most sites."""
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def run_program(*command: str, data: bytes = b"") -> bytes:
    """Run a program and return what it prints."""
    return subprocess.run(command, input=data, capture_output=True, check=True).stdout


def pandoc(data: bytes, *arguments: str) -> bytes:
    return run_program("pandoc", *arguments, data=data)


def chromium() -> str:
    """Return Chromium's program."""
    for name in _CHROMIUM:
        if found := shutil.which(name):
            return found
    raise SystemExit("Chromium is not installed: apt-get install chromium")


def print_pdf(page: Path, target: Path, *more: str) -> None:
    """Print an HTML page as PDF, without headers and footers."""
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", *more)
    run_program(chromium(), *options, f"--print-to-pdf={target}", page.as_uri())


def html_page(body: bytes, style: bytes = b"") -> bytes:
    """Return a whole HTML page."""
    head = b"<!doctype html><html><head><meta charset=utf-8>" + style + b"</head>"
    return head + b"<body>" + body + b"</body></html>"


def convert_page(source: Path, folder: Path, stem: str) -> Expected:
    """Write a Markdown page in every format; return what pandoc reads in its HTML."""
    text = source.read_bytes()
    page = pandoc(text, "-f", "markdown-yaml_metadata_block", "-t", "html")
    (folder / f"{stem}.md").write_bytes(text)
    (folder / f"{stem}.html").write_bytes(html_page(page))
    pandoc(page, "-f", "html", "-t", "docx", "-o", str(folder / f"{stem}.docx"))
    print_pdf(folder / f"{stem}.html", folder / f"{stem}.pdf")
    with tempfile.TemporaryDirectory() as temporary:
        ruled = Path(temporary) / "ruled.html"
        ruled.write_bytes(html_page(page, _STYLE))
        print_pdf(ruled, folder / f"{stem}.untagged.pdf", "--disable-pdf-tagging")
    tree = json.loads(pandoc(page, "-f", "html", "-t", "json"))
    expected = expected_of(tree["blocks"])
    paragraphs = [text_of(block) for block in tree["blocks"]]
    write_made(folder, stem, [text for text in paragraphs if text.strip()])
    return expected


def write_made(folder: Path, stem: str, paragraphs: Sequence[str]) -> None:
    """Write the paragraphs as slides, sheet, CSV file and text."""
    deck, book, lines = pptx.Presentation(), openpyxl.Workbook(), io.StringIO()
    rows = csv.writer(lines)
    rows.writerow(["Number", "Text"])
    book.active.append(["Number", "Text"])
    for number, text in enumerate(paragraphs, start=1):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text, slide.placeholders[1].text = f"Part {number}", text
        book.active.append([number, text[:30_000].lstrip("=")])
        rows.writerow([number, text])
    deck.save(str(folder / f"{stem}.pptx"))
    book.save(folder / f"{stem}.xlsx")
    (folder / f"{stem}.csv").write_text(lines.getvalue(), "utf-8")
    (folder / f"{stem}.txt").write_text("\n\n".join(paragraphs), "utf-8")


def nodes(value: Any, kind: str) -> Iterator[Any]:
    """Yield the nodes of a kind in pandoc's tree, outermost only, in order."""
    if isinstance(value, dict) and value.get("t") == kind:
        yield value["c"]
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from nodes(inner, kind)


def text_of(value: Any) -> str:
    """Return the text of a part of pandoc's tree; targets and attributes of links are none."""
    if isinstance(value, list):
        return "".join(map(text_of, value))
    if not isinstance(value, dict):
        return ""
    kind, content = value.get("t"), value.get("c")
    if kind in ("Space", "SoftBreak", "LineBreak"):
        return " "
    if kind == "Str":
        return str(content)
    if kind in ("Code", "CodeBlock"):
        return f"{content[1]} "
    if kind in ("Image", "RawBlock", "RawInline", "Math"):
        return ""
    block = kind in ("Para", "Plain", "Header")
    return text_of(content) + (" " if block else "")


def expected_of(blocks: list[Any]) -> Expected:
    """Return the words, headings and tables of pandoc's tree."""
    quotes = list(nodes(blocks, "BlockQuote"))
    labels = [text_of(header[2]) for header in nodes(quotes, "Header")]
    found = list(nodes(_unquoted(blocks), "Header"))
    tables = (cells_of(table) for table in nodes(blocks, "Table"))
    return Expected(
        [text_of(header[2]) for header in found],
        words(text_of(blocks)),
        [[text for cell in table if (text := text_of(cell[4]).strip())] for table in tables],
        [header[0] for header in found],
        labels,
    )


def _unquoted(value: Any) -> Any:
    """Return a part of pandoc's tree without its block quotes."""
    if isinstance(value, dict):
        return {name: _unquoted(inner) for name, inner in value.items()}
    if not isinstance(value, list):
        return value
    quotes = [isinstance(inner, dict) and inner.get("t") == "BlockQuote" for inner in value]
    return [_unquoted(inner) for inner, quote in zip(value, quotes, strict=True) if not quote]


def cells_of(table: Any) -> Iterator[Any]:
    """Yield the cells of a table: of its head, its bodies and its foot."""
    _, _, _, head, bodies, foot = table
    rows = [*head[1], *(row for body in bodies for row in (*body[2], *body[3])), *foot[1]]
    for row in rows:
        yield from row[1]


def score(scores: Scores, parsed: ParsedDocument, expected: Expected) -> None:
    """Score one parsed document."""
    canonical = CanonicalText(parsed.text, parsed.blocks, parsed.title, origins=())
    headings = [b for b in parsed.blocks if b.kind in (BlockKind.TITLE, BlockKind.HEADING)]
    own = [(heading_key(parsed.text[b.start : b.end]), b.level) for b in headings]
    theirs = [
        (heading_key(text), level)
        for text, level in zip(expected.headings, expected.levels, strict=True)
    ]
    scores.add_bags("words", Counter(words(parsed.text)), Counter(expected.words))
    labels = Counter(map(heading_key, expected.labels))
    ours, sought = Counter(k for k, _ in own), Counter(k for k, _ in theirs)
    scores.add_bags("headings", ours - (labels & (ours - sought)), sought)
    levels = dict(theirs)
    offsets = Counter(level - levels[key] for key, level in own if key in levels)
    scores.add("levels", max(offsets.values(), default=0), offsets.total())
    score_tables(scores, tables_of(canonical), expected.tables)


def form_of(path: str | Path) -> str:
    """Return what stands behind the first full stop of a file's name."""
    return Path(path).name.partition(".")[2]


def parsed_files(
    folder: Path, forms: Sequence[str], workers: int
) -> Iterator[tuple[str, ParsedDocument | None]]:
    """Parse the files of some formats as a build does; yield name and document."""
    include = tuple(f"**/*.{form}" for form in forms)
    collection = Collection(name="c", folder=str(folder), include=include)
    documents = discover(Settings(collections=(collection,), parse=PARSE))
    answers = run_tasks(
        parse_task,
        [ParseTask(document, PARSE) for document in documents],
        workers=workers,
        timeout_seconds=PARSE.timeout_seconds,
        memory_mb=PARSE.memory_mb,
        initializer=load_parser,
        max_tasks=200,
    )
    for task, answer in answers:
        row = None if isinstance(answer, TaskFailure) else answer.row
        yield task.document.path, row if isinstance(row, ParsedDocument) else None


class Memory:
    """The peak of the resident memory of this process and all that it started, in MB."""

    def __init__(self) -> None:
        self.peak_mb = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def __enter__(self) -> Memory:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._stop.wait(0.1):
            self.peak_mb = max(self.peak_mb, sum(map(resident_mb, family(os.getpid()))))


def family(root: int) -> list[int]:
    """Return a process and all processes below it."""
    parents: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended
        parents.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [root]
    for process in found:
        found.extend(parents.get(process, []))
    return found


def resident_mb(process: int) -> int:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def timed(folder: Path, form: str, size: int, workers: int) -> dict[str, Any]:
    """Parse ``size`` files of a format, copies of those of the folder, and return what it takes."""
    sources = sorted(path for path in folder.iterdir() if form_of(path) == form)
    with tempfile.TemporaryDirectory() as temporary:
        target = Path(temporary)
        for number, source in zip(range(size), itertools.cycle(sources), strict=False):
            shutil.copy(source, target / f"{number:05}.{form}")
        total = sum(path.stat().st_size for path in target.iterdir())
        with Memory() as memory:
            started = time.perf_counter()
            rows = [row for _, row in parsed_files(target, [form], workers)]
            seconds = time.perf_counter() - started
    pages = sum(pages_of(row) for row in rows if row is not None)
    return {
        "files": size,
        "parsed": sum(row is not None for row in rows),
        "mb": round(total / 1e6, 2),
        "pages": round(pages),
        "seconds": round(seconds, 2),
        "pages_per_second": round(pages / seconds, 1),
        "mb_per_second": round(total / 1e6 / seconds, 3),
        "peak_mb": memory.peak_mb,
    }


def with_growth(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the figures of growing sizes with the speed of what each has more."""
    for less, more in itertools.pairwise(found):
        pages, seconds = (more[name] - less[name] for name in ("pages", "seconds"))
        more["more_pages_per_second"] = round(pages / seconds, 1) if seconds > 0 else None
    return found


def pages_of(row: ParsedDocument) -> float:
    """Return the pages of a PDF, the slides of a deck, else the characters as pages."""
    if row.format in ("pdf", "pptx") and row.pages:
        return row.pages
    return len(row.text) / PAGE_CHARACTERS


def spread(paths: Sequence[Path], count: int) -> list[Path]:
    """Return ``count`` paths, evenly spread over all."""
    return [paths[len(paths) * number // count] for number in range(min(count, len(paths)))]


def scored(folder: Path, expected: dict[str, Expected], workers: int) -> dict[str, dict[str, Any]]:
    """Return what each format keeps of the pages."""
    scores = {form: Scores() for form in SCORED}
    for name, parsed in parsed_files(folder, SCORED, workers):
        own = scores[form_of(name)]
        own.files += parsed is not None
        if parsed is None:
            own.add("rejected", 1, 1)
        else:
            score(own, parsed, expected[Path(name).name.partition(".")[0]])
    return {
        form: {"files": own.files, **{name: ratio.value for name, ratio in own.ratios.items()}}
        for form, own in scores.items()
    }


def run(
    source: Path,
    pages: int,
    sizes: Sequence[int],
    show: Callable[[str], None] = print,
    forms: Sequence[str] = TIMED,
) -> dict[str, Any]:
    """Convert, score and time; return the figures by format."""
    chosen = spread(sorted(source.rglob("*.md")), pages)
    workers = len(os.sched_getaffinity(0))
    warm_up(SLOW_MODULES)  # as a build does
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        expected = {
            f"p{number:04}": convert_page(path, folder, f"p{number:04}")
            for number, path in enumerate(chosen)
        }
        kept = scored(folder, expected, workers)
        for form in SCORED:
            show(f"{form:5} " + " ".join(f"{n}={v}" for n, v in kept[form].items()))
        speed: dict[str, list[dict[str, Any]]] = {}
        for form in forms:
            speed[form] = with_growth([timed(folder, form, size, workers) for size in sizes])
            for found in speed[form]:
                show(f"{form:5} " + " ".join(f"{n}={v}" for n, v in found.items()))
    return {"pages": len(chosen), "workers": workers, "kept": kept, "speed": speed}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT)
    parser.add_argument("--pages", type=int, default=30)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10, 100, 1000])
    parser.add_argument("--forms", nargs="*", choices=TIMED, default=list(TIMED), help="to time")
    options = parser.parse_args()
    if shutil.which("pandoc") is None:
        raise SystemExit("pandoc is not installed: apt-get install pandoc")
    print(json.dumps(run(options.folder, options.pages, options.sizes, forms=options.forms)))


if __name__ == "__main__":
    main()
