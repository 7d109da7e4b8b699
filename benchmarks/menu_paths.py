"""Precision and recall of menu paths found in two manuals, and paths of a lake that lead nowhere.

    python benchmarks/menu_paths.py --rt FOLDER --sap FOLDER      # the labelled lines
    python benchmarks/menu_paths.py --lake LAKE                   # paths of its manuals

The folders are those of the Debian package rt5-doc-html and of SAP's documentation of BTP (its
``docs``). Intervals are Wilson's, 95 %. Of the paths of a lake those count as the version's that
``menu_path_causes.yaml`` does not name; it says why each other one is not.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from graphwright.applications.menu_names import Vocabulary
from graphwright.applications.path_mentions import path_mentions
from graphwright.documents.parse import parse_document
from graphwright.quiz.run import Accuracy
from graphwright.settings import ParseSettings
from graphwright.store.lake import open_lake
from graphwright.tables import DocumentedPath, ParsedDocument, SourceDocument, rows_of

DATA = Path(__file__).with_name("data") / "applications"


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rt", type=Path)
    parser.add_argument("--sap", type=Path)
    parser.add_argument("--lake", type=Path)
    given = parser.parse_args()
    if given.rt and given.sap:
        _print_lines({"rt": given.rt, "sap": given.sap})
    if given.lake:
        _print_paths(given.lake)


def _print_lines(folders: Mapping[str, Path]) -> None:
    labelled = yaml.safe_load((DATA / "path_spans.yaml").read_text("utf-8"))
    for half in ("develop", "confirm"):
        found = right = meant = lines = 0
        for line, said in _read(labelled, folders, half):
            lines += 1
            gold = list(line["paths"])
            found, meant = found + len(said), meant + len(gold)
            right += sum(path in gold for path in said)
            for path in {*said} ^ {*gold}:
                print(f"  {'found' if path in said else 'missed'}: {path}")
        precision, recall = Accuracy(right, found), Accuracy(right, meant)
        print(f"{half}: {lines} lines, {meant} paths; precision {_told(precision)}, "
              f"recall {_told(recall)}")  # fmt: skip


def _read(
    labelled: Mapping[str, Any], folders: Mapping[str, Path], half: str
) -> Iterator[tuple[Mapping[str, Any], list[str]]]:
    known: dict[Path, ParsedDocument] = {}
    for line in labelled["lines"]:
        if line["half"] != half:
            continue
        collection = line["collection"]
        path = folders[collection] / line["document"]
        document = known.setdefault(path, _parsed(path, collection))
        vocabulary = Vocabulary.of(labelled["menus"][collection], labelled["names"][collection])
        start = document.text.index(line["line"])
        end = start + len(line["line"])
        mentions = path_mentions(document, vocabulary)
        yield line, [" > ".join(one.names) for one in mentions if start <= one.start < end]


def _parsed(path: Path, collection: str) -> ParsedDocument:
    data = path.read_bytes()
    source = SourceDocument(
        path.name, collection, path.name, path.name, str(path), path.suffix[1:], "none",
        len(data), None, hashlib.sha256(data).hexdigest(), None,
    )  # fmt: skip
    row = parse_document(source, data, ParseSettings())[0]
    assert isinstance(row, ParsedDocument), f"{path} was not read: {row}"
    return row


def _print_paths(root: Path) -> None:
    lake = open_lake(root)
    causes = yaml.safe_load((DATA / "menu_path_causes.yaml").read_text("utf-8"))["paths"]
    paths = rows_of(DocumentedPath, lake.read("documented_paths"))
    for application in sorted({one.application for one in paths}):
        own = [one for one in paths if one.application == application]
        told = [" > ".join(one.path) for one in own]
        here = [one for one, name in zip(own, told, strict=True) if name not in causes]
        resolved = Accuracy(sum(one.state_id is not None for one in here), len(here))
        print(f"{application}: {len(own)} paths, {len(here)} of its version: {_told(resolved)}")
        for one, name in zip(own, told, strict=True):
            if one.state_id is None:
                cause = causes.get(name, "none known")
                print(f"  {name}: {one.problem}: {one.detail}\n    cause: {cause}")
        wrong = sorted({n for o, n in zip(own, told, strict=True) if n in causes and o.state_id})
        print(f"  led somewhere though the version has it not: {', '.join(wrong) or 'none'}")


def _told(one: Accuracy) -> str:
    low, high = one.interval
    return f"{one.share:.3f} ({low:.3f}-{high:.3f}; {one.right} of {one.asked})"


if __name__ == "__main__":
    main()
