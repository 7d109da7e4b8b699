"""Word, Excel and PowerPoint files: ``docx``, ``xlsx`` and ``pptx`` are their readers.

Beside them stands what prepares a file for Docling or reads what Docling does not: of Word
``docx_preparation`` and ``docx_paragraphs``, of Excel ``workbook``, ``used_area``,
``large_workbook``, ``sheet_rows`` and ``cell_links``, of PowerPoint ``smart_art``; of all
``package`` (their parts and relationships), ``package_checks`` and ``pictures``.
"""
