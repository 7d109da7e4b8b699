"""Measure the trees of help pages on 40 labelled ones, beside those of headings alone.

    .venv/bin/python benchmarks/help_nodes.py [FOLDER] [--misses]

FOLDER holds the sets ``arduino`` and ``rho_bank``, each with pages/. A read node is a labelled one
where both start in one place or most of their words agree, and the nearest matched nodes above them
are each other's: a level too many or too few is one error, and not one of each node below it.
``nodes`` is F1 of these; ``conditions`` F1 of conditions, right where the nodes match and most
words of the value agree (``conditions and kinds``: the kind as well); ``resolutions`` F1 of the
words of resolutions of matched nodes, ``all resolutions`` of all nodes; ``actionable`` the share
of matched nodes that are rightly said to do alone or not. A warning inside a node counts as part of
its resolution whether it was read so or as carried.

The baseline, in the same run, takes each heading for a node, all text up to the next heading for
its resolution, what opens a heading after if, when, on, for or with for a condition, and each node
with text for actionable. Each half is printed apart: pages of even and odd place of each set. The
last line is one JSON object.
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
from graphwright.help.rows import read_page
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.tables import BlockKind, ParsedDocument, SourceDocument
from graphwright.tables.help import HelpNode

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "help"
LABELS = Path(__file__).with_name("data") / "help_labels.yaml"
AGREE = 0.5
"""Least share of common words, of all words of both, at which two problems or values are one."""

_WORD = re.compile(r"\w+")
_BETWEEN = " … "
_OPENS = re.compile(r"(?:if|when|on|for|with)\s+(.+)", re.IGNORECASE)
Places = frozenset[int]
"""Where words start."""


@dataclasses.dataclass(frozen=True)
class Node:
    """A node as it is compared; ``start`` is where its problem stands, None where nowhere."""

    names: tuple[str, ...]
    start: int | None
    parent: int | None
    condition: str | None
    kind: str | None
    actionable: bool
    resolution: Places
    written: str | None = None
    """The condition as written, where ``condition`` is a normal form of it."""


@dataclasses.dataclass(frozen=True)
class Page:
    """A labelled page: its text, its labelled nodes, and those of rules and of headings."""

    path: str
    document: ParsedDocument
    gold: tuple[Node, ...]
    rules: tuple[Node, ...]
    headings: tuple[Node, ...]
    even: bool


def parsed_page(path: Path, name: str) -> ParsedDocument:
    """Return a Markdown file as the parsed document that it is."""
    data = path.read_bytes()
    source = SourceDocument(
        document_id=document_id("benchmark", name),
        collection="benchmark",
        path=name,
        uri=name,
        location=str(path),
        format="md",
        extractor="none",
        size=len(data),
        modified=None,
        sha256=sha256_bytes(data),
        problem=None,
    )
    document = parse_document(source, data, ParseSettings())[0]
    if not isinstance(document, ParsedDocument):
        raise TypeError(f"{path} holds no text: {document}")
    return document


def read_labelled(folder: Path, labels: Path = LABELS) -> list[Page]:
    """Return the labelled pages of a folder, in the order of their labels."""
    told = yaml.safe_load(labels.read_text("utf-8"))["pages"]
    places: Counter[str] = Counter()
    pages = []
    for one in told:
        name = one["page"]
        document = parsed_page(folder / name, name)
        group = name.partition("/")[0]
        pages.append(
            Page(
                name,
                document,
                tuple(labelled_nodes(document, one["nodes"])),
                tuple(read_nodes(document, read_page(document).nodes)),
                tuple(heading_nodes(document)),
                places[group] % 2 == 0,
            )
        )
        places[group] += 1
    return pages


def labelled_nodes(document: ParsedDocument, told: Sequence[Mapping[str, Any]]) -> Iterator[Node]:
    """Yield the labelled nodes with their places in the text."""
    text, after, pointing = document.text, 0, set(_pointers(document))
    for one in told:
        start = _place(one["problem"], text, after, pointing)
        after = start + 1
        condition = next(iter(one.get("condition", {}).items()), (None, None))
        yield Node(
            names=(one["problem"],),
            start=start,
            parent=one["parent"],
            condition=condition[1],
            kind=condition[0],
            actionable=one["actionable"],
            resolution=frozenset(_quoted(one["resolution"], text, start)),
        )


def _pointers(document: ParsedDocument) -> Iterator[int]:
    """Yield where entries of a table of contents stand, which only repeat what comes later."""
    headings = {
        _key(document.text[block.start : block.end])
        for block in document.blocks
        if block.kind == BlockKind.HEADING
    }
    for block in document.blocks:
        repeats = _key(document.text[block.start : block.end]) in headings
        if block.kind == BlockKind.INDEX or (block.kind == BlockKind.LIST_ITEM and repeats):
            yield block.start


def _key(words: str) -> str:
    return " ".join(_WORD.findall(words.partition("{#")[0].lower()))


def _place(problem: str, text: str, after: int, pointing: set[int]) -> int:
    """Return where a problem stands first after a place, tables of contents left out."""
    found = _found(problem, text, after)
    while found.start() in pointing:
        found = _found(problem, text, found.start() + 1)
    return found.start()


def _quoted(quotes: Sequence[str], text: str, start: int) -> Iterator[int]:
    """Yield where the words of the quoted pieces stand, each piece after the one before it."""
    for quote in quotes:
        first, _, last = quote.partition(_BETWEEN)
        begun = _found(first, text, start)
        start = (_found(last, text, begun.start() + 1) if last else begun).end()
        yield from _words(text, begun.start(), start)


def _words(text: str, start: int, end: int) -> Iterator[int]:
    return (found.start() for found in _WORD.finditer(text, start, end))


def _found(words: str, text: str, start: int) -> re.Match[str]:
    found = re.compile(r"\s+".join(map(re.escape, words.split()))).search(text, start)
    if found is None:
        raise ValueError(f"the labelled words {words!r} stand in no text after {start}")
    return found


def read_nodes(document: ParsedDocument, rows: Sequence[HelpNode]) -> Iterator[Node]:
    """Yield the nodes that the rules read, in their form for comparison."""
    places = {row.node_id: place for place, row in enumerate(rows)}
    for row in rows:
        own = [span for span in row.carried_spans if row.start <= span.start < row.end]
        span = row.condition_span or row.problem_span
        yield Node(
            names=(row.problem, *([row.condition] if row.condition else [])),
            start=None if span is None else span.start,
            parent=None if row.parent_id is None else places[row.parent_id],
            condition=row.condition_value,
            written=row.condition,
            kind=row.condition_kind,
            actionable=row.actionable,
            resolution=frozenset(
                place
                for piece in (*row.resolution_spans, *own)
                for place in _words(document.text, piece.start, piece.end)
            ),
        )


def heading_nodes(document: ParsedDocument) -> list[Node]:
    """Return the baseline: a node for each heading, with all text up to the next one."""
    nodes: list[Node] = []
    levels: list[int] = []
    held: list[set[int]] = []
    above: list[int] = []
    for block in document.blocks:
        text = document.text[block.start : block.end]
        if nodes and block.kind not in (BlockKind.TITLE, BlockKind.HEADING):
            held[-1].update(_words(document.text, block.start, block.end))
            continue
        level = block.level if nodes else 0
        above = [place for place in above if levels[place] < level]
        opened = _OPENS.match(text)
        nodes.append(
            Node(
                names=(text,),
                start=block.start,
                parent=above[-1] if above else None,
                condition=opened[1] if opened else None,
                kind="state" if opened else None,
                actionable=True,
                resolution=frozenset(),
            )
        )
        above.append(len(nodes) - 1)
        levels.append(level)
        held.append(set())
    return [
        dataclasses.replace(node, resolution=frozenset(words), actionable=bool(words))
        for node, words in zip(nodes, held, strict=True)
    ]


def likeness(left: str, right: str) -> float:
    """Return the share of words that two texts have in common."""
    first, second = (set(_key(one).split()) for one in (left, right))
    return len(first & second) / (len(first | second) or 1)


def matched(gold: Sequence[Node], read: Sequence[Node]) -> dict[int, int]:
    """Return the read node of each labelled one that has one; parents before children."""
    pairs: dict[int, int] = {}
    back: dict[int, int] = {}
    for at, node in enumerate(gold):
        above = _above(gold, at, pairs)
        parent = None if above is None else pairs[above]
        options = [
            (score, -place)
            for place, other in enumerate(read)
            if place not in back
            and _above(read, place, back) == parent
            and (score := _alike(node, other)) >= AGREE
        ]
        if options:
            pairs[at] = -max(options)[1]
            back[pairs[at]] = at
    return pairs


def _above(nodes: Sequence[Node], place: int, known: Mapping[int, int]) -> int | None:
    """Return the nearest node above one that is matched, None where none is."""
    above = nodes[place].parent
    while above is not None and above not in known:
        above = nodes[above].parent
    return above


def _alike(node: Node, other: Node) -> float:
    """Return how much two nodes' problems agree; 2 where they stand in one place."""
    if node.start == other.start or (node.parent is None and other.parent is None):
        return 2
    return max(likeness(node.names[0], name) for name in other.names)


@dataclasses.dataclass
class Tally:
    """Counts of what is right, of what was read and of what is labelled."""

    right: Counter[str] = dataclasses.field(default_factory=Counter)
    sizes: Counter[str] = dataclasses.field(default_factory=Counter)

    def add(self, name: str, right: int, read: int, told: int) -> None:
        """Count what is right of a figure, and the sizes of both sides."""
        self.right[name] += right
        self.sizes[name] += read + told

    def figures(self) -> dict[str, float]:
        """Return F1 of each figure."""
        return {
            name: round(2 * self.right[name] / (size or 1), 4) for name, size in self.sizes.items()
        }


def compared(pages: Sequence[Page], side: str) -> dict[str, float]:
    """Return the figures of one side (``rules`` or ``headings``) over pages."""
    tally = Tally()
    for page in pages:
        read: tuple[Node, ...] = getattr(page, side)
        pairs = [(page.gold[a], read[b]) for a, b in matched(page.gold, read).items()]
        tally.add("nodes", len(pairs), len(read), len(page.gold))
        same = [_same_condition(a, b) for a, b in pairs]
        kinds = [is_same and a.kind == b.kind for is_same, (a, b) in zip(same, pairs, strict=True)]
        for name, right in (("conditions", same), ("conditions and kinds", kinds)):
            tally.add(name, sum(right), _conditions(read), _conditions(page.gold))
        common = sum(len(a.resolution & b.resolution) for a, b in pairs)
        sizes = (sum(len(one.resolution) for one in nodes) for nodes in zip(*pairs, strict=True))
        tally.add("resolutions", common, *(sizes if pairs else (0, 0)))
        tally.add("all resolutions", common, _held(read), _held(page.gold))
        agreed = sum(a.actionable == b.actionable for a, b in pairs)
        tally.add("actionable", agreed, len(pairs), len(pairs))
    return tally.figures()


def _same_condition(gold: Node, read: Node) -> bool:
    told = set(_key(gold.condition or "").split())
    forms = (set(_key(form or "").split()) for form in (read.condition, read.written))
    return any(len(told & form) > AGREE * min(len(told), len(form)) for form in forms)


def _conditions(nodes: Sequence[Node]) -> int:
    return sum(node.condition is not None for node in nodes)


def _held(nodes: Sequence[Node]) -> int:
    return sum(len(node.resolution) for node in nodes)


HALVES = {"even": (True,), "odd": (False,), "both": (True, False)}
Figures = dict[str, dict[str, dict[str, float]]]


def measure(pages: Sequence[Page]) -> Figures:
    """Return the figures of rules and of headings alone by set and half."""
    found: Figures = {}
    for side in ("rules", "headings"):
        for half, parities in HALVES.items():
            for group in ("", "arduino", "rho_bank"):
                chosen = [p for p in pages if p.even in parities and p.path.startswith(group)]
                name = f"{side}, {group or 'all'}"
                found.setdefault(name, {})[half] = compared(chosen, side)
    return found


def print_misses(pages: Sequence[Page]) -> None:
    """Print what the even pages are misread as: nodes missed and added, and what is wrong."""
    for page in pages:
        if not page.even:
            continue
        print(page.path)
        pairs = matched(page.gold, page.rules)
        for at, node in enumerate(page.gold):
            if at not in pairs:
                print(f"    missed: {node.names[0]} (below {node.parent})")
                continue
            other = page.rules[pairs[at]]
            wrong = []
            if bool(node.condition or other.condition) and not _same_condition(node, other):
                wrong.append(f"condition {node.condition} read as {other.condition}")
            if node.actionable != other.actionable:
                wrong.append(f"actionable {node.actionable} read as {other.actionable}")
            if node.resolution != other.resolution:
                more, less = other.resolution - node.resolution, node.resolution - other.resolution
                wrong.append(f"resolution {len(more)} words more, {len(less)} less")
            if wrong:
                print(f"    {node.names[0][:60]}: {'; '.join(wrong)}")
        for place, node in enumerate(page.rules):
            if place not in pairs.values():
                print(f"    added: {node.names[0][:90]} (below {node.parent})")


def main() -> None:
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--misses", action="store_true", help="print what is misread, even half")
    arguments = parser.parse_args()
    pages = read_labelled(arguments.folder)
    if arguments.misses:
        print_misses(pages)
    found = measure(pages)
    for name, halves in found.items():
        print(f"\n{name}")
        for half, scores in halves.items():
            print(f"  {half:5}" + "".join(f" {one} {value:.3f}" for one, value in scores.items()))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
