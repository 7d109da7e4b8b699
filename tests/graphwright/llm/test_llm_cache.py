from pathlib import Path

import pytest

from graphwright.errors import ExtractorError
from graphwright.llm.answers.answer import Completion, Problem, Usage
from graphwright.llm.answers.cache import AnswerCache
from graphwright.tables import LlmFailureReason

KEY = "ab12" * 16


TEXT = '{"triples": []} \u00e9\ud800'
PAID = Usage(1, 2, prompt_tokens=100, completion_tokens=20)
KEPT = Usage(cached=1, cached_prompt_tokens=100, cached_completion_tokens=20)


def test_what_is_put_is_got_with_what_it_once_cost(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path / "answers")
    assert cache.get(KEY) is None
    cache.put(KEY, Completion(TEXT, truncated=True, usage=PAID))
    kept = AnswerCache(tmp_path / "answers").get(KEY)
    assert kept == Completion(TEXT, truncated=True, usage=KEPT)


def test_an_answer_that_was_cut_off_is_none_under_a_longer_limit(tmp_path: Path) -> None:
    AnswerCache(tmp_path, 300).put(KEY, Completion(TEXT, truncated=True))
    assert AnswerCache(tmp_path, 301).get(KEY) is None
    assert AnswerCache(tmp_path, 300).get(KEY) is not None
    AnswerCache(tmp_path, 300).put(KEY, Completion(TEXT, truncated=False))
    assert AnswerCache(tmp_path, 301).get(KEY) is not None


@pytest.mark.parametrize("reason", [LlmFailureReason.REFUSED, LlmFailureReason.MALFORMED])
def test_a_paid_refusal_is_kept_too(tmp_path: Path, reason: LlmFailureReason) -> None:
    AnswerCache(tmp_path).put(KEY, Problem(reason, "No.", PAID))
    assert AnswerCache(tmp_path).get(KEY) == Problem(reason, "No.", KEPT)


def test_nothing_but_whole_files_is_left(tmp_path: Path) -> None:
    AnswerCache(tmp_path).put(KEY, Completion("x", truncated=False))
    files = [p for p in tmp_path.rglob("*") if p.is_file()]
    assert [p.relative_to(tmp_path).as_posix() for p in files] == [f"ab/{KEY}.json"]


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[]", b'{"text": 1}', b'{"reason": "timeout", "detail": ""}', b"\xff\xfe"],
)
def test_a_damaged_file_is_no_answer_and_is_replaced(tmp_path: Path, damage: bytes) -> None:
    cache = AnswerCache(tmp_path)
    cache.put(KEY, Completion("x", truncated=False))
    (tmp_path / "ab" / f"{KEY}.json").write_bytes(damage)
    assert cache.get(KEY) is None
    cache.put(KEY, Completion("y", truncated=False))
    assert cache.get(KEY) == Completion("y", truncated=False, usage=Usage(cached=1))


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ExtractorError) as found:
        AnswerCache(tmp_path / "file").put(KEY, Completion("x", truncated=False))
    path = tmp_path / "file" / KEY[:2] / f"{KEY}.json"
    assert str(found.value) == (
        f"An answer of the LLM could not be kept. {path} could not be written: Not a directory."
        " See that the lake's folder can be written to, then build again."
    )


def test_an_answer_is_for_its_user_alone(tmp_path: Path) -> None:
    AnswerCache(tmp_path).put(KEY, Completion("x", truncated=False))
    (path,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_answer_that_cannot_be_read_is_not_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / "ab" / f"{KEY}.json").mkdir(parents=True)
    with pytest.raises(ExtractorError, match="cannot be read"):
        AnswerCache(tmp_path).get(KEY)


def test_what_is_forgotten_is_asked_again(tmp_path: Path) -> None:
    cache = AnswerCache(tmp_path)
    cache.put(KEY, Completion("x", truncated=False))
    cache.forget(KEY)
    cache.forget(KEY)
    assert cache.get(KEY) is None
