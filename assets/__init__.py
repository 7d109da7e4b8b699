"""The pipeline, one module a step; read documents, text, language, triples, entities, graph,
vectors, serving, and then checks."""
