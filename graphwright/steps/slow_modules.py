"""Names of the slow modules that the workers of a build need; nothing is imported here.

Which steps have such workers, each says itself (``BucketStep.warms_up``).
The server that workers are forked from imports them once, instead of every worker for itself. None
of them may start a thread when it is imported.
"""

FOR_PARSING = ("docling.document_converter", "graphwright.documents.parse")
"""Enough after a small change, whose chunks need no process of their own."""

SLOW_MODULES = (
    "spacy.lang.en",
    "coreferee",
    *FOR_PARSING,
    "graphwright.extraction.extract",
    "graphwright.language.annotate",
)
