"""From bytes at a source to canonical text, blocks and chunks.

``sources`` finds documents; ``formats`` says which are read, ``readers`` by what; the folders by
format give raw blocks (``blocks``), which ``canonical`` gives their place in the text; ``parse``
is all of that for one document, inside ``sandbox``; ``chunk`` cuts its text.
"""
