"""Each benchmark is a command: what it imports is found when its file is run by itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"
COMMANDS = [path for path in sorted(FOLDER.glob("*.py")) if "__main__" in path.read_text("utf-8")]


def imported_as_package(command: Path) -> set[str]:
    """Return the files of benchmarks that a file, or what it imports, names as a package's."""
    found: set[str] = set()
    seen, waiting = set[Path](), [command]
    while waiting:
        path = waiting.pop()
        seen.add(path)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            beside = FOLDER / f"{module}.py"
            if module.split(".")[0] == "benchmarks":
                found.add(f"{path.name}: {module}")
            elif beside.exists() and beside not in seen:
                waiting.append(beside)
    return found


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_what_a_command_imports_is_found(path: Path) -> None:
    """Run by itself, a file finds its own folder, not the one above, unless it says so."""
    if "sys.path" not in path.read_text("utf-8"):
        assert imported_as_package(path) == set()
