"""Step 7: vectors of entities, chunks and relations, in Parquet and, by difference, in Milvus."""

from typing import Any

import dagster as dg

from dagster_project.failures import retried
from dagster_project.lake_runs import milvus_pool
from dagster_project.materialize import spec, whole_result
from dagster_project.progress import bar
from graphwright.planning.costs import Stopwatch, note_cost
from graphwright.steps.vectors import EMBEDDED, embed_table
from graphwright.steps.whole import WholeReport
from graphwright.vectors.embedder import embedder_fingerprint
from resources.embedder import EmbedderResource
from resources.lake import LakeResource
from resources.milvus import MilvusResource
from resources.sources import SourcesResource


def _embedding_asset(table: str) -> dg.AssetsDefinition:
    source = EMBEDDED[table]

    @dg.multi_asset(
        name=table, specs=[spec(table, [source], kinds=["milvus", "onnx"])], pool=milvus_pool()
    )
    @retried
    def asset(
        context: dg.AssetExecutionContext,
        lake: LakeResource,
        sources: SourcesResource,
        embedder: EmbedderResource,
        milvus: MilvusResource,
    ) -> dg.MaterializeResult[Any]:
        opened, settings, watch = lake.open(), sources.settings, Stopwatch()
        progress = bar(f"embed {source}", context.log.info)
        report = embed_table(
            opened,
            table,
            settings.buckets,
            model=embedder_fingerprint(settings.embedding),
            milvus=settings.milvus,
            open_embedder=embedder.open,
            open_store=milvus.open,
            on_start=progress.start,
            on_progress=progress.advance,
        )
        note_cost(opened, table, report.texts_embedded, watch.seconds)
        more = {
            "texts_embedded": report.texts_embedded,
            "milvus_added": report.synced.added,
            "milvus_updated": report.synced.updated,
            "milvus_deleted": report.synced.deleted,
        }
        made = WholeReport(report.rows, made=report.texts_embedded > 0)
        return whole_result(opened, table, made, more)

    return asset


entity_embeddings = _embedding_asset("entity_embeddings")
chunk_embeddings = _embedding_asset("chunk_embeddings")
relation_embeddings = _embedding_asset("relation_embeddings")
