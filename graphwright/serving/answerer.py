"""Asking a language model for an answer over what a search found, whole or as it comes."""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args

from graphwright.errors import ExtractorError
from graphwright.llm.provider.openai_provider import OpenAIProvider, Usage
from graphwright.llm.provider.provider import RefusedError, UnansweredError
from graphwright.serving.answer_sources import (
    NOT_STATED,
    Template,
    messages_of,
    prompt_of,
    sources_of,
)
from graphwright.serving.answer_statements import chosen_quotes, is_not_stated, statements_of
from graphwright.serving.models import AskAnswer, SearchAnswer, Statement

if TYPE_CHECKING:
    from graphwright.settings import AnswerSettings

_MOST_QUOTES = 3
"""Sentences of an answer that is made of quotes: a model that names more has not chosen."""

FAILURES = (RefusedError, UnansweredError, ExtractorError)
"""What a model that does not answer raises."""

NO_MODEL = "No language model is set (serve.answers), so there is the evidence alone."


@dataclasses.dataclass(frozen=True, slots=True)
class Asked:
    """One call of the model: how it ended, and the tokens that it took where the server says so.

    ``strategy`` is that of the search before it; ``seconds`` are those to the last word, or to
    where the caller went away.
    """

    failed: bool
    prompt_tokens: int = 0
    answer_tokens: int = 0
    strategy: str = ""
    seconds: float = dataclasses.field(default=0.0, compare=False)


class Answerer:
    """The model of the settings; safe for many threads. ``on_call`` is told of each call.

    A model that does not answer costs the words alone: the evidence is there, with the problem.
    """

    def __init__(
        self, settings: AnswerSettings, on_call: Callable[[Asked], None] = lambda asked: None
    ) -> None:
        self.settings = settings
        self._on_call = on_call

    @cached_property
    def _provider(self) -> OpenAIProvider:
        return OpenAIProvider(self.settings.llm)

    def answer(self, found: SearchAnswer, template: Template | None = None) -> AskAnswer:
        """Return what the model says to the question over what was found."""
        draft = self._draft(found, template)
        if not draft.sources:
            return draft
        try:
            with self._counted(found.strategy) as used:
                text = self._complete(self._body(found, draft), used)
        except FAILURES as error:
            return draft.model_copy(update={"problem": problem_of(error)})
        return finished(draft, text)

    def stream(
        self, found: SearchAnswer, template: Template | None = None
    ) -> Iterator[AskAnswer | str]:
        """Yield the evidence, then the model's words as they come, and last the checked answer."""
        draft = self._draft(found, template)
        yield draft
        if not draft.sources:
            return
        parts: list[str] = []
        try:
            with self._counted(found.strategy) as used:
                for part in self._provider.stream(self._body(found, draft)):
                    if isinstance(part, Usage):
                        used.append(part)
                    else:
                        parts.append(part)
                        if not draft.quoted:  # else they are numbers alone
                            yield part
        except FAILURES as error:
            yield draft.model_copy(update={"problem": problem_of(error)})
            return
        yield finished(draft, "".join(parts))

    def write(self, messages: list[dict[str, str]], strategy: str) -> str:
        """Return what the model says in a chat; raises one of ``FAILURES``.

        ``strategy`` is under what the call is counted.
        """
        with self._counted(strategy) as used:
            return self._complete(self._request(messages), used)

    def _draft(self, found: SearchAnswer, template: Template | None) -> AskAnswer:
        """Return an answer without words yet; where nothing was found, that is all there is."""
        named = template or self.settings.template
        prompt = prompt_of(named)
        sources = sources_of(found, named)
        return AskAnswer(
            snapshot=found.snapshot,
            search=found,
            stated=False,
            text="" if sources else NOT_STATED,
            statements=(),
            sources=sources,
            model=self.settings.llm.model,
            template=f"{prompt.name} v{prompt.version}",
        )

    def _body(self, found: SearchAnswer, draft: AskAnswer) -> dict[str, Any]:
        messages = messages_of(found, draft.sources, _template_of(draft))
        held = {"response_format": _choice_among(draft)} if draft.quoted else {}
        return {**held, **self._request(messages)}

    def _request(self, messages: list[dict[str, str]]) -> dict[str, Any]:
        llm = self.settings.llm
        return {
            "model": llm.model,
            "messages": messages,
            "temperature": llm.temperature,
            "max_tokens": llm.max_output_tokens,
        }

    @contextlib.contextmanager
    def _counted(self, strategy: str) -> Iterator[list[Usage]]:
        """Tell of a call when it ends, however it does; what it took is put into the list."""
        used: list[Usage] = []
        began, failed = time.perf_counter(), False
        try:
            yield used
        except FAILURES:
            failed = True
            raise
        finally:
            tokens = used[-1] if used else Usage(0, 0)  # the last one told is that of the whole
            seconds = time.perf_counter() - began
            told = (tokens.prompt_tokens, tokens.answer_tokens, strategy, seconds)
            self._on_call(Asked(failed, *told))

    def _complete(self, body: dict[str, Any], used: list[Usage]) -> str:
        completion: Any = self._provider.complete(body)
        if completion and (told := completion.usage):
            used.append(Usage(told.prompt_tokens, told.completion_tokens))
        words = completion.choices[0].message.content if completion and completion.choices else None
        if not words:
            raise UnansweredError("an answer without words came", sent=True, slow=False)
        return str(words)


def problem_of(error: Exception) -> str:
    """Return why a model did not answer, as a caller is told."""
    if isinstance(error, RefusedError):
        why = f"The language model refused with status {error.status}."
    elif isinstance(error, UnansweredError):
        slow = " in time" if error.slow else ""
        why = f"The language model did not answer{slow}."
    else:
        why = "The language model cannot be asked: its key is missing."
    return f"{why} The evidence is complete."


def _template_of(draft: AskAnswer) -> Template:
    named = draft.template.partition(" ")[0]
    return next(one for one in get_args(Template) if one == named)


def _choice_among(draft: AskAnswer) -> dict[str, Any]:
    """Return the form that an answer is held to: numbers of its sources, at least one place."""
    numbers = {"type": "integer", "enum": [source.number for source in draft.sources]}
    schema = {
        "type": "object",
        "properties": {"sources": {"type": "array", "items": numbers, "maxItems": _MOST_QUOTES}},
        "required": ["sources"],
        "additionalProperties": False,
    }
    return {
        "type": "json_schema",
        "json_schema": {"name": "sources", "schema": schema, "strict": True},
    }


def finished(draft: AskAnswer, text: str) -> AskAnswer:
    """Return the answer with the model's words, each sentence checked against its sources.

    Where quotes were asked for, it is those that the model chose.
    """
    if draft.quoted:
        return _quoting(draft, chosen_quotes(text, draft.sources)[:_MOST_QUOTES])
    if is_not_stated(text):
        return draft.model_copy(update={"text": NOT_STATED})
    statements = statements_of(text, draft.sources, draft.search.question)
    verified = bool(statements) and all(s.verdict == "supported" for s in statements)
    return draft.model_copy(
        update={
            "stated": True,
            "text": text.strip(),
            "statements": statements,
            "verified": verified,
        }
    )


def _quoting(draft: AskAnswer, statements: tuple[Statement, ...]) -> AskAnswer:
    if not statements:
        return draft.model_copy(update={"text": NOT_STATED})
    text = "\n".join(f"{one.text} [{one.citations[0]}]" for one in statements)
    return draft.model_copy(
        update={"stated": True, "text": text, "statements": statements, "verified": True}
    )
