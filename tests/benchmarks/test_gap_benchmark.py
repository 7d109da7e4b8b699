from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import gap
from graphwright.language.names import Name

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
TEXT = 'Ada Byron met "Jane. Then she left.'
ROW = f"x-1\t{TEXT}\tshe\t26\tAda Byron\t0\tTRUE\tJane\t15\tFALSE\thttp://x"


def test_a_file_and_a_folder_are_read_with_quotes_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "one.tsv").write_text(f"{HEADER}\n{ROW}\n", encoding="utf-8")
    (tmp_path / "two.tsv").write_text(f"{HEADER}\n{ROW}\n{ROW}\n", encoding="utf-8")
    assert len(list(gap.read_questions(tmp_path))) == 3
    (question,) = gap.read_questions(tmp_path / "one.tsv")
    assert question.text[question.offset :].startswith("she")
    assert [TEXT[name.start : name.end] for name in question.names] == ["Ada Byron", "Jane"]
    assert question.truth == (True, False)


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Ada Byron", "Byron", True),
        ("ada", "Ada Byron", True),
        ("Byron's", "Ada Byron", True),
        ("Ada", "Ada", True),
        ("Ada King Byron", "King", False),
        ("Ada Byron", "Ada King", False),
        ("", "Ada", False),
    ],
)
def test_names_are_the_same_where_one_begins_or_ends_the_other(
    first: str, second: str, same: bool
) -> None:
    assert gap.same_name(first, second) is same
    assert gap.same_name(second, first) is same


def test_a_name_is_meant_where_it_overlaps_or_is_the_same() -> None:
    asked = Name("Ada Byron", 10, 19)
    assert gap.is_meant([Name("young Ada", 4, 13)], asked)
    assert gap.is_meant([Name("Jane", 40, 44), Name("Byron", 50, 55)], asked)
    assert not gap.is_meant([Name("the poet", 19, 27)], asked)
    assert not gap.is_meant([], asked)


def test_scores_count_names_by_gender() -> None:
    ada, bob = Name("Ada", 0, 3), Name("Bob", 8, 11)
    she = gap.Question("Ada met Bob. She left.", "she", 13, (ada, bob), (True, False))
    he = gap.Question("Ada met Bob. He left.", "he", 13, (ada, bob), (False, True))
    scores = gap.score([she, he, he], [(True, True), (False, True), (False, False)])
    assert scores["feminine"] == {"p": 0.5, "r": 1.0, "f1": 0.6667}
    assert scores["masculine"] == {"p": 1.0, "r": 0.5, "f1": 0.6667}
    assert scores["overall"] == {"p": 0.6667, "r": 0.6667, "f1": 0.6667}


def test_kept_answers_are_not_asked_again(tmp_path: Path) -> None:
    path = tmp_path / "stock.jsonl"
    first = gap.KeptAnswers(path).get("a", lambda: [3, 5])

    def never() -> list[int]:
        raise AssertionError("asked again")

    again = gap.KeptAnswers(path)
    assert again.get("a", never) == first == ([3, 5], first[1])
    assert again.get("b", lambda: [])[0] == []
    assert gap.KeptAnswers(None).get("a", lambda: [1])[0] == [1]
