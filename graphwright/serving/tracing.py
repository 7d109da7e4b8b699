"""Spans of OpenTelemetry, through its API alone: without an SDK they cost next to nothing.

Who wants them installs an SDK and an exporter, and starts the service under
``opentelemetry-instrument``. A span says how long what took, never what was asked: an error is in
it by its type, as a message may quote a question.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from opentelemetry import trace
from opentelemetry.trace import Span, Status, StatusCode

_NAME = "graphwright"


@contextlib.contextmanager
def span(name: str, **attributes: str | bool | int | float) -> Iterator[Span]:
    """Yield a span that ends with the block; the current one is its parent.

    Attributes are counts, ids and names of ours. An error marks the span, and goes on.
    """
    tracer = trace.get_tracer(_NAME)
    own = {f"{_NAME}.{key}": value for key, value in attributes.items()}
    with tracer.start_as_current_span(
        name, attributes=own, record_exception=False, set_status_on_exception=False
    ) as started:
        try:
            yield started
        except Exception as error:
            kind = type(error).__name__
            started.set_attribute("error.type", kind)
            started.set_status(Status(StatusCode.ERROR, kind))
            raise
