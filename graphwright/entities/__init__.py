"""Names: normalisation, seed concepts and what is one entity."""
