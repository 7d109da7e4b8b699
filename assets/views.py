"""The views that the settings name: the published graph as some of its readers may see it."""

from collections.abc import Iterator
from typing import Any

import dagster as dg

from assets.automation import follows_data
from assets.failures import retried
from assets.specs import group_name
from graphwright.access.views import refresh_views
from graphwright.project import Project
from graphwright.settings import Settings
from graphwright.steps.publishing import SNAPSHOT, PublishStep
from resources.lake import LakeResource
from resources.sources import SourcesResource

VIEWS = "access_views"
"""Name of the asset; it is no table, and no other asset is made from it."""


def views_asset(settings: Settings) -> dg.AssetsDefinition:
    """Return the asset of the views, which follows each publication."""

    @dg.asset(
        name=VIEWS,
        deps=[SNAPSHOT],
        group_name=group_name(PublishStep.group),
        owners=list(settings.owners),
        automation_condition=follows_data(),
        description="The graphs of what the audiences of the settings may see, each made of the "
        "documents that it may see alone, and the tables that further ones are made of.",
    )
    @retried
    def access_views(
        context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
    ) -> Iterator[dg.MaterializeResult[Any]]:
        made = refresh_views(Project(lake.open().root, given=sources.settings))
        groups = [f"{view.id}: {', '.join(view.groups) or 'no group'}" for view in made]
        yield dg.MaterializeResult(metadata={"views": len(made), "audiences": groups})

    return access_views
