"""The one tree of errors that Graphwright raises on purpose.

    GraphwrightError
    ├── SettingsError       a setting, sources.yaml or seed file is wrong
    ├── SourceError         a source folder, file or URL cannot be listed or read
    │   └── ChangedError    a file is not what was found: it changes while it is read
    ├── ParseError          one document cannot be turned into text (carries its status)
    ├── ModelError          a language or embedding model is absent or not the expected one
    ├── ExtraError          packages are absent that only an extra of the installation brings
    ├── ExtractorError      an LLM or another extractor could not do its work
    ├── CrawlError          a web application cannot be crawled
    ├── LakeError           a table on disk is absent, damaged or cannot be written
    │   ├── StorageError    what keeps the lake's files refuses a change
    │   └── DamageError     a file does not hold what was written to it
    ├── VectorStoreError    Milvus cannot be reached or refuses a request
    ├── SnapshotError       a published snapshot is absent, damaged or not valid
    │   ├── NotFoundError   it holds nothing of the name or id that was asked for
    │   └── ViewNotReady    what a caller may see is still to be made
    ├── PlanError           a question or query over tickets cannot be planned or run
    └── RequestError        the service does not answer a request (carries why, as a word)

Every message says what was found, what was expected, where, and what to do.
"""

from __future__ import annotations

import re

_CREDENTIALS = re.compile(r"([a-z][a-z0-9+.-]*://)[^/\s]*@", re.IGNORECASE)


def without_credentials(text: str) -> str:
    """Return a text, or an address, that names no user and password: as tables and messages do."""
    return _CREDENTIALS.sub(r"\1", text)


def public_address(url: str) -> str:
    """Return an address that messages may name: user, password and query may be secrets."""
    return without_credentials(url).partition("?")[0].rstrip("/")


class GraphwrightError(Exception):
    """Base of every error that Graphwright raises on purpose.

    ``remedy`` is one sentence that says what the reader can do; it is part of the message.
    ``transient`` says that the same work may succeed a little later with nothing changed by anyone:
    a service that does not answer, a lock that another process holds. A wrong setting never is.
    """

    def __init__(self, message: str, *, remedy: str = "", transient: bool = False) -> None:
        self.remedy = remedy
        self.transient = transient
        super().__init__(f"{message} {remedy}".strip())


class SettingsError(GraphwrightError):
    """A setting, ``sources.yaml`` or a seed file does not hold what it should."""


class SourceError(GraphwrightError):
    """A source folder, file or URL cannot be listed or read."""


class ChangedError(SourceError):
    """A file is not what was found a moment before: somebody writes to it."""


class GoneError(SourceError):
    """What was fetched of a document is no longer kept; its source was not asked again."""


class ParseError(GraphwrightError):
    """A document cannot be turned into text; ``status`` is a ``DocumentStatus`` value."""

    def __init__(self, message: str, *, status: str, remedy: str = "") -> None:
        self.status = status
        super().__init__(message, remedy=remedy)


class ModelError(GraphwrightError):
    """A language or embedding model is absent, or is not the one that was expected."""


class ExtraError(GraphwrightError):
    """Packages are absent that only an extra of the installation brings."""


class ExtractorError(GraphwrightError):
    """An extractor could not do its work (an LLM endpoint refused, for example)."""


class CrawlError(GraphwrightError):
    """A web application cannot be crawled: no browser, no home page, no session."""


class LakeError(GraphwrightError):
    """A table on disk is absent, damaged or cannot be written."""


class StorageError(LakeError):
    """What keeps the lake's files refuses a change: full, busy or not to be written to."""


class DamageError(LakeError):
    """A file of the lake does not hold what was written to it."""


class VectorStoreError(GraphwrightError):
    """The vector store cannot be reached or refuses a request."""


class SnapshotError(GraphwrightError):
    """A published snapshot is absent, damaged or not valid."""


class NotFoundError(SnapshotError):
    """The published snapshot holds nothing of the name or id that was asked for."""


class ViewNotReady(SnapshotError):  # noqa: N818  # it passes: nothing went wrong
    """What a caller may see of the published graph is still to be made.

    ``step`` is the step that is being made, or None where nobody makes it yet; ``done`` of
    ``steps`` are finished.
    """

    def __init__(self, step: str | None = None, done: int = 0, steps: int = 0) -> None:
        self.step, self.done, self.steps = step, done, steps
        doing = f"{done} of {steps} steps are done, now {step}" if step else "it is not begun"
        super().__init__(
            f"What you may see of the graph is being prepared: {doing}.",
            remedy="Ask again in a moment.",
            transient=True,
        )


class PlanError(GraphwrightError):
    """A question or typed query is not one that can be planned, or be run in bounds.

    ``line`` and ``column`` count from 1 and say where in a typed query; None: it was not typed.
    """

    def __init__(
        self, message: str, *, remedy: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        self.line, self.column = line, column
        place = "" if line is None else f"Line {line}, column {column}: "
        super().__init__(f"{place}{message}", remedy=remedy)


class RequestError(GraphwrightError):
    """The service does not answer a request; ``code`` says why, as one of a few words.

    ``denied``: the caller is not known. ``forbidden``: it is, and may not.
    ``too_large``: more is asked for than the service allows. ``invalid``: it cannot be done.
    ``full``: too many requests wait. ``overdue``: the answer took too long.
    """

    def __init__(self, message: str, *, code: str, remedy: str = "") -> None:
        self.code = code
        super().__init__(message, remedy=remedy, transient=code in ("full", "overdue"))
