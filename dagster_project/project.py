"""Which project Dagster shows: the sources file, the lake and Dagster's own home."""

import functools
import os
import re
from pathlib import Path

import yaml

from graphwright.settings import Settings, load_settings, parse_settings
from graphwright.store.lake import replacing

SOURCES_VARIABLE = "GRAPHWRIGHT_SOURCES"
LAKE_VARIABLE = "GRAPHWRIGHT_LAKE"
HOME_VARIABLE = "DAGSTER_HOME"
DEFAULT_LAKE = ".graphwright"
_EXAMPLE = Path(__file__).parent.parent / "examples" / "sources.yaml"
_DAGSTER_YAML = """\
telemetry:
  enabled: false
nux:
  enabled: false
# Dagster's own databases, with connections that stay open: builds write many events.
event_log_storage:
  module: dagster_project.event_log
  class: LakeEventLog
  config:
    home:
      env: DAGSTER_HOME
# Steps print nothing; capturing their output would put two processes and a pipe before the bars.
compute_logs:
  module: dagster._core.storage.noop_compute_log_manager
  class: NoOpComputeLogManager
# One step at a time writes to Milvus Lite; a step that was killed gives its place back.
concurrency:
  pools:
    default_limit: 1
    granularity: op
run_monitoring:
  enabled: true
  start_timeout_seconds: 600  # a busy machine takes its time to start a process
  free_slots_after_run_end_seconds: 60
"""


def lake_root() -> Path:
    """Return the lake's folder: ``GRAPHWRIGHT_LAKE``, else ``.graphwright`` here."""
    return Path(os.environ.get(LAKE_VARIABLE) or DEFAULT_LAKE).absolute()


def sources_file() -> Path:
    """Return ``GRAPHWRIGHT_SOURCES``, else what the lake was last built from, else the example."""
    named = os.environ.get(SOURCES_VARIABLE)
    if named:
        return Path(named).absolute()
    remembered = remembered_sources(lake_root())
    return remembered if remembered.exists() else _EXAMPLE


def folder_settings(folder: Path) -> Settings:
    """Return the settings of one collection, named after its folder, with every default."""
    place = folder.expanduser().resolve()
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", place.name).strip("-._") or "documents"
    collection = {"name": name, "folder": str(place)}
    return parse_settings({"collections": [collection]}, origin=place)


def remembered_sources(root: Path) -> Path:
    """Return the path of the settings that a lake was last built from."""
    return root / "sources.yaml"


def remember(settings: Settings, root: Path) -> Path:
    """Keep the settings in the lake, so that the UI and later commands use the same."""
    path = remembered_sources(root)
    text = yaml.safe_dump(settings.model_dump(mode="json"), sort_keys=False)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        with replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
    return path


@functools.cache
def project_settings() -> Settings:
    """Return the project's settings as they were when this process loaded its definitions."""
    return load_settings(sources_file())


def dagster_home(root: Path) -> Path:
    """Make and return Dagster's home inside the lake: its runs and events, no telemetry."""
    home = root / "dagster"
    settings = home / "dagster.yaml"
    if not settings.exists():
        with replacing(settings) as temporary:
            temporary.write_text(_DAGSTER_YAML, encoding="utf-8")
    return home
