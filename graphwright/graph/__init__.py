"""The published graph as readers have it: an opened snapshot, its tables, vectors, indexes."""
