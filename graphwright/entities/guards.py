"""What keeps two names apart that are alike: each guard looks at two names and nothing else.

Guards stand before any score: numbers, code words and words of contrast tell things apart that
letters and vectors hold for the same. What a corpus, the seeds and the team say of two names is
added in ``name_groups``.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence

from graphwright.entities.contrasts import are_contrary
from graphwright.entities.name_words import (
    Name,
    Wording,
    code_words,
    is_one_code_word,
    letters,
    noun,
    numbers,
    parts,
    spelling,
    turned_around,
    wording,
    written_words,
)
from graphwright.tables.entities import MentionForm, NameGuard, NameTier

_NO_NOUN_BEFORE = frozenset(
    ("number", "amount", "quantity", "count", "application", "use", "lack", "kind", "sort", "one",
     "both", "all", "each", "any", "none", "some", "many", "most", "part", "rest", "case", "course",
     "way", "terms", "term", "behalf", "front", "top", "lot", "couple", "set", "pair", "choice")
)  # fmt: skip
"""Heads that say something else behind a noun: the number of instances is no instance number."""

_SIGN = re.compile(r"[+#*!?=<>~^%$@|\\]")
_SPACED_LETTERS = re.compile(r"(?<=\b[^\W\d_]) (?=[^\W\d_]\b)")
_EMPTY = frozenset(("a", "an", "the", "your", "our", "of"))
_SHORTEST_STEM = 3
_BEGINNINGS = frozenset(
    ("a", "auto", "de", "dis", "il", "im", "in", "inter", "intra", "ir", "macro", "meta", "micro",
     "mis", "multi", "non", "over", "post", "pre", "re", "sub", "super", "trans", "un", "under")
)  # fmt: skip
"""Beginnings by which words of one stem differ: "restricted", "unrestricted"."""
_ENDINGS = frozenset(
    ("", "e", "y", "r", "er", "or", "ee", "ing", "ion", "ation", "ment", "ist", "ity", "al", "able",
     "ed", "d", "ness", "ance", "ence", "ant", "ent", "ly", "ic", "ive", "ator", "ter", "ting",
     "ted", "ency", "ancy", "ure", "age", "ship", "ized", "izer", "ization", "ised", "isation",
     "ier", "ied", "ication", "ional", "ational", "tion", "sion", "ss", "ful", "less", "ism")
)  # fmt: skip
"""Endings by which words of one stem differ: who does it, that it is done, how it is."""


def guard_of(tier: NameTier, one: Name, other: Name) -> NameGuard | None:
    """Return what keeps two names apart that agree in what a tier compares, if anything does."""
    if tier is NameTier.LETTERS:
        return _of_letters(one, other)
    if tier is NameTier.SHORT and (" " not in one.form or " " not in other.form):
        return NameGuard.IDENTIFIER  # "app-host" is no host of an application.
    if tier in (NameTier.WORDS, NameTier.SHORT):
        return _of_words(one, other)
    if tier is NameTier.SCORED:
        return _of_likeness(one, other)
    return _of_frame(one, other)


def must_be_asked(one: Name, other: Name) -> bool:
    """Return whether only people can say that two names are one, however alike they are.

    So it is where a text uses one of them: of the pairs of SAP's pages that a model held for nearly
    sure and no guard stopped, about half were one thing ("contact", "contract"; "login session",
    "logon session"). Names of which no use is known are proper names, mostly.
    """
    return bool(one.kind or other.kind)


def _of_likeness(one: Name, other: Name) -> NameGuard | None:
    """Return what keeps two names apart that are alike in whatever way."""
    if sorted(numbers(one.key)) != sorted(numbers(other.key)):
        return NameGuard.NUMBERS
    if _lone_letters(one) != _lone_letters(other):
        return NameGuard.SINGLE_LETTER
    if sorted(_SIGN.findall(one.key)) != sorted(_SIGN.findall(other.key)):
        return NameGuard.SIGNS
    left, right = _left(one, other)
    if any(are_contrary(word, against) for word in left for against in right):
        return NameGuard.CONTRAST
    return _of_terms(one, other, left, right) if one.kind and other.kind else None


def _of_terms(
    one: Name, other: Name, left: Sequence[str], right: Sequence[str]
) -> NameGuard | None:
    """Return what keeps apart two names that stand in texts, whose words are chosen with care.

    ``left`` and ``right`` are the words that the other name has not.
    """
    first, second = wording(one.key), wording(other.key)
    against = (
        (
            NameGuard.IDENTIFIER,
            (one.kind == MentionForm.VALUE) != (other.kind == MentionForm.VALUE),
        ),
        (NameGuard.IDENTIFIER, is_one_code_word(one) or is_one_code_word(other)),
        (NameGuard.IDENTIFIER, _codes_differ(one, other)),
        (NameGuard.POINTING, first.pointing != second.pointing),
        (NameGuard.SEVERAL, first.several or second.several),
        (NameGuard.LINK, first.links != second.links),
        (NameGuard.ORDER, not left and not right),
        (NameGuard.DERIVED, any(_are_derived(*both) for both in itertools.product(left, right))),
    )
    return next((guard for guard, holds in against if holds), None)


def _left(one: Name, other: Name) -> tuple[list[str], list[str]]:
    """Return the words of each name that the other has not."""
    words, others = sorted(_full_words(one.form)), sorted(_full_words(other.form))
    return _without(words, others), _without(others, words)


def _without(words: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the words, each as often as there are more of it than among the others."""
    left = list(words)
    for word in others:
        if word in left:
            left.remove(word)
    return left


@functools.lru_cache(1 << 12)
def _full_words(form: str) -> tuple[str, ...]:
    return tuple(noun(word) for word in parts(form) if word not in _EMPTY)


def _are_derived(word: str, other: str) -> bool:
    """Return whether two words have one stem and differ by what stands before or behind it."""
    short, long = sorted((word, other), key=len)
    if long.endswith(short) and long.removesuffix(short) in _BEGINNINGS:
        return True
    differs = (at for at, both in enumerate(zip(word, other, strict=False)) if both[0] != both[1])
    same = next(differs, min(len(word), len(other)))
    rest, against = word[same:], other[same:]
    return same >= _SHORTEST_STEM and rest in _ENDINGS and against in _ENDINGS


def _lone_letters(name: Name) -> list[str]:
    """Return the letters that stand alone and not between words, as the initial of a person does.

    Letters that follow each other are one word: "b j upton".
    """
    words = _SPACED_LETTERS.sub("", name.key).split()
    return [word for word in (*words[:1], *words[1:][-1:]) if len(word) == 1 and word.isalpha()]


def _of_letters(one: Name, other: Name) -> NameGuard | None:
    if numbers(one.key) != numbers(other.key):
        return NameGuard.NUMBERS
    if spelling(one.key) != spelling(other.key):
        return NameGuard.SIGNS
    if _single_letters(one) != _single_letters(other):
        return NameGuard.SINGLE_LETTER
    return None


def _of_words(one: Name, other: Name) -> NameGuard | None:
    if sorted(numbers(one.key)) != sorted(numbers(other.key)):
        return NameGuard.NUMBERS
    if (one.kind == MentionForm.VALUE) != (other.kind == MentionForm.VALUE):
        return NameGuard.IDENTIFIER  # "cf services" is a command.
    if is_one_code_word(one) or is_one_code_word(other) or _codes_differ(one, other):
        return NameGuard.IDENTIFIER
    first, second = wording(one.key), wording(other.key)
    if turned_around(one) == written_words(other) or turned_around(other) == written_words(one):
        return None
    if _with_of(one) == _with_of(other):
        return None
    return _of_phrases(first, second)


def _with_of(name: Name) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the words of a name, its heads and what it points at, "for" read as "of"."""
    read = wording(name.key.replace(" for ", " of "))
    return read.words, read.heads, read.pointing


def _of_phrases(one: Wording, other: Wording) -> NameGuard | None:
    if one.pointing != other.pointing:
        return NameGuard.POINTING
    if one.several or other.several:
        return NameGuard.SEVERAL if one.heads != other.heads else _order(one, other)
    if one.links != other.links:
        return NameGuard.LINK
    if bool(one.heads) != bool(other.heads) and 1 in (len(one.words), len(other.words)):
        return NameGuard.ORDER
    if one.heads != other.heads and not _NO_NOUN_BEFORE.isdisjoint((*one.heads, *other.heads)):
        return NameGuard.HEAD
    return _order(one, other)


def _order(one: Wording, other: Wording) -> NameGuard | None:
    same = "".join(one.words) == "".join(other.words)
    return None if same else NameGuard.ORDER


def _of_frame(one: Name, other: Name) -> NameGuard | None:
    if numbers(one.key) != numbers(other.key):
        return NameGuard.NUMBERS
    pairs = zip(map(noun, parts(one.form)), map(noun, parts(other.form)), strict=False)
    contrary = any(are_contrary(word, against) for word, against in pairs)
    return NameGuard.CONTRAST if contrary else None


def _codes_differ(one: Name, other: Name) -> bool:
    """Return whether a code word of one name is no word of the other."""
    return not (_holds(one, other) and _holds(other, one))


def _holds(name: Name, other: Name) -> bool:
    codes = code_words(name.form)
    if not codes:
        return True
    words = {word.casefold() for word in other.form.split()} | set(other.key.split())
    folded = {letters(written) for word in words for written in (word, noun(word))}
    return folded.issuperset(codes)


def _single_letters(name: Name) -> frozenset[str]:
    """Return the words of one letter, but for that of "e-mail"."""
    words = name.key.split()
    return frozenset(word for word in words if len(word) == 1 and word.isalpha()) - {"e"}
