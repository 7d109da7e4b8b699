"""PDF without models: words and rules by pdfium, everything else by geometry and typography.

Read in this order: ``reader`` (file to words and rules), ``lines``, ``furniture``, ``ruled`` and
``aligned`` (tables), ``order`` (columns), ``paragraphs``, ``headings``, and ``document``, which
puts them together. All but ``reader``, ``shapes``, ``links``,
``tags`` and ``outline`` are pure functions of words.
"""
