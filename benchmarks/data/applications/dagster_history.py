"""Give a Dagster instance some history: runs of assets and jobs, well and failed, and a sensor.

DAGSTER_HOME=... python dagster_history.py location.py
"""

import importlib.util
import sys
import uuid
from pathlib import Path
from types import ModuleType

import dagster as dg

RUNS = (
    ("nightly", None),
    ("nightly", None),
    ("dispatch", None),
    ("weekly", "north"),
    ("carrier_calendar", None),
    ("intake", "2026-01-01"),
    ("intake", "2026-01-02"),
    ("alerts", None),
)


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("location", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    location = loaded(Path(sys.argv[1]))
    definitions: dg.Definitions = location.defs
    with dg.DagsterInstance.get() as instance:
        for number, (name, partition) in enumerate(RUNS):
            definitions.resolve_job_def(name).execute_in_process(
                instance=instance,
                raise_on_error=False,
                partition_key=partition,
                # Ids that do not differ from one filling to the next.
                run_id=str(uuid.uuid5(uuid.NAMESPACE_URL, f"run {number}")),
            )


if __name__ == "__main__":
    main()
