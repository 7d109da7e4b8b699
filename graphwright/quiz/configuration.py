"""Questions of settings: on which page a field is, what a page shows, what a field offers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from graphwright.applications.menu_names import name_key
from graphwright.quiz.draft import JOINED, Candidate, Draft
from graphwright.quiz.material import Material, by_key, is_plain
from graphwright.tables import QuizSkill, UiField

_MOST_PLACES = 3
_A_PAGE = 6
"""Questions of what one page shows."""
_LONGEST, _LEAST_HELP = 40, 15
_FEWEST_OPTIONS, _MOST_OPTIONS = 2, 40


def configuration_drafts(material: Material) -> Iterator[Draft]:
    """Yield all questions of settings, in order of key."""
    yield from _pages_of_fields(material)
    yield from _shown_on_pages(material)
    yield from _choices(material)
    yield from _helps(material)


def _pages_of_fields(material: Material) -> Iterator[Draft]:
    """Yield the question on which page a field is, that documents name."""
    fields: defaultdict[str, dict[str, UiField]] = defaultdict(dict)
    for field in material.own_fields:
        if field.state_id in material.ways and _is_title(field.label):
            fields[name_key(field.label)].setdefault(field.state_id, field)
    for key, places in sorted(fields.items()):
        state_id, field = min(places.items(), key=lambda one: tuple(material.ways[one[0]]))
        place = material.place(key, state_id)
        if place is None or len(material.shown_by[key]) > _MOST_PLACES:
            continue
        yield Draft(
            material.application,
            QuizSkill.CONFIGURATION,
            f"On which page of {material.application} is the field “{_label(field)}”?",
            Candidate(JOINED.join(material.ways[state_id]), state_id),
            place.document_id,
            material.sentence(place.document_id, place.span.start, place.span.end),
            material.path_pool,
            also_right=_ways_to(material, material.shown_by[key]),
        )


def _ways_to(material: Material, states: frozenset[str]) -> frozenset[str]:
    return frozenset(
        name_key(JOINED.join(material.ways[one])) for one in states if one in material.ways
    )


def _shown_on_pages(material: Material) -> Iterator[Draft]:
    """Yield the questions what a page shows that a document leads to or names."""
    pool = by_key(
        Candidate(name)
        for state in material.ways
        for name in material.local_names.get(state, ())
        if _is_title(name)
    )
    for state_id in sorted(material.ways):
        every = material.local_names.get(state_id, ())
        keys = frozenset(map(name_key, every))
        here = [one for one in every if _is_title(one)]
        way = JOINED.join(material.ways[state_id])
        keys |= {
            name_key(one) for one in (material.graph.states[state_id].label, *way.split(JOINED))
        }
        told = [(name, material.place(name_key(name), state_id)) for name in here]
        known = [(name, place) for name, place in told if place is not None]
        few = [one for one in known if len(material.shown_by[name_key(one[0])]) <= _MOST_PLACES]
        for name, place in few[:_A_PAGE]:
            yield Draft(
                material.application,
                QuizSkill.CONFIGURATION,
                f"Which of these does the page at {way} of {material.application} show,"
                f" beside “{_other(material, here, name)}”?",
                Candidate(name),
                place.document_id,
                material.sentence(place.document_id, place.span.start, place.span.end),
                pool,
                also_right=keys,
            )


def _other(material: Material, names: Sequence[str], name: str) -> str:
    """Return the rarest other name of a page, which tells it best from other pages."""
    others = [one for one in names if one != name] or ["other things"]
    return min(others, key=lambda one: (len(material.shown_by.get(name_key(one), ())), one))


def _is_title(name: str) -> bool:
    """Say whether a name reads as the name of a thing: capital, and no bare word of a sentence."""
    return is_plain(name) and name[0].isupper() and len(name) <= _LONGEST


def _choices(material: Material) -> Iterator[Draft]:
    """Yield the questions what a field offers, where a document names field or choice."""
    fields = [
        one for one in material.own_fields if _FEWEST_OPTIONS <= len(one.options) <= _MOST_OPTIONS
    ]
    by_label: defaultdict[str, list[UiField]] = defaultdict(list)
    for field in fields:
        by_label[name_key(field.label)].append(field)
    pool = by_key(Candidate(o) for field in fields for o in field.options if _is_title(o))
    offered = {key: _options(same) for key, same in by_label.items()}
    for key, same in sorted(by_label.items()):
        field = min(same, key=lambda one: (one.state_id, one.index))
        state = material.graph.states[field.state_id]
        for option in field.options:
            place = material.place(key, field.state_id)
            if place is None or not _is_title(option) or field.state_id not in material.ways:
                continue
            way = JOINED.join(material.ways[field.state_id])
            yield Draft(
                material.application,
                QuizSkill.CONFIGURATION,
                f"Which of these can be chosen for “{_label(field)}” at {way}"
                f" of {material.application}?",
                Candidate(option),
                place.document_id,
                material.sentence(place.document_id, place.span.start, place.span.end),
                pool,
                also_right=offered[key],
                documented=frozenset({name_key(state.label)}),
            )
            break


def _options(fields: Sequence[UiField]) -> frozenset[str]:
    return frozenset(name_key(option) for field in fields for option in field.options)


def _helps(material: Material) -> Iterator[Draft]:
    """Yield the questions which field a page describes so, of fields that documents name."""
    helps: Mapping[str, UiField] = {
        name_key(one.help_text): one for one in reversed(material.own_fields) if one.help_text
    }
    pool = by_key(Candidate(_label(one)) for one in material.own_fields if _is_title(one.label))
    for key, field in sorted(helps.items()):
        place = material.place(name_key(field.label), field.state_id)
        if place is None or field.help_text is None or len(key) < _LEAST_HELP:
            continue
        yield Draft(
            material.application,
            QuizSkill.CONFIGURATION,
            f"Which field of {material.application} does its page describe so:"
            f" “{field.help_text}”?",
            Candidate(_label(field)),
            place.document_id,
            material.sentence(place.document_id, place.span.start, place.span.end),
            pool,
        )


def _label(field: UiField) -> str:
    return field.label.rstrip(":* ")
