import json
from typing import Any

import pytest
from llm_cases import chunk_of, sentences_of

from graphwright.llm.prompts import Example
from graphwright.llm.prompts.entities import AnsweredEntity
from graphwright.llm.prompts.forms import (
    ENTITIES,
    FORMS,
    RELATIONS,
    SUMMARY,
    TRIPLES,
    Form,
)
from graphwright.llm.prompts.passage import whole_chunk
from graphwright.llm.prompts.triples import AnsweredTriple, TriplesAnswer
from graphwright.llm.reading.folded_text import fold
from graphwright.llm.reading.verbatim_check import VerbatimCheck, Verified

ALL = [form for forms in FORMS.values() for form in forms]
OF_TRIPLES = [e for form in (TRIPLES, RELATIONS) for e in form.prompt.examples]


@pytest.mark.parametrize("example", OF_TRIPLES)
def test_the_examples_pass_the_check_that_answers_must_pass(example: Example) -> None:
    chunk = chunk_of(example.passage)
    verbatim = VerbatimCheck(chunk, sentences_of(chunk))
    triples = TriplesAnswer.model_validate(example.answer).triples
    assert triples
    for triple in triples:
        assert isinstance(verbatim.check(triple), Verified), verbatim.check(triple)


@pytest.mark.parametrize("example", OF_TRIPLES)
def test_the_examples_name_every_property_of_the_schema(example: Example) -> None:
    wanted = set(AnsweredTriple.model_fields)
    assert all(set(triple) == wanted for triple in example.answer["triples"])


@pytest.mark.parametrize("example", ENTITIES.prompt.examples)
def test_the_entities_of_the_examples_stand_in_their_passages(example: Example) -> None:
    listed = {line.split(" (")[0] for line in example.known}
    for entity in example.answer["entities"]:
        assert set(entity) == set(AnsweredEntity.model_fields)
        assert fold(example.passage).spans_of(entity["name"], (0, len(example.passage)))
        assert entity["known"] is None or entity["known"] in listed


@pytest.mark.parametrize(
    ("form", "names"),
    [
        (TRIPLES, AnsweredTriple.model_fields), (RELATIONS, AnsweredTriple.model_fields),
        (ENTITIES, AnsweredEntity.model_fields), (SUMMARY, {"summary": None}),
    ],
)  # fmt: skip
def test_the_prompt_names_every_property_of_the_schema(
    form: Form[Any], names: dict[str, Any]
) -> None:
    assert all(f'"{name}"' in form.prompt.system for name in names)


@pytest.mark.parametrize("form", ALL)
def test_document_text_stands_in_the_last_user_message_only(form: Form[Any]) -> None:
    chunk = chunk_of("Zebrafish approves ledgers.", heading_path=("Quagga",))
    *others, last = form.prompt.messages(whole_chunk(chunk), ["Okapi (Thing)"])
    assert last["role"] == "user"
    for word in ("Zebrafish", "Quagga", "Okapi"):
        assert word in last["content"]
        assert not any(word in m["content"] for m in others)
    count = len(form.prompt.examples)
    assert [m["role"] for m in others] == ["system"] + ["user", "assistant"] * count


@pytest.mark.parametrize("form", ALL)
def test_example_answers_are_json_as_asked_for(form: Form[Any]) -> None:
    assert form.prompt.examples
    for message in form.prompt.messages(whole_chunk(chunk_of("A b C."))):
        if message["role"] == "assistant":
            form.answer.model_validate(json.loads(message["content"]))


@pytest.mark.parametrize(
    ("form", "parts"), [(TRIPLES, 3), (RELATIONS, 3), (ENTITIES, 2), (SUMMARY, 1)]
)
def test_the_schema_is_strict_and_has_no_numeric_bounds(form: Form[Any], parts: int) -> None:
    def objects(node: object) -> list[dict[str, object]]:
        if isinstance(node, dict):
            inner = [o for value in node.values() for o in objects(value)]
            return [node, *inner] if node.get("type") == "object" else inner
        return [o for value in node for o in objects(value)] if isinstance(node, list) else []

    schema = form.schema
    found = objects(schema)
    assert len(found) == parts
    for node in found:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])  # type: ignore[call-overload]
    text = json.dumps(schema)
    for word in ("minimum", "maximum", "default", "title", "minLength", "pattern", "format"):
        assert f'"{word}"' not in text
