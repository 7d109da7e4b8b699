"""Nominal mentions of a thing that was made: "this app" under the title "Monitor Queues".

Its noun stands in no name before it, so what names it is the title of the document or the subject
of the sentence before. Nouns that the text itself can be ("this section", "this procedure") are
left out. Mentions whose noun a name holds are in ``graphwright.language.nominal_anaphora``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.language.names import NOUN_POS, Name, name_of
from graphwright.tables.documents import BlockKind
from graphwright.tables.text import Chunk, Sentence

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MADE = frozenset({
    "app", "application", "service", "tool", "library", "product", "module", "component", "program",
    "platform", "framework", "package", "api", "solution", "software", "utility", "plugin",
    "add-on", "dashboard", "wizard", "engine", "edition", "device", "machine", "vehicle", "drug",
})  # fmt: skip
"""What can bear a proper name as a whole."""
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_NO_TITLE = frozenset({"DET", "PRON", "SCONJ"})


def title_of(chunk: Chunk, sentences: Sequence[Sentence]) -> Name | None:
    """Return the title that the chunk begins with, at offsets of the chunk; None without one."""
    first = sentences[0] if sentences else None
    if first is None or first.kind != BlockKind.TITLE.value or len(first.text.split()) < 2:
        return None
    return Name(first.text, first.start - chunk.start, first.end - chunk.start)


def artefact_name(mention: Token, title: Name | None) -> Name | None:
    """Return the name of "this app" where its noun stands in no name before it, else None."""
    lemma = mention.lemma_.lower()
    if lemma not in _MADE or mention.nbor(-1).lower_ != "this":
        return None
    before = mention.doc[: mention.i - 1]
    if any(_is_one(token, lemma) and not _is_this(token) for token in before):
        return None
    return _subject_before(mention) or (None if title is None else _titled(mention.doc, title))


def _is_one(token: Token, lemma: str) -> bool:
    """Whether a word is the noun, also where it is part of a name and so its own lemma: "Apps"."""
    return token.lemma_.lower() == lemma or token.lower_ in (lemma, lemma + "s")


def _is_this(token: Token) -> bool:
    return token.i > 0 and token.nbor(-1).lower_ in ("this", "the")


def _titled(doc: Doc, title: Name) -> Name | None:
    """A title that is a name: no clause, and nothing of what the text is to do or to tell."""
    span = doc.char_span(title.start, title.end)
    if span is None or span[0].tag_ == "VBG" or span[0].lower_.endswith("ing"):
        return None
    return None if any(token.pos_ in _NO_TITLE for token in span) else title


def _subject_before(mention: Token) -> Name | None:
    """The one name of the sentence before, where it is the subject: "Joule answers. This tool"."""
    start = mention.sent.start
    if start == 0 or "\n\n" in mention.doc[start - 1].text:
        return None
    sentence = mention.doc[start - 1].sent
    names = [t for t in sentence if t.pos_ == "PROPN" and t.dep_ != "compound"]
    own = [t for t in mention.doc[start : mention.i] if t.pos_ in NOUN_POS]
    if own or len({t.lower_ for t in names}) != 1 or names[0].dep_ not in _SUBJECTS:
        return None
    return name_of(mention.doc, [names[0].i])
