"""Connections as Dagster resources: the lake, the sources, the embedder and Milvus.

Language models and an LLM's endpoint are opened by the steps themselves, in their processes.
"""
