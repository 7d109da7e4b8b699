"""What readers said of tickets, a CSV beside the sources: which one solved which.

    solved_by,ticket
    support:SHOP-9,support:SHOP-12

Each line is a link of the next build while both tickets are there (LinkedIn, section 6). A name is
a key, or a collection and a key where several collections have the key.
"""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from graphwright.csv_text import csv_rows
from graphwright.documents.sidecars.file import Sidecar
from graphwright.errors import SettingsError
from graphwright.store.folder import LOCAL_FILES

COLUMNS = ("solved_by", "ticket")
_REMEDY = "Write a ticket that solved another, a comma, and the one that it solved."
_SIDECAR = Sidecar("what readers said of tickets", "ticket_feedback", _REMEDY)


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Solved:
    """A reader's word that the ticket ``solved_by`` holds what solved ``ticket``."""

    solved_by: str
    ticket: str


def read_feedback(path: Path | None) -> list[Solved]:
    """Return what a file says, in order and once each; nothing where there is no file yet.

    Raises ``SettingsError`` that names the first wrong line.
    """
    if path is None or not path.exists():
        return []
    return sorted(set(_SIDECAR.rows(path, _SIDECAR.read(path), _from_yaml, _from_csv)))


def add_feedback(path: Path, said: Solved) -> bool:
    """Add a line to a file, which is made where it is absent; return whether it is new.

    Raises ``SettingsError`` for a file that cannot be read, and then leaves it as it is.
    """
    known = read_feedback(path)
    if said in known:
        return False
    with LOCAL_FILES.replacing(path, durable=True) as temporary:
        temporary.write_text(feedback_text([*known, said]), encoding="utf-8")
    return True


def feedback_text(said: Iterable[Solved]) -> str:
    """Return lines as the file holds them, in their order."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(dataclasses.astuple(one) for one in sorted(set(said)))
    return text.getvalue()


def _from_yaml(_text: str, path: Path) -> list[Solved]:
    raise SettingsError(
        f"The sidecar of what readers said of tickets {path} is YAML.", remedy="Name a .csv."
    )


def _from_csv(text: str, path: Path) -> Iterator[Solved]:
    reader = csv_rows(text, strict=True)
    for cells in reader:
        names = tuple(cell.strip() for cell in cells)
        if reader.line_num == 1 and names == COLUMNS:
            continue
        if not any(names):
            continue
        if len(names) != len(COLUMNS) or not all(names) or names[0] == names[1]:
            raise SettingsError(
                f"{path}, line {reader.line_num}: two different tickets were expected, and "
                f"{', '.join(map(repr, cells))[:200]} was found.",
                remedy=_REMEDY,
            )
        yield Solved(*names)
