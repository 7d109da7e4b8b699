"""Word, Excel and PowerPoint files: what their packages hold, made readable for Docling or read here."""
