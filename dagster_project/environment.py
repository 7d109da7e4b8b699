"""Where Dagster finds a project: the variables that name it, and Dagster's home in its lake.

They are read when Dagster loads the definitions, and never written: what builds in its own
process hands the project over as an object.
"""

import os
import re
from pathlib import Path

from graphwright.errors import LakeError
from graphwright.project import Project, open_project
from graphwright.store.folder import LOCAL_FILES

SOURCES_VARIABLE = "GRAPHWRIGHT_SOURCES"
LAKE_VARIABLE = "GRAPHWRIGHT_LAKE"
HOME_VARIABLE = "DAGSTER_HOME"
DEFAULT_LAKE = ".graphwright"
_NOT_IN_A_URL = re.compile(r"\?|%[0-9A-Fa-f]{2}")
EXAMPLE = Path(__file__).parent.parent / "examples" / "sources.yaml"
_DAGSTER_YAML = """\
telemetry:
  enabled: false
nux:
  enabled: false
# Dagster's own databases, with connections that stay open: builds write many events.
event_log_storage:
  module: dagster_project.event_log
  class: LakeEventLog
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

_WORKSPACE_YAML = """\
load_from:
  - python_module:
      module_name: dagster_project.definitions
      location_name: graphwright
"""


def named_project() -> Project:
    """Return the project that the environment names.

    Its lake is ``GRAPHWRIGHT_LAKE``, else ``.graphwright`` here; its settings are those of the
    file ``GRAPHWRIGHT_SOURCES``, else those of the last build, else the example's.
    """
    lake = os.environ.get(LAKE_VARIABLE) or DEFAULT_LAKE
    return project_of(Path(lake), os.environ.get(SOURCES_VARIABLE))


def project_of(lake: Path, sources: Path | str | None) -> Project:
    """Return a lake's project with the settings of a file, or of the last build.

    Where nothing was built yet, they are the example's.
    """
    known = open_project(lake)
    if sources:
        return open_project(lake, sources=sources)
    if known.last_settings_file.is_file() or known.is_built:
        return known
    return open_project(lake, sources=EXAMPLE)


def check_lake_path(root: Path) -> None:
    """Raise ``LakeError`` where Dagster's databases would not lie in the lake, but elsewhere.

    Their addresses hold the path as it is, and are read as a URL's.
    """
    if found := _NOT_IN_A_URL.search(str(root)):
        raise LakeError(
            f"The path of the lake, {root}, holds {found[0]!r}, which Dagster's databases cannot "
            "have in their path.",
            remedy="Name a lake with --lake whose path has no '?', and no '%' before two digits "
            "or letters from A to F.",
        )


def dagster_home(root: Path) -> Path:
    """Make and return Dagster's home inside the lake: its runs and events, no telemetry.

    What a team has changed in ``dagster.yaml`` stays. Raises ``LakeError`` like
    ``check_lake_path``.
    """
    check_lake_path(root)
    home = root / "dagster"
    settings = home / "dagster.yaml"
    if not settings.exists():
        _keep(settings, _DAGSTER_YAML)
    return home


def workspace_file(root: Path) -> Path:
    """Write and return the file that names the one code location of Dagster's page."""
    path = dagster_home(root) / "workspace.yaml"
    _keep(path, _WORKSPACE_YAML)
    return path


def _keep(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        with LOCAL_FILES.replacing(path) as temporary:
            temporary.write_text(text, encoding="utf-8")
