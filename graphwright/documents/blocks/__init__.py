"""Raw blocks, which every reader hands over, and what readers share to make them.

Imports no reader: each of ``html``, ``text``, ``office``, ``pdf`` and ``docling`` builds on it.
"""
