"""Measure how the work to read one ticket grows with a description of nothing but one sign.

    .venv/bin/python benchmarks/ticket_hostile.py [--mb 0.5 1 2 5] [--markup jira plain ...]
                                                  [--only NAME ...] [--limit SECONDS] [--all]

Each text (runs of one sign, lines of one sign, macros that nobody closes, and a mixture of them) is
the description of a ticket, which is masked, parsed, read as a tree with its links, and cut into
chunks, in a process of its own; and what a comment with this text does is read. Seconds are those
of the processor. A size that takes longer than ``--limit`` is not tried larger. Texts whose largest
size takes less than a second are printed with ``--all`` alone. The last line is one JSON object:
seconds by markup, text and size, with the slowest part of the largest, and ``over``: what took
longer than the limit.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any

from ticket_sections import ticket_source

from graphwright.documents.chunk import chunk_document
from graphwright.documents.parse import parse_document
from graphwright.documents.tickets.masking import Masking, masked
from graphwright.documents.tickets.raw import Markup, RawPerson, RawTicket, record_bytes
from graphwright.errors import GraphwrightError
from graphwright.settings import ChunkSettings, ParseSettings
from graphwright.tickets.comment_roles import Surroundings, comment_role
from graphwright.tickets.rows import read_ticket
from graphwright.tickets.template import default_template

RUNS = (
    "{", "}", "{{", "{code", "{code}", "{code:java}", "{noformat}x", "{code}{noformat}",
    "{color:red}", "{quote}", "{panel:title=", "[", "]", "[a|", "[~", "![", "[](", "(", ")", "({[",
    "|", "||", "| a ", "*", "* ", "*a", "*a ", "**a** ", "_", "_a ", "+", "-", "- ", "--- ", "----",
    "#", "# ", "> ", ">", "<", "<a", "<a ", "<p>", "<!--", "<![CDATA[", "</a>", "<b>a", "&",
    "&amp;", "!", "!a", "!a.b ", "?", "??a ", "^", "~", "~~", "`", "` ", "``` ", "@", "a@", "a@a.",
    "@a", "a.", "a", "a ", "A", "A-", "A-1 ", "AB_", "é", "\u0301", "#1", "bug ", "bug 1 ", "1",
    "1 ", "1.", "1.a", "1) ", "at ", "at a", "\"", "'", "\\", "//", "https://", "http://a/browse/",
    "://a:", "eyJ", "eyJaaaaaaaa.", "password=", "Bearer ", "-----BEGIN PRIVATE KEY-----",
    "Exception", "Error ", "because of ", "not ", "instead of ", "you can ", "can you ",
    "fixed in ", "is now ", "duplicate of ", "step 1 ", "=", "=> ", ":", ": ", "a:", ".", ". ",
    "...", "? ", ";", "/", "\t", " ", "\u00a0", "h1. ", "bq. ", "0x", "_x000D_", "©", "copyright ",
    "permission ", "warrant ", ":a", "e.g. ", "!! ", "\u2028",
)  # fmt: skip
"""What a text repeats on one line."""
LINES = (
    "", " ", "{", "{code}", "{code:a}", "{code}\n", "{noformat}\n\n", "```", "~~~", "    a", "|",
    "|a", "|a|", "||a||", "* a", "** a", "- a", "# a", "a", "a ", "1. a", "1. Open the a", "2) a",
    "h1. a", "h1. Steps", "h2.", "# Steps", "*Steps*", "Steps:", "Expected: a", "a:", "a: b",
    "*a:*", "> a", "> > a", "bq. a", "<p>", "<li>a", "<td>a", "<div>a", "<pre>", "at a.b(c)",
    "12:00:00", "Caused by: a", "f(x);", "f({", "var a = {", "{\n}", "width: 100,",
    "It should work", "It does not work", "Open the a", "A-1", "bug 1", "---", "===", "a\n===",
    "a | b\n- | -", "[a]: b", "[a](b)", "[a|http://b/browse/A-1]", "http://b/browse/A-1", "a,",
    "a....1", "a, 1", "1. a 1", "copyright 2020", "all rights reserved", "h1. licence",
    "a because b?", "{panel:title=a}", "{quote}", "\\", "\\\\", "!a.png!", "*a* _b_ {{c}}",
    "a\n* b\n** c", "a\n\n* b",
)  # fmt: skip
"""What a text repeats line by line."""
Clock = dict[str, float]


def texts(length: int) -> Iterator[tuple[str, str]]:
    """Yield names and texts of a length."""
    for run in RUNS:
        yield f"run {run!a}", (run * (length // len(run) + 1))[:length]
    for line in LINES:
        again = f"{line}\n"
        yield f"lines {line!a}", (again * (length // len(again) + 1))[:length]
    draw = random.Random(1)
    pieces = (*RUNS, *LINES)
    some = draw.choices(pieces, k=length // 4)
    yield "mixed", "".join(some)[:length]
    yield "mixed lines", "\n".join(some)[:length]
    yield "ladder", "\n".join(" " * (at % 2000) + "* a" for at in range(length // 1000))[:length]
    yield "stairs", "".join(f"{'*' * (1 + at % 8)} a\n" for at in range(length // 7))[:length]
    yield "words", " ".join(f"w{at}" for at in range(length // 7))[:length]
    yield "keys", " ".join(f"AB-{at}" for at in range(length // 8))[:length]
    yield "headings", "\n".join(f"h{1 + at % 6}. h{at}" for at in range(length // 12))[:length]
    yield "numbered", "\n".join(f"{at % 99}. a" for at in range(length // 6))[:length]
    yield from ((f"row {run!a}", f"|{text}") for run, text in _rows(length))
    yield "one table", "\n".join(f"|{at}|b|" for at in range(length // 9))[:length]
    yield "wide table", ("|".join(str(at) for at in range(length // 7)))[:length]


def _rows(length: int) -> Iterator[tuple[str, str]]:
    """Yield what a row of a table may repeat."""
    for run in ("[", "[a|", "[a|b]", "{{", "{{a|", "!", "!a|", "||", "a |", "a\n"):
        yield run, (run * (length // len(run)))


def read(markup: Markup, text: str) -> tuple[Clock, str]:
    """Return the seconds of each part of reading a ticket, and what became of it."""
    clock: Clock = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        started = time.process_time()
        try:
            return work()
        finally:
            clock[name] = round(time.process_time() - started, 3)

    somebody = RawPerson("jo", "Jo Doe", ("jo", "Jo Doe"))
    whole = RawTicket("A-1", "A title", text, markup, people=(somebody,))
    ready = timed("mask", lambda: masked(whole, Masking()))
    data = record_bytes(ready)
    try:
        parsed, links, record = timed(
            "parse", lambda: parse_document(ticket_source("A-1", data), data, _SETTINGS)
        )
    except GraphwrightError as error:
        return clock, str(error)[:80]
    assert record is not None
    rows = timed("tree", lambda: read_ticket(parsed, record, default_template(), links))
    timed("role", lambda: comment_role(parsed.text, Surroundings()))
    chunks = timed("chunk", lambda: chunk_document(parsed, ChunkSettings()))
    return (
        clock,
        f"{len(parsed.blocks)} blocks, {len(rows.sections)} sections, {len(chunks)} chunks",
    )


_SETTINGS = ParseSettings()


def _work(markup: Markup, text: str, answer: Connection) -> None:
    answer.send(read(markup, text))


def limited(markup: Markup, text: str, limit: float) -> tuple[Clock, str]:
    """Return what ``read`` returns, or that it took longer than the limit or died."""
    # Not forked from this process: a lock that a thread of a library holds would stay held there.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__])  # what it imports takes seconds
    here, there = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(markup, text, there))
    worker.start()
    there.close()
    try:
        if not here.poll(limit):
            return {"over": limit}, f"longer than {limit:g} s"
        return here.recv()  # type: ignore[no-any-return]  # what _work sends
    except EOFError:
        return {"died": limit}, "the process died"
    finally:
        worker.kill()
        worker.join()


def measure(
    markup: Markup, sizes: list[float], only: list[str], limit: float, everything: bool
) -> dict[str, Any]:
    """Return seconds by text and size, printed while they come."""
    found: dict[str, Any] = {}
    names = [name for name, _ in texts(1000) if not only or any(part in name for part in only)]
    for name in names:
        seconds: dict[str, float] = {}
        clock, became = {}, ""
        for size in sizes:
            text = next(text for known, text in texts(int(size * 1e6)) if known == name)
            clock, became = limited(markup, text, limit)
            seconds[f"{size:g}"] = round(sum(clock.values()), 2)
            if became.startswith(("longer", "the process")):
                break
        slowest = max(clock, key=lambda part: clock[part])
        found[name] = {"seconds": seconds, "slowest": slowest, "became": became}
        if everything or max(seconds.values()) >= 1:
            times = " ".join(f"{value:>7.2f}" for value in seconds.values())
            print(f"{markup.value:<9} {name:<40} {times}  {slowest:<6} {became}", flush=True)
    return found


def main() -> None:
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--mb", nargs="+", type=float, default=[0.5, 1, 2, 5])
    parser.add_argument("--markup", nargs="+", type=Markup, default=list(Markup))
    parser.add_argument("--only", nargs="*", default=[], help="texts whose names have one of these")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--all", action="store_true", help="print quick ones too")
    options = parser.parse_args()
    read(Markup.MARKDOWN, "warm")
    found = {
        markup.value: measure(markup, options.mb, options.only, options.limit, options.all)
        for markup in options.markup
    }
    over = [
        f"{markup}: {name}"
        for markup, texts_ in found.items()
        for name, one in texts_.items()
        if one["became"].startswith(("longer", "the process"))
    ]
    print(json.dumps({"mb": options.mb, "found": found, "over": over}))


if __name__ == "__main__":
    main()
