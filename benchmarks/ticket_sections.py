"""Measure the trees of tickets on 150 labelled ones: sections by words, comments by their roles.

    .venv/bin/python benchmarks/ticket_sections.py [FOLDER] [--misses]

FOLDER holds tickets.jsonl of titanium_dev (Jira's issues). A word of a description counts for the
section of the innermost node that holds it; plain text of a description is ``details``. Words of
headings count for nothing. Rules were written on the tickets of even place and confirmed on those
of odd place; each half is printed apart. The baselines, in the same run, take all of a description
for ``details`` and all comments for ``other``. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from graphwright.documents.parse import parse_document
from graphwright.documents.tickets.exports.jira import read_issue
from graphwright.documents.tickets.raw import ordered, record_bytes
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import CommentRole, ParsedDocument, SourceDocument, TicketRecord
from graphwright.tickets.sections import leaves, read_tree
from graphwright.tickets.template import DETAILS, default_template

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "tickets" / "titanium_dev"
LABELS = Path(__file__).with_name("data") / "ticket_labels.yaml"
HOLDERS = ("description", "comment")
COMMENTS = 8
"""Comments of a ticket that are labelled."""

_WORD = re.compile(r"\w+")
_BETWEEN = " … "
Pairs = list[tuple[str | None, str]]
"""What was read and what is labelled, for each word or comment."""


@dataclasses.dataclass(frozen=True)
class Labelled:
    """A ticket, parsed, with what a reader says of it."""

    document: ParsedDocument
    record: TicketRecord
    headings: str
    spans: tuple[tuple[str, int, int], ...]
    roles: tuple[str, ...]
    even: bool


def ticket_source(key: str, data: bytes) -> SourceDocument:
    """Return the document that the record of a ticket is."""
    return SourceDocument(
        document_id=document_id("benchmark", key),
        collection="benchmark",
        path=key,
        uri=key,
        location=key,
        format="ticket",
        extractor="none",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )


def parsed_issue(issue: Mapping[str, Any]) -> tuple[ParsedDocument, TicketRecord]:
    """Return an issue of Jira as the parsed document that it is, with its record."""
    data = record_bytes(ordered(read_issue(issue, {})))
    source = ticket_source(issue["key"], data)
    document, _, record = parse_document(source, data, ParseSettings())
    assert record is not None
    return document, record


def read_labelled(folder: Path, labels: Path = LABELS) -> list[Labelled]:
    """Return the labelled tickets of a folder, in the order of their labels."""
    told = yaml.safe_load(labels.read_text("utf-8"))["tickets"]
    wanted = {one["key"] for one in told}
    issues: dict[str, Any] = {}
    with (folder / "tickets.jsonl").open(encoding="utf-8") as file:
        for line in file:
            issue = json.loads(line)
            if issue["key"] in wanted:
                issues[issue["key"]] = issue
    return [_labelled(issues[one["key"]], one, place) for place, one in enumerate(told)]


def _labelled(issue: Mapping[str, Any], told: Mapping[str, Any], place: int) -> Labelled:
    document, record = parsed_issue(issue)
    spans = tuple(_spans(document.text, record.description_start or 0, told["sections"]))
    return Labelled(
        document, record, told["headings"], spans, tuple(told["comments"]), place % 2 == 0
    )


def _spans(
    text: str, start: int, sections: Sequence[Mapping[str, str]]
) -> Iterator[tuple[str, int, int]]:
    """Yield where the quoted spans stand, each after the one before it."""
    for section, quoted in (entry for one in sections for entry in one.items()):
        first, _, last = quoted.partition(_BETWEEN)
        begun = _found(first, text, start)
        ended = _found(last, text, begun.start() + 1) if last else begun
        yield section, begun.start(), ended.end()
        start = ended.end()


def _found(words: str, text: str, start: int) -> re.Match[str]:
    found = re.compile(r"\s+".join(map(re.escape, words.split()))).search(text, start)
    if found is None:
        raise ValueError(f"the labelled words {words!r} stand in no text after {start}")
    return found


def words_of(ticket: Labelled) -> Pairs:
    """Return the section that the rules and the reader give each labelled word."""
    tree = read_tree(ticket.document, ticket.record, default_template())
    held = [(one.start, one.end, one.section) for one in leaves(tree.sections)]
    pairs: Pairs = []
    for section, start, end in ticket.spans:
        for word in _WORD.finditer(ticket.document.text, start, end):
            read = next((name for a, b, name in held if a <= word.start() < b), None)
            pairs.append((DETAILS if read in HOLDERS else read, section))
    return pairs


def roles_of(ticket: Labelled) -> Pairs:
    """Return the role that the rules and the reader give each labelled comment."""
    tree = read_tree(ticket.document, ticket.record, default_template())
    read = [one.comment_role for one in tree.sections if one.comment_role is not None]
    return list(zip(read, ticket.roles, strict=False))


def f1_by_name(pairs: Pairs) -> dict[str, float]:
    """Return F1 of each label, and over all words: ``all``, ``mean`` of the labels."""
    read, told = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    right = Counter(b for a, b in pairs if a == b)
    scores = {name: 2 * right[name] / (read[name] + told[name]) for name in sorted(told)}
    given = sum(count for name, count in read.items() if name is not None)
    whole = {"all": 2 * sum(right.values()) / (given + len(pairs) or 1)}
    whole["mean"] = sum(scores.values()) / (len(scores) or 1)
    return {name: round(value, 4) for name, value in {**whole, **scores}.items()}


HALVES = {"even": (True,), "odd": (False,), "both": (True, False)}
Figures = dict[str, dict[str, dict[str, float]]]


def measure(tickets: Sequence[Labelled]) -> Figures:
    """Return F1 by kind of ticket and half, of the rules and of the baselines."""
    found: Figures = {}
    read = [(one, words_of(one), roles_of(one)) for one in tickets]
    for half, parities in HALVES.items():
        chosen = [entry for entry in read if entry[0].even in parities]
        for kind in ("headed", "mixed", "unheaded"):
            pairs = [pair for one, words, _ in chosen if one.headings == kind for pair in words]
            found.setdefault(kind, {})[half] = f1_by_name(pairs)
            told: Pairs = [(DETAILS, gold) for _, gold in pairs]
            found.setdefault(f"{kind}, baseline", {})[half] = f1_by_name(told)
        said = [pair for _, _, roles in chosen for pair in roles]
        found.setdefault("comments", {})[half] = f1_by_name(said)
        other: Pairs = [(CommentRole.OTHER.value, gold) for _, gold in said]
        found.setdefault("comments, baseline", {})[half] = f1_by_name(other)
    return found


def print_misses(tickets: Sequence[Labelled]) -> None:
    """Print what the even tickets are misread as: words by section, and comments."""
    for ticket in tickets:
        if ticket.even:
            wrong = Counter((b, a) for a, b in words_of(ticket) if a != b)
            told = ", ".join(f"{b} read as {a}: {n}" for (b, a), n in wrong.most_common())
            print(f"{ticket.record.key} ({ticket.headings}) {told}")
            pairs = zip(roles_of(ticket), ticket.record.comments, strict=False)
            for (read, role), comment in pairs:
                if read != role:
                    text = ticket.document.text[comment.start : comment.end]
                    print(f"    {role} read as {read}: {' '.join(text.split())[:300]}")


def main() -> None:
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--misses", action="store_true", help="print what is misread, even half")
    arguments = parser.parse_args()
    tickets = read_labelled(arguments.folder)
    if arguments.misses:
        print_misses(tickets)
    found = measure(tickets)
    for kind, halves in found.items():
        print(f"\n{kind}")
        for half, scores in halves.items():
            print(f"  {half:5}" + "".join(f" {name} {value:.3f}" for name, value in scores.items()))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
