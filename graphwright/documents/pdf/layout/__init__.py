"""How a page is laid out: columns, order, tables, paragraphs, and what repeats on each page."""
