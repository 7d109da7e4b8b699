"""Questions of the way: which menu path a sentence of the manual names, which opens a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from graphwright.applications.menu_names import name_key
from graphwright.quiz.draft import JOINED, Candidate, Draft, words_of
from graphwright.quiz.material import Material
from graphwright.tables import DocumentedPath, QuizSkill
from graphwright.tables.help import Span

_GAP = "____"
_LEAST_WORDS = 4
"""Words of a sentence, the path aside, that say which path it is."""
_LONGEST = 320


def navigation_drafts(material: Material) -> Iterator[Draft]:
    """Yield questions of each documented path that leads to a state, in order of the documents."""
    for path in material.paths:
        if path.state_id is None or path.document_id not in material.documents:
            continue
        yield from _of_sentence(material, path)
    for state_id, paths in sorted(material.documented_states.items()):
        yield from _of_page(material, state_id, paths[0])


def _of_sentence(material: Material, path: DocumentedPath) -> Iterator[Draft]:
    """Yield the question of the sentence with a gap where the path stands."""
    text = material.documents[path.document_id].text
    span = material.sentence(path.document_id, path.start, path.end)
    others = [p for p in material.paths if p.document_id == path.document_id]
    inside = [p for p in others if span.start <= p.start and p.end <= span.end]
    sentence = _with_gaps(text, span, inside, path)
    if len(words_of(sentence)) < _LEAST_WORDS or len(sentence) > _LONGEST:
        return
    also = {name_key(material.shown_path(p)) for p in inside if p is not path}
    yield Draft(
        material.application,
        QuizSkill.NAVIGATION,
        f"Which menu path of {material.application} belongs in the gap? {sentence}",
        Candidate(material.shown_path(path), path.state_id),
        path.document_id,
        span,
        material.path_pool,
        also_right=frozenset(also),
    )


def _with_gaps(text: str, span: Span, inside: list[DocumentedPath], asked: DocumentedPath) -> str:
    parts, at = [], span.start
    for path in sorted(inside, key=lambda one: one.start):
        parts.append(text[at : path.start])
        parts.append(_GAP if path is asked else "(another path)")
        at = path.end
    return " ".join("".join([*parts, text[at : span.end]]).split())


def _of_page(material: Material, state_id: str, path: DocumentedPath) -> Iterator[Draft]:
    """Yield the question of the way to a page by the page's label."""
    label = material.graph.states[state_id].label
    same = [one for one in material.graph.states.values() if name_key(one.label) == name_key(label)]
    from_top = name_key(path.path[0]) in material.graph.tops
    if not name_key(label) or len(same) > 1 or not from_top:
        return
    yield Draft(
        material.application,
        QuizSkill.NAVIGATION,
        f"Which menu path of {material.application} opens the page “{label}”?",
        Candidate(material.shown_path(path), state_id),
        path.document_id,
        Span(path.start, path.end),
        material.path_pool,
    )


def way_drafts(material: Material) -> Iterator[Draft]:
    """Yield the question of the way to each page whose label a document names.

    The way is the application's own; the document's place is where it names the page.
    """
    labels: defaultdict[str, list[str]] = defaultdict(list)
    for state in material.graph.states.values():
        labels[name_key(state.label)].append(state.state_id)
    for key, states in sorted(labels.items()):
        places = material.named.get(key, ())
        if not key or len(states) > 1 or not places or states[0] not in material.ways:
            continue
        state = material.graph.states[states[0]]
        right = JOINED.join(material.ways[state.state_id])
        place = places[0]
        yield Draft(
            material.application,
            QuizSkill.NAVIGATION,
            f"Which menu path of {material.application} opens the page “{state.label}”?",
            Candidate(right, state.state_id),
            place.document_id,
            material.sentence(place.document_id, place.span.start, place.span.end),
            material.path_pool,
        )
