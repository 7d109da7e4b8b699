"""The parse of a chunk as a tree, and the repairs of what a small parser gets wrong."""
