"""Where documents come from, and what each collection is read as."""

from __future__ import annotations

import re
from typing import Literal

import pydantic

from graphwright.settings.fields import Groups, SettingsModel, Variable

Extractor = Literal["dependency", "llm", "both", "none"]
"""What reads triples from a collection: rules, a language model, both, or nothing."""

TicketPart = Literal[
    "key", "title", "description", "comments", "url", "project", "type", "status", "resolution",
    "priority", "components", "labels", "versions", "fix_versions", "environment", "attachments",
    "created", "updated", "resolved", "reporter", "assignee",
]  # fmt: skip
"""What a column of a CSV of tickets can hold."""

Prompts = Literal["triples", "entities"]
"""What a language model is asked for: triples, or entities with their relations."""

_TICKETS_ALONE = (
    *("format", "columns", "mode", "names", "masking", "salt_env", "template"),
    "ticket_reader",
)
"""Settings of collections of tickets alone."""

_HELP_ALONE = ("link_pattern", "contact", "help_reader")
"""Settings of collections of help pages alone."""


class GroupPattern(SettingsModel):
    """Who sees the documents of a collection whose path, or address, a glob matches."""

    path: str = pydantic.Field(min_length=1)
    groups: Groups = pydantic.Field(min_length=1)


class Collection(SettingsModel):
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
