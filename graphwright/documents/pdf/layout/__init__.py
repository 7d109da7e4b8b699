"""How a page is laid out: columns, reading order, tables, paragraphs, and what repeats on each page."""
