"""MCP's tools for one assistant on this machine, over standard input and output.

Whoever starts it reads the lake's files, so it asks for no token; ``groups`` narrow what it sees.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from graphwright.serving.assistants.tools import Function, Headers, make_server

if TYPE_CHECKING:
    from pydantic import BaseModel

    from graphwright.serving import models
    from graphwright.serving.service import Groups, Service


def run(service: Service, groups: Groups | None = None) -> None:
    """Answer until the input ends. ``groups`` are those of a caller; without, all is seen."""

    def answer(function: Function, request: BaseModel | None) -> models.Answer:
        reader = service.current if groups is None else service.reader(groups)
        return function(reader) if request is None else function(reader, request)

    async def ask(
        _headers: Headers, function: Function, request: BaseModel | None
    ) -> models.Answer:
        return await asyncio.to_thread(answer, function, request)

    answers = service.settings.answers is not None
    service.start()
    try:
        asyncio.run(make_server(ask, answers=answers).run_stdio_async())
    finally:
        service.close()
