"""Reads ``sources.yaml``: a wrong setting is named with its place; paths are of its folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pydantic
from pydantic_core import ErrorDetails

from graphwright.errors import SettingsError, without_credentials
from graphwright.settings.applications import ApplicationSettings
from graphwright.settings.collections import Collection
from graphwright.settings.project_settings import Settings
from graphwright.settings.stores import EmbeddingSettings
from graphwright.yaml_file import parse_yaml

_SECRET = re.compile(r"key|token|password|secret", re.IGNORECASE)
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is no setting of this place",
    "invalid_key": "a key is the name of a setting",
    "tuple_type": "a list was expected",
}
"""What pydantic says of keys, in words of the file."""


def load_settings(path: Path) -> Settings:
    """Read ``sources.yaml``; relative folders and files are taken from its own folder.

    Raises ``SettingsError`` that names the file, the key, what was found and what was expected.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SettingsError(
            f"There is no sources file at {path}.",
            remedy="Write one as docs/sources.md shows, or name a folder: make build SOURCE=DIR.",
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{path} cannot be read: {error}.", remedy="Name a text file of YAML in UTF-8."
        ) from error
    raw = parse_yaml(text, path, remedy="Correct the file as docs/sources.md shows.")
    if not isinstance(raw, dict):
        raise SettingsError(
            f"{path} holds {'nothing' if raw is None else type(raw).__name__}, but a mapping was "
            "expected.",
            remedy="Write 'collections:' with at least one collection, as docs/sources.md shows.",
        )
    return parse_settings(raw, origin=path)


def parse_settings(raw: dict[str, object], *, origin: Path) -> Settings:
    """Return checked settings from a mapping; ``origin`` is the file that it came from."""
    try:
        settings = Settings.model_validate(raw)
    except pydantic.ValidationError as error:
        raise SettingsError(_explain(error, origin)) from None
    return _absolute(settings, origin.parent.resolve())


def _explain(error: pydantic.ValidationError, origin: Path) -> str:
    problems = _own_problems(error.errors(include_url=False))
    lines = [f"{origin} has {len(problems)} wrong setting(s):"]
    for problem in problems:
        place = ".".join(str(part) for part in problem["loc"]) or "the file"
        lines.append(f"  {place}: {_WORDS.get(problem['type'], problem['msg'])}{_found(problem)}")
    lines.append("docs/sources.md lists every setting with its default.")
    return "\n".join(lines)


def _own_problems(problems: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Leave out lists that are too short only because each of their entries is wrong."""
    places = [problem["loc"] for problem in problems]
    return [
        problem
        for problem in problems
        if problem["type"] != "too_short"
        or not any(place[:-1][: len(problem["loc"])] == problem["loc"] for place in places)
    ]


def _found(problem: ErrorDetails) -> str:
    """Return what was found at a place, unless it may be a secret: errors end up in logs."""
    found, place = problem["input"], str(problem["loc"][-1]) if problem["loc"] else ""
    if problem["type"] == "missing" or (isinstance(found, str) and _SECRET.search(place)):
        return ""
    return f" (found {without_credentials(repr(found))[:80]})"


def _absolute(settings: Settings, base: Path) -> Settings:
    def resolve(value: str | None) -> str | None:
        return None if value is None else str((base / Path(value).expanduser()).resolve())

    def locate(collection: Collection) -> Collection:
        urls = tuple(url if "://" in url else str(base / url) for url in collection.urls)
        places = {"folder": resolve(collection.folder), "template": resolve(collection.template)}
        return collection.model_copy(update={**places, "urls": urls})

    def placed(application: ApplicationSettings) -> ApplicationSettings:
        login = application.login
        if login is None or login.session_file is None:
            return application
        login = login.model_copy(update={"session_file": resolve(login.session_file)})
        return application.model_copy(update={"login": login})

    collections = tuple(map(locate, settings.collections))
    browser = settings.crawl.browser
    if browser is not None and ("/" in browser or browser.startswith("~")):
        browser = resolve(browser)
    embedding, default = settings.embedding, EmbeddingSettings()
    if embedding.provider == default.provider and embedding.model != default.model:
        embedding = embedding.model_copy(update={"model": resolve(embedding.model)})
    pdf = settings.parse.pdf
    pdf = pdf.model_copy(update={"artifacts_path": resolve(pdf.artifacts_path)})
    sidecar = {"sidecar": resolve(settings.versions.sidecar)}
    groups = {"sidecar": resolve(settings.access.sidecar)}
    serve = settings.serve.model_copy(update={"tokens": resolve(settings.serve.tokens)})
    if serve.jwt is not None:
        jwt = serve.jwt.model_copy(update={"key_file": resolve(serve.jwt.key_file)})
        serve = serve.model_copy(update={"jwt": jwt})
    return settings.model_copy(
        update={
            "collections": collections,
            "seed_concepts": resolve(settings.seed_concepts),
            "decisions": resolve(settings.decisions),
            "predicates": resolve(settings.predicates),
            "ticket_feedback": resolve(settings.ticket_feedback),
            "help_overrides": resolve(settings.help_overrides),
            "applications": tuple(map(placed, settings.applications)),
            "state_decisions": resolve(settings.state_decisions),
            "crawl": settings.crawl.model_copy(update={"browser": browser}),
            "parse": settings.parse.model_copy(update={"pdf": pdf}),
            "versions": settings.versions.model_copy(update=sidecar),
            "access": settings.access.model_copy(update=groups),
            "embedding": embedding,
            "serve": serve,
        }
    )
