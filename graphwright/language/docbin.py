"""A parse as bytes: a spaCy ``DocBin`` of one ``Doc``, written and read at a third of its cost.

``DocBin`` packs a corpus. For one chunk most of its time goes to the entry points of all installed
packages, which each call searches for msgpack extensions, and to nine strings asked of each token.
The bytes are the same, so ``DocBin`` can read them. What is kept of a parse is said here.
"""

from __future__ import annotations

import functools
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

_GRAMMAR = ("TAG", "POS", "MORPH", "LEMMA", "NORM", "DEP", "HEAD", "SENT_START")
_ATTRIBUTES = (*_GRAMMAR, "ENT_IOB", "ENT_TYPE")
"""What is kept of a parse beside the words and spaces, which a DocBin always keeps."""

_NAMED = ("ORTH", "TAG", "LEMMA", "NORM", "DEP", "ENT_TYPE")
"""Those whose values are keys of strings; MORPH is the other one."""


def pack(doc: Doc) -> bytes:
    """Return the bytes of ``DocBin(attrs=_ATTRIBUTES, docs=[doc])``, for a Doc without spans."""
    attributes = kept_attributes()
    message = {
        "version": "0.1",
        "attrs": attributes,
        "tokens": doc.to_array(attributes).tobytes(),
        "spaces": doc.to_array(["SPACY"]).astype(bool).tobytes(),
        "lengths": np.array([len(doc)], dtype=np.int32).tobytes(),
        "strings": sorted(_strings(doc)),
        "cats": [doc.cats],
        "flags": [{"has_unknown_spaces": doc.has_unknown_spaces}],
        "span_groups": [doc.spans.to_bytes()],
    }
    return zlib.compress(_packer().pack(message))


def unpack(data: bytes, vocab: Vocab) -> Doc:
    """Return the Doc that was packed; its words and strings are added to ``vocab``.

    Raises an error of zlib, msgpack or spaCy, ``KeyError`` or ``ValueError`` for other bytes.
    """
    from spacy.tokens import Doc  # noqa: PLC0415  # heavy: only a process that reads parses pays
    from srsly import msgpack  # noqa: PLC0415

    # A hook of ours, and msgpack looks for no others: a DocBin holds no type that needs one.
    message = msgpack.unpackb(zlib.decompress(data), raw=False, object_pairs_hook=dict)
    count = len(message["lengths"]) // np.dtype(np.int32).itemsize
    if count != 1:
        raise ValueError(f"{count} documents")
    for string in message["strings"]:
        vocab.strings.add(string)
    attributes = message["attrs"]
    tokens: Any = np.frombuffer(message["tokens"], dtype=np.uint64).reshape(-1, len(attributes))
    words = tokens[:, 0].tolist()  # the first attribute is always ORTH
    doc = Doc(vocab, words=words, spaces=np.frombuffer(message["spaces"], dtype=bool).tolist())
    return doc.from_array(attributes, tokens)


def _strings(doc: Doc) -> set[str]:
    """Return each string that the parse names, and the empty one of what it has not."""
    if not len(doc):
        return set()
    strings: Any = doc.vocab.strings  # its stub knows no integer keys
    morphs = set(doc.to_array(["MORPH"]).tolist()) - {strings[doc.vocab.morphology.EMPTY_MORPH]}
    keys = morphs.union(doc.to_array([*_NAMED]).ravel().tolist())
    return {"", *(strings[key] for key in keys)}


@functools.cache
def kept_attributes() -> list[int | str]:
    """Return the attributes of a token that are kept of a parse, words first, as spaCy's keys."""
    from spacy.tokens import DocBin  # noqa: PLC0415  # heavy: only a process that parses pays

    return [*DocBin(attrs=_ATTRIBUTES).attrs]


@functools.cache
def _packer() -> Any:
    from srsly.msgpack import Packer  # noqa: PLC0415  # heavy: only a process that parses pays

    return Packer(use_bin_type=True)
