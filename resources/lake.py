"""The lake: tables as Parquet, vectors and snapshots in one folder."""

from pathlib import Path

import dagster as dg

from graphwright.store.lake import Lake, open_lake


class LakeResource(dg.ConfigurableResource):  # type: ignore[type-arg]  # no resource value type
    """The folder that a build writes to."""

    root: str

    def open(self) -> Lake:
        """Return the lake; nothing is read or made yet."""
        return open_lake(Path(self.root))
