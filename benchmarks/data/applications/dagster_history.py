"""Give a Dagster instance some history: runs of assets and jobs, well and failed, and a sensor.

DAGSTER_HOME=... python dagster_history.py location.py
"""

import importlib.util
import itertools
import sys
import uuid
from pathlib import Path
from types import ModuleType

import dagster as dg


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
    ids = (str(uuid.UUID(int=0xC0FFEE + number)) for number in itertools.count())
    with dg.DagsterInstance.get() as instance:
        for name, partition in (
            ("nightly", None),
            ("nightly", None),
            ("dispatch", None),
            ("weekly", "north"),
            ("carrier_calendar", None),
        ):
            job = definitions.resolve_job_def(name)
            job.execute_in_process(
                instance=instance,
                raise_on_error=False,
                partition_key=partition,
                run_id=next(ids),
            )
        for partition in ("2026-01-01", "2026-01-02"):
            dg.materialize(
                [location.raw_orders],
                instance=instance,
                partition_key=partition,
                run_id=next(ids),
            )
        dg.materialize(
            [location.stock_alerts], instance=instance, raise_on_error=False, run_id=next(ids)
        )


if __name__ == "__main__":
    main()
