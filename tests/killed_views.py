"""Makes a view again and again, killed on the way each time, in processes that are forked.

    python tests/killed_views.py SOURCES LAKE GROUP CHANGES...

Each of CHANGES is the change of a file, counted from 1, before which the kernel ends a process.
Printed is for each whether it was killed. Nothing has begun a thread where this forks.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from warm_builds import _Changes

from graphwright.access.views import open_view
from graphwright.project import Project
from graphwright.settings import load_settings
from graphwright.steps.base.step import Given
from graphwright.steps.pipeline import Pipeline


def make_and_die(project: Project, group: str, change: int) -> bool:
    """Make the view in another process; return whether it was killed."""
    child = os.fork()
    if child == 0:
        sys.addaudithook(_Changes(str(project.root), change).see)
        open_view(project, [group])
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == -signal.SIGKILL


def main() -> None:
    sources, lake, group, *changes = sys.argv[1:]
    project = Project(Path(lake), given=load_settings(Path(sources)))
    list(Pipeline(Given(project.lake, project.settings, documents=())))  # reads the code, once
    for change in map(int, changes):
        sys.stdout.write(f"{change} {make_and_die(project, group, change)}\n")


if __name__ == "__main__":
    main()
