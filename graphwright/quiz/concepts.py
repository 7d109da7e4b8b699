"""Questions of meaning: what a thing of the application is, by the definitions of its manual."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from graphwright.applications.menu_names import name_key
from graphwright.quiz.draft import Candidate, Draft, words_of
from graphwright.quiz.material import Definition, Material, by_key
from graphwright.tables import QuizSkill

_LEAST_WORDS, _MOST_WORDS = 3, 25
_POINTS = re.compile(r"^(?:that|this|these|those|it|they|one|something|same|such|what)\b", re.I)
_ARTICLE = re.compile(r"^(?:the|an?|each|every)\s+", re.IGNORECASE)


def concept_drafts(material: Material) -> Iterator[Draft]:
    """Yield both questions of each definition: what it is, and which thing it defines."""
    known = [one for one in material.definitions if is_definition(one, material)]
    meant: defaultdict[str, set[str]] = defaultdict(set)
    for one in known:
        meant[name_key(_bare(one.subject))].add(name_key(one.object))
    meanings = by_key(Candidate(one.object) for one in known)
    things = by_key(Candidate(_bare(one.subject)) for one in known)
    for one in sorted(known, key=lambda one: (one.document_id, one.span.start, one.object)):
        subject = _bare(one.subject)
        also = frozenset(meant[name_key(subject)])
        named = frozenset(d.subject for d in known if name_key(d.object) == name_key(one.object))
        yield Draft(
            material.application,
            QuizSkill.CONCEPT,
            f"What does the manual of {material.application} say that “{subject}” {one.predicate}?",
            Candidate(one.object),
            one.document_id,
            one.span,
            [c for c in meanings if not words_of(subject) & words_of(c.text)],
            also_right=also,
        )
        yield Draft(
            material.application,
            QuizSkill.CONCEPT,
            f"What in {material.application} {one.predicate} “{one.object}”?",
            Candidate(subject),
            one.document_id,
            one.span,
            things,
            also_right=frozenset(name_key(_bare(s)) for s in named),
        )


def is_definition(definition: Definition, material: Material) -> bool:
    """Return whether a copular fact says what a thing of the application is."""
    subject = name_key(_bare(definition.subject))
    count = len(definition.object.split())
    return (
        subject in (material.things if _is_name(definition.subject) else material.menus)
        and _LEAST_WORDS <= count <= _MOST_WORDS
        and not _POINTS.match(definition.object)
        and " and the " not in definition.object
        and not words_of(definition.subject) >= words_of(definition.object)
    )


def _is_name(text: str) -> bool:
    """Say whether a subject is more than a plain word, which names many things."""
    bare = _bare(text)
    return len(bare.split()) > 1 or not bare.islower()


def _bare(text: str) -> str:
    return _ARTICLE.sub("", text.strip())
