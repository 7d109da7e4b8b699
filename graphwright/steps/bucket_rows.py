"""Rows of a bucket as Python objects, and of no more documents or chunks than are wanted.

Making objects of rows costs far more than reading them: a bucket of which one document changed is
read as Arrow, and only that document's rows become objects.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from graphwright.store.lake import Lake
from graphwright.tables import rows_of, table_of

Row = TypeVar("Row")


def bucket_rows(
    lake: Lake, cls: type[Row], bucket: int, column: str, wanted: Collection[str] | None
) -> list[Row]:
    """Return a bucket's rows of the table that ``cls`` declares, in the order of its key.

    Of these, the rows whose ``column`` holds one of the ``wanted`` values; all where that is None.
    Raises ``LakeError`` where the file is absent or damaged.
    """
    table = table_of(cls).name
    if wanted is None:
        return rows_of(cls, lake.read(table, bucket))
    return rows_of(cls, lake.read_where(table, bucket, column, wanted)) if wanted else []
