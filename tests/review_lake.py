"""A lake with pairs of names that wait for a person, and a project that notes what they decide."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from graph_rows import GraphRows
from inspected_lake import lake_of

from graphwright.project import Project
from graphwright.settings import Settings
from graphwright.tables import NameGroup, NamePair


def pair(one: str, other: str, score: float = 0.5, guard: str | None = None) -> NamePair:
    """Return a row of ``name_pairs`` of the tier scored."""
    first, second = sorted((one.lower(), other.lower()))
    return NamePair(first, second, "scored", score, guard, "", None)


def reviewed(
    root: Path, rows: GraphRows, pairs: Iterable[NamePair], groups: Iterable[NameGroup] = ()
) -> Project:
    """Return a project of a lake of these rows, with ``decisions.yaml`` beside it."""
    made = rows.rows() | {"name_pairs": list(pairs), "name_groups": list(groups)}
    root.mkdir(parents=True)
    lake_of(root / "lake", made)
    settings = Settings.model_validate(
        {
            "collections": [{"name": "handbook", "folder": "."}],
            "decisions": str(root / "decisions.yaml"),
            "buckets": 1,
        }
    )
    return Project(root / "lake", given=settings)
