"""The commands of the service where they do not get to serving."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dagster_project.cli import app
from graphwright.errors import ExtraError, SettingsError
from graphwright.project import Project
from graphwright.serving.http.server import Address, check_identity, is_loopback, listen
from graphwright.serving.identity import Identity
from graphwright.settings import ServeSettings, Settings


def test_without_the_extra_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done = CliRunner().invoke(app, ["serve"])
    assert isinstance(done.exception, ExtraError)
    assert "make serve" in str(done.exception)


def test_a_token_is_printed_once_and_known(tmp_path: Path) -> None:
    file = tmp_path / "tokens.yaml"
    done = CliRunner().invoke(app, ["token", "anna", "--groups", "a, b", "--tokens", str(file)])
    token = done.stdout.strip()
    assert token not in file.read_text()
    assert Identity.of(ServeSettings(tokens=str(file))).groups_of(f"Bearer {token}") == {"a", "b"}


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("::", False)],
)
def test_others_need_a_token(tmp_path: Path, host: str, alone: bool) -> None:
    settings = Settings.model_validate({"collections": [{"name": "a", "folder": "."}]})
    assert is_loopback(host) is alone
    if alone:
        check_identity(Project(tmp_path, given=settings), host)
    else:
        with pytest.raises(SettingsError, match="lets everybody in"):
            check_identity(Project(tmp_path, given=settings), host)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_address_that_is_taken_is_said(workers: int) -> None:
    first = listen(Address(port=0, workers=workers))
    try:
        port = first[0].getsockname()[1]
        assert len(first) == workers
        with pytest.raises(SettingsError, match="something else does"):
            listen(Address(port=port, workers=2))
    finally:
        for sock in first:
            sock.close()
