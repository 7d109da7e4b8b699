"""Step 6: the edges that lead back (relation to sentence, entity to chunk), and what is open."""

from dagster_project.materialize import sql_asset

evidence = sql_asset("evidence")
entity_chunks = sql_asset("entity_chunks")
extractor_disagreements = sql_asset("extractor_disagreements")
partial_documents = sql_asset("partial_documents")
