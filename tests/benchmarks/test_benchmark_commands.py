"""Each benchmark is a command: what it imports is found when its file is run by itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
COMMANDS = [path for path in sorted(FOLDER.glob("*.py")) if "__main__" in path.read_text("utf-8")]


def imported_as_package(path: Path) -> set[str]:
    """Return the files of benchmarks that a file, and what it imports, names as a package's."""
    found: set[str] = set()
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        module = node.module if isinstance(node, ast.ImportFrom) else None
        if module and module.split(".")[0] == "benchmarks":
            found.add(f"{path.name}: {module}")
        elif module and (FOLDER / f"{module}.py").exists():
            found |= imported_as_package(FOLDER / f"{module}.py")
    return found


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_what_a_command_imports_is_found(path: Path) -> None:
    """Run by itself, a file finds its own folder, not the one above, unless it says so."""
    if "sys.path" not in path.read_text("utf-8"):
        assert imported_as_package(path) == set()
