"""A project of two short texts, built without Dagster, whose lake a test may damage."""

from __future__ import annotations

import dataclasses
import hashlib
import os
from pathlib import Path
from typing import Any

import yaml
from plain_build import Worked, build_plainly

from graphwright.graph.pointer import read_pointer
from graphwright.settings import load_settings
from graphwright.store.lake import Lake

TEXTS = {
    "handbook/payments.txt": "The treasury team approves the payment run.",
    "handbook/travel.txt": "The travel desk books every flight.",
}


@dataclasses.dataclass(frozen=True)
class TinyFolder:
    """Texts, settings and a lake in one folder."""

    root: Path

    @property
    def sources(self) -> Path:
        return self.root / "sources.yaml"

    @property
    def lake(self) -> Path:
        return self.root / "lake"

    @property
    def opened(self) -> Lake:
        return Lake(self.lake)

    @property
    def snapshot(self) -> str:
        pointer = read_pointer(self.lake)
        assert pointer is not None, f"Nothing is published in {self.lake}."
        return pointer.current

    def write(self, path: str, text: str) -> None:
        """Write a text, with a time of modification that differs from every one before."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        before = place.stat().st_mtime_ns if place.exists() else 0
        place.write_text(text, encoding="utf-8")
        if before:
            os.utime(place, ns=(before + 10**9, before + 10**9))

    def hashes(self) -> dict[str, str]:
        """Return the hash of every table file."""
        tables = self.lake / "tables"
        return {
            path.relative_to(tables).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(tables.rglob("*.parquet"))
        }


@dataclasses.dataclass(frozen=True)
class Tiny(TinyFolder):
    """A folder whose lake is built without Dagster."""

    def settings(self, **more: Any) -> None:
        """Write the settings: no coreference, whose model takes long to load."""
        plain = {
            "collections": [{"name": "handbook", "folder": "handbook"}],
            "language": {"coreference": False},
            "buckets": 4,
            "workers": 1,
        }
        self.sources.write_text(yaml.safe_dump(plain | more), encoding="utf-8")

    def build(self) -> Worked:
        """Build in this process."""
        return build_plainly(load_settings(self.sources), self.lake)


def tiny_lake(root: Path) -> Tiny:
    """Make the project and build it."""
    tiny = Tiny(root)
    for path, text in TEXTS.items():
        tiny.write(path, text)
    tiny.settings()
    tiny.build()
    return tiny
