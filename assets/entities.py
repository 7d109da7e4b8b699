"""Step 5: seed concepts, then entities and relations over all buckets, each by one SELECT."""

from typing import Any

import dagster as dg

from dagster_project.materialize import picture, spec, sql_asset, whole_result
from graphwright.entities.seeds import load_seeds
from graphwright.ids import fingerprint
from graphwright.inspection.pictures import (
    confidence_picture,
    degree_picture,
    graph_picture,
)
from graphwright.lake import Lake
from graphwright.steps.whole import refresh
from graphwright.tables import SeedAlias, table_of
from resources.lake import LakeResource
from resources.sources import SourcesResource


@dg.multi_asset(specs=[spec("seed_concepts", [], kinds=["yaml"])])
def seed_concepts(lake: LakeResource, sources: SourcesResource) -> dg.MaterializeResult[Any]:
    """Read the concepts that the data team declared."""
    opened = lake.open()
    seeds = table_of(SeedAlias).from_rows(load_seeds(sources.settings.seed_path))
    report = refresh(opened, "seed_concepts", fingerprint(seeds.to_pylist()), lambda: seeds)
    return whole_result(opened, "seed_concepts", report)


def _pictures(lake: Lake) -> dict[str, Any]:
    """Return the graph around its best-connected entities, and two distributions."""
    entities, relations = lake.paths("entities"), lake.paths("relations")
    return {
        "graph": picture(graph_picture(entities, relations), "best-connected entities"),
        "confidence": picture(confidence_picture(relations), "confidence"),
        "degree": picture(degree_picture(relations), "degree"),
    }


repeated_sentences = sql_asset(
    "repeated_sentences", wanted=lambda settings: settings.parse.clean.boilerplate
)
entity_merges = sql_asset("entity_merges")
entity_aliases = sql_asset("entity_aliases")
entities = sql_asset("entities")
relations = sql_asset("relations", _pictures)
rejected_triples = sql_asset("rejected_triples")
