"""The jobs: a whole build."""

import dagster as dg

BUILD_JOB = "build"

JOBS = [
    dg.define_asset_job(
        BUILD_JOB,
        selection=dg.AssetSelection.all(),
        description="From the sources to a published snapshot; does only what is new.",
    )
]
