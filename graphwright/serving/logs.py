"""Lines of the service's log: one JSON object each, of fields that are known.

A question stands there only where the operator asks for it. What looks like a token, a key or a
password is blotted out, in every message and traceback.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import logging
import re
from typing import Any, TextIO

from graphwright.errors import without_credentials

LOGGER = "graphwright.serving"
BLOT = "[redacted]"

_OWN_LOGGERS = (LOGGER, "uvicorn", "uvicorn.error", "mcp")
_SILENT = ("uvicorn.access",)
"""Its lines hold whole addresses, and so questions; ``log_request`` says the rest."""

_RECORD = "graphwright_request"
_LONGEST = 4000
"""Characters of a text in a line; a message may quote a whole request."""
_MARGIN = 200
"""Characters that are left out behind a cut: more than lies between a sign and its secret."""

_SECRETS = (
    re.compile(r"(?i)(\b(?:bearer|basic)\s+)[^\s\"',;]+"),
    re.compile(
        r"""(?ix)( (?: authorization | api[_-]?key | token | secret | password )
            ["']? \s* [:=] \s* ["']? ) (?! bearer\s | basic\s | \[redacted\] ) [^\s"',;&]+""",
    ),
    re.compile(r"()\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?"),
    re.compile(r"()\bsk-[\w-]{8,}"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class RequestRecord:
    """What is said of a request: its route is the pattern, not the address that was asked for."""

    request_id: str
    route: str
    status: int
    milliseconds: float
    snapshot: str | None = None
    strategy: str | None = None
    question: str | None = None


def log_request(record: RequestRecord) -> None:
    """Write a request's line: an error where the service failed, else for information."""
    level = logging.ERROR if record.status >= 500 and record.status != 503 else logging.INFO
    logging.getLogger(LOGGER).log(level, "request", extra={_RECORD: record})


def configure_logs(
    stream: TextIO, *, questions: bool = False, level: int = logging.INFO
) -> logging.Handler:
    """Send the service's log, and that of its server, to a stream; return the handler.

    ``questions`` says whether questions may stand in it.
    """
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter(questions=questions))
    for name in _OWN_LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    # One handler above the other would write a line twice.
    logging.getLogger("uvicorn.error").handlers = []
    logging.getLogger("uvicorn.error").propagate = True
    for name in _SILENT:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [logging.NullHandler()], False
    return handler


def redacted(text: str, *, keep_end: bool = False) -> str:
    """Return a text without what looks like a token, a key or a password.

    A long text is cut, so that the search stays short: its beginning is what stays, or its end.
    """
    if len(text) <= _LONGEST:
        return _without_secrets(text)
    return _end(text) if keep_end else _beginning(text)


def _beginning(text: str) -> str:
    """Return whole words from the beginning: half an address would hide its password."""
    words = text[:_LONGEST].rsplit(maxsplit=1)
    return f"{_without_secrets(words[0])} ..." if len(words) > 1 else "..."


def _end(text: str) -> str:
    """Return words from the end, without the first of them.

    What says that a secret follows may stand just before the cut.
    """
    _, _, found = text[-_LONGEST:].replace("\n", " \n").partition(" ")
    _, _, kept = _without_secrets(found)[_MARGIN:].partition(" ")
    return f"... {kept}"


def _without_secrets(text: str) -> str:
    if "://" in text and "@" in text:
        text = without_credentials(text)
    for secret in _SECRETS:
        text = secret.sub(rf"\g<1>{BLOT}", text)
    return text


class JsonFormatter(logging.Formatter):
    """Makes one line of ASCII of a record, whatever stands in it."""

    def __init__(self, *, questions: bool = False) -> None:
        super().__init__()
        self._questions = questions

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without its end."""
        time = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        fields: dict[str, Any] = {
            "time": time.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redacted(record.getMessage()),
        }
        request = getattr(record, _RECORD, None)
        if isinstance(request, RequestRecord):
            fields |= self._of_request(request)
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = record.exc_info[0].__name__
            fields["traceback"] = redacted(self.formatException(record.exc_info), keep_end=True)
        return json.dumps(fields)

    def _of_request(self, request: RequestRecord) -> dict[str, Any]:
        fields = dataclasses.asdict(request)
        fields["milliseconds"] = round(request.milliseconds, 2)
        if not self._questions:
            del fields["question"]
        return {
            name: redacted(value) if isinstance(value, str) else value
            for name, value in fields.items()
            if value is not None
        }
