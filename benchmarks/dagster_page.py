"""Dagster's page on a small code location, with some runs in its history.

No daemon runs: nothing but the crawl asks the server for anything, so its records stand still.
"""

import contextlib
import json
import os
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from crawl_targets import DATA, Target, TargetError, free_port, serving
from table_digests import Left, digests

from graphwright.settings import ApplicationSettings, CrawlLimits, ReadRequests

LOCATION = "shop"
_RELOAD = """
mutation Reload($name: String!) {
  reloadRepositoryLocation(repositoryLocationName: $name) { __typename }
}
"""
_DAGSTER_YAML = "telemetry:\n  enabled: false\nnux:\n  enabled: false\n"
_WORKSPACE = (
    "load_from:\n  - python_file:\n      relative_path: location.py\n      location_name: shop\n"
)
_TRACES = Left(
    # What the server writes down when it is read: an id of its own, and how full partitions are.
    tables=frozenset({"instance_info"}),
    columns={"asset_keys": ("cached_status_data",)},
)


@contextlib.contextmanager
def dagster_page(folder: Path) -> Iterator[Target]:
    """Run Dagster's page in a folder."""
    environment = _prepared(folder)
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    arguments = ["-w", str(folder / "workspace.yaml"), "-h", "127.0.0.1", "-p", str(port)]
    command = [sys.executable, str(DATA / "dagster_recorded.py"), *arguments]
    record = folder / "operations.txt"
    environment = {**environment, "GRAPHQL_RECORD": str(record)}
    with serving(command, f"{address}/server_info", folder / "server.log", environment):
        yield Target(
            settings=settings(f"{address}/"),
            secrets={},
            fingerprint=lambda: _fingerprint(folder / "home"),
            change=lambda: _next_version(folder, address),
            received=lambda: Counter(record.read_text(encoding="utf-8").splitlines()),
        )


def settings(address: str) -> ApplicationSettings:
    """Return what a crawl is told of it."""
    return ApplicationSettings.model_validate(
        {
            "name": "dagster",
            "home": address,
            "reads": ReadRequests(graphql=("/graphql",)),
            "limits": CrawlLimits(states_of_a_template=6),
        }
    )


def _prepared(folder: Path) -> Mapping[str, str]:
    """Write the code location, run it a few times, and return the variables that name both."""
    home = folder / "home"
    home.mkdir(parents=True)
    (home / "dagster.yaml").write_text(_DAGSTER_YAML, encoding="utf-8")
    (folder / "workspace.yaml").write_text(_WORKSPACE, encoding="utf-8")
    source = (DATA / "dagster_location.py").read_text(encoding="utf-8")
    (folder / "location.py").write_text(source, encoding="utf-8")
    environment = {"DAGSTER_HOME": str(home)}
    ended = subprocess.run(
        [sys.executable, str(DATA / "dagster_history.py"), str(folder / "location.py")],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if ended.returncode:
        raise TargetError(f"Dagster's runs failed:\n{ended.stderr[-2000:]}")
    return environment


def _fingerprint(home: Path) -> dict[str, str]:
    found = {}
    for database in sorted(home.rglob("*.db")):
        name = database.relative_to(home).as_posix()
        for table, digest in digests(database, _TRACES).items():
            found[f"{name}:{table}"] = digest
    return found


def _next_version(folder: Path, address: str) -> None:
    """Describe one asset anew and have the page load it."""
    location = folder / "location.py"
    source = location.read_text(encoding="utf-8")
    location.write_text(source.replace("VERSION = 1", "VERSION = 2"), encoding="utf-8")
    body = json.dumps({"query": _RELOAD, "variables": {"name": LOCATION}}).encode()
    request = urllib.request.Request(
        f"{address}/graphql", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        told = json.load(answer)
    if "errors" in told:
        raise TargetError(f"The code location was not loaded anew: {told['errors']}")
