"""What regions of a PDF are to a reader: headings, levels, captions, footnotes, blocks."""
