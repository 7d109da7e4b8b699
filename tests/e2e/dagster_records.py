"""Dagster's side of a lake: what its instance says of the runs there, and its page as a process."""

from __future__ import annotations

import contextlib
import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from e2e_project import BUCKETS, COMMAND, PATIENCE_SECONDS, running

_LAUNCH = """
mutation Launch($params: ExecutionParams!) {
  launchRun(executionParams: $params) {
    __typename
    ... on LaunchRunSuccess { run { runId } }
    ... on PythonError { message }
    ... on RunConfigValidationInvalid { errors { message } }
  }
}
"""


@contextlib.contextmanager
def instance_of(lake: Path) -> Iterator[dg.DagsterInstance]:
    """Open the instance that builds of this lake write to."""
    home = str(lake / "dagster")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DAGSTER_HOME", home)
        with dg.DagsterInstance.from_config(home) as instance:
            yield instance


def latest_metadata(lake: Path, asset: str) -> dict[str, Any]:
    """Return the metadata values of an asset's latest materialization."""
    return metadata_of_each(lake, [asset])[asset]


def metadata_of_each(lake: Path, assets: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the metadata values of the latest materialization of each asset."""
    found = {}
    with instance_of(lake) as instance:
        for asset in assets:
            event = instance.get_latest_materialization_event(dg.AssetKey(asset))
            assert event is not None, f"{asset} was never materialized in {lake}."
            materialization = event.asset_materialization
            assert materialization is not None
            found[asset] = {name: v.value for name, v in materialization.metadata.items()}
    return found


def dagster_environment(lake: Path, sources: Path) -> dict[str, str]:
    """Return the variables that point Dagster's own commands at a project."""
    return {
        "DAGSTER_HOME": str(lake / "dagster"),
        "GRAPHWRIGHT_LAKE": str(lake),
        "GRAPHWRIGHT_SOURCES": str(sources),
    }


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextlib.contextmanager
def serve(
    command: Sequence[str], env: Mapping[str, str], log: Path, *, cwd: Path | None = None
) -> Iterator[str]:
    """Run a command that serves Dagster's page on a free port; yield its address when it answers.

    The command's program is taken from beside the test's own Python.
    """
    port = free_port()
    program = str(COMMAND.with_name(command[0]))
    arguments = [program, *command[1:], "--port", str(port)]
    address = f"http://127.0.0.1:{port}"
    with running(arguments, env=env, log=log, cwd=cwd or Path.cwd()) as process:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not _answers(address):
            assert process.poll() is None, f"{command} ended:\n{log.read_text()}"
            assert time.monotonic() < deadline, f"{command} never answered:\n{log.read_text()}"
            time.sleep(0.2)
        yield address


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/server_info", timeout=10) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def graphql(address: str, query: str, variables: Mapping[str, Any]) -> dict[str, Any]:
    """Ask the page's own interface."""
    body = json.dumps({"query": query, "variables": dict(variables)}).encode()
    request = urllib.request.Request(
        f"{address}/graphql", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        result: dict[str, Any] = json.load(answer)
    assert "errors" not in result, result
    data: dict[str, Any] = result["data"]
    return data


def launch_build(address: str, *, location: str) -> str:
    """Launch the build over all buckets in one run, as the page does, and return the run's id."""
    selector = {
        "repositoryLocationName": location,
        "repositoryName": "__repository__",
        "jobName": "build",
    }
    tags = {
        "dagster/asset_partition_range_start": "0000",
        "dagster/asset_partition_range_end": f"{BUCKETS - 1:04d}",
    }
    metadata = {"tags": [{"key": key, "value": value} for key, value in tags.items()]}
    params = {"selector": selector, "executionMetadata": metadata, "runConfigData": {}}
    launched = graphql(address, _LAUNCH, {"params": params})["launchRun"]
    assert launched["__typename"] == "LaunchRunSuccess", launched
    run_id: str = launched["run"]["runId"]
    return run_id


def wait_for_run(lake: Path, run_id: str) -> dg.DagsterRun:
    """Return a run when it has ended, well or not."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        with instance_of(lake) as instance:
            run = instance.get_run_by_id(run_id)
        assert run is not None, run_id
        if run.is_finished:
            return run
        assert time.monotonic() < deadline, f"Run {run_id} did not end; it is {run.status}."
        time.sleep(1)
