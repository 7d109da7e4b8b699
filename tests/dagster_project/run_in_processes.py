"""A program: build the project that the environment names, each step in a process of its own.

A process of its own too, because the server that forks the steps keeps the environment in which
it was started.
"""

from __future__ import annotations

import sys

import dagster as dg

from assets.partitions import range_of_buckets
from dagster_project import definitions
from dagster_project.environment import named_project

IN_PROCESSES = {
    "max_concurrent": 2,
    "start_method": {"forkserver": {"preload_modules": ["dagster_project.definitions"]}},
}


def build_job() -> dg.JobDefinition:
    """Return the job whose steps the processes load again."""
    return definitions.defs().resolve_job_def("build")


def main() -> None:
    """Run every asset of the job, without its checks: they would be as many processes again."""
    keys = frozenset(definitions.defs().resolve_asset_graph().materializable_asset_keys)
    job = dg.reconstructable(build_job)
    with dg.DagsterInstance.get() as instance:
        result = dg.execute_job(
            job.get_subset(asset_selection=keys, asset_check_selection=frozenset()),
            instance=instance,
            tags=range_of_buckets(range(named_project().settings.buckets)),
            run_config={"execution": {"config": {"multiprocess": IN_PROCESSES}}},
        )
    sys.exit(0 if result.success else 1)


if __name__ == "__main__":
    main()
