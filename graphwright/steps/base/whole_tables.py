"""Steps whose tables depend on whole tables: all is made again where any of these changed."""

from __future__ import annotations

from graphwright.ids import fingerprint
from graphwright.steps.base.step import Step, table_digest
from graphwright.store.lake import Lake


class WholeTablesStep(Step):
    """A step whose key is that of its inputs as they are, in all of their ``_buckets`` files."""

    _buckets: int

    def key(self, lake: Lake) -> str:
        """Return the key of its tables. ``LakeError`` where what they are made from is absent."""
        digests = [table_digest(lake, name, self._buckets) for name in self.inputs]
        return fingerprint([self.causes, digests])

    def is_current(self, lake: Lake, bucket: int | None = None) -> bool:
        """Return whether all tables are of what they are made from as it is."""
        key = self.key(lake)
        return all(lake.is_current(table, key) for table in self.outputs)
