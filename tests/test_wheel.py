"""The wheel holds all that the packages need, and works far from any checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("graphwright", "sql", "assets", "resources", "dagster_project")

pytestmark = pytest.mark.long

LOAD = """
import sys
from dagster_project.definitions import defs
repository = defs().get_repository_def()
print(sys.modules["dagster_project"].__file__, sys.modules["sql"].__file__)
assert len(list(repository.asset_graph.get_all_asset_keys())) > 20
"""


def run(*arguments: object, **options: object) -> str:
    """Return what a command prints; what it says of an error is shown where it fails."""
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]  # options of any kind
    assert done.returncode == 0, done.stderr
    return str(done.stdout)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this tree, built from a copy: building leaves files behind."""
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheels")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, source / name)
    for package in PACKAGES:
        without = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, source / package, ignore=without)
    run("-m", "pip", "wheel", source, "--no-deps", "--no-build-isolation", "--wheel-dir", made)
    (found,) = made.glob("graphwright-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a process that finds the wheel's packages, and no checkout."""
    target = tmp_path_factory.mktemp("installed")
    run("-m", "pip", "install", "--quiet", "--no-deps", "--target", target, wheel)
    kept = {name: value for name, value in os.environ.items() if "GRAPHWRIGHT" not in name}
    return {**kept, "PYTHONPATH": str(target), "HERE": str(target)}


def test_the_wheel_holds_each_file_of_the_packages(wheel: Path) -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == there, "see package-data in pyproject.toml"


def test_it_builds_and_answers_in_another_folder(installed: dict[str, str], tmp_path: Path) -> None:
    def graphwright(*arguments: str) -> str:
        code = "from dagster_project.cli import main; main()"
        return run("-c", code, *arguments, cwd=tmp_path, env=installed)

    (tmp_path / "handbook").mkdir()
    (tmp_path / "handbook" / "billing.md").write_text(
        "# Billing\n\nThe Billing Service sends invoices to customers.\n", encoding="utf-8"
    )
    assert "build" in graphwright("--help")
    graphwright("build", "--source", "handbook", "--workers", "1")
    assert "billing.md" in graphwright("ask", "What does the Billing Service send?")


def test_dagster_loads_its_definitions(installed: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "handbook").mkdir()
    sources = tmp_path / "sources.yaml"
    sources.write_text("collections: [{name: handbook, folder: handbook}]\n", encoding="utf-8")
    environment = {**installed, "GRAPHWRIGHT_SOURCES": str(sources)}
    for file in run("-c", LOAD, cwd=tmp_path, env=environment).split():
        assert file.startswith(installed["HERE"])
