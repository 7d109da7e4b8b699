"""The include and exclude patterns of a collection."""

from __future__ import annotations

import re
from collections.abc import Iterable

from fsspec.utils import glob_translate

from graphwright.settings import Collection


class Patterns:
    """Globs over the paths inside a collection's folder."""

    def __init__(self, collection: Collection) -> None:
        self._include = compile_globs(collection.include)
        self._exclude = compile_globs(collection.exclude)

    def includes(self, path: str) -> bool:
        """Say whether a file belongs to the collection."""
        included = any(pattern.fullmatch(path) for pattern in self._include)
        return included and not self.excludes(path)

    def excludes(self, path: str) -> bool:
        """Say whether a file or a whole folder is excluded."""
        return any(pattern.fullmatch(path) for pattern in self._exclude)


def compile_globs(globs: Iterable[str]) -> list[re.Pattern[str]]:
    """Return patterns that match the whole of a path; a glob's end is never a folder alone."""
    return [re.compile(glob_translate(glob.removeprefix("./").rstrip("/"))) for glob in globs]
