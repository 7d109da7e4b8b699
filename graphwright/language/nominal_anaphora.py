"""Nominal mentions: "the service" where the text has just named one service.

coreferee links these too, but only where it runs and only to the same noun; this rule is cheap
enough to run on all text. A noun is linked to a name that it is a part of ("the Destination
service"), that the text says is one ("Joule is a service", "Joule, a service for ...") or, for a
company, that the parse marks as one. It links only where one name fits: precise, not complete.
A thing that only a title or the sentence before names is in ``artefact_anaphora``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from graphwright.language.artefact_anaphora import artefact_name
from graphwright.language.names import NOUN_POS, Name, name_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

LOOK_BACK = 2
"""Sentences before the mention's own in which its name is looked for."""

_DEFINITE = frozenset({"the", "this", "that", "these", "those"})
_RESTRICTING = frozenset({"prep", "relcl", "acl", "appos", "nummod", "compound", "npadvmod"})
_IDENTIFYING = frozenset({"compound", "nmod", "amod", "poss"})
_NO_MENTION = frozenset({"compound", "attr", "appos", "npadvmod", "ROOT", "conj"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_COMPANY = frozenset({"company", "firm", "organisation", "organization"})
_KINDS = frozenset({"type", "kind", "sort", "category", "value", "name", "option", "field"})
"""Nouns before a name that say what it is a value of: "of type Integration"."""
_VERB_TAGS = frozenset({"VB", "VBG", "VBP", "VBZ"})
_TIMES = frozenset({"DATE", "TIME"})
_CHOOSE = frozenset({"choose", "select", "click", "press", "tap", "enter"})
"""Verbs whose bare object is a label of a screen: "choose Finalize Formation"."""


def nominal_mentions(
    sents: Sequence[Span], wanted: set[int], title: Name | None = None
) -> Iterator[tuple[Span, Name]]:
    """Yield each nominal mention and its name, in order.

    ``sents`` are all sentences of a Doc; mentions are looked for in those at the ``wanted``
    positions. ``title`` is that of the document, where the Doc begins with it.
    """
    nouns = _definite_nouns(sents[0].doc) if sents else []
    starts = [sent.start for sent in sents]
    for index in nouns:
        position = int(np.searchsorted(starts, index, side="right")) - 1
        token = sents[0].doc[index]
        if position in wanted and _is_mention(token):
            name = _only_name(token, sents[max(0, position - LOOK_BACK) : position + 1])
            name = name or artefact_name(token, title)
            if name is not None:
                yield token.doc[index - 1 : index + 1], name


def _definite_nouns(doc: Doc) -> list[int]:
    """Return the indexes of the nouns right after "the" or "this"; reads no Token, to be cheap."""
    strings = doc.vocab.strings
    columns = doc.to_array(["POS", "LOWER"])
    definite = np.array([strings[word] for word in sorted(_DEFINITE)], dtype=np.uint64)
    after = np.isin(columns[:-1, 1], definite) & (columns[1:, 0] == strings["NOUN"])
    found: list[int] = (np.flatnonzero(after) + 1).tolist()
    return found


def _is_mention(token: Token) -> bool:
    """A definite noun with nothing but its determiner: "the service", "these roles"."""
    if token.pos_ != "NOUN" or token.dep_ in _NO_MENTION or token.left_edge.i != token.i - 1:
        return False
    if token.nbor(-1).lower_ not in _DEFINITE or _goes_on(token):
        return False
    return not any(child.dep_ in _RESTRICTING for child in token.children)


def _goes_on(token: Token) -> bool:
    """Whether the next word belongs to the mention, whatever the parse says.

    "The attribute Groups", "the parameters specified directly".
    """
    if token.i + 1 >= len(token.doc):
        return False
    following = token.nbor(1)
    if following.ent_type_ in _TIMES:
        return False
    return following.pos_ in NOUN_POS or following.tag_ == "VBN"


def _only_name(mention: Token, window: Sequence[Span]) -> Name | None:
    """The one name in the window that the mention's head noun fits, None where two do or none."""
    found: dict[str, Name] = {}
    for token in _heads_like(mention, window):
        if _is_mention(token):
            continue
        name = _introduced(token) or _identified(token)
        if name is None or token.morph.get("Number", []) != mention.morph.get("Number", []):
            return None
        found[_bare(token.doc, name)] = name
    if not found and mention.lemma_.lower() in _COMPANY:
        found = _companies(mention, window)
    return next(iter(found.values())) if len(found) == 1 else None


def _heads_like(mention: Token, window: Sequence[Span]) -> Iterator[Token]:
    lemma = mention.lemma_.lower()
    for token in _before(mention, window):
        if token.lemma_.lower() == lemma and token.pos_ in NOUN_POS and token.dep_ != "compound":
            yield token


def _before(mention: Token, window: Sequence[Span]) -> Iterator[Token]:
    """Yield the words of the window before the mention."""
    yield from mention.doc[window[0].start : mention.i - 1]


def _introduced(token: Token) -> Name | None:
    """The name that the text gives the noun to: "Joule is a service", "a new service Joule"."""
    if token.dep_ == "appos" and token.head.pos_ == "PROPN":
        # "Insert the URL" is read as an apposition too, but has no comma or bracket.
        first = token.left_edge.i
        apart = first > 0 and token.doc[first - 1].is_punct
        return name_of(token.doc, [token.head.i]) if apart else None
    inner = next((child for child in token.rights if child.dep_ == "appos"), None)
    new = any(child.lower_ in ("a", "an") for child in token.lefts)
    if new and inner is not None and inner.pos_ == "PROPN" and inner.i <= token.i + 2:
        return name_of(token.doc, [inner.i])
    verb = token.head
    if token.dep_ != "attr" or verb.lemma_ != "be" or any(c.dep_ == "neg" for c in verb.children):
        return None
    if not any(child.lower_ in ("a", "an", "the") for child in token.lefts):
        return None
    subject = next((child for child in verb.lefts if child.dep_ in _SUBJECTS), None)
    if subject is None or subject.pos_ != "PROPN":
        return None
    return name_of(token.doc, [subject.i])


def _companies(mention: Token, window: Sequence[Span]) -> dict[str, Name]:
    """The companies that the window names; one at least must have been spoken of as a subject."""
    roots = [
        token
        for token in _before(mention, window)
        if token.ent_type_ == "ORG" and token.pos_ == "PROPN" and token.dep_ != "compound"
    ]
    if not any(token.dep_ in _SUBJECTS for token in roots):
        return {}
    names = [name_of(token.doc, [token.i]) for token in roots]
    return {_bare(mention.doc, name): name for name in names if name is not None}


def _identified(token: Token) -> Name | None:
    """The name of a noun that a name or another noun tells apart: "the Destination service"."""
    named = any(child.dep_ in _IDENTIFYING and child.pos_ in NOUN_POS for child in token.lefts)
    if not named or token.nbor(-1).text == "-" or _is_misread(token) or _is_coordinated(token):
        return None
    name = name_of(token.doc, [token.i])
    return None if name is None or _is_cut(token.doc, name) else name


def _is_coordinated(token: Token) -> bool:
    """Whether a name is several, or the end of one: "PUT and DELETE request", "Trust and ...".

    "Authorization and Trust Management Service" is read as two names, and is one after "the".
    """
    first = token.left_edge
    if first.lower_ == "the" and first.nbor(1).pos_ == "PROPN":
        return False
    inside = any(inner.dep_ == "cc" for left in token.lefts for inner in left.subtree)
    ends = token.dep_ == "conj" and token.head.pos_ == "PROPN" and token.left_edge.pos_ != "DET"
    return inside or ends


def _is_cut(doc: Doc, name: Name) -> bool:
    """Whether a name goes on after what the parse takes for it: "OData version" of "version 4"."""
    span = doc.char_span(name.start, name.end)
    if span is None or span.end >= len(doc):
        return False
    return doc[span.end].pos_ in ("PROPN", "NUM")


def _is_misread(token: Token) -> bool:
    """Whether a phrase that looks like a name is likelier an instruction, a label or a clause.

    "Use client certificates", "choose Finalize Formation", "shipping logs", "this token grants
    access", "of type Integration": the tagger takes their verbs for nouns.
    """
    first = token.left_edge
    if first.pos_ in ("DET", "PRON"):
        return first.lower_ in _DEFINITE - {"the"}
    if first.tag_ in _VERB_TAGS or first.lower_ in _KINDS:
        return True
    if first.is_lower and first.lower_.endswith("ing"):
        return True
    if first.is_sent_start and token.tag_ == "NN" and first.is_title:
        return True
    return token.dep_ == "dobj" and token.head.lemma_ in _CHOOSE and first.is_title


def _bare(doc: Doc, name: Name) -> str:
    span = doc.char_span(name.start, name.end)
    if span is None:
        return name.text.lower()
    return " ".join(token.lower_ for token in span if token.pos_ != "DET")
