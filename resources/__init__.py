"""Connections: the lake, the sources, models, Milvus and the LLM endpoint, as Dagster resources."""
