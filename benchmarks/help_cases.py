"""Inquiries of a folder of help pages as cases for a simulated user, with gold from the raw pages.

A folder holds pages/ and one or both of:

- inquiries.jsonl: _id, text, page (its path below pages/); perhaps node, facts, core and others
  (lists of texts; core null: only a person can resolve it);
- dialogues.jsonl: _id, inquiry, product, page: the inquiry leaves out the product.

Or it holds pages right there, and beside it stands FOLDER_gold.yaml, whose inquiries have id, text,
page, node (its place among the page's nodes there), facts, core and others.

Where a row has no ``core``, it is read from the page's Markdown by a plain reader that knows
headings, lists and sentences, and nothing of the product's own extraction. The user means one
section of the page, drawn by the inquiry's id: one of those with numbered steps; else one with a
list; else one below a heading; else the first with text. Its core are the items of its lists, else
its first sentences; its heading is a fact, which the user tells when asked. Items of a link alone
are no steps, and of an item the label in bold is left out, as of a sentence what ends in a colon.
What holds under another condition are the pieces of sections beside it whose headings differ in a
name alone, and of pages with the same inquiry and another product.
"""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from help_sources import pages_of

from graphwright.simulation.case import Case
from graphwright.simulation.words import is_quoted, words_of

SENTENCES = 4
"""First sentences of a section without a list that are its core."""
_FEWEST_WORDS = 3
_FEWEST_OF_OTHERS = 4
"""Words of a piece that says whose it is; shorter ones stand anywhere."""

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
_FENCE = re.compile(r"\s*(```|~~~)")
_ITEM = re.compile(r"\s*(?:>\s*)*(\d+[.)]|[-*+])\s+(.*)")
_LINK_ALONE = re.compile(r"\s*\[[^\]]*\]\([^)]*\)(?:\{[^}]*\})?[\s.]*")
_LEFT_OUT = re.compile(r"!\[[^\]]*\]\([^)]*\)|\{[#.:][^}]*\}|<[^<>]+>|\[![A-Z]+\]")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_LABEL = re.compile(r"\*\*[^*]+(?::\*\*|\*\*\s*:)\s*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_TITLE = re.compile(r"^title:\s*(.+?)\s*$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Section:
    """A heading, the items of the lists below it, and its sentences; ``steps`` are numbered."""

    heading: str
    items: tuple[str, ...]
    sentences: tuple[str, ...]
    steps: bool

    @property
    def core(self) -> tuple[str, ...]:
        """Return what someone who wants this section must be told."""
        return self.items if self.listed else self.sentences[:SENTENCES] or self.items

    @property
    def listed(self) -> bool:
        """Return whether what it tells are items: steps, or most of its words."""
        in_items = sum(len(words_of(item)) for item in self.items)
        told = sum(len(words_of(sentence)) for sentence in self.sentences)
        return len(self.items) > 1 and (self.steps or in_items >= told)


@dataclasses.dataclass(frozen=True)
class RawPage:
    """A page as its Markdown has it."""

    title: str
    sections: tuple[Section, ...]
    text: str


def read_page(text: str) -> RawPage:
    """Return title and sections of a page in Markdown."""
    front = _FRONT.match(text)
    named = _TITLE.search(front[1]) if front else None
    title = named[1].strip("\"'") if named else ""
    heading, lines, sections = "", list[str](), list[Section]()
    fenced = False
    for line in _COMMENT.sub("", text[front.end() if front else 0 :]).splitlines():
        fenced ^= bool(_FENCE.match(line))
        found = None if fenced else _HEADING.match(line)
        if not found:
            lines.append("" if fenced or _FENCE.match(line) else line)
            continue
        sections.append(_section(heading, lines))
        heading, lines = plain(found[2]), []
        if len(found[1]) == 1 and not title:
            title, heading = heading, ""
    sections.append(_section(heading, lines))
    told = tuple(section for section in sections if section.core)
    return RawPage(title, told, "\n".join(plain(line) for line in text.splitlines()))


def _section(heading: str, lines: Sequence[str]) -> Section:
    items, prose, numbered = [], [], False
    for line in lines:
        item = _ITEM.match(line)
        if item is None:
            prose.append(plain(line))
        elif not _LINK_ALONE.fullmatch(item[2]) and len(words_of(plain(item[2]))) >= _FEWEST_WORDS:
            items.append(plain(_without_label(item[2])))
            numbered |= item[1][0].isdigit()
    sentences = [part for line in prose for part in _SENTENCE_END.split(line)]
    whole = (part for part in sentences if not part.endswith(":"))
    told = tuple(part for part in whole if len(words_of(part)) >= _FEWEST_WORDS)
    return Section(heading, tuple(items), told, numbered)


def _without_label(item: str) -> str:
    """Return an item without the words in bold that head it, where more than a value follows."""
    label = _LABEL.match(item)
    told = item[label.end() :] if label else item
    return told if len(words_of(told)) >= _FEWEST_OF_OTHERS else item


def plain(line: str) -> str:
    """Return a line of Markdown as its words: without links' addresses, images and emphasis."""
    bare = _LINK.sub(r"\1", _LEFT_OUT.sub("", line))
    bare = re.sub(r"(?<!\w)_+|_+(?!\w)|[*`]+|\\(?=\W)", "", bare)
    return " ".join(bare.strip().lstrip("> ").split()).strip("-| ")


def meant(page: RawPage, case_id: str) -> Section | None:
    """Return the section that a user means, drawn by the case's id."""
    with_steps = [section for section in page.sections if section.steps and section.listed]
    with_list = [section for section in page.sections if section.listed]
    headed = [section for section in page.sections if section.heading]
    among = with_steps or with_list or headed or list(page.sections[:1])
    return among[_number(case_id) % len(among)] if among else None


def _number(name: str) -> int:
    return int(hashlib.sha256(name.encode()).hexdigest()[:12], 16)


def is_first_half(case_id: str) -> bool:
    """Return whether a case is of the half on which things are chosen."""
    return _number(f"half:{case_id}") % 2 == 0


def is_withheld_first(case: Case) -> bool:
    """Return whether the page of a case is of the half that is withheld first."""
    return _number(f"withheld:{case.document_id}") % 2 == 0


def load_cases(folder: Path, draw: int = 0) -> list[Case]:
    """Return the cases of a folder in the order of their ids.

    Another ``draw`` than 0 lets the users mean other sections of their pages.
    """
    rows = [*_inquiries(folder / "inquiries.jsonl"), *_dialogues(folder / "dialogues.jsonl")]
    rows += _gold(folder.with_name(f"{folder.name}_gold.yaml"))
    raw = {row["page"]: _raw(folder, row["page"]) for row in rows if row.get("page")}
    same: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.get("product"):
            same[row["text"]].add(row["page"])
    cases = (_case(row, raw, same[row["text"]] - {row.get("page")}, draw) for row in rows)
    return sorted((case for case in cases if case), key=lambda case: case.case_id)


def _raw(folder: Path, page: str) -> RawPage:
    return read_page((pages_of(folder) / page).read_text("utf-8"))


def _inquiries(path: Path) -> list[dict[str, Any]]:
    return _jsonl(path)


def _dialogues(path: Path) -> list[dict[str, Any]]:
    return [{**row, "text": row["inquiry"]} for row in _jsonl(path)]


def _gold(path: Path) -> list[dict[str, Any]]:
    """Return the inquiries of labelled pages; ``node`` becomes the problem that is meant."""
    if not path.is_file():
        return []
    gold = yaml.safe_load(path.read_text("utf-8"))
    nodes = {page["page"]: page["nodes"] for page in gold["pages"]}
    return [
        {
            **row,
            "_id": row["id"],
            "core": row.get("core"),
            "node": nodes[row["page"]][row["node"]]["problem"] if "node" in row else None,
        }
        for row in gold["inquiries"]
    ]


def _jsonl(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def _case(
    row: Mapping[str, Any], raw: Mapping[str, RawPage], same: set[str], draw: int
) -> Case | None:
    facts = tuple(row.get("facts") or filter(None, (row.get("product"),)))
    if "core" in row:
        core = tuple(row["core"]) if row["core"] else None
        return Case(
            row["_id"],
            row["text"],
            facts=facts,
            core=core,
            others=tuple(row.get("others") or ()),
            about=tuple(filter(None, (_title(row, raw), row.get("node"), *facts))),
            document_id=row.get("page"),
        )
    page = raw[row["page"]]
    section = meant(page, f"{row['_id']}#{draw}" if draw else row["_id"])
    if section is None:
        return None
    if section.heading and len(page.sections) > 1:
        facts += (section.heading,)
    return Case(
        row["_id"],
        row["text"],
        facts=facts,
        core=section.core,
        others=_others(page, section, [raw[name] for name in sorted(same)]),
        about=(page.title, section.heading, *facts),
        document_id=row["page"],
    )


def _title(row: Mapping[str, Any], raw: Mapping[str, RawPage]) -> str:
    return raw[row["page"]].title if row.get("page") else ""


def _others(page: RawPage, section: Section, same: Sequence[RawPage]) -> tuple[str, ...]:
    """Return the pieces that hold under another condition and nowhere on the page itself."""
    beside = [one for one in page.sections if _differ_in_a_name(one.heading, section.heading)]
    kept = (one for one in page.sections if one not in beside)
    own = "\n".join(piece for one in kept for piece in (*one.items, *one.sentences))
    pieces = [(piece, own) for one in beside for piece in one.core]
    pieces += [(p, page.text) for other in same for one in other.sections for p in one.core]
    found = dict.fromkeys(piece for piece, here in pieces if not is_quoted(piece, here))
    return tuple(piece for piece in found if len(words_of(piece)) >= _FEWEST_OF_OTHERS)


def _differ_in_a_name(one: str, other: str) -> bool:
    """Return whether two headings are the same but for one or two words at one place of each.

    "Mobile deposit limits" and "Submitting a mobile deposit" share words and are two topics.
    """
    first, second = words_of(one), words_of(other)
    before = _alike(first, second)
    after = _alike(first[before:][::-1], second[before:][::-1])
    apart = max(len(first), len(second)) - before - after
    return 0 < apart <= min(2, before + after)


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many first words of two texts are the same."""
    same = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return sum(1 for _ in same)
