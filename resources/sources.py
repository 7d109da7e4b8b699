"""The sources and settings of a project, read from ``sources.yaml`` when a step asks for them."""

import functools
from pathlib import Path

import dagster as dg

from graphwright.settings import Settings, load_settings


class SourcesResource(dg.ConfigurableResource):  # type: ignore[type-arg]  # no resource value type
    """``sources.yaml``: collections, seed concepts and every setting."""

    file: str

    @property
    def settings(self) -> Settings:
        """Return the checked settings. Raises ``SettingsError``."""
        path = Path(self.file)
        return _checked(path, path.read_bytes() if path.is_file() else b"")


@functools.lru_cache(maxsize=4)
def _checked(path: Path, _content: bytes) -> Settings:
    """Return the settings of a file that holds this; some fifty steps of a run ask for them."""
    return load_settings(path)
