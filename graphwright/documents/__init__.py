"""From bytes at a source to canonical text, blocks and chunks.

``sources`` finds documents and knows their formats, ``readers`` by what each is read; the folders
by format give raw blocks (``blocks``), which ``canonical`` gives their place in the text; ``parse``
is all of that for one document, inside ``sandbox``; ``chunk`` cuts its text.
"""
