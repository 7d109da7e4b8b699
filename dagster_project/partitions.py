"""The buckets: a document belongs to the one that the hash of its id gives."""

from collections.abc import Collection

import dagster as dg

from dagster_project.project import project_settings

_RANGE_START = "dagster/asset_partition_range_start"
_RANGE_END = "dagster/asset_partition_range_end"

BUCKETS = dg.StaticPartitionsDefinition(
    [f"{number:04d}" for number in range(project_settings().buckets)]
)
"""One partition a bucket; a run covers a range of them in one go."""

IN_ONE_RUN = dg.BackfillPolicy.single_run()


def every_bucket() -> dict[str, str]:
    """Return the tags of a run over all buckets."""
    return range_of_buckets(range(len(BUCKETS.get_partition_keys())))


def range_of_buckets(buckets: Collection[int]) -> dict[str, str]:
    """Return the tags of a run from the first of these buckets to the last."""
    keys = BUCKETS.get_partition_keys()
    return {_RANGE_START: keys[min(buckets)], _RANGE_END: keys[max(buckets)]}
