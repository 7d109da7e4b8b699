"""Without the packages of the extra the service says how to get them; the rest works."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from graphwright.errors import ExtraError
from graphwright.serving.extra import MODULES, check_extra

ROOT = Path(__file__).parents[3]


def test_the_modules_are_those_of_the_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {Requirement(line).name for line in project["optional-dependencies"]["serve"]}
    assert set(MODULES.values()) == asked
    check_extra()


def test_the_error_names_packages_and_command() -> None:
    with pytest.raises(ExtraError, match=r"not installed: no_such_module\. Run 'make serve'"):
        check_extra(["uvicorn", "no_such_module"])


def test_without_the_extra_only_the_service_is_closed() -> None:
    code = (
        "import importlib.abc, importlib.util, sys\n"
        "there = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda n, *a: None if n == 'mcp' else there(n, *a)\n"
        "import graphwright, graphwright.export.export, dagster_project.cli\n"
        "from graphwright.errors import GraphwrightError\n"
        "try:\n    import graphwright.serving.metrics\n"
        "except GraphwrightError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
    )
    assert "mcp" in done.stdout
    assert "make serve" in done.stdout
