"""Routes of review: the next pair, and what is decided about it.

They are there under ``graphwright review`` alone. A form is taken with this process's token only:
pages of others cannot read it, so none can decide in the name of who looks at them.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from urllib.parse import parse_qsl

from fastapi import APIRouter, FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from graphwright.errors import RequestError, SettingsError
from graphwright.review.names_seen import see_names
from graphwright.review.session import Done, ReviewSession, Verdict
from graphwright.serving.http.front import FrontOf
from graphwright.serving.http.pages import PageRoute, PartOf
from graphwright.serving.web import render_review

UNDO = "undo"

_MOST_FIELDS = 8


class ReviewRoutes:
    """The routes over one session."""

    def __init__(self, session: ReviewSession) -> None:
        self._session = session
        self._token = secrets.token_urlsafe(32)
        self.router = APIRouter(
            route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse
        )
        self.router.add_api_route("/review", self.page, methods=["GET"])
        self.router.add_api_route("/review", self.verdict, methods=["POST"])

    async def page(self, front: FrontOf) -> HTMLResponse:
        """The page of the next pair."""
        state = await front.pool.run(self._state)
        return HTMLResponse(render_review.review_page(state, part=False))

    async def verdict(
        self, request: Request, front: FrontOf, hx_request: PartOf = None
    ) -> Response:
        """Take a verdict on a pair, or take the last one back, and show the next pair.

        The body is a form: ``token``, ``verdict`` (same, different, skip, undo), and ``first`` and
        ``other``, the keys of the pair.
        """
        form = _form(await request.body())
        self._check(form)
        part = hx_request is not None
        try:
            said, problem = await front.pool.run(self._take, form), ""
        except (SettingsError, RequestError) as error:
            said, problem = "", str(error)
        if not part and not problem:
            return RedirectResponse("/review", 303)  # so that a reload decides nothing again
        state = await front.pool.run(self._state, said, problem)
        shown = render_review.review_page(state, part=part)
        return HTMLResponse(shown, 400 if problem and not part else 200)

    def _check(self, form: Mapping[str, str]) -> None:
        if not hmac.compare_digest(form.get("token", "").encode(), self._token.encode()):
            raise RequestError(
                "The form does not hold the token of this page.",
                code="forbidden",
                remedy="Load /review again and decide there.",
            )

    def _take(self, form: Mapping[str, str]) -> str:
        said = form.get("verdict", "")
        if said == UNDO:
            return render_review.said_of(self._session.undo(), undone=True)
        if said not in list(Verdict):
            raise RequestError(
                f"'{said[:40]}' is no verdict; they are {', '.join([*Verdict, UNDO])}.",
                code="invalid",
            )
        keys = form.get("first", ""), form.get("other", "")
        done: Done = self._session.decide(keys, Verdict(said))
        return render_review.said_of(done)

    def _state(self, said: str = "", problem: str = "") -> render_review.QueueState:
        session = self._session
        waiting = session.waiting()
        shown = None
        if waiting:
            pair = waiting[0]
            shown = render_review.Shown(
                pair,
                see_names(session.lake, pair.name_key, pair.other_key),
                session.foresee(pair, Verdict.SAME),
                session.foresee(pair, Verdict.DIFFERENT),
            )
        return render_review.QueueState(session, shown, len(waiting), self._token, said, problem)


def _form(body: bytes) -> dict[str, str]:
    try:
        return dict(parse_qsl(body.decode("utf-8"), max_num_fields=_MOST_FIELDS))
    except ValueError:  # UnicodeDecodeError too
        raise HTTPException(400, "The body is no form in UTF-8, or has too many fields.") from None


def add_review(app: FastAPI, session: ReviewSession) -> None:
    """Add the pages of review to an application."""
    app.include_router(ReviewRoutes(session).router)
