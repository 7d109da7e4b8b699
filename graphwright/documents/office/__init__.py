"""Word, Excel and PowerPoint files: their packages made readable for Docling, or read here."""
