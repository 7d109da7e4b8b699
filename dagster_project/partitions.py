"""The buckets: a document belongs to the one that the hash of its id gives."""

import dagster as dg

from dagster_project.project import bucket_count

BUCKETS = dg.StaticPartitionsDefinition([f"{number:04d}" for number in range(bucket_count())])
"""One partition a bucket; a run covers a range of them in one go."""

IN_ONE_RUN = dg.BackfillPolicy.single_run()
