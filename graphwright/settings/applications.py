"""Which web applications are crawled, and what a crawl may do and take."""

from __future__ import annotations

from typing import Literal

import pydantic

from graphwright.settings.fields import Address, Groups, Pattern, SettingsModel, Variable


class LoginSettings(SettingsModel):
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


class ReadRequests(SettingsModel):
    """Requests other than GET that are known to read: all others are stopped on the wire.

    ``graphql`` are paths where queries pass and mutations do not, ``json_rpc`` maps a path to the
    methods that read, ``posts`` are patterns of paths.
    """

    graphql: tuple[str, ...] = ()
    json_rpc: dict[str, tuple[str, ...]] = pydantic.Field(default_factory=dict)
    posts: tuple[Pattern, ...] = ()


class CrawlLimits(SettingsModel):
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


class ApplicationSettings(SettingsModel):
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


class CrawlSettings(SettingsModel):
    """The browser of crawls, by default one that is found, and when applications are crawled.

    ``schedule`` is a cron line; without one they are crawled when somebody asks.
    """

    browser: str | None = pydantic.Field(None, min_length=1)
    schedule: str | None = pydantic.Field(None, min_length=1)
