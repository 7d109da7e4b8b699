"""Print what docs/dependencies.md says of licences, read from what is installed.

    python benchmarks/licences.py          # the direct dependencies, as rows of the table
    python benchmarks/licences.py --all    # of all installed packages, those that need care

A licence is what the package itself says: its SPDX expression, else its classifiers, else the
first line of its free text.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
DEFAULT = "default"

_SHORT = {
    "MIT License": "MIT",
    "MIT license": "MIT",
    "Apache Software License": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache 2": "Apache-2.0",
    "BSD License": "BSD",
    "BSD": "BSD",
    "GNU General Public License (GPL)": "GPL",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0",
    "GNU Library or Lesser General Public License (LGPL)": "LGPL",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""Names that packages use, to the short ones of SPDX as far as they tell."""

_NEEDS_CARE = re.compile(r"GPL|MPL|EPL|SSPL|BUSL|Proprietary|NVIDIA|unknown|Affero", re.IGNORECASE)


def licence(package: str) -> str:
    """Return the licence that an installed package states, or ``unknown``."""
    metadata = importlib.metadata.metadata(package)
    if expression := metadata.get("License-Expression"):
        return expression
    prefix = "License :: "
    stated = [
        line.rpartition(" :: ")[2]
        for line in metadata.get_all("Classifier") or []
        if line.startswith(prefix) and line != f"{prefix}OSI Approved"
    ]
    text = (metadata.get("License") or "").strip()
    if not stated and text:
        stated = [text.splitlines()[0]]
    return " or ".join(_SHORT.get(name, name) for name in stated) or "unknown"


def direct_dependencies() -> dict[str, list[str]]:
    """Return name to the extras that ask for each direct dependency, ``default`` among them."""
    with (ROOT / "pyproject.toml").open("rb") as stream:
        project = tomllib.load(stream)
    extras = {DEFAULT: project["project"]["dependencies"]}
    extras |= project["project"]["optional-dependencies"] | project["dependency-groups"]
    found = dict[str, list[str]]()
    for extra, lines in extras.items():
        for line in lines:
            found.setdefault(canonicalize_name(Requirement(line).name), []).append(extra)
    return found


def rows() -> Iterator[str]:
    """Yield the direct dependencies with their licences, as rows of a table."""
    for name, extras in sorted(direct_dependencies().items()):
        try:
            yield f"| {name} | {licence(name)} | {', '.join(extras)} |"
        except importlib.metadata.PackageNotFoundError:
            yield f"| {name} | not installed | {', '.join(extras)} |"


def with_care() -> Iterator[str]:
    """Yield each installed package whose licence asks for more than its own text, or is unknown."""
    names = {canonicalize_name(found.name) for found in importlib.metadata.distributions()}
    for name in sorted(names):
        if _NEEDS_CARE.search(found := licence(name)):
            yield f"{name} {importlib.metadata.version(name)}: {found}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the rows."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--all", action="store_true", help="all packages that need care")
    print("\n".join(with_care() if parser.parse_args(arguments).all else rows()))


if __name__ == "__main__":
    main()
