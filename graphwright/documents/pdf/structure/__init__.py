"""What the pieces of a PDF are to its reader: headings and their levels, captions, footnotes, blocks."""
