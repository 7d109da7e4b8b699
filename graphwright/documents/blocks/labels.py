"""Labels by which documents announce links to other texts, in lower case and without a colon."""

OTHER_TEXTS = frozenset(
    {"related information", "related links", "related topics", "see also", "further reading"}
)
