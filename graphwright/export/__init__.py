"""A published graph written for other programs: GraphML, Neo4j, RDF, Parquet."""
