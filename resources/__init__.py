"""Connections as Dagster resources: the lake, the sources, an LLM, the embedder and Milvus.

The spaCy pipeline is none of them: each worker process of a step loads its own.
"""
