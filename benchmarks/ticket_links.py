"""Measure the implicit links of trackers by links that were read: does each join one problem?

    .venv/bin/python benchmarks/ticket_links.py [FOLDER...] [--vectors FILE] [--unread]

Titles are embedded and joined as a build does, keys masked (``ticket_trees.py``); of each tracker's
links so many are drawn by the hash of their keys as verdicts are kept for in
``data/implicit_links_verdicts.tsv``. A link counts as right where it joins one problem or task, or
one for two parts, platforms or versions; ``same`` counts the first alone. Links that were drawn and
not read are counted apart, ``--unread`` prints them. ``stated`` is the share of all links that
people had stated too. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from ticket_trees import TextVectors, Tracker, read_tracker
from tickets import DEFAULT_SETS

from graphwright.ids import sha256_text
from graphwright.settings import EmbeddingSettings
from graphwright.tables import ImplicitTicketLink
from graphwright.tickets.implicit_links import implicit_links, thresholds
from graphwright.tickets.template import SUMMARY

VERDICTS = Path(__file__).with_name("data") / "implicit_links_verdicts.tsv"
RIGHT = ("same", "parallel")

Pair = tuple[str, str]


def read_verdicts(path: Path = VERDICTS) -> dict[str, dict[Pair, str]]:
    """Return the verdicts of each tracker by the keys of a link, ascending."""
    found: dict[str, dict[Pair, str]] = {}
    with path.open(encoding="utf-8") as file:
        rows = csv.DictReader((line for line in file if line[:1] != "#"), delimiter="\t")
        for row in rows:
            found.setdefault(row["tracker"], {})[row["ticket"], row["near"]] = row["verdict"]
    return found


def links_of(tracker: Tracker, vectors: Path | None) -> list[ImplicitTicketLink]:
    """Return the implicit links of a tracker's tickets."""
    titles = [one for one in tracker.pieces if one.section == SUMMARY and one.index == 0]
    made = TextVectors(vectors).of(titles)
    keys_by_id = {one.document_id: one.key for one in tracker.tickets}
    by_key = {keys_by_id[one.document_id]: made[one.section_id][0] for one in titles}
    keys, model = sorted(by_key), EmbeddingSettings().model
    rows = np.stack([by_key[key] for key in keys]).astype(np.float32)
    return implicit_links(keys, rows, thresholds()[model], model)


def drawn(links: Sequence[ImplicitTicketLink], count: int) -> list[ImplicitTicketLink]:
    """Return so many links, by the hash of their keys."""
    return sorted(links, key=lambda one: sha256_text(" ".join(_pair(one))))[:count]


def _pair(link: ImplicitTicketLink) -> Pair:
    return link.source_id, link.target_id


def stated_pairs(folder: Path) -> frozenset[frozenset[str]]:
    """Return the pairs of tickets that people linked."""
    lines = (folder / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return frozenset(frozenset(line.split("\t")[:2]) for line in lines)


def measure(
    folder: Path, verdicts: Mapping[Pair, str], vectors: Path | None, *, unread: bool
) -> dict[str, float]:
    """Return the figures of a tracker."""
    tracker = read_tracker(folder)
    links, stated = links_of(tracker, vectors), stated_pairs(folder)
    sample = drawn(links, len(verdicts))
    said = Counter(verdicts.get(_pair(one), "unread") for one in sample)
    if unread:
        titles = {one.key: one.title for one in tracker.tickets}
        for line in _unread(sample, verdicts, titles):
            print(line)
    read = max(1, len(sample) - said["unread"])
    return {
        "links": len(links),
        "drawn": len(sample),
        "unread": said["unread"],
        "right": round(sum(said[one] for one in RIGHT) / read, 3),
        "same": round(said["same"] / read, 3),
        "stated": round(sum(frozenset(_pair(one)) in stated for one in links) / len(links), 3),
    }


def _unread(
    sample: Sequence[ImplicitTicketLink], verdicts: Mapping[Pair, str], titles: Mapping[str, str]
) -> Iterator[str]:
    for one, other in (_pair(link) for link in sample):
        if (one, other) not in verdicts:
            yield f"{one}\t{other}\t{titles[one].strip()} | {titles[other].strip()}"


def main() -> None:
    """Read the arguments and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="*", type=Path, default=list(DEFAULT_SETS))
    parser.add_argument("--vectors", type=Path, help="an .npz file that keeps vectors by text")
    parser.add_argument("--unread", action="store_true", help="print links that were not read")
    options = parser.parse_args()
    verdicts, found = read_verdicts(), {}
    for folder in options.folders:
        known = verdicts.get(folder.name, {})
        found[folder.name] = measure(folder, known, options.vectors, unread=options.unread)
        print(folder.name, found[folder.name])
    print(json.dumps(found))


if __name__ == "__main__":
    main()
