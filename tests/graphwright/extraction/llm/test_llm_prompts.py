import json

import pytest
from llm_cases import chunk_of, sentences_of

from graphwright.extraction.llm.gate import VerbatimGate, Verified
from graphwright.extraction.llm.passage import whole
from graphwright.extraction.llm.prompts import Example, load_prompt
from graphwright.extraction.llm.prompts.triples import (
    PROMPT,
    AnsweredTriple,
    TriplesAnswer,
    answer_schema,
)


@pytest.mark.parametrize("example", load_prompt(PROMPT).examples)
def test_the_examples_pass_the_gate_that_answers_must_pass(example: Example) -> None:
    chunk = chunk_of(example.passage)
    gate = VerbatimGate(chunk, sentences_of(chunk))
    triples = TriplesAnswer.model_validate(example.answer).triples
    assert triples
    for triple in triples:
        assert isinstance(gate.check(triple), Verified), gate.check(triple)


@pytest.mark.parametrize("example", load_prompt(PROMPT).examples)
def test_the_examples_name_every_property_of_the_schema(example: Example) -> None:
    wanted = set(AnsweredTriple.model_fields)
    assert all(set(triple) == wanted for triple in example.answer["triples"])


def test_the_prompt_names_every_property_of_the_schema() -> None:
    system = load_prompt(PROMPT).system
    assert all(f'"{name}"' in system for name in AnsweredTriple.model_fields)


def test_document_text_stands_in_the_last_user_message_only() -> None:
    chunk = chunk_of("Zebrafish approves ledgers.", heading_path=("Quagga",))
    *others, last = load_prompt(PROMPT).messages(whole(chunk))
    assert last["role"] == "user"
    assert "Zebrafish" in last["content"]
    assert "Quagga" in last["content"]
    assert not any("Zebrafish" in m["content"] or "Quagga" in m["content"] for m in others)
    assert [m["role"] for m in others] == ["system"] + ["user", "assistant"] * 2


def test_example_answers_are_json_as_asked_for() -> None:
    messages = load_prompt(PROMPT).messages(whole(chunk_of("A b C.")))
    for message in messages:
        if message["role"] == "assistant":
            TriplesAnswer.model_validate(json.loads(message["content"]))


def test_the_schema_is_strict_and_has_no_numeric_bounds() -> None:
    def objects(node: object) -> list[dict[str, object]]:
        if isinstance(node, dict):
            inner = [o for value in node.values() for o in objects(value)]
            return [node, *inner] if node.get("type") == "object" else inner
        return [o for value in node for o in objects(value)] if isinstance(node, list) else []

    schema = answer_schema()
    found = objects(schema)
    assert len(found) == 3
    for node in found:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])  # type: ignore[call-overload]
    text = json.dumps(schema)
    for word in ("minimum", "maximum", "default", "title", "minLength", "pattern", "format"):
        assert f'"{word}"' not in text
