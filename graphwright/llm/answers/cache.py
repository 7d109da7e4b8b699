"""Answers already paid for, as files named after a hash of all that shapes them.

Every answer that was paid for is kept, a useless one too: what to do about it is decided where it
is read. Never a request, a key or an address. Files may be deleted at any time: what is missing or
damaged is asked for again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphwright.errors import ExtractorError, StorageError
from graphwright.llm.answers.answer import Answer, Completion, Problem, Usage
from graphwright.store.folder import LOCAL_FILES
from graphwright.store.sealed_json import read_sealed_json, sealed_json
from graphwright.tables import LlmFailureReason

_PAID_FOR = frozenset({LlmFailureReason.REFUSED, LlmFailureReason.MALFORMED})
"""Problems that are answers of the model, and so are kept like others."""


class AnswerCache:
    """A folder of answers, in sub-folders by the first two digits of their hash.

    Threads and processes of one user may share it, others may not read it: it tells of documents. A
    file appears whole or not at all. What ``put`` returns
    from is on disk, under its name: an answer was paid for, and even a power cut may not lose it.
    """

    def __init__(self, folder: Path, most_tokens: int = 0) -> None:
        """``most_tokens`` is the longest answer that is asked for: one cut off at fewer is none."""
        self._folder = folder
        self._most_tokens = most_tokens

    def get(self, key: str) -> Answer | None:
        """Return the answer kept under ``key``; ``None`` where there is none to use.

        Raises ``ExtractorError`` where it is there and may not be read: it must not be paid again.
        """
        try:
            # An older answer has no seal, and was paid for too.
            return self._usable(read_sealed_json(self._path(key).read_bytes(), unsealed=True))
        except FileNotFoundError:
            return None
        except ValueError:
            return None  # damaged: the answer is asked for again and the file replaced
        except OSError as error:
            raise ExtractorError(
                f"The answers of the LLM in {self._folder} cannot be read: {error}.",
                remedy="Allow reading there, or move the folder away: its answers will be paid"
                " again.",
            ) from error

    def put(self, key: str, answer: Answer) -> None:
        """Keep an answer. Raises ``ExtractorError`` where the folder cannot be written."""
        if isinstance(answer, Completion):
            said: dict[str, object] = {"text": answer.text, "truncated": answer.truncated}
            said |= {"most_tokens": self._most_tokens} if answer.truncated else {}
        else:
            said = {"reason": answer.reason.value, "detail": answer.detail}
        record = said | {
            "prompt_tokens": answer.usage.prompt_tokens,
            "completion_tokens": answer.usage.completion_tokens,
        }
        try:
            # Not beside the answer: what a kill leaves can be found without a search.
            with LOCAL_FILES.replacing(
                self._path(key), scratch=self._folder, durable=True, private=True
            ) as temporary:
                temporary.write_text(sealed_json(record), encoding="utf-8")
        except StorageError as error:
            raise ExtractorError(
                f"An answer of the LLM could not be kept. {error}", transient=error.transient
            ) from error

    def forget(self, key: str) -> None:
        """Keep the answer no longer: the question will be asked, and paid, anew."""
        LOCAL_FILES.delete(self._path(key))

    def _usable(self, record: Any) -> Answer | None:
        match record:
            case {"truncated": True, "most_tokens": int(most)} if most < self._most_tokens:
                return None
        return _answer(record)

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


def _answer(record: Any) -> Answer | None:
    match record:
        case {"text": str(text), "truncated": bool(truncated)}:
            return Completion(text, truncated, _spent(record).as_cached())
        case {"reason": str(reason), "detail": str(detail)} if reason in _PAID_FOR:
            return Problem(LlmFailureReason(reason), detail, _spent(record).as_cached())
    return None


def _spent(record: dict[str, Any]) -> Usage:
    match record:
        case {"prompt_tokens": int(asked), "completion_tokens": int(answered)}:
            return Usage(1, prompt_tokens=asked, completion_tokens=answered)
    return Usage(1)
