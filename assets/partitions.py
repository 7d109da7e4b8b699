"""The buckets: a document belongs to the one that the hash of its id gives."""

import functools
from collections.abc import Collection

import dagster as dg

_RANGE_START = "dagster/asset_partition_range_start"
_RANGE_END = "dagster/asset_partition_range_end"

IN_ONE_RUN = dg.BackfillPolicy.single_run()
"""A run covers a range of buckets in one go."""


@functools.cache
def partitions_of(buckets: int) -> dg.StaticPartitionsDefinition:
    """Return one partition a bucket."""
    return dg.StaticPartitionsDefinition([partition_key(number) for number in range(buckets)])


def partition_key(bucket: int) -> str:
    """Return the name of a bucket's partition."""
    return f"{bucket:04d}"


def range_of_buckets(buckets: Collection[int]) -> dict[str, str]:
    """Return the tags of a run from the first of these buckets to the last."""
    first, last = min(buckets), max(buckets)
    return {_RANGE_START: partition_key(first), _RANGE_END: partition_key(last)}
