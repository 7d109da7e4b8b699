"""What the path of a document says of its version: folders of old ones, marks, numbers, dates."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath

from graphwright.settings import VersionSettings

_NUMBER = re.compile(
    r"(?:[\s._-]+|[\s._-]*(?P<open>\())(?:v|ver|version|rev|revision)[\s._-]*"
    r"(?P<number>\d{1,6}(?:[._]\d{1,6}){0,3})(?(open)\))$",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:[\s._-]+|[\s._-]*(?P<open>\())(?P<year>(?:19|20)\d\d)(?P<sign>[-_.]?)(?P<month>\d\d)"
    r"(?:(?P=sign)(?P<day>\d\d))?(?(open)\))$"
)
_MARK = re.compile(r"(?:[\s._-]*(?P<open>[(\[])|[\s._-]+)(?P<word>[^\W\d_]+)(?(open)[)\]])$")
_YEAR = re.compile(r"(?<=[^\W_])[\s._-]+(?:19|20)\d\d$")
"""At the end of the name of what is old by other signs; else a year names a report."""
_NO_LETTER = re.compile(r"[\W_]+")

Number = tuple[int, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class NamedVersion:
    """What a path says: ``family`` is equal for the versions of one document.

    It is the folder without folders of old ones, and the name without suffix and what tells
    versions apart. ``old`` is the folder or mark that says that it is old; a ``sure`` one does so
    even where no other document of the family is there.
    """

    family: tuple[str, ...]
    number: Number | None = None
    date: str | None = None
    old: str | None = None
    sure: bool = False


def read_path(path: str, rules: VersionSettings) -> NamedVersion:
    """Return what a path inside its collection says of the document's version."""
    whole = PurePosixPath(path)
    archive, marks = _all_plain(rules.archive_folders), _all_plain(rules.marks)
    folders = [_plain(folder) for folder in whole.parent.parts]
    found = next((f for f, plain in zip(whole.parent.parts, folders, strict=True)
                  if plain in archive), None)  # fmt: skip
    name = NamedVersion(
        family=tuple(_without_archive(folders, archive)),
        old=None if found is None else f"it is in the folder '{found}'",
        sure=found is not None,
    )
    stem = whole.stem
    while (cut := _cut(stem, name, rules, marks)) is not None:
        stem, name = cut
    if name.old:
        stem = _YEAR.sub("", stem)
    return dataclasses.replace(name, family=(*name.family, _plain(stem)))


def _without_archive(folders: Sequence[str], archive: Collection[str]) -> Iterator[str]:
    """Yield the folders that are not of old documents, nor years and the like below such a one."""
    inside = False
    for folder in folders:
        inside = inside or folder in archive
        if folder not in archive and not (inside and folder.replace(" ", "").isdecimal()):
            yield folder


def _cut(
    stem: str, name: NamedVersion, rules: VersionSettings, marks: Collection[str]
) -> tuple[str, NamedVersion] | None:
    """Return the stem without what its end says of the version, and the name that says so."""
    mark, number, date = _MARK.search(stem), _NUMBER.search(stem), _DATE.search(stem)
    if mark and _plain(mark["word"]) in marks and mark.start():
        said = f"its name ends with '{mark[0].strip(' ._-')}'"
        sure = name.sure or bool(mark["open"])
        return stem[: mark.start()], dataclasses.replace(name, old=name.old or said, sure=sure)
    if number and rules.numbers and name.number is None and number.start():
        return stem[: number.start()], dataclasses.replace(
            name, number=read_number(number["number"])
        )
    if date and rules.dates and name.date is None and date.start():
        day = _day(date)
        if day is not None:
            return stem[: date.start()], dataclasses.replace(name, date=day)
    return None


def read_number(text: str) -> Number | None:
    """Return a version as numbers that can be compared ("2.0" as "2"), or None for none."""
    found = re.fullmatch(r"v?(\d{1,6}(?:[._]\d{1,6}){0,3})", text.strip(), re.IGNORECASE)
    if found is None:
        return None
    parts = [int(part) for part in re.split("[._]", found[1])]
    while len(parts) > 1 and parts[-1] == 0:
        parts.pop()
    return tuple(parts)


def _day(found: re.Match[str]) -> str | None:
    try:
        day = datetime.date(int(found["year"]), int(found["month"]), int(found["day"] or 1))
    except ValueError:
        return None
    return day.isoformat()


@functools.cache
def _all_plain(words: tuple[str, ...]) -> frozenset[str]:
    """Return the words of a setting, which are the same for all documents."""
    return frozenset(map(_plain, words))


def _plain(text: str) -> str:
    """Return a name in lower case, with one space for all that is no letter or digit."""
    return _NO_LETTER.sub(" ", text).strip().casefold()
