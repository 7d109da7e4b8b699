"""Model files that come with Graphwright, each with a model card; no code."""
