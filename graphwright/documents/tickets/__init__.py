"""Tickets: exports of trackers read into one form, masked, and turned into text with places.

``raw`` is that form; ``exports`` reads each tracker's files, ``masking`` and ``persons`` take out
what no table may hold, ``document`` makes the text, ``markup`` reads the texts' own markup.
"""
