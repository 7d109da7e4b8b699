"""The links that a question follows: words for each kind, and which end the named ticket is.

A verb's subject is the link's subject ("tickets that block A-1"), a passive turns it round, and a
noun with "of" is read like its verb: "a duplicate of A-1" is what duplicates A-1.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from graphwright.tables.tickets import TicketLinkKind as Kind
from graphwright.ticket_retrieval.plan import Direction, Hop
from graphwright.ticket_retrieval.plan_words import Word, at

_VERBS = {
    Kind.DUPLICATE: ("duplicate", "duplicates", "duplicated", "duplicating"),
    Kind.CLONE: ("clone", "clones", "cloned", "cloning"),
    Kind.CAUSE: ("cause", "causes", "caused", "causing"),
    Kind.BLOCK: ("block", "blocks", "blocked", "blocking"),
    Kind.DEPEND: ("depend", "depends", "depended", "depending"),
    Kind.RELATE: ("relate", "relates", "related"),
    Kind.MENTION: ("mention", "mentions", "mentioned", "mentioning"),
    Kind.SPLIT: ("split", "splits"),
}
_NOUNS = {
    # kind, and whether "X is a <noun> of Y" makes X the subject of the link
    **dict.fromkeys(("duplicate", "duplicates", "dupe", "dupes"), (Kind.DUPLICATE, True)),
    **dict.fromkeys(("clone", "clones", "copy", "copies"), (Kind.CLONE, True)),
    **dict.fromkeys(("blocker", "blockers"), (Kind.BLOCK, True)),
    **dict.fromkeys(("dependency", "dependencies"), (Kind.DEPEND, False)),
    **dict.fromkeys(("parent", "parents", "epic"), (Kind.PARENT, True)),
    **dict.fromkeys(("child", "children", "subtask", "subtasks"), (Kind.PARENT, False)),
    **dict.fromkeys(("sub-task", "sub-tasks"), (Kind.PARENT, False)),
    **dict.fromkeys(("neighbour", "neighbours", "neighbor", "neighbors"), (None, True)),
}
_LINKED = frozenset(("linked", "connected"))
_EITHER = (Kind.CLONE, Kind.RELATE, None)
"""Kinds that people name from both ends alike."""

_KIND_OF_VERB = {form: kind for kind, forms in _VERBS.items() for form in forms}
_POSSESSING = frozenset(("have", "has", "had"))


@dataclasses.dataclass(frozen=True, slots=True)
class LinkWord:
    """A word of a link in a question, from word ``first`` up to ``last``.

    ``subject`` says whether what stands before the word, grammatically, is the link's subject.
    ``possessed``: it belongs to the named ticket wherever that stands: "subtasks does A-1 have".
    """

    kind: Kind | None
    first: int
    last: int
    subject: bool
    possessed: bool = False

    def hop(self, *, named_before: bool) -> Hop:
        """Return the link as it leads on from the named ticket."""
        before = named_before and not self.possessed
        kinds = () if self.kind is None else (self.kind,)
        if self.kind in _EITHER:
            return Hop(kinds=kinds, direction=Direction.EITHER)
        outward = self.subject == before
        return Hop(kinds=kinds, direction=Direction.OUTWARD if outward else Direction.INWARD)


def link_word(words: Sequence[Word], place: int, *, has_key: bool) -> LinkWord | None:
    """Return the word of a link at a place; only beside a key is "related" one without "to"."""
    word, following = at(words, place), at(words, place + 1)
    if word in _LINKED and (following in ("to", "with") or has_key):
        return LinkWord(None, place, place + 1 + (following in ("to", "with")), subject=True)
    if word in _NOUNS and _is_noun(words, place):
        return _noun(words, place)
    kind = _KIND_OF_VERB.get(word)
    if kind is None or (word not in _NOUNS and following == "of"):  # "the cause of A-1": a text
        return None
    if following == "by":
        return LinkWord(kind, place, place + 2, subject=False)
    behind = {Kind.DEPEND: ("on", "upon"), Kind.RELATE: ("to", "with"), Kind.CLONE: ("from",)}
    particle = following in behind.get(kind, ())
    return LinkWord(kind, place, place + 1 + particle, subject=True)


def _noun(words: Sequence[Word], place: int) -> LinkWord:
    kind, subject = _NOUNS[at(words, place)]
    has_of = at(words, place + 1) in ("of", "to")
    possessed = not has_of and (
        any(at(words, other) in _POSSESSING for other in range(len(words)))
        or words[place - 1].kind == "key"
    )
    return LinkWord(kind, place, place + 1 + has_of, subject, possessed)


def _is_noun(words: Sequence[Word], place: int) -> bool:
    """Return whether a word that may be a verb is a noun: it has "of", an owner or an article."""
    if at(words, place) not in _KIND_OF_VERB:
        return True
    if at(words, place + 1) == "of":
        return True
    if place and words[place - 1].text.casefold().endswith(("'s", "’s")):
        return True
    quantified = at(words, place - 1) in ("many", "which", "what", "a", "any", "the", "all")
    return quantified and words[place + 1 : place + 2] != [] and words[place + 1].kind != "key"
