"""Answers as HTML: each function is one page, or a part of one."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from graphwright.pages.environment import make_environment
from graphwright.pages.marks import Mark, marked_pieces
from graphwright.serving import models
from graphwright.serving.pictures import has_picture

if TYPE_CHECKING:
    import jinja2


@functools.cache
def _environment() -> jinja2.Environment:
    return make_environment("graphwright.serving.web")


def rendered(template: str, **values: Any) -> str:
    """Return a template of the service with its values."""
    shared = {"here": None, "json": None, "snapshot": None}
    return _environment().get_template(template).render(shared | values)


def address(path: str, **query: object) -> str:
    """Return an address of the service with its query, without what is not given."""
    given = {name: value for name, value in query.items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path


def ask_page(
    strategies: Sequence[models.StrategyInfo],
    request: models.SearchRequest | None,
    found: models.SearchAnswer | None,
    *,
    answers: bool,
    part: bool = False,
) -> str:
    """Return the page of questions with what was found, or the latter alone (``part``)."""
    asked = request or models.SearchRequest(question="")
    query = {"question": asked.question, "strategy": asked.strategy, "k": asked.k}
    return rendered(
        "results.html.j2" if part else "ask.html.j2",
        title=asked.question or "Ask",
        here="/",
        question=asked.question,
        strategy=asked.strategy,
        k=asked.k,
        strategies=strategies,
        found=found,
        answers=answers,
        answer_address=address("/answer", **query),
        snapshot=found.snapshot if found else None,
        json=address("/search.json", **query) if found else None,
    )


def answer_page(answer: models.AskAnswer, *, part: bool) -> str:
    """Return an answer in words as a page, or as a part of the page of questions."""
    return rendered(
        "answer.html.j2" if part else "answer_page.html.j2",
        title=answer.search.question,
        answer=answer,
        cited={number for statement in answer.statements for number in statement.citations},
        evidence=address("/", q=answer.search.question, strategy=answer.search.strategy),
        snapshot=answer.snapshot,
    )


def entity_page(card: models.EntityAnswer, request: models.EntityRequest) -> str:
    """Return the page of an entity."""
    return rendered(
        "entity.html.j2",
        title=card.entity.name,
        card=card,
        most=models.MAX_FACTS,
        snapshot=card.snapshot,
        json=address("/entity.json", name=request.name, facts=request.facts),
    )


def evidence_page(shown: models.EvidenceAnswer) -> str:
    """Return the page of a piece of evidence: its passage, the quote marked, and its picture."""
    marks = [
        Mark(*shown.quote_span, "quote"),
        Mark(*shown.subject_span, "subject"),
        Mark(*shown.object_span, "object"),
    ]
    quote, said = shown.quote, shown.fact.text.casefold()
    drawn = has_picture(quote.citation.format) and quote.citation.box is not None
    own = f"/evidence/{quote.evidence_id}"
    return rendered(
        "evidence.html.j2",
        title="Where a fact stands",
        shown=shown,
        also=[text for text in quote.qualifiers if text.casefold() not in said],
        pieces=marked_pieces(shown.passage, 0, marks),
        picture=f"{own}/page.png" if drawn else None,
        snapshot=shown.snapshot,
        json=f"{own}.json",
    )


def document_page(document: models.DocumentAnswer, request: models.DocumentRequest) -> str:
    """Return the page of a document: some of its passages."""
    return rendered(
        "document.html.j2",
        title=document.title,
        document=document,
        first=request.first,
        size=request.passages,
        snapshot=document.snapshot,
        json=address(
            f"/document/{document.document_id}.json",
            first=request.first,
            passages=request.passages,
        ),
    )


def graph_page(around: models.SubgraphAnswer, request: models.SubgraphRequest) -> str:
    """Return the page of the graph around an entity: a picture, and the same as a table."""
    names = {node.entity_id: node.name for node in around.nodes}
    source = address(
        "/graph.json",
        name=around.center,
        depth=request.depth,
        nodes=request.nodes,
        navigation=str(request.navigation).lower(),
        places="true",
    )
    return rendered(
        "graph.html.j2",
        title=f"Around {names[around.center]}",
        name=names[around.center],
        names=names,
        around=around,
        depth=request.depth,
        nodes=request.nodes,
        source=source,
        snapshot=around.snapshot,
        json=source,
    )


def changes_page(history: models.HistoryAnswer, changes: models.ChangesAnswer) -> str:
    """Return the page of what changed: the publications, and what one of them changed."""
    return rendered(
        "changes.html.j2",
        title="What changed",
        here="/changes",
        history=history,
        changes=changes,
        first=any(
            one.number == changes.publication and one.base is None for one in history.publications
        ),
        snapshot=changes.snapshot,
        json=address("/changes.json", publication=changes.publication),
    )


def status_page(status: models.StatusAnswer, strategies: models.StrategiesAnswer) -> str:
    """Return the page of what is served."""
    return rendered(
        "status.html.j2",
        title="What is served",
        here="/status",
        status=status,
        strategies=strategies.strategies,
        snapshot=status.snapshot,
        json="/status.json",
    )


def problem_page(title: str, message: str) -> str:
    """Return the page that says why there is no answer."""
    return rendered("problem.html.j2", title=title, message=message)
