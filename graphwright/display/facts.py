"""A fact as an English sentence for people: "Approval Service is part of Ledgerline".

Tables hold the predicate's normal form ("be part of"), by which facts are told equal; here its
first word is inflected. What is no verb stays: a preposition, and a header or label.
"""

from __future__ import annotations

import re

_MODALS = frozenset({"can", "could", "may", "might", "must", "shall", "should", "will", "would"})
SEMI_MODALS = frozenset({"need to", "have to", "be able to", "be going to"})
"""Modality that is said by a verb of its own."""

_DENIED = {"can": "cannot"}
_SINGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_PLURAL = {"be": "are"}
_LEMMAS = {"is": "be", "are": "be", "was": "be", "were": "be", "has": "have", "does": "do"}
PREPOSITIONS = frozenset(
    {"about", "above", "across", "after", "against", "among", "around", "as", "at", "because"}
    | {"before", "behind", "below", "beside", "between", "beyond", "by", "despite", "during"}
    | {"except", "for", "from", "in", "inside", "into", "like", "near", "of", "off", "on", "onto"}
    | {"outside", "over", "per", "since", "than", "through", "throughout", "to", "toward"}
    | {"towards", "under", "until", "upon", "using", "via", "with", "within", "without"}
)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_HISSING = re.compile(r".*(?:s|x|z|ch|sh|[^o]o)")
_CONSONANT_Y = re.compile(r".*[^aeiou]y")
_INFLECTED = re.compile(r".{2,}[^asiu]s")
_BASE_ES = re.compile(r".*(?:ss|x|zz|ch|sh|o)es")
_IRREGULAR_PLURALS = frozenset({"people", "children", "men", "women", "criteria", "staff"})
_SHARES = frozenset({"percent", "majority", "most", "some", "all", "many", "half", "rest", "none"})
_NO_PLURAL = re.compile(
    r".*(?:ss|us|is|ics|news)|series|species|lens|bias|alias|atlas|canvas|means|headquarters"
    r"|.*ops|https|.*[0-9].*"
)


def fact_sentence(
    subject: str,
    predicate: str,
    object_: str,
    *,
    negated: bool = False,
    modality: str | None = None,
    labelled: bool = False,
    single: bool = False,
) -> str:
    """Return a fact as English, in one line.

    ``predicate`` is in its normal form, ``modality`` as written; ``labelled`` says that the
    predicate is a header or label: "Pump 3, supplier: Halvorn"; ``single`` that the subject is the
    name of one thing, however it is spelt: "Manage Intervals is app".
    """
    if labelled:
        return f"{subject}, {'not ' if negated else ''}{predicate}: {object_}"
    modal = modality.lower() if modality else ""
    if modal in SEMI_MODALS:
        predicate, modal, modality = f"{modal} {predicate}", "", None
    words = predicate_words(
        predicate,
        plural=not single and is_plural(subject),
        negated=negated,
        modal=modal if modal in _MODALS else "",
    )
    sentence = f"{subject} {words} {object_}"
    # What is no auxiliary says in which words the sentence left it open: "recommended".
    return f"{sentence} [{modality}]" if modal and modal not in _MODALS else sentence


def predicate_words(
    predicate: str, *, plural: bool = False, negated: bool = False, modal: str = ""
) -> str:
    """Return a predicate in the present tense, with its auxiliary and negation."""
    first, space, rest = predicate.partition(" ")
    behind = space + rest
    if not _WORD.fullmatch(first) or first in PREPOSITIONS:
        words = [modal, "not" if negated else "", predicate]
        return " ".join(word for word in words if word)
    verb = _base(first)
    if modal:
        auxiliary = _DENIED.get(modal, f"{modal} not") if negated else modal
        return f"{auxiliary} {verb}{behind}"
    if not negated:
        return _present(verb, plural=plural) + behind
    if verb == "be":
        return f"{_present(verb, plural=plural)} not{behind}"
    return f"{'do' if plural else 'does'} not {verb}{behind}"


def is_plural(name: str) -> bool:
    """Return whether a name is plural as far as its spelling tells.

    The word before the first preposition counts. A single capitalised word ("Kubernetes") is the
    name of one thing, as is a number, a code, or a name that starts with what is done ("Creating
    Queues").
    """
    words = _head_words(name)
    if not words or (words[0].lower().endswith("ing") and len(words) > 1):
        return False
    last = words[-1]
    if re.fullmatch(r"[A-Z]{2,}s", last) or last in _IRREGULAR_PLURALS:
        return True
    if not last.isalpha() or not last.endswith("s") or (len(words) == 1 and last[0].isupper()):
        return False
    return len(last) > 3 and not _NO_PLURAL.fullmatch(last.lower())


def _head_words(name: str) -> list[str]:
    """Return the words of a name up to its first comma, bracket or preposition behind the first."""
    words: list[str] = []
    for word in re.split(r"[,(:]", name, maxsplit=1)[0].split():
        if words and words[-1].lower() in _SHARES and word == "of":
            words = []  # "61 percent of all orders" are orders
            continue
        if words and word in PREPOSITIONS:
            break
        words.append(word)
    return words


def _base(word: str) -> str:
    """Return a verb without the ending of the third person, which a model may have left."""
    if word in _LEMMAS:
        return _LEMMAS[word]
    if not _INFLECTED.fullmatch(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if _BASE_ES.fullmatch(word) else word[:-1]


def _present(verb: str, *, plural: bool) -> str:
    """Return a verb in the present tense, third person."""
    if plural:
        return _PLURAL.get(verb, verb)
    if verb in _SINGULAR:
        return _SINGULAR[verb]
    stem, hyphen, last = verb.rpartition("-")
    if _CONSONANT_Y.fullmatch(last):
        return f"{stem}{hyphen}{last[:-1]}ies"
    return f"{stem}{hyphen}{last}{'es' if _HISSING.fullmatch(last) else 's'}"
