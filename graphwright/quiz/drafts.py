"""The first pass: all questions of an application, in the order in which equal ones count."""

from __future__ import annotations

from collections.abc import Iterator

from graphwright.quiz.concepts import concept_drafts
from graphwright.quiz.configuration import configuration_drafts
from graphwright.quiz.draft import Draft
from graphwright.quiz.material import Material
from graphwright.quiz.navigation import navigation_drafts, way_drafts


def drafts_of(material: Material) -> Iterator[Draft]:
    """Yield questions of navigation, of configuration and of concepts."""
    yield from navigation_drafts(material)
    yield from way_drafts(material)
    yield from configuration_drafts(material)
    yield from concept_drafts(material)
