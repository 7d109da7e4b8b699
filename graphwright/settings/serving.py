"""Who may ask the published graph, how, and what one answer may take."""

from __future__ import annotations

from typing import Literal

import pydantic

from graphwright.settings.cores import cores
from graphwright.settings.fields import Group, SettingsModel, Variable
from graphwright.settings.llm import LlmSettings


class RetrievalSettings(SettingsModel):
    """How questions are answered.

    ``outdated`` is what is done with documents that no longer hold: ranked below others, or left
    out. ``vectors`` are those that dense lists are searched in, ``reranker`` is the folder of a
    cross-encoder, ``misspelt_names`` lets names with a wrong letter be found.
    """

    outdated: Literal["below", "leave_out"] = "below"
    vectors: Literal["snapshot", "milvus"] = "snapshot"
    reranker: str | None = None
    misspelt_names: bool = False


class AccessSettings(SettingsModel):
    """Who sees documents that nothing is said of, and for whom views are made beforehand.

    Each of ``audiences`` is the groups of some callers; none of them stands for who is in no group.
    """

    default: Literal["everybody", "nobody"] = "everybody"
    sidecar: str | None = None
    audiences: tuple[tuple[Group, ...], ...] = ()
    keep_views: int = pydantic.Field(20, ge=1)


class ServeLimits(SettingsModel):
    """What one request to the service, and all of them at once, may take at most.

    ``body_bytes`` is of a request's body; ``question`` in characters; ``k`` passages, ``facts`` and
    ``nodes`` are those of one answer, ``depth`` the steps from an entity. ``seconds`` is for the
    answer, ``header_seconds`` and ``body_seconds`` for sending the question. ``threads`` work in
    each process (none: as many as ``threads_of`` says), ``queue`` requests wait for them; all
    processes together keep ``cache_mb`` of answers.
    """

    body_bytes: int = pydantic.Field(256_000, ge=1_000)
    question: int = pydantic.Field(20_000, ge=1)
    k: int = pydantic.Field(50, ge=1)
    facts: int = pydantic.Field(200, ge=1)
    nodes: int = pydantic.Field(500, ge=1)
    depth: int = pydantic.Field(4, ge=1)
    seconds: float = pydantic.Field(20.0, gt=0)
    header_seconds: float = pydantic.Field(10.0, gt=0)
    body_seconds: float = pydantic.Field(10.0, gt=0)
    threads: int | None = pydantic.Field(None, ge=1, le=256)
    queue: int = pydantic.Field(64, ge=0)
    connections: int = pydantic.Field(1_000, ge=1)
    cache_mb: float = pydantic.Field(64.0, ge=0)

    def threads_of(self, processes: int) -> int:
        """Return how many threads work in each of some processes: the setting, else a core each.

        Without a setting two at most: the interpreter runs one at a time, so a third only waits.
        """
        return self.threads or min(2, max(1, cores() // processes))


class JwtSettings(SettingsModel):
    """JSON Web Tokens of another party: with which key they are checked, and what they must say.

    The key is in the environment variable ``key_env`` or the file ``key_file``: a public key in
    PEM, or the secret of HS256. ``groups_claim`` names the claim that lists the caller's groups.
    """

    algorithm: Literal["HS256", "RS256", "PS256", "ES256", "EdDSA"]
    key_env: Variable | None = None
    key_file: str | None = None
    audience: str = pydantic.Field(min_length=1)
    issuer: str = pydantic.Field(min_length=1)
    groups_claim: str = "groups"

    @pydantic.model_validator(mode="after")
    def _one_key(self) -> JwtSettings:
        if (self.key_env is None) == (self.key_file is None):
            raise ValueError("a key is needed from either 'key_env' or 'key_file', and not both")
        return self


class AnswerSettings(SettingsModel):
    """A language model that puts what was found into words, held to it by citations.

    ``template`` is what it is given: ``context`` passages, facts and entities, ``tuples`` facts
    alone, ``quotes`` sentences of which it only chooses. ``dialogue`` lets it word the resolutions
    of dialogues over help pages too, checked before they are said, and ``ticket_questions`` read
    questions over tickets. ``at_once`` questions are with
    it at most, in each process; the time limit is the LLM's.
    """

    llm: LlmSettings
    template: Literal["context", "tuples", "quotes"] = "context"
    dialogue: bool = False
    ticket_questions: bool = False
    at_once: int = pydantic.Field(4, ge=1, le=256)


class ServeSettings(SettingsModel):
    """The service: who may ask, under which names it is asked, and its limits.

    ``allowed_hosts`` are names in addresses of the service, beside those of this machine;
    ``tokens`` is the file that ``graphwright token`` writes; ``answers`` sets a language model.
    ``metrics_groups`` are those whose callers may read the metrics; without any, all callers may
    where every document is for everybody, else none.
    """

    allowed_hosts: tuple[str, ...] = ()
    tokens: str | None = None
    metrics_groups: tuple[Group, ...] = ()
    jwt: JwtSettings | None = None
    log_questions: bool = False
    answers: AnswerSettings | None = None
    limits: ServeLimits = ServeLimits()
