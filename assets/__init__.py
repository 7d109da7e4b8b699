"""The pipeline as Dagster assets: one for each step of ``graphwright.steps.pipeline``, in order.

``listed`` has the steps that look outside, ``made`` all that follow, ``views`` what is made of
the published graph for those who may not see all of it; ``crawled`` the crawls of applications,
which no build makes; ``checks`` the checks of their tables. What
the page shows of each is in ``specs`` (before it is made) and ``results``.
"""

from collections.abc import Sequence

import dagster as dg

from assets.checks import pipeline_checks
from assets.crawled import crawl_specs
from assets.listed import listed_asset
from assets.made import made_asset
from assets.views import views_asset
from graphwright.project import Project
from graphwright.steps.base.step import Given
from graphwright.steps.listed import ListedStep
from graphwright.steps.pipeline import Pipeline
from graphwright.tables import SourceDocument

__all__ = ["pipeline_assets", "pipeline_checks"]


def pipeline_assets(
    project: Project, found: Sequence[SourceDocument] | None = None
) -> list[dg.AssetsDefinition | dg.AssetSpec]:
    """Return an asset, or several that are made together, for each step of the pipeline.

    ``found`` are the documents that the sources hold, where the caller has just looked. Raises
    ``ModelError`` where a model that the settings name is absent.
    """
    settings = project.settings
    pipeline = Pipeline(Given(project.lake, settings, documents=()))
    made = [
        listed_asset(step, settings, found)
        if isinstance(step, ListedStep)
        else made_asset(step, project.root, settings)
        for step in pipeline
    ]
    return [*made, views_asset(settings), *crawl_specs(settings)]
