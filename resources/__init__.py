"""Connections as Dagster resources: the lake, the sources, an LLM, the embedder and Milvus.

``publication`` is no connection: it holds what a run's config says about its publication.

The spaCy pipeline is none of them: each worker process of a step loads its own.
"""
