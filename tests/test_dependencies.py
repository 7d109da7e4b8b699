"""What is pinned is what is asked for, and docs/dependencies.md says of each why it is there."""

from __future__ import annotations

import ast
import importlib.metadata
import re
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import licences
import pytest
from lock import marker_of, pins
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "constraints.txt").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
HERE = {"python_full_version": "3.11.7", "python_version": "3.11", "sys_platform": "linux"}


def pyproject() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        return tomllib.load(stream)


def asked_for() -> dict[str, list[str]]:
    """Return each extra with its requirements; the default and the group of the LLM too."""
    table = pyproject()
    default = {"": table["project"]["dependencies"], **table["dependency-groups"]}
    return default | table["project"]["optional-dependencies"]


OUR_PACKAGES = ("graphwright", "sql", "assets", "resources", "dagster_project")
COMPANIONS = {"pydantic_core", "grpc", "thinc", "docling_core"}
"""What a direct dependency (pydantic, pymilvus, spacy, docling-slim) shows of itself."""
OPTIONAL = {"rapidocr"}
"""What only an extra brings, and what is imported where it is there."""


class Pin(NamedTuple):
    """A line of constraints.txt."""

    version: Version
    marker: str
    hashes: int


def installed_with(extra: str) -> dict[str, Pin]:
    """Return what pip takes from constraints.txt on this machine where an extra is asked for."""
    found = dict[str, Pin]()
    for line in filter(None, map(str.strip, LOCK.replace("\\\n", " ").splitlines())):
        parts = re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)(?: ; (.*?))?(?=\s+--hash)", line)
        assert parts, line[:80]
        name, version, marker = parts.groups()
        if marker is None or Marker(marker).evaluate({**HERE, "extra": extra}):
            assert name not in found, f"two versions of {name}"
            hashes = len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", line))
            found[canonicalize_name(name)] = Pin(Version(version), marker or "", hashes)
    return found


def needed(requirements: list[str], seen: dict[str, Requirement] | None = None) -> set[str]:
    """Return the names of what these requirements install on this machine, all the way down."""
    seen = {} if seen is None else seen
    for line in requirements:
        _follow(Requirement(line), [""], seen)
    return {canonicalize_name(requirement.name) for requirement in seen.values()}


def _follow(requirement: Requirement, extras: list[str], seen: dict[str, Requirement]) -> None:
    marker = requirement.marker
    if marker is not None and not any(marker.evaluate({"extra": extra}) for extra in extras):
        return
    key = f"{canonicalize_name(requirement.name)}{sorted(requirement.extras)}"
    if key in seen:
        return
    seen[key] = requirement
    for line in importlib.metadata.requires(requirement.name) or []:
        _follow(Requirement(line), [*requirement.extras, ""], seen)


@pytest.mark.parametrize("extra", asked_for())
def test_constraints_pin_what_is_asked_for(extra: str) -> None:
    found = installed_with(extra)
    for line in [*asked_for()[""], *asked_for()[extra]]:
        requirement = Requirement(line)
        version = found[canonicalize_name(requirement.name)].version
        assert version in requirement.specifier, f"{version} is pinned, {line} is asked for"


def test_every_pin_has_hashes_and_no_address() -> None:
    for extra in asked_for():
        assert [name for name, pin in installed_with(extra).items() if not pin.hashes] == []
    for word in ("://", "file:", "--index-url", "--extra-index-url", "--find-links", " @ "):
        assert word not in LOCK, f"constraints.txt holds {word!r}"


@pytest.mark.parametrize("extra", ["", "dev"])
def test_constraints_pin_everything_that_is_installed(extra: str) -> None:
    direct = [*asked_for()[""], *asked_for()[extra]]
    assert needed(direct) - set(installed_with(extra)) == set()


def test_an_extra_only_adds_to_the_default() -> None:
    default = installed_with("")
    for extra in asked_for():
        found = installed_with(extra)
        assert {name: found[name] for name in default} == default


def test_torch_comes_with_the_models_only() -> None:
    assert [extra for extra in asked_for() if "torch" in installed_with(extra)] == ["layout"]


def test_the_small_model_of_the_long_tests_comes_alone() -> None:
    added = set(installed_with("model")) - set(installed_with(""))
    assert added == {canonicalize_name(Requirement(line).name) for line in asked_for()["model"]}


def test_what_the_makefile_does_to_a_marker_asks_for_an_extra() -> None:
    (found,) = re.findall(r'sed "s/(extra == .*?)/(.*?)/"', MAKEFILE)
    for extra in filter(None, asked_for()):
        asked = found[0].replace("$(1)", extra)
        markers = {pin.marker for pin in installed_with(extra).values() if "extra" in pin.marker}
        assert markers
        for marker in markers:
            assert Marker(marker.replace(asked, found[1])).evaluate({**HERE, "extra": ""})


def test_a_marker_says_who_needs_a_pin_and_where() -> None:
    default = {"a==1": "", "b==1": "sys_platform == 'win32'"}
    extras = {"x": {"a==1": "", "b==1": "", "c==1": "python_version < '3.12'"}, "y": {"c==1": ""}}
    assert marker_of("a==1", default, extras) == ""
    assert marker_of("b==1", default, extras) == "(sys_platform == 'win32') or (extra == 'x')"
    assert marker_of("c==1", default, extras) == (
        "((python_version < '3.12') and extra == 'x') or (extra == 'y')"
    )
    text = "a==1 \\\n    --hash=sha256:0\nb==1 ; sys_platform == 'win32' \\\n    --hash=sha256:1\n"
    assert pins(text) == default


def test_what_is_imported_is_asked_for() -> None:
    direct, known = set(licences.direct_dependencies()), importlib.metadata.packages_distributions()
    ours = {*OUR_PACKAGES, *COMPANIONS, *OPTIONAL, *sys.stdlib_module_names}
    for path in (file for package in OUR_PACKAGES for file in (ROOT / package).rglob("*.py")):
        for module in imported(ast.parse(path.read_text(encoding="utf-8"))) - ours:
            names = {canonicalize_name(name) for name in known.get(module, [])}
            assert names & direct, f"{path} imports {module}"


def imported(tree: ast.Module) -> set[str]:
    """Return the top-level modules that a module imports."""
    names = [a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names]
    names += [n.module or "" for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


def rows() -> dict[str, list[str]]:
    """Return the table of the page: name to its other columns."""
    head = "| dependency | range |"
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {name: rest for name, *rest in cells}


def test_the_page_lists_each_direct_dependency_and_no_other() -> None:
    direct = licences.direct_dependencies()
    assert list(rows()) == sorted(direct)
    assert {name: columns[3] for name, columns in rows().items()} == {
        name: ", ".join(extras) for name, extras in direct.items()
    }


def test_the_page_has_the_ranges() -> None:
    lines = [Requirement(line) for lines in asked_for().values() for line in lines]
    for line in lines:
        (written, *_) = rows()[canonicalize_name(line.name)]
        expected = sorted(str(line.specifier).split(",")) if line.specifier else ["any"]
        assert sorted(written.split(",")) == expected, line.name


@pytest.mark.parametrize("name", licences.direct_dependencies())
def test_the_page_has_the_licence_that_the_package_states(name: str) -> None:
    try:
        assert rows()[name][2] == licences.licence(name)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed: it comes with an extra")


def test_each_licence_that_needs_care_is_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    section = PAGE[PAGE.index("## Licences that need care") : PAGE.index("## Why Milvus")]
    for line in licences.with_care():
        name = line.partition(" ")[0]
        assert name == "graphwright" or name in section, line
