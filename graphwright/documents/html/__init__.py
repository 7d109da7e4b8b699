"""HTML pages: reduced to their plain structure, then read by Docling or, where large, by pieces."""
