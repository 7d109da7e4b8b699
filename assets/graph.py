"""Step 6: the edges that lead back: relation to sentence and span, entity to chunk."""

from dagster_project.materialize import sql_asset

evidence = sql_asset("evidence")
entity_chunks = sql_asset("entity_chunks")
