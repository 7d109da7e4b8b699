"""What the packages read beside their code is named in pyproject.toml, or a wheel would lack it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "setuptools"
]
PACKAGES = [pattern.removesuffix("*") for pattern in SETUPTOOLS["packages"]["find"]["include"]]


@pytest.mark.parametrize("package", PACKAGES)
def test_each_file_that_is_no_code_is_named_as_data(package: str) -> None:
    folder = ROOT / package
    data = {
        path
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    named = {
        path
        for pattern in SETUPTOOLS["package-data"].get(package, ())
        for path in folder.glob(pattern)
    }
    left_out = {path.relative_to(ROOT).as_posix() for path in data - named}
    assert left_out == set(), "see package-data in pyproject.toml"
