"""Hand-made rows of evidence: a sentence somewhere in a text, and what its clause adds."""

from __future__ import annotations

import dataclasses

from graphwright.tables import Evidence, Qualifier


def evidence_of(quote: str, *qualifiers: str, start: int = 100, **values: object) -> Evidence:
    """Return evidence of a sentence that stands at an offset, with phrases of it as qualifiers.

    ``values`` replace those of any other column.
    """
    found = [(text, start + quote.index(text)) for text in qualifiers]
    plain = Evidence(
        **dict.fromkeys(
            ("evidence_id", "relation_id", "triple_id", "document_id", "collection", "title", "uri",
             "chunk_id", "sentence_id", "extractor", "rule", "version"), "x"
        ),
        **dict.fromkeys(("subject_start", "subject_end", "object_start", "object_end"), start),
        page=None,
        box=None,
        box_unit=None,
        heading_path=(),
        start=start,
        end=start + len(quote),
        quote=quote,
        confidence=0.9,
        qualifiers=tuple(Qualifier("other", text, at, at + len(text)) for text, at in found),
    )  # fmt: skip
    return dataclasses.replace(plain, **values)
