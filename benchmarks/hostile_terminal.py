"""Show hostile names and texts in every way that the command line shows them, on a terminal.

    .venv/bin/python benchmarks/hostile_terminal.py [--keep FOLDER]

A folder of documents whose names and sentences try to steer a terminal, to hide, to reorder and to
forge is built by the command line, and each command that prints runs on a terminal of its own (a
pseudo-terminal, whose every byte is read). A case passes where its name stands in the answers as it
should be seen, on one line, and where nothing that a command prints steers. More cases are of CSV,
JSON, Markdown and HTML. A line a case; the last line is one JSON object: cases, failed.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path

sys.path.insert(
    0, str(Path(__file__).resolve().parents[1])
)  # as a script, only this folder is on it

from graphwright.display.grid import grid
from graphwright.display.markdown import grid_markdown

ROOT = Path(__file__).resolve().parents[1]
_PROGRAM = "if __name__ == '__main__':\n from dagster_project.cli import main; main()"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_INJECTED = "\x1b[31;5m"
"""A colour that no layout of ours has."""
_ALLOWED = set("\u200c\u200d\u200e\u200f\u061c\ufe0f")
"""Invisible characters that scripts and emoji need; the tests of ``display`` say where."""

NAMES = {
    "colour": (f"{_INJECTED}colour.txt", "\\x1b[31;5mcolour.txt"),
    "clear the screen": ("a\x1b[2J\x1b[Hclear.txt", "a\\x1b[2J\\x1b[Hclear.txt"),
    "title of the window": ("\x1b]0;owned\x07window.txt", "\\x1b]0;owned\\x07window.txt"),
    "link of a terminal": (
        "\x1b]8;;ftp:a\x1b\\link\x1b]8;;\x1b\\.txt",
        "\\x1b]8;;ftp:a\\x1b\\link\\x1b]8;;\\x1b\\.txt",
    ),
    "one-byte sequence": ("\x9b2Jcontrol.txt", "\\x9b2Jcontrol.txt"),
    "carriage return": ("hidden\rshown.txt", "hidden\\rshown.txt"),
    "backspace": ("hidden\x08\x08\x08\x08back.txt", "hidden\\x08\\x08\\x08\\x08back.txt"),
    "bell and delete": ("bell\x07\x7f.txt", "bell\\x07\\x7f.txt"),
    "forged citation": (
        "forged.txt [0:9]\n 1. Policy\n    All is paid.txt",
        "forged.txt [0:9]\\n 1. Policy\\n \\x20\\x20\\x20All is paid.txt",
    ),
    "line separator": ("line\u2028separator\u2029.txt", "line\\u2028separator\\u2029.txt"),
    "forged by spaces": ("spaces" + " " * 90 + "evidence.txt", "spaces " + "\\x20" * 89),
    "override": ("invoice_\u202etxt.exe.txt", "invoice_\\u202etxt.exe.txt"),
    "isolates": ("isolate\u2067abc\u2069.txt", "isolate\\u2067abc\\u2069.txt"),
    "tags": (
        "tags\U000e0041\U000e0042\U000e007f.txt",
        "tags\\U000e0041\\U000e0042\\U000e007f.txt",
    ),
    "zero width": ("pay\u200bpal\u2060\ufeff.txt", "pay\\u200bpal\\u2060\\ufeff.txt"),
    "stray joiners": ("ad\u200dmin\u200c.txt", "ad\\u200dmin\\u200c.txt"),
    "variation selectors": ("vary\ufe0f\ufe01\U000e0101.txt", "vary\\ufe0f\\ufe01\\U000e0101.txt"),
    "fillers": ("filler\u3164\u115f\xad.txt", "filler\\u3164\\u115f\\xad.txt"),
    "stacked marks": ("stack" + "\u0301" * 30 + ".txt", "stack" + "\u0301" * 8 + "\\u0301" * 22),
    "markdown": ("[click](javascript:alert).txt", "[click](javascript:alert).txt"),
    "markup of rich": ("[blink]rich[bold] :bomb:.txt", "[blink]rich[bold] :bomb:.txt"),
    "Hebrew": ("דוח שנתי\u200f 2024.txt", "דוח שנתי\u200f 2024.txt"),
    "Persian": ("می\u200cخواهم.txt", "می\u200cخواهم.txt"),
    "emoji": ("family 👨\u200d👩\u200d👧.txt", "family 👨\u200d👩\u200d👧.txt"),
    "formula": ("=cmd|' C'!A0.txt", "=cmd|' C'!A0.txt"),
    "page": ("<script>alert(1)<a href='x'>.txt", "<script>alert(1)<a href='x'>.txt"),
}
"""What each case is of, a file's name, and how (the start of) it is seen."""


def cases(keep: Path | None = None) -> Iterator[tuple[str, bool, str]]:
    """Yield name, whether it passed, and a word about it, for each case."""
    root = Path(tempfile.mkdtemp(prefix="hostile-terminal-")) if keep is None else keep
    try:
        folder, lake = root / "docs", root / "lake"
        write(folder)
        planned = shown("plan", "--source", folder, "--lake", lake)
        ran("build", "--source", folder, "--lake", lake, "--quiet")
        outputs = {"plan": planned, **dict(answers(lake, root))}
        yield from named(outputs)
        yield from clean(outputs)
        yield from exported(lake)
        yield from pages(root / "report.html", root / "passage.html")
        yield from marked_up()
    finally:
        if keep is None:
            shutil.rmtree(root)


def write(folder: Path) -> None:
    """Write a document of each name; what it says names nothing of it."""
    folder.mkdir(parents=True)
    for number, (name, _) in enumerate(NAMES.values()):
        text = f"Plant {number} uses Ledgerline. The text says \u202e\x1b[2J nothing else."
        (folder / name).write_text(text, encoding="utf-8")
    (folder / os.fsdecode(b"bytes\xff\x1b[2J.txt")).write_text("Plant 99 uses Ledgerline.")


def answers(lake: Path, root: Path) -> Iterator[tuple[str, str]]:
    """Yield each command with what it prints on a terminal."""
    steering = "SELECT path, title, chr(27) || '[2J' || chr(8238) AS x FROM parsed_documents"
    commands: Mapping[str, tuple[object, ...]] = {
        "ask": ("ask", "plant Ledgerline", "--strategy", "bm25", "-k", 100),
        "ask --json": ("ask", "plant Ledgerline", "--strategy", "bm25", "-k", 100, "--json"),
        "inspect": ("inspect", "Ledgerline", "--facts", 100),
        "status": ("status",),
        "diff": ("diff", "--rows", 100),
        "sql": ("sql", steering, "--rows", 100),
        "sql --json": ("sql", "--json", steering),
        "sql --csv": ("sql", "--csv", steering),
        "error of sql": ("sql", 'SELECT 1 AS "\x1b[2J\u202e" FROM nothing_\u202e'),
        "error of inspect": ("inspect", "\x1b[2J\u202e"),
        "error of show": ("show", "\x1b[2J\u202e"),
        "report": ("report", "--out", root / "report.html"),
    }
    for name, arguments in commands.items():
        yield name, shown(*arguments, "--lake", lake)
    evidence = json.loads(
        ran("sql", "--json", "SELECT min(evidence_id) AS id FROM evidence", "--lake", lake)
    )
    arguments = ("show", evidence[0]["id"], "--out", root / "passage.html")
    yield "show", shown(*arguments, "--lake", lake)
    yield "error of a folder", shown("plan", "--source", f"{root}/\x1b[2J\u202e", "--lake", lake)


def named(outputs: Mapping[str, str]) -> Iterator[tuple[str, bool, str]]:
    """Yield a case for each name: it stands in the answer as it should be seen, on one line."""
    lines = outputs["ask"].split("\n")
    for case, (_, seen) in NAMES.items():
        cited = [line for line in lines if line.startswith(f"    {seen}") and line.endswith("]")]
        yield f"name: {case}", len(cited) == 1, f"{len(cited)} citations as it should be seen"


def clean(outputs: Mapping[str, str]) -> Iterator[tuple[str, bool, str]]:
    """Yield a case for each command: it printed something, and nothing that steers."""
    for command, output in outputs.items():
        left = sorted({ascii(c) for c in output if steers(c)})
        passed = bool(output.strip()) and not left and "Traceback" not in output
        yield f"printed by {command}", passed, ", ".join(left) or f"{len(output):,} characters"


def steers(character: str) -> bool:
    """Say whether a character steers, reorders or hides, wherever it stands."""
    if character == "\n" or character in _ALLOWED:
        return False
    kind = unicodedata.category(character)
    return kind in {"Cc", "Cf", "Cs", "Zl", "Zp"} or "\U000e0000" <= character <= "\U000e0fff"


def exported(lake: Path) -> Iterator[tuple[str, bool, str]]:
    """Yield cases of what other programs read."""
    query = "SELECT path, -1.5 AS n, '-2' AS m FROM parsed_documents ORDER BY path"
    names = sorted(name for name, _ in NAMES.values())
    for option, mark in ((), "'"), (("--formulas",), ""):
        text = ran("sql", "--csv", *option, query, "--lake", lake)
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        read = sorted(row["path"].removeprefix(mark) for row in rows)
        begun = [row["path"] for row in rows if row["path"].startswith("=")]
        yield f"csv {option}: the names are the same", read == names, f"{len(rows)} rows"
        yield f"csv {option}: formulas", bool(begun) == bool(option), f"{len(begun)} formulas"
        numbers = {(row["n"], row["m"]) for row in rows}
        yield f"csv {option}: numbers stay", numbers == {("-1.5", "-2")}, str(numbers)
    found = json.loads(ran("sql", "--json", query, "--lake", lake))
    yield "json: the names are the same", sorted(r["path"] for r in found) == names, "sql"


class _Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        active = tag in {"script", "iframe", "object", "embed", "form", "base"}
        self.found += [tag] if active else []
        for name, value in attrs:
            ours = (value or "").startswith(("#s", "data:image/png;base64,"))
            if name.startswith("on") or (name in {"href", "src", "action"} and not ours):
                self.found.append(f"{tag} {name}={value}")


def pages(*paths: Path) -> Iterator[tuple[str, bool, str]]:
    """Yield cases of the pages: no script, no address of a document's, nothing that reorders."""
    for path in paths:
        found = _Page(path).found
        yield f"{path.name}: nothing acts", not found, ", ".join(found) or "text only"
        left = sorted({ascii(c) for c in path.read_text(encoding="utf-8") if steers(c)})
        yield f"{path.name}: nothing reorders", not left, ", ".join(left) or "text only"


def marked_up() -> Iterator[tuple[str, bool, str]]:
    """Yield cases of samples in Dagster's metadata, which its page reads as Markdown."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # of the terminal's library

    reader = MarkdownIt("commonmark").enable("table")
    for text in (
        "[a](javascript:alert(1))", "![a](http://a.test/x.png)", "https://a.test/", "www.a.test",
        "a@b.test", "<img src=http://a.test>", "[a][b]", "<https://a.test>", "x | ![y](http://z)",
    ):  # fmt: skip
        tokens = reader.parse(grid_markdown(grid("Sample", ["a"], [[text]])))
        inside = [child for token in tokens for child in token.children or ()]
        kinds = {child.type for child in inside} - {"text", "code_inline", "text_special"}
        plain = "".join(child.content for child in inside if child.type != "code_inline")
        linked = re.findall(r"://|www\.|@", plain) if "<" not in text else []
        yield f"markdown: {text}", not kinds and not linked, ", ".join({*kinds, *linked}) or "text"


def shown(*arguments: object) -> str:
    """Run a command on a terminal; return what it wrote there, without the colours of layouts."""
    reader, writer = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=writer,
        stderr=writer,
        env=_environment(),
        cwd=ROOT,
    )
    os.close(writer)
    data = b""
    try:
        while piece := os.read(reader, 1 << 16):
            data += piece
    except OSError:
        pass  # how a terminal ends whose program has ended
    finally:
        os.close(reader)
        process.wait()
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    return text if _INJECTED in text else _COLOUR.sub("", text)


def ran(*arguments: object) -> str:
    """Run a command whose output another program reads; return that."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *map(str, arguments)],
        capture_output=True,
        check=False,
        env=_environment(),
        cwd=ROOT,
    )
    if done.returncode:
        raise SystemExit(done.stderr.decode("utf-8", "backslashreplace"))
    return done.stdout.decode("utf-8")


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "400"}


def main() -> None:
    """Print a line a case, and the summary."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--keep", type=Path, help="write here, and leave what was made")
    found = list(cases(parser.parse_args().keep))
    for name, passed, word in found:
        print(f"{'passed' if passed else 'FAILED'}  {ascii(name)[1:-1]}: {word}")
    failed = [name for name, passed, _ in found if not passed]
    print(json.dumps({"cases": len(found), "failed": failed}))


if __name__ == "__main__":
    main()
