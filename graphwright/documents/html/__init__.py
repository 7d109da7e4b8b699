"""HTML pages: reduced to flat blocks, then read by Docling or, where large, without it."""
