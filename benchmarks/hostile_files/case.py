"""One hostile file: its name, how it is made, and which statuses are right for it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path


@dataclasses.dataclass(frozen=True)
class Bait:
    """What lies outside the source and must not be reached.

    ``url`` is an address that counts its visitors, ``secret_file`` a file that holds ``secret``,
    ``target`` a path that does not exist and must not come into being.
    """

    url: str
    secret_file: Path
    secret: str
    target: Path


Maker = Callable[[Bait], bytes]
Placer = Callable[[Path, Bait], None]


@dataclasses.dataclass(frozen=True)
class Case:
    """A hostile file; ``statuses`` are the right ones, ``slow`` keeps it out of the short form.

    ``holds`` is text that must be there when the document is parsed.
    """

    name: str
    place: Placer
    statuses: frozenset[str]
    slow: bool = False
    holds: str = ""

    def write(self, folder: Path, bait: Bait) -> None:
        """Put the file below the folder."""
        self.place(folder, bait)


class Cases:
    """The cases of one module, in the order of their code."""

    def __init__(self) -> None:
        self.cases: list[Case] = []

    def add(
        self, name: str, statuses: str, *, slow: bool = False, holds: str = ""
    ) -> Callable[[Maker], Maker]:
        """Register the function that makes the bytes of a file."""

        def register(make: Maker) -> Maker:
            def place(folder: Path, bait: Bait) -> None:
                (folder / name).write_bytes(make(bait))

            self._append(name, place, statuses, slow, holds)
            return make

        return register

    def place(
        self, name: str, statuses: str, *, slow: bool = False, holds: str = ""
    ) -> Callable[[Placer], Placer]:
        """Register the function that puts something other than plain bytes into the folder."""

        def register(place: Placer) -> Placer:
            self._append(name, place, statuses, slow, holds)
            return place

        return register

    def _append(self, name: str, place: Placer, statuses: str, slow: bool, holds: str) -> None:
        self.cases.append(Case(name, place, frozenset(statuses.split()), slow, holds))
