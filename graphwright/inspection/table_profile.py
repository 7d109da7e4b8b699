"""All that a page shows of one table: sample, counts, numbers and pictures, made once a change.

Making it costs a second or more a table; a build that changes nothing must not pay for it again.
So it is kept in the lake's cache under a key of the files that it was made from. It is no data:
deleting it costs the time to make it again.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from graphwright.code_versions import Code, recall, remember, version_of
from graphwright.display.grid import Grid
from graphwright.ids import fingerprint
from graphwright.inspection.breakdowns import breakdowns
from graphwright.inspection.metrics import METRICS, table_metrics
from graphwright.inspection.samples import sample_of
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.footer import file_signature
from graphwright.store.lake import Lake
from graphwright.store.queries import Views
from graphwright.tables import TABLES

_CODE = Code((__name__,))


@dataclasses.dataclass(frozen=True, slots=True)
class TableProfile:
    """Some rows, counts by this and that, numbers by name, and PNG files by name."""

    sample: Grid
    counts: list[Grid]
    numbers: dict[str, int | float]
    pictures: dict[str, Path]


@dataclasses.dataclass(frozen=True, slots=True)
class Picture:
    """A picture of some tables under a title: it is made from their files."""

    title: str
    reads: tuple[str, ...]
    draw: Callable[[Views], bytes]


def _graph(views: Views) -> bytes:
    from graphwright.inspection.pictures import graph_picture  # noqa: PLC0415  # matplotlib

    return graph_picture(views["entities"], views["relations"])


def _confidence(views: Views) -> bytes:
    from graphwright.inspection.pictures import confidence_picture  # noqa: PLC0415  # matplotlib

    return confidence_picture(views["relations"])


def _degree(views: Views) -> bytes:
    from graphwright.inspection.pictures import degree_picture  # noqa: PLC0415  # matplotlib

    return degree_picture(views["relations"])


def _sentence_yield(views: Views) -> bytes:
    from graphwright.inspection.pictures import yield_picture  # noqa: PLC0415  # matplotlib

    return yield_picture(views["sentences"], views["evidence"])


PICTURES: dict[str, dict[str, Picture]] = {
    "relations": {
        "graph": Picture(
            "The best-connected entities and the relations between them",
            ("entities", "relations"),
            _graph,
        ),
        "confidence": Picture("How confident the relations are", ("relations",), _confidence),
        "degree": Picture("How many relations an entity stands in", ("relations",), _degree),
    },
    "evidence": {
        "sentence_yield": Picture(
            "Which share of a document's sentences states a relation",
            ("sentences", "evidence"),
            _sentence_yield,
        )
    },
}
"""The pictures that a table shows, by name."""


def profile_table(lake: Lake, table: str) -> TableProfile:
    """Return what is to be seen of a table, from the cache where its files are the same.

    Raises ``LakeError`` for unreadable files.
    """
    folder = lake.cache / "inspection"
    reads = {table, *(name for picture in _pictures(table).values() for name in picture.reads)}
    recall(lake.cache)
    key = fingerprint([version_of(_CODE), repr(METRICS.get(table)), _stamps(lake, reads)])
    record = folder / f"{table}.json"
    known = _known_record(record, key)
    if known is None:
        known = _make(lake, table, folder)
        remember(lake.cache)
        with LOCAL_FILES.replacing(record) as temporary:
            temporary.write_text(json.dumps({"key": key, **known}), encoding="utf-8")
    pictures = {name: _png(folder, table, name) for name in _pictures(table)}
    counts = [Grid(**made) for made in known["counts"]]
    return TableProfile(Grid(**known["sample"]), counts, known["numbers"], pictures)


def _pictures(table: str) -> dict[str, Picture]:
    return PICTURES.get(table, {})


def _png(folder: Path, table: str, name: str) -> Path:
    return folder / f"{table}.{name}.png"


def _stamps(lake: Lake, tables: Iterable[str]) -> list[list[object]]:
    paths = [path for table in sorted(tables) for path in lake.paths(table)]
    return [[path.name, *file_signature(path)] for path in paths]


def _known_record(record: Path, key: str) -> dict[str, Any] | None:
    """Return the kept record of this key with all its pictures; a damaged one is made again."""
    try:
        known: dict[str, Any] = json.loads(record.read_text(encoding="utf-8"))
        table = record.stem
        pictures = [_png(record.parent, table, name) for name in _pictures(table)]
        return known if known["key"] == key and all(p.exists() for p in pictures) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _make(lake: Lake, table: str, folder: Path) -> dict[str, Any]:
    paths = lake.paths(table)
    for name, picture in _pictures(table).items():
        drawn = picture.draw({read: lake.paths(read) for read in picture.reads})
        with LOCAL_FILES.replacing(_png(folder, table, name)) as temporary:
            temporary.write_bytes(drawn)
    return {
        "sample": dataclasses.asdict(sample_of(TABLES[table], paths)),
        "counts": [dataclasses.asdict(made) for made in breakdowns({table: paths})],
        "numbers": table_metrics(table, {table: paths}),
    }
