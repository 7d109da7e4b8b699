import subprocess
import sys
from typing import Any

import pytest

from graphwright.llm.answers.key import answer_key
from graphwright.llm.prompts.forms import FORMS, RELATIONS, TRIPLES, Form
from graphwright.llm.versions import llm_versions
from graphwright.settings import LlmBudget, LlmSettings

PLAIN = LlmSettings()


@pytest.mark.parametrize("change", [{"model": "other"}, {"temperature": 0.5}])
def test_what_shapes_answers_changes_both_hashes(change: dict[str, object]) -> None:
    changed = PLAIN.model_copy(update=change)
    assert llm_versions(changed) != llm_versions(PLAIN)
    assert answer_key(changed, [], {}) != answer_key(PLAIN, [], {})


@pytest.mark.parametrize(
    "change",
    [
        {"base_url": "http://elsewhere/v1"}, {"api_key_env": "OTHER"}, {"concurrency": 9},
        {"timeout_seconds": 1.0}, {"max_retries": 0}, {"requests_per_minute": 9},
        {"tokens_per_minute": 9}, {"mode": "batch"}, {"budget": LlmBudget(calls=1)},
        {"api_version": "2024-10-21"}, {"input_price": 1.0},
    ],
)  # fmt: skip
def test_how_an_answer_is_got_changes_neither(change: dict[str, object]) -> None:
    changed = PLAIN.model_copy(update=change)
    assert llm_versions(changed) == llm_versions(PLAIN)
    assert answer_key(changed, [], {}) == answer_key(PLAIN, [], {})


def test_a_longer_limit_makes_rows_anew_of_the_answers_that_are_kept() -> None:
    changed = PLAIN.model_copy(update={"max_output_tokens": 512})
    assert llm_versions(changed) != llm_versions(PLAIN)
    assert answer_key(changed, [], {}) == answer_key(PLAIN, [], {})


def test_messages_schema_and_attempt_shape_the_answer() -> None:
    asked = [{"role": "user", "content": "a"}]
    keys = {
        answer_key(PLAIN, [], {}),
        answer_key(PLAIN, asked, {}),
        answer_key(PLAIN, asked, {"type": "object"}),
        answer_key(PLAIN, asked, {}, 1),
        answer_key(PLAIN, asked, {}, 2),
    }
    assert len(keys) == 5


def test_the_version_names_prompt_and_model() -> None:
    assert TRIPLES.version(PLAIN.model) == "triples-1 gpt-4o-mini"


def test_a_fingerprint_needs_no_client_library() -> None:
    code = (
        "import sys; from graphwright.llm.versions import llm_versions\n"
        "from graphwright.settings import LlmBudget, LlmSettings\n"
        "llm_versions(LlmSettings()); assert 'openai' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_each_prompt_shapes_its_answers_with_version_and_hash(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def key(form: Form[Any]) -> str:
        return answer_key(PLAIN, [], form.schema, 0, form.identity)

    before = key(TRIPLES)
    assert key(RELATIONS) != before
    for change in ({"version": 99}, {"system": "Else."}):
        prompt = TRIPLES.prompt.model_copy(update=change)
        prompt.__dict__.pop("fingerprint", None)
        monkeypatch.setattr(Form, "prompt", prompt)
        assert key(TRIPLES) != before
        monkeypatch.undo()
    assert key(TRIPLES) == before


def test_a_prompt_set_depends_on_its_own_prompts_only() -> None:
    for name, forms in FORMS.items():
        named = {key for key in llm_versions(PLAIN, name) if key.startswith("prompt.")}
        assert named == {f"prompt.{form.name}" for form in forms}
    short = PLAIN.model_copy(update={"known_tokens": 10})
    assert llm_versions(short, "entities") != llm_versions(PLAIN, "entities")
    assert llm_versions(short) == llm_versions(PLAIN)
