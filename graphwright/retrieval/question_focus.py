"""What a question asks for, apart from what it says of that: the noun and the verb that ask.

A question mostly describes more than it asks: "Which role do I need for the app that starts the
jobs?". A fact that holds "role" and "need" answers it sooner than one on the app and its jobs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_WORDS = frozenset({"what", "which", "who", "whom", "whose", "when", "where", "why", "how"})
_JOINING = frozenset({"when", "where"})
"""Question words that begin a clause of time or place, too."""

_NOUNS = frozenset({"NOUN", "PROPN"})
_PHRASE = _NOUNS | {"ADJ", "NUM"}
_MODIFIERS = frozenset({"compound", "amod", "nmod", "nummod"})
_SUBJECTS = frozenset({"nsubj", "attr"})
_OBJECTS = frozenset({"dobj"})
_RELATIVE = frozenset({"relcl", "acl"})


def focus_of(doc: Doc) -> frozenset[str]:
    """Return the lemmas of the verb that asks and of the noun phrase that it asks for.

    That is the phrase right behind the question word, else what "is" is said of, else the object of
    the verb. A question without such a word asks whether something is so, and for nothing in it.
    """
    word = next((token for token in doc if _asks(token)), None)
    if word is None:
        return frozenset()
    verb = _verb_of(word)
    phrase = list(takewhile(lambda token: token.pos_ in _PHRASE, doc[word.i + 1 :]))
    if not any(token.pos_ in _NOUNS for token in phrase):
        phrase = list(_nouns_of(verb, _SUBJECTS if verb.lemma_ == "be" else _OBJECTS))
    return frozenset(token.lemma_.casefold() for token in (verb, *phrase))


def _asks(token: Token) -> bool:
    if token.lower_ not in _WORDS:
        return False
    kind = _verb_of(token).dep_
    return kind not in _RELATIVE and not (token.lower_ in _JOINING and kind == "advcl")


def _verb_of(token: Token) -> Token:
    """Return the verb of the clause in which a token stands, or what it hangs from at last."""
    while token.pos_ not in {"VERB", "AUX"} and token.head != token:
        token = token.head
    return token


def _nouns_of(verb: Token, roles: frozenset[str]) -> Iterator[Token]:
    """Yield the nouns with some roles below a verb, with what stands in front of each."""
    for noun in verb.children:
        if noun.dep_ in roles and noun.pos_ in _NOUNS:
            yield noun
            yield from (child for child in noun.children if child.dep_ in _MODIFIERS)
