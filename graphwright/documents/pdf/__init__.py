"""PDF: read by geometry and typography, or with Docling's models, as the settings say.

``reader`` chooses. Without models (``heuristic``) the folders are read in this order: ``page``
(pdfium's characters to words and lines, rules, tags, links), ``layout`` (headers and footers,
tables, columns, paragraphs), ``structure`` (captions, footnotes, headings with levels, raw
blocks). Each imports only those before it; all but ``page`` and ``structure.bookmarks`` are pure
functions of words.
"""
