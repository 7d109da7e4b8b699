"""Reading a sidecar: a file beside the sources, YAML or CSV, that says something of documents.

What its rows hold is a matter of ``groups.sidecar`` and ``versions.sidecar``.
"""

from __future__ import annotations

import csv
import dataclasses
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

import yaml

from graphwright.errors import SettingsError

Row = TypeVar("Row")


@dataclasses.dataclass(frozen=True, slots=True)
class Sidecar:
    """A kind of sidecar: what it is of, the setting that names it, and what its rows need."""

    of: str
    setting: str
    remedy: str

    def read(self, path: Path | None) -> bytes:
        """Return the bytes of the file; none without one. Raises ``SettingsError``."""
        if path is None:
            return b""
        try:
            return path.read_bytes()
        except OSError as error:
            raise SettingsError(
                f"The sidecar of {self.of} {path} cannot be read: {error}.",
                remedy=f"Correct '{self.setting}' in sources.yaml, or leave it out.",
            ) from error

    def rows(
        self,
        path: Path,
        data: bytes,
        from_yaml: Callable[[str, Path], Iterable[Row]],
        from_csv: Callable[[str, Path], Iterable[Row]],
    ) -> list[Row]:
        """Return what the reader of its suffix makes of the text. Raises ``SettingsError``."""
        suffix = path.suffix.lower()
        if suffix not in {".yaml", ".yml", ".csv"}:
            raise SettingsError(
                f"The sidecar of {self.of} {path} ends in {suffix or 'nothing'!r}.",
                remedy="It is read from .yaml, .yml or .csv.",
            )
        try:
            text = data.decode("utf-8-sig")
            return list(from_csv(text, path) if suffix == ".csv" else from_yaml(text, path))
        except (yaml.YAMLError, csv.Error, ValueError, RecursionError) as error:
            said = " ".join(str(error).split())
            raise SettingsError(
                f"The sidecar of {self.of} {path} is not readable: {said}.", remedy=self.remedy
            ) from error
