"""Logging in, a session that is lost, and secrets that stand nowhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from crawl_site import PASSWORD, USER, Seen, Site, serving

from graphwright.applications.crawl.report import CrawlReport
from graphwright.errors import CrawlError, SettingsError
from graphwright.store.lake import Lake

Crawl = Callable[..., tuple[Seen, CrawlReport]]
FORM = {"kind": "form", "username_env": "SITE_USER", "password_env": "SITE_PASSWORD"}
HTTP = {**FORM, "kind": "http"}


@pytest.fixture(autouse=True)
def _secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_USER", USER)
    monkeypatch.setenv("SITE_PASSWORD", PASSWORD)


def desk(**given: object) -> Site:
    pages = {
        path: f"<title>{title}</title><main><h1>{title}</h1>"
        f'<button onclick="{does}">Look</button></main>'
        for path, title, does in (
            ("/", "Home", "this.textContent = 'Seen'"),
            ("/orders", "Orders", "location = '/orders/new'"),
            ("/orders/new", "New", "fetch('/orders', {method: 'POST'})"),
            ("/stock", "Stock", "alert(1)"),
        )
    }
    return Site(pages=dict(pages), shell=("/", "/orders", "/stock"), **given)  # type: ignore[arg-type]


def test_a_form_is_filled_in_its_page_is_no_state_and_a_wrong_password_is_one_clear_error(
    crawl: Crawl, lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(desk(login=True)) as site:
        seen, _ = crawl(site, login=FORM)
        assert (site.written, site.logins) == ([], 1)
        kept = (lake.root / "applications/site/observation.jsonl").read_bytes()
        monkeypatch.setenv("SITE_PASSWORD", "wrong and secret")
        with pytest.raises(CrawlError, match=r"login of site was refused.*SITE_PASSWORD") as raised:
            crawl(site, login=FORM, clean=True)
    assert "secret" not in str(raised.value)
    assert (lake.root / "applications/site/observation.jsonl").read_bytes() == kept
    assert {"Home", "Orders", "New", "Stock"} <= set(seen.titles)
    assert "Welcome" not in seen.titles
    for path in lake.root.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert PASSWORD.encode() not in content
            assert USER.encode() not in content


@pytest.mark.long
def test_a_lost_session_is_renewed_and_leaves_no_trace(crawl: Crawl) -> None:
    with serving(desk(login=True)) as site:
        whole, _ = crawl(site, login=FORM)
        site.forget_after = len(site.log) + 9
        again, _ = crawl(site, login=FORM, clean=True)
    assert site.forget_after == 0
    assert site.logins >= 3
    assert again == whole


def test_a_variable_that_is_not_set_is_named(crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SITE_PASSWORD")
    with serving(desk(login=True)) as site, pytest.raises(SettingsError, match="SITE_PASSWORD"):
        crawl(site, login=FORM)
    assert site.log == []


@pytest.mark.long
def test_http_asks_and_is_answered(crawl: Crawl, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(desk(basic=True)) as site:
        seen, _ = crawl(site, login=HTTP)
        assert {"Home", "Orders", "New", "Stock"} <= set(seen.titles)
        monkeypatch.setenv("SITE_PASSWORD", "wrong and secret")
        with pytest.raises(CrawlError, match=r"HTTP 401|asks to log in") as raised:
            crawl(site, login=HTTP, clean=True)
    assert "secret" not in str(raised.value)


def test_a_stored_session_is_used_and_its_end_is_told(crawl: Crawl, tmp_path: Path) -> None:
    with serving(desk(login=True)) as site:
        site.sessions.add("stored")
        cookie = {"name": "sid", "value": "stored", "domain": "127.0.0.1", "path": "/"}
        stored = {**cookie, "expires": -1, "httpOnly": False, "secure": False, "sameSite": "Lax"}
        file = tmp_path / "session.json"
        file.write_text(json.dumps({"cookies": [stored], "origins": []}))
        login = {"kind": "session", "session_file": str(file)}
        seen, _ = crawl(site, login=login)
        assert {"Home", "Orders", "New", "Stock"} <= set(seen.titles)
        file.write_text("[]")
        with pytest.raises(SettingsError, match="holds no stored session"):
            crawl(site, login=login)


def test_a_login_page_without_a_password_is_told(crawl: Crawl) -> None:
    with serving(desk()) as site, pytest.raises(CrawlError, match="no field for a password"):
        crawl(site, login=FORM)
