"""What a run of Dagster fetched before it got the lake, for its step that lists the sources.

The run waits for the lake in the process that oversees it; its steps may run in others. So what was
fetched lies in a file of the lake's cache, which each run that holds the lake writes anew.
"""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from graphwright.documents.sources.pages import Pages
from graphwright.documents.sources.remote import fetch_remote, remote_addresses
from graphwright.errors import SettingsError
from graphwright.ids import fingerprint
from graphwright.settings import Settings
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.lake import Lake
from graphwright.tables import SourceDocument

_NAME = "fetched.json"


def narrowed(settings: Settings, names: Sequence[str]) -> Settings:
    """Return settings with the collections that are named alone; with all where none is."""
    wanted = tuple(c for c in settings.collections if not names or c.name in names)
    return settings.model_copy(update={"collections": wanted})


def needs_fetching(settings: Settings) -> bool:
    """Say whether any document is not of this machine."""
    return bool(remote_addresses(settings))


def fetch_for_lake(lake: Lake, settings: Settings) -> list[SourceDocument]:
    """Fetch what is not of this machine; call it while nobody waits for the lake's lock.

    Raises ``LakeError`` where another build holds the lake, before anything is fetched.
    """
    if not needs_fetching(settings):
        return []
    with lake.exclusive():
        pass
    return fetch_remote(settings, Pages.of(lake))


def hand_over(
    lake: Lake, run_id: str, settings: Settings, fetched: Sequence[SourceDocument]
) -> None:
    """Write what a run fetched; the run holds the lake. Raises ``StorageError``."""
    rows = [dataclasses.asdict(row) for row in fetched]
    text = json.dumps({"run": run_id, "of": _asked(settings), "rows": rows})
    with LOCAL_FILES.replacing(_path(lake)) as temporary:
        temporary.write_text(text, encoding="utf-8")


def fetched_of_run(lake: Lake, run_id: str, settings: Settings) -> list[SourceDocument]:
    """Return what a run fetched of these settings; fetch now where it did not, and holds no lake.

    Raises ``SettingsError`` where the settings were changed since.
    """
    if not needs_fetching(settings):
        return []
    record = _record(lake)
    if record.get("run") != run_id:
        return fetch_remote(settings, Pages.of(lake))
    if record["of"] != _asked(settings):
        raise SettingsError(
            "The settings were changed since this run fetched its web pages.",
            remedy="Launch it again.",
        )
    return [SourceDocument(**row) for row in record["rows"]]


def _record(lake: Lake) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads(_path(lake).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return record


def _path(lake: Lake) -> Path:
    return lake.cache / _NAME


def _asked(settings: Settings) -> str:
    collections = [collection.model_dump(mode="json") for collection in settings.collections]
    return fingerprint([collections, settings.parse.max_bytes])
