"""Read the glossaries among Markdown pages into a seed file, and print what applying it changes.

    .venv/bin/python benchmarks/glossary_seeds.py FOLDER [--out SEEDS.csv] [--lake LAKE]

A page is a glossary where its name says so; each row of two cells of its tables is a term and its
definition, and an acronym in brackets behind a term is an alias. A term that two glossaries have
keeps its first definition. With a LAKE that was built of the pages its tables of entities are made
with and without these seeds, from the names and groups that it has: printed is how many seeds
documents name, and how many entities have another type, name or definition or are merged. Nothing
is written but SEEDS.csv. The last line is one JSON object.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lxml.html
import pyarrow as pa
import pyarrow.parquet as pq

import sql
from graphwright.entities.normalise import normalise
from graphwright.entities.seed_concepts import seed_table
from graphwright.store.lake import Lake
from graphwright.tables import TABLES

_MADE = ("entity_merges", "entity_types", "entity_aliases", "entities")
_ACRONYM = re.compile(r"^(.*\S)\s*\(([A-Za-z&/]*[A-Z]{2}[A-Za-z&/]*)\)$")


def terms(folder: Path) -> dict[str, dict[str, str]]:
    """Return the terms of all glossaries below a folder as rows of a seed file, by their key."""
    found: dict[str, dict[str, str]] = {}
    taken: set[str] = set()
    for page in sorted(folder.rglob("*glossary*.md")):
        for term, definition in _rows(page):
            split = _ACRONYM.match(term)
            name, alias = split.groups() if split else (term, "")
            keys = {normalise(one) for one in (name, alias) if one}
            if keys & taken:
                continue
            taken |= keys
            found[normalise(name)] = {"name": name, "aliases": alias, "definition": definition}
    return found


def _rows(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the rows of two cells that are no headings."""
    root = lxml.html.fromstring(f"<div>{page.read_text(encoding='utf-8')}</div>")
    for row in root.iter("tr"):
        cells = [_plain(cell) for cell in row if cell.tag == "td"]
        if len(cells) == 2 and all(cells) and len(cells[0]) <= 80:
            yield cells[0], cells[1]


def _plain(cell: lxml.html.HtmlElement) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell.text_content().replace("\\", ""))
    return " ".join(re.sub(r"[*_`]{1,2}(\S[^*`]*)[*_`]{1,2}", r"\1", text).split())


def write_seeds(found: dict[str, dict[str, str]], path: Path) -> None:
    """Write the terms as a CSV of seed concepts."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ("name", "aliases", "definition"))
        writer.writeheader()
        writer.writerows(found.values())


def entities_with(lake: Lake, seeds: pa.Table, folder: Path) -> dict[str, dict[str, Any]]:
    """Return the entities of a lake by key, as these seeds and all else that it has make them."""
    views = {name: lake.sound_paths(name) for name in TABLES if name not in _MADE}
    views["seed_concepts"] = [folder / "seed_concepts.parquet"]
    pq.write_table(seeds, views["seed_concepts"][0])
    for name in _MADE:
        views[name] = [folder / f"{name}.parquet"]
        pq.write_table(sql.run_select(name, views), views[name][0])
    table = pq.read_table(views["entities"][0])
    return {row["key"]: row for row in table.to_pylist()}


def changes(lake: Lake, path: Path) -> dict[str, int]:
    """Return what the seeds of a file change among the entities of a lake."""
    with tempfile.TemporaryDirectory() as before, tempfile.TemporaryDirectory() as after:
        old = entities_with(lake, seed_table(None), Path(before))
        new = entities_with(lake, seed_table(path), Path(after))
    both = old.keys() & new.keys()
    return {
        "named in documents": sum(row["seed"] for row in new.values()),
        "with a definition now": sum(row["definition"] is not None for row in new.values()),
        "named otherwise": sum(old[key]["name"] != new[key]["name"] for key in both),
        "typed otherwise": sum(old[key]["type"] != new[key]["type"] for key in both),
        "served now": sum(not old[key]["concept"] and new[key]["concept"] for key in both),
        "merged away": len(old.keys() - new.keys()),
    }


def main() -> None:
    """Write the file, and print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--lake", type=Path)
    asked = parser.parse_args()
    found = terms(asked.folder)
    result: dict[str, int] = {
        "terms": len(found),
        "aliases": sum(bool(row["aliases"]) for row in found.values()),
    }
    with tempfile.TemporaryDirectory() as folder:
        path = asked.out or Path(folder) / "seeds.csv"
        write_seeds(found, path)
        if asked.lake:
            result |= changes(Lake(asked.lake), path)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
