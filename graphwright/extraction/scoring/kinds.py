"""Features of the kind that something is said to be: one that says nothing, or half of one."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import NAME_TAGS, Tree
from graphwright.extraction.reading.argument import Argument, is_bare
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Labels, Trait

VAGUE_KIND = Feature(
    "vague_kind",
    'The kind says nothing of its members: "advantages such as speed".',
    Labels.HAND_READ,
)
DEFINITE_KIND = Feature(
    "definite_kind",
    'The kind has a definite article, and which one is meant is said elsewhere: "X is the tool".',
)
HALF_OF = Feature(
    "half_of",
    'More nouns follow the one behind "of": "bundle of files" of "bundle of files and keys".',
)
GENERAL_KIND = Feature(
    "general_kind",
    'The kind holds nearly everything, and what is said stands behind it: "X is a unit that".',
    Labels.HAND_READ,
)


def features_of_kind(tree: Tree, candidate: Candidate) -> Iterator[Feature]:
    """Yield what speaks against the object as the kind of the subject."""
    kind = candidate.object
    if candidate.rule.has(Trait.KIND_OF_MEMBER) and _is_vague(tree, kind.head):
        yield VAGUE_KIND
    if not candidate.rule.has(Trait.KIND):
        return
    if any(tree.lower[child] == "the" for child in tree.within(kind.head, "det")):
        yield DEFINITE_KIND
    if _is_half(tree, kind):
        yield HALF_OF
    if is_bare(tree, kind) and tree.lemma[kind.head].lower() in words("general_kinds"):
        yield GENERAL_KIND


def _is_vague(tree: Tree, kind: int) -> bool:
    """Return whether a kind says nothing of its members: "details", no "details of the order"."""
    lemma = tree.lemma[kind].lower()
    vague = words("vague_nouns", "vague_kinds")
    return tree.tag[kind] not in NAME_TAGS and lemma in vague


def _is_half(tree: Tree, argument: Argument) -> bool:
    """Return whether more nouns follow the one behind "of": "a bundle of files" and keys."""
    last = argument.last - 1
    inside = tree.dep[tree.head[last]] == "prep" and tree.head[last] > argument.head
    return inside and any(child > last for child in tree.within(last, "conj"))
