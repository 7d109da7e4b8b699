from typing import Any

from graphwright.llm.calls.dialect import Dialect


def parameters(dialect: Dialect) -> dict[str, Any]:
    return dialect.parameters(temperature=0.0, max_tokens=99, schema_name="n", schema={"a": 1})


def test_the_first_request_asks_for_all() -> None:
    assert parameters(Dialect()) == {
        "max_tokens": 99,
        "temperature": 0.0,
        "seed": 0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "n", "strict": True, "schema": {"a": 1}},
        },
    }


def test_without_a_named_parameter_the_format_gets_simpler_until_none_is_left() -> None:
    forms = []
    dialect: Dialect | None = Dialect()
    while dialect is not None:
        forms.append(parameters(dialect).get("response_format", {}).get("type"))
        dialect = dialect.after_refusal(None)
    assert forms == ["json_schema", "json_object", None]


def test_a_named_parameter_is_left_out_or_renamed() -> None:
    renamed = Dialect().after_refusal("max_tokens")
    assert renamed is not None
    assert parameters(renamed)["max_completion_tokens"] == 99
    assert "max_tokens" not in parameters(renamed)
    for name in ("temperature", "seed"):
        without = Dialect().after_refusal(name)
        assert without is not None
        assert name not in parameters(without)
        assert without.after_refusal(name) is None


def test_a_refusal_of_something_else_is_final() -> None:
    assert Dialect().after_refusal("messages") is None
