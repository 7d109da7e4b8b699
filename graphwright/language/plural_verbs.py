"""Verbs that look like plurals, in a sentence that has no other: "The vault stores passwords."

Whether such a sentence is one at all, and which of its words is the verb. The parse is given as
plain lists, so that both a parse just made and the tree of the rules can be asked; how the parse is
mended is in ``graphwright.extraction.parse.plural_verbs``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_SINGULAR_NOUNS = frozenset({"NN", "NNP"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD", "VB"})
_ARTICLES = frozenset({"the", "a", "an", "this", "that", "each", "every"})
_NO_VERBS = frozenset({"sales", "goods", "customs", "systems", "means", "news", "series"})
_NO_ENDS = ("ss", "us", "is", "ings", "ics", "ions")
_VERBS_IN_ION = frozenset({"mentions", "questions", "functions"})


@dataclasses.dataclass(frozen=True, slots=True)
class ParsedWords:
    """The words of a sentence with tags and relations; heads are places in the same lists."""

    words: Sequence[str]
    tags: Sequence[str]
    deps: Sequence[str]
    heads: Sequence[int]


def is_plural_inside(word: str, tag: str, dep: str, head_tag: str) -> bool:
    """Return whether a plural stands inside the name of another plural, as only verbs do."""
    inside = dep == "compound" and tag in ("NNS", "NNP", "NNPS") and head_tag == "NNS"
    return inside and looks_like_both(word)


def looks_like_both(word: str) -> bool:
    """Return whether a word may be a plural or a verb in the third person by its spelling."""
    plain = word.islower() and word.isalpha() and word.endswith("s")
    named = word in _NO_VERBS or (word.endswith(_NO_ENDS) and word not in _VERBS_IN_ION)
    return plain and not named


def plural_verb(sentence: ParsedWords) -> tuple[int, int, int] | None:
    """Return the places of subject, verb and object where a plural is the only verb, or None.

    The sentence ends with a full stop, as names, headings and most items do not; the word stands
    behind a noun and before the plural that heads the sentence, which is its object.
    """
    words, tags = sentence.words, sentence.tags
    if len(words) < 4 or words[-1] != ".":
        return None
    finite = [index for index, tag in enumerate(tags) if tag in _FINITE]
    for index in range(1, len(words) - 2):
        object_ = _head_of_name(sentence, index)
        if object_ is None or not _may_be_verb(sentence, index) or finite not in ([], [index]):
            continue
        subject = subject_before(words, tags, index)
        if subject is not None and _is_all_subject(sentence.heads, subject, index, object_):
            return subject, index, object_
    return None


def _head_of_name(sentence: ParsedWords, index: int) -> int | None:
    """Return the plural that heads the sentence where a word stands in its name, else None.

    Between a plural and the head may stand what it was said to modify only where it has the tag of
    a verb: in "Role collections group authorizations" another word is the verb.
    """
    heads, head = sentence.heads, sentence.heads[index]
    while (
        sentence.tags[index] == "VBZ"
        and index < head != heads[head]
        and sentence.deps[head] == "compound"
    ):
        head = heads[head]
    heading = head > index and heads[head] == head
    return head if heading and sentence.tags[head] == "NNS" else None


def subject_before(words: Sequence[str], tags: Sequence[str], verb: int) -> int | None:
    """Return the head of the name that ends right before a word; None where none does.

    A number is a part of the name ("Pump 12"). An adjective right behind an article stands for a
    noun that the tagger did not know: "The portal lists suppliers."
    """
    last = verb - 1
    if tags[last] in _NOUNS:
        return last
    if tags[last] == "CD" and last > 0 and tags[last - 1] in _SINGULAR_NOUNS:
        return last - 1
    if tags[last] in ("JJ", "JJR", "RBR") and last > 0 and words[last - 1].lower() in _ARTICLES:
        return last
    return None


def _may_be_verb(sentence: ParsedWords, index: int) -> bool:
    word, tag, dep = sentence.words[index], sentence.tags[index], sentence.deps[index]
    if tag in ("NNS", "VBZ"):
        return dep in ("compound", "nmod", "amod", "nsubj") and looks_like_both(word)
    return is_plural_inside(word, tag, dep, "NNS")


def _is_all_subject(heads: Sequence[int], subject: int, verb: int, object_: int) -> bool:
    """Return whether all before the verb belongs to the name before it."""
    allowed = (subject, verb, object_)
    return all(heads[index] in allowed or heads[index] < verb for index in range(verb))
