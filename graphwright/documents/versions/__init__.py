"""Which documents are one: copies of a text, and versions of which a later one takes the place.

What a document says of itself is ``stated``, what its name says ``file_names``, what a file beside
the sources says ``sidecar``; ``successors`` decides between them, ``copies`` compares texts, and
``table`` makes the rows of all.
"""
