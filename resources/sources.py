"""The sources and settings of a project, read from ``sources.yaml`` when a step asks for them."""

from pathlib import Path

import dagster as dg

from graphwright.project import read_settings
from graphwright.settings import Settings


class SourcesResource(dg.ConfigurableResource):  # type: ignore[type-arg]  # no resource value type
    """``sources.yaml``: collections, seed concepts and every setting."""

    file: str

    @property
    def settings(self) -> Settings:
        """Return the checked settings. Raises ``SettingsError``."""
        return read_settings(Path(self.file))
