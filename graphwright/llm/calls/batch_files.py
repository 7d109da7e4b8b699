"""What is kept of batches on disk: their questions as JSON lines, and a record of each.

A record says which batch of the endpoint its questions went to, so that a killed build's batches
are waited for and not made again. Questions hold document text; they go when the answers are here.
"""

from __future__ import annotations

import dataclasses
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from graphwright.errors import LakeError
from graphwright.settings import LlmBatch
from graphwright.store.folder import LOCAL_FILES


@dataclasses.dataclass(frozen=True, slots=True)
class BatchRecord:
    """A batch: ``name`` is ours and is sent with it, ``batch`` the endpoint's once it is known.

    ``about`` is the tokens sent with a question, on average, as they are estimated.
    """

    name: str
    questions: int
    about: int
    batch: str | None = None


class BatchFolder:
    """The records and questions of the batches that are not done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def path(self) -> Path:
        """Return where they are."""
        return self._folder

    def records(self) -> list[BatchRecord]:
        """Return the batches that are not done; questions without a record are deleted."""
        records = {path.stem: _read(path) for path in LOCAL_FILES.paths(self._folder, "*.json")}
        for path in LOCAL_FILES.paths(self._folder, "*.jsonl"):
            if path.stem not in records:
                LOCAL_FILES.delete(path)  # left by a build that was killed while it collected them
        return list(records.values())

    def questions(self, name: str) -> Path:
        """Return the path of a batch's questions."""
        return self._folder / f"{name}.jsonl"

    def answers(self, name: str) -> Path:
        """Return where a file of answers may be put while it is read. Raises ``LakeError``."""
        with self.written():
            self._folder.mkdir(parents=True, exist_ok=True)
        return self._folder / f"{name}.answers.tmp"

    @contextmanager
    def written(self) -> Iterator[None]:
        """Raise ``LakeError`` where the disk refuses what is written in the folder."""
        try:
            yield
        except OSError as error:
            raise LakeError(
                f"What a batch asks or answers cannot be written in {self._folder}: {error}.",
                remedy="Make room or allow writing there, then build again: batches made so far"
                " are kept, and are not paid again.",
            ) from error

    def keep(self, record: BatchRecord) -> None:
        """Write a record, over an older one of its name. Raises ``LakeError``."""
        with LOCAL_FILES.replacing(self._folder / f"{record.name}.json") as temporary:
            temporary.write_text(json.dumps(dataclasses.asdict(record)), encoding="utf-8")

    def drop(self, name: str) -> None:
        """Delete a batch's record and questions."""
        LOCAL_FILES.delete(self.questions(name))
        LOCAL_FILES.delete(self._folder / f"{name}.json")

    def keys(self, name: str) -> set[str]:
        """Return the keys of a batch's questions."""
        return {line["custom_id"] for line in json_lines(self.questions(name))}

    def writer(self, limits: LlmBatch) -> QuestionWriter:
        """Return a writer of questions, which makes as many files as the limits ask for.

        Raises ``LakeError``.
        """
        with self.written():
            self._folder.mkdir(parents=True, exist_ok=True)
        return QuestionWriter(self, limits)


class QuestionWriter:
    """Writes questions to files of a bounded size; each file is a batch to be."""

    def __init__(self, folder: BatchFolder, limits: LlmBatch) -> None:
        self._folder = folder
        self._limits = limits
        self._made: list[BatchRecord] = []
        self._file: IO[bytes] | None = None
        self._open = BatchRecord("", 0, 0)
        self._about = 0
        self.questions = 0

    def add(self, key: str, url: str, body: dict[str, Any], about: int) -> None:
        """Write one question. Raises ``LakeError`` where the disk refuses."""
        line = {"custom_id": key, "method": "POST", "url": url, "body": body}
        data = json.dumps(line).encode() + b"\n"
        with self._folder.written():
            self._with_room(len(data)).write(data)
        self._about += about
        self.questions += 1
        count = self._open.questions + 1
        self._open = BatchRecord(self._open.name, count, self._about // count)

    def close(self) -> list[BatchRecord]:
        """Finish the last file and return the batches to be made."""
        if self._file is not None:
            with self._folder.written():
                self._file.close()
            self._file = None
            self._made.append(self._open)
        return self._made

    def _with_room(self, size: int) -> IO[bytes]:
        if self._file is not None:
            full = self._file.tell() + size > self._limits.at_most_mb * 1_000_000
            if not full and self._open.questions < self._limits.at_most:
                return self._file
            self.close()
        # Random, as ids of runs are: the same questions may go out again after they failed.
        self._open, self._about = BatchRecord(uuid.uuid4().hex, 0, 0), 0
        self._file = self._folder.questions(self._open.name).open("wb")
        return self._file


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the object of each line that holds one; only a line feed ends a line.

    A question whose line is damaged counts as one that the batch did not answer.
    """
    with path.open("rb") as file:
        for line in file:
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, dict):
                yield value


def _read(path: Path) -> BatchRecord:
    try:
        return BatchRecord(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise LakeError(
            f"The record of a batch at {path} cannot be read: {error}.",
            remedy="Look at the endpoint's list of batches, then delete the file: what the batch"
            " has answered will be asked, and paid, again.",
        ) from error
