import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from servers import triple

from graphwright.llm.prompts.forms import ENTITIES, SUMMARY, TRIPLES, Form
from graphwright.llm.prompts.triples import AnsweredTriple
from graphwright.llm.reading.entries import Malformed, ParsedAnswer, parse_answer

GOOD = triple(sentence="A b C.", subject="A", predicate="b", object="C")


def parsed(text: str) -> ParsedAnswer[AnsweredTriple]:
    found = parse_answer(text, TRIPLES)
    assert isinstance(found, ParsedAnswer), found
    return found


@pytest.mark.parametrize(
    "wrapped",
    ["{}", "```json\n{}\n```", "Here are the facts {{so far}}: {}\nI hope this helps.", " \n{}"],
)
def test_the_object_is_found_in_what_surrounds_it(wrapped: str) -> None:
    answer = parsed(wrapped.format(json.dumps({"triples": [GOOD]})))
    assert [t.subject for _, t in answer.items] == ["A"]


def test_no_facts_is_a_good_answer() -> None:
    assert parsed('{"triples": []}') == ParsedAnswer((), ())


@pytest.mark.parametrize(
    "text",
    [
        "", "I cannot.", '{"triples": [', '{"facts": []}', '{"triples": {}}', "[]", "null",
        '{"triples": [{"subject": "A"}]}', '{"triples": ["A b C"]}', "{" * 50_000,
        '{"a":' * 50_000,
    ],
)  # fmt: skip
def test_anything_else_is_malformed_with_a_short_reason(text: str) -> None:
    found = parse_answer(text, TRIPLES)
    assert isinstance(found, Malformed)
    assert 0 < len(found.detail) < 500


def test_what_small_models_write_for_nothing_is_null() -> None:
    loose = GOOD | {"modality": "None", "condition": " ", "attribution": "null"}
    ((_, found),) = parsed(json.dumps({"triples": [loose]})).items
    assert (found.modality, found.condition, found.attribution) == (None, None, None)


def test_servers_without_the_schema_may_leave_flags_out() -> None:
    bare = {k: GOOD[k] for k in ("sentence", "subject", "predicate", "object", "confidence")}
    ((_, found),) = parsed(json.dumps({"triples": [bare]})).items
    assert (found.negated, found.qualifiers) == (False, ())


@pytest.mark.parametrize(
    ("bad", "detail", "confidence"),
    [
        (GOOD | {"confidence": 95}, "95", 95.0),
        (GOOD | {"confidence": -0.1}, "0 to 1", -0.1),
        (GOOD | {"confidence": "high"}, "confidence", None),
        (GOOD | {"confidence": float("nan")}, "confidence", None),
        (GOOD | {"object": " "}, "object", 0.9),
        (GOOD | {"negated": "perhaps"}, "negated", 0.9),
        ({"subject": "A"}, "sentence", None),
        ("A b C", "dictionary", None),
        (GOOD | {"subject": "\ud800"}, "subject", 0.9),
    ],
)
def test_one_bad_entry_is_told_and_spoils_no_other(
    bad: object, detail: str, confidence: float | None
) -> None:
    answer = parsed(json.dumps({"triples": [GOOD, bad, GOOD]}))
    assert [index for index, _ in answer.items] == [0, 2]
    (item,) = answer.bad
    assert item.index == 1
    assert detail in item.detail
    assert item.confidence == confidence
    for value in item.fields.values():
        value.encode()  # a table must be able to hold it


def test_each_form_reads_its_own_list() -> None:
    summary = parse_answer('{"summary": ["It rains. ", "  ", 3]}', SUMMARY)
    assert isinstance(summary, ParsedAnswer)
    assert summary.items == ((0, "It rains."),)
    assert [bad.index for bad in summary.bad] == [1, 2]
    found = parse_answer('{"entities": [{"name": "Rain", "known": "none"}, {}]}', ENTITIES)
    assert isinstance(found, ParsedAnswer)
    ((_, entity),) = found.items
    assert (entity.name, entity.type, entity.known) == ("Rain", None, None)
    assert isinstance(parse_answer('{"entities": []}', SUMMARY), Malformed)


NAMES = st.sampled_from([*AnsweredTriple.model_fields, "triples", "name", "kind", "text"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
VALUES = st.recursive(
    SCALARS | st.just(10**400),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
CHANGES = st.dictionaries(NAMES, VALUES, max_size=3)
ENTRIES = st.one_of(VALUES, CHANGES.map(lambda changed: GOOD | changed))


@pytest.mark.parametrize("form", [TRIPLES, ENTITIES, SUMMARY], ids=lambda form: form.name)
@given(entries=st.lists(ENTRIES, max_size=4))
def test_every_entry_of_any_answer_is_good_or_bad(form: Form[Any], entries: list[Any]) -> None:
    found = parse_answer(json.dumps({form.field: entries}), form)
    if isinstance(found, Malformed):
        assert entries
        found.detail.encode()  # a table must be able to hold it
        return
    kept = [index for index, _ in found.items] + [bad.index for bad in found.bad]
    assert sorted(kept) == list(range(len(entries)))
    for bad in found.bad:
        "".join([bad.detail, *bad.fields.values()]).encode()
        assert bad.confidence is None or bad.confidence == float(bad.confidence)


@given(st.text(max_size=60), VALUES)
def test_no_answer_is_past_reading(before: str, value: Any) -> None:
    parse_answer(f"{before}{json.dumps(value)}", TRIPLES)
