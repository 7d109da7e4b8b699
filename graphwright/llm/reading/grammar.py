"""Predicate, voice and denial of a model's triple, read from the chunk's parse where there is one.

So that both extractors name a relation alike, a predicate is the lemmas of its words ("approve" in
"is approved by"), and of a passive whose subject undergoes it "be" and the participle ("be archived
in"). Without a parse it is its words as written, in lower case. A "not" that is no part of a name
is a denial, whatever the model has made of it: no fact may turn into its opposite.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphwright.llm.reading.folded_text import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token
    from spacy.tokens import Span as Words

_NO_PART_OF_A_NAME = frozenset({"aux", "auxpass", "neg", "det", "punct", "agent"})
_ADDING = frozenset({"only", "just", "merely", "simply", "solely"})
"""After "not" they deny nothing, as for the rules."""

_CUT = {"ca": "can", "sha": "shall", "wo": "will"}
_FUTURE = frozenset({"will", "'ll"})
"""They tell the future and are no modality, as for the rules."""

_PASSIVE = frozenset({"auxpass", "nsubjpass"})


def read_predicate(text: str, subject: Span, predicate: Span, doc: Doc | None) -> tuple[str, str]:
    """Return the normalised predicate and the voice (active, passive or none).

    ``text`` is the chunk's text, ``doc`` its parse, the spans are offsets into it.
    """
    words = doc.char_span(*predicate, alignment_mode="expand") if doc is not None else None
    if not words:
        return _lower(text[predicate[0] : predicate[1]]), "none"
    voice = _voice(words)
    # The doer of a passive follows its verb; what stands before it undergoes it.
    undergoes = voice == "passive" and subject[0] < predicate[0]
    kept = [
        f"be {word.lower_}" if undergoes and word == words.root else _lemma(word)
        for word in words
        if word.dep_ not in _NO_PART_OF_A_NAME and not word.is_space
    ]
    return " ".join(kept) or _lower(words.text), voice


def is_denied(predicate: Span, doc: Doc | None) -> bool:
    """Return whether a "not" among the words of a predicate, or of its verb, denies it."""
    words = doc.char_span(*predicate, alignment_mode="expand") if doc is not None else None
    signs = (sign for word in words or () for sign in (word, *word.children))
    return any(sign.dep_ == "neg" and _following(sign) not in _ADDING for sign in signs)


def _following(word: Token) -> str:
    return word.doc[word.i + 1 : word.i + 2].text.lower()


def read_modality(said: str | None) -> tuple[str | None, bool]:
    """Return a modal verb as the rules name it, and whether it is denied: "can" of "cannot"."""
    words = "" if said is None else said.replace("\u2019", "'")
    plain = re.sub(r"(?:\s*\bnot|n't|(?<=can)not)$", "", words.strip(), flags=re.IGNORECASE)
    denied, plain = plain != words.strip(), plain.strip()
    plain = _CUT.get(plain.lower(), plain) if denied else plain
    return (plain if plain and plain.lower() not in _FUTURE else None), denied


def _lemma(word: Token) -> str:
    return word.lemma_.lower()


def _voice(words: Words) -> str:
    root = words.root
    if root.pos_ not in ("VERB", "AUX"):
        return "none"
    is_passive = any(child.dep_ in _PASSIVE for child in root.children)
    return "passive" if is_passive else "active"


def _lower(words: str) -> str:
    return " ".join(words.split()).lower()
