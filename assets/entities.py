"""Step 5: seed concepts, then entities and relations over all buckets, each by one SELECT."""

from typing import Any

import dagster as dg

from dagster_project.failures import retried
from dagster_project.materialize import spec, sql_asset, whole_result
from dagster_project.observe import seeds_tag
from graphwright.entities.seeds import seed_table
from graphwright.steps.whole import listed_key, refresh
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.multi_asset(specs=[spec("seed_concepts", [], kinds=["yaml"])])
@retried
def seed_concepts(
    context: dg.AssetExecutionContext, lake: LakeResource, sources: SourcesResource
) -> dg.MaterializeResult[Any]:
    """Read the concepts that the data team declared."""
    opened = lake.open()
    seeds = seed_table(sources.settings.seed_path)
    report = refresh(opened, "seed_concepts", listed_key(seeds), lambda: seeds)
    if report.made:
        context.instance.add_run_tags(context.run.run_id, seeds_tag(report.rows))
    return whole_result(opened, "seed_concepts", report)


repeated_sentences = sql_asset("repeated_sentences")
entity_merges = sql_asset("entity_merges")
entity_aliases = sql_asset("entity_aliases")
entities = sql_asset("entities")
relations = sql_asset("relations")
rejected_triples = sql_asset("rejected_triples")
