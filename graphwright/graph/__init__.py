"""The published graph as its readers have it: an opened snapshot, its tables, vectors and indexes."""
