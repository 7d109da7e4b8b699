from __future__ import annotations

import carb
import pytest
from carb_scorer import Extraction, greedy_matches, match, score
from carb_text import plain
from reliability import calibration_error

GOLD = Extraction("joined", ("Ada Byron", "the railway company", "in 1941"))


def found(relation: str, *arguments: str, confidence: float = 1.0) -> Extraction:
    return Extraction(relation, arguments, confidence)


def test_a_tuple_without_the_relation_matches_nothing():
    assert match(GOLD, found("left", "Ada Byron", "the railway company")) == (0.0, 0.0)


def test_words_count_in_their_own_part():
    precision, recall = match(GOLD, found("joined", "Byron", "the railway company"))
    assert precision == pytest.approx(5 / 5)
    assert recall == pytest.approx(5 / 8)


def test_arguments_after_the_first_are_one():
    assert match(GOLD, found("joined", "Ada Byron", "in 1941", "the railway company")) == (1.0, 1.0)


def test_any_form_of_be_matches_be():
    gold = found("was", "X", "Y")
    assert match(gold, found("be", "X", "Y")) == (1.0, 1.0)


def test_what_is_said_may_come_first():
    gold = found("said", "Lee", "sales grew")
    assert match(gold, found("said", "sales grew", "Lee")) == (1.0, 1.0)


def test_precision_matches_one_to_one_and_recall_does_not():
    gold = {"s": [found("is", "X", "Y"), found("is", "X", "Z")]}
    rows = {"s": [found("is", "X", "Y"), found("is", "X", "Y")]}
    result = score(gold, rows)
    assert result.precision == pytest.approx((1.0 + 2 / 3) / 2)
    assert result.recall == pytest.approx((1.0 + 2 / 3) / 2)
    assert len(greedy_matches([[(1.0, 1.0)], [(1.0, 1.0)]], [0])) == 1


def test_the_curve_has_a_point_for_each_confidence():
    gold = {"s": [found("is", "X", "Y"), found("has", "X", "Z")], "t": [found("is", "A", "B")]}
    rows = {"s": [found("is", "X", "Y", confidence=0.9), found("eats", "X", "Z", confidence=0.5)]}
    result = score(gold, rows)
    assert result.curve == (pytest.approx((1 / 3, 1 / 2)), pytest.approx((1 / 3, 1.0)))
    assert result.threshold == 0.9
    assert result.auc == pytest.approx(1 / 3)


def test_tokens_become_text_and_spans_tokens_again():
    sentence = plain("Mr. Lee 's `` half - made '' plan , he said , wo n't cost $ 4.25 .")
    assert sentence.text == "Mr. Lee's \"half-made\" plan, he said, won't cost $4.25."
    start = sentence.text.index("half")
    assert sentence.words(start, start + len("half-made")) == "half - made"


def test_the_files_of_both_names_are_read(tmp_path):
    lines = "X is Y .\tis\tX\tY\tC: he says\n"
    (tmp_path / "test.tsv").write_text(lines, encoding="utf-8")
    assert carb.load_gold(tmp_path / "test.tsv") == {"XisY.": [found("is", "X", "Y")]}


def test_calibration_error_is_the_mean_gap():
    assert calibration_error([(0.75, True), (0.75, True), (0.75, True), (0.75, False)]) == 0.0
    assert calibration_error([(0.9, False), (0.9, True)]) == pytest.approx(0.4)


def test_what_is_served_is_scored_at_its_own_threshold():
    gold = {"one": [GOLD]}
    rows = {"one": [
        found("joined", "Ada Byron", "the railway company", confidence=0.9),
        found("joined", "nobody", "nothing", confidence=0.3),
    ]}  # fmt: skip
    result = score(gold, rows)
    f1, precision, recall = result.at(0.6)
    assert (precision, recall) == (pytest.approx(1.0), pytest.approx(6 / 8))
    assert f1 == pytest.approx(2 * recall / (1 + recall))
    assert result.at(0.1)[1] == pytest.approx(0.5)
    assert result.at(0.95) == (0.0, 1.0, 0.0)
