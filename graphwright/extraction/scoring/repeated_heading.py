"""Whether a step only repeats its heading: "Create a role" under "Creating Roles".

Words are compared by their stems, so that "configure the role" repeats "Role Configuration".
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from graphwright.extraction.parse.lexicon import words
from graphwright.extraction.parse.tree import Tree
from graphwright.extraction.rules.candidate import Candidate
from graphwright.extraction.rules.declaration import Feature, Trait
from graphwright.extraction.rules.steps import REQUIREMENT

_WORD = re.compile(r"[^\W_]+")
_ENDING = re.compile(r"(?<=..)(?:ation|ating|ated|ate|e?ment|ing|ion|ed|e)$")
_EMPTY = frozenset(
    {"a", "an", "the", "this", "that", "these", "those", "your", "of", "to", "in", "on", "at", "by"}
    | {"for", "from", "with", "into", "and", "or", "using", "as"}
)


REPEATS_HEADING = Feature(
    "repeats_heading",
    'A step says nothing but what its heading says: "Create a role" under "Creating Roles".',
)


def repeats_heading(tree: Tree, candidate: Candidate, heading: str) -> bool:
    """Return whether a step says nothing but what its heading says.

    ``heading`` is the text of the heading that is the candidate's subject.
    """
    if not candidate.rule.has(Trait.STEP):
        return False
    said = " ".join((candidate.predicate.act, _objects(tree, candidate)))
    return stems(_WORD.findall(said)) <= stems(_WORD.findall(heading))


def requires_what_it_makes(tree: Tree, candidate: Candidate, heading: str) -> bool:
    """Return whether a heading names what it would require: "Cutting a Key" and "you need a key".

    The task is what brings it about, or is about nothing else.
    """
    if candidate.rule is not REQUIREMENT or candidate.subject_span is None:
        return False
    needed = stems(_WORD.findall(_objects(tree, candidate)))
    return bool(needed) and needed <= stems(_WORD.findall(heading))


def _objects(tree: Tree, candidate: Candidate) -> str:
    """Return the object with what else the verb is done to."""
    beside = (one.text for one in candidate.flags.qualifiers if one.kind == "object")
    return " ".join((*beside, tree.slice(candidate.object.first, candidate.object.last)))


def stems(found: Iterable[str]) -> frozenset[str]:
    """Return the stems of the words that say something."""
    weak = words("weak_modifiers")
    lower = (word.lower() for word in found)
    return frozenset(_stem(word) for word in lower if word not in weak and word not in _EMPTY)


@functools.lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """Return a word without the endings of plurals, gerunds and nouns made of verbs."""
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    bare = _ENDING.sub("", word)
    doubled = bare != word and len(bare) > 3 and bare[-1] == bare[-2]
    return bare[:-1] if doubled and bare[-1] not in "ls" else bare
