"""Write constraints.txt: exact versions and hashes of all that any kind of installation needs.

    python benchmarks/lock.py            # versions stay as they are where they still fit
    python benchmarks/lock.py --latest   # takes the newest that fit

One set of versions fits all extras at once. A line that only an extra (or the group of the small
LLM) needs bears a marker, such as ``extra == 'ocr'``. pip gives a file of requirements no extras,
so it passes over such lines: ``pip install -r constraints.txt`` installs the default. The Makefile
says how an extra's lines are asked for. No address stands in the file.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "constraints.txt"
GROUP = "model"
"""Installed without what it asks for: only a model's file is wanted of it."""

_LINE = re.compile(r"(?P<pin>\S+==\S+)(?: ; (?P<marker>[^\\]+?))?(?: \\)?$")

Pins = dict[str, str]
"""Name and version to the marker of its environments; empty where it is for all."""


def compiled(*options: str, pinned: Path | None = None, output: Path | None = None) -> str:
    """Return what uv makes of pyproject.toml for Python 3.11 and newer on every platform."""
    command = [str(Path(sys.executable).with_name("uv")), "pip", "compile", "--quiet"]
    command += ["--universal", "--python-version", "3.11", "--no-header", "--no-annotate"]
    command += ["-c", str(pinned)] if pinned else []
    command += ["-o", str(output)] if output else []
    done = subprocess.run(
        [*command, *options], cwd=ROOT, check=True, stdout=subprocess.PIPE, encoding="utf-8"
    )
    return done.stdout


def pins(text: str) -> Pins:
    """Return the pins of a compiled file."""
    matches = (_LINE.match(line) for line in text.splitlines() if not line.startswith(" "))
    return {found["pin"]: found["marker"] or "" for found in matches if found}


def marker_of(pin: str, default: Pins, extras: Mapping[str, Pins]) -> str:
    """Return when a pin is to be installed: always where the default has it everywhere."""
    if default.get(pin) == "":
        return ""
    either = [default[pin]] if pin in default else []
    for extra, known in extras.items():
        if pin in known and known[pin] != default.get(pin):
            places = f"({known[pin]}) and " if known[pin] else ""
            either.append(f"{places}extra == '{extra}'")
    return " or ".join(f"({part})" if len(either) > 1 else part for part in either)


def marked(text: str, default: Pins, extras: Mapping[str, Pins]) -> list[str]:
    """Return the lines of a compiled file, each pin with its marker."""
    lines = []
    for line in text.splitlines():
        found = None if line.startswith(" ") else _LINE.match(line)
        if found:
            marker = marker_of(found["pin"], default, extras)
            lines.append(" ".join([found["pin"], *([f"; {marker}"] if marker else []), "\\"]))
        else:
            lines.append(line)
    return lines


def lock(latest: bool) -> str:
    """Return the whole file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    hashes = "--generate-hashes"
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "all.txt"
        if not latest:
            whole.write_text(LOCK.read_text())
        compiled("pyproject.toml", "--all-extras", hashes, output=whole)
        default = pins(compiled("pyproject.toml", pinned=whole))
        extras = {
            extra: pins(compiled("pyproject.toml", "--extra", extra, pinned=whole))
            for extra in project["optional-dependencies"]
        }
        text = whole.read_text()
    beside = compiled("--group", GROUP, "--no-deps", hashes)
    lines = marked(text, default, extras) + marked(beside, {}, {GROUP: pins(beside)})
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--latest", action="store_true", help="take the newest versions that fit")
    LOCK.write_text(lock(parser.parse_args(arguments).latest))


if __name__ == "__main__":
    main()
