"""What people look at: HTML pages from templates, and texts for a terminal.

What is told is computed in ``inspection``, ``graph`` and ``retrieval``; here it is laid out.
"""
