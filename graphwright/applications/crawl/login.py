"""Logging in: by a form, by HTTP's own question, or with a session that a browser stored.

Secrets are read from the environment when they are needed, and stand in no message, log or file.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from graphwright.applications.crawl.addresses import path_and_query
from graphwright.applications.crawl.playwright_errors import playwright_errors
from graphwright.applications.crawl.tab import Session, Tab
from graphwright.errors import CrawlError, SettingsError, public_address
from graphwright.settings import ApplicationSettings, LoginSettings

if TYPE_CHECKING:
    from playwright.async_api import Locator

_PASSWORD = "input[type=password]:visible"  # noqa: S105  # a selector
_USER = (
    "input[autocomplete=username]:visible, input[type=email]:visible, input[type=text]:visible, "
    "input[type=tel]:visible, input:not([type]):visible"
)
_FORM = """() => {
  const visible = (el) => el.checkVisibility && el.checkVisibility();
  const found = [...document.querySelectorAll("input[type=password]")].filter(visible);
  if (found.length !== 1) return "";
  const form = found[0].form || document.body;
  return [...form.querySelectorAll("input,button")].filter(visible)
    .map((one) => `${one.type} ${one.name || one.id}`).join(",");
}"""


def secret(variable: str | None) -> str:
    """Return the secret that a variable of the environment holds.

    Raises ``SettingsError`` where it holds none.
    """
    value = os.environ.get(variable or "")
    if not value:
        raise SettingsError(
            f"The login of a crawl needs the variable {variable}, which is not set.",
            remedy="Set it to the secret; sources.yaml holds its name only.",
        )
    return value


class Login:
    """How one application is logged in to, and how its login page is known again."""

    def __init__(self, settings: ApplicationSettings) -> None:
        self._settings = settings
        self._login: LoginSettings | None = settings.login
        pattern = self._login.logged_out if self._login else None
        self._logged_out = re.compile(pattern, re.IGNORECASE) if pattern else None
        self._form = ""

    def session(self) -> Session:
        """Return the session to begin with: what was stored, or what answers HTTP.

        Raises ``SettingsError`` for a variable that is not set or a file that is no session.
        """
        if self._login is None or self._login.kind == "form":
            return Session()
        if self._login.kind == "http":
            pair = secret(self._login.username_env), secret(self._login.password_env)
            return Session(credentials=pair)
        return Session(_stored_session(Path(str(self._login.session_file))))

    @property
    def has_form(self) -> bool:
        """Whether a form is to be filled in."""
        return self._login is not None and self._login.kind == "form"

    async def is_asked(self, tab: Tab) -> bool:
        """Say whether a page asks to log in."""
        if self._login is None:
            return False
        if self._logged_out and self._logged_out.search(path_and_query(tab.page.url)):
            return True
        if not self._form:
            return False
        try:
            return bool(await tab.page.evaluate(_FORM) == self._form)
        except playwright_errors():
            return False

    async def log_in(self, tab: Tab) -> Session:
        """Fill in the form of the login page and return the session that this gave.

        Raises ``CrawlError`` where there is no form, or where it is not believed.
        """
        login = self._login
        assert login is not None
        user, password = secret(login.username_env), secret(login.password_env)
        address = login.address or self._settings.home
        tab.logging_in = True
        try:
            await tab.go(address, None)
            await tab.settle()
            await self._fill(tab, user, password)
            await tab.settle()
            if await tab.page.evaluate(_FORM) == self._form:
                raise self._refused()
            state = await tab.page.context.storage_state()
        except playwright_errors() as error:
            raise self._error(f"has no page: {_first_line(error, password)}") from None
        finally:
            tab.logging_in = False
        return Session(dict(state))

    async def _fill(self, tab: Tab, user: str, password: str) -> None:
        field = tab.page.locator(_PASSWORD).first
        if not await field.count():
            await self._name_alone(tab, user)
            field = tab.page.locator(_PASSWORD).first
        if not await field.count():
            raise self._error("shows no field for a password")
        self._form = str(await tab.page.evaluate(_FORM))
        form = field.locator("xpath=ancestor::form[1]")
        users = (form if await form.count() else tab.page.locator("body")).locator(_USER).first
        if await users.count():
            await users.fill(user)
        await field.fill(password)
        tab.begin()
        await self._submit(form, field)

    async def _name_alone(self, tab: Tab, user: str) -> None:
        """Fill in the name where the password is asked for on a second page."""
        users = tab.page.locator(_USER).first
        if await users.count():
            await users.fill(user)
            await users.press("Enter")
            await tab.settle()

    async def _submit(self, form: Locator, field: Locator) -> None:
        button = form.locator("button[type=submit], input[type=submit], button:not([type])").first
        if await form.count() and await button.count():
            await button.click(no_wait_after=True)
        else:
            await field.press("Enter", no_wait_after=True)

    def _refused(self) -> CrawlError:
        login = self._login
        assert login is not None
        return CrawlError(
            f"The login of {self._settings.name} was refused: the page asks for a password again.",
            remedy=f"Check what {login.username_env} and {login.password_env} hold.",
        )

    def _error(self, found: str) -> CrawlError:
        login = self._login
        assert login is not None
        address = public_address(login.address or self._settings.home)
        return CrawlError(
            f"The login page of {self._settings.name} at {address} {found}.",
            remedy="See in a browser what it shows, and check 'login: address:'.",
        )

    def lost(self) -> CrawlError:
        """Return the error of a session that does not hold."""
        kind = self._login.kind if self._login else "session"
        remedies = {
            "form": "See whether the user may use the application, and check 'logged_out'.",
            "http": f"Check what {self._login.password_env if self._login else ''} holds.",
            "session": "Log in with a browser and store its session anew.",
        }
        return CrawlError(
            f"{self._settings.name} asks to log in, though the crawl did.", remedy=remedies[kind]
        )


def _first_line(error: Exception, password: str) -> str:
    return str(error).splitlines()[0].replace(password, "...")


def _stored_session(path: Path) -> dict[str, object]:
    """Return a session in the form that browsers' drivers store: cookies and origins."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        return {"cookies": list(read["cookies"]), "origins": list(read.get("origins", ()))}
    except (OSError, ValueError, KeyError, TypeError):
        raise SettingsError(
            f"{path} holds no stored session: JSON with 'cookies' and 'origins' was expected.",
            remedy="Store one with Playwright's 'storage_state', and name it in 'session_file'.",
        ) from None
