from __future__ import annotations

import datetime
import stat
from pathlib import Path
from typing import Any

import jwt
import pytest

from graphwright.errors import RequestError, SettingsError
from graphwright.serving.identity import Identity, TokenFile, add_token, hash_of
from graphwright.settings import JwtSettings, ServeSettings

SECRET = "a secret of the tests, longer than 32 characters"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tokens.yaml"


def test_a_token_gives_its_groups_and_only_its_hash_is_kept(file: Path) -> None:
    token = add_token(file, "anna", ("staff", "legal", "staff"))
    identity = Identity.of(ServeSettings(tokens=str(file)))
    assert identity.groups_of(f"Bearer {token}") == {"staff", "legal"}
    text = file.read_text()
    assert token not in text
    assert hash_of(token) in text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_file_is_read_again_when_it_changes(file: Path) -> None:
    first = add_token(file, "anna", ("staff",))
    tokens = TokenFile(file)
    second = add_token(file, "anna", ("legal",))
    assert tokens.groups_of(first) is None
    assert tokens.groups_of(second) == {"legal"}
    file.unlink()
    with pytest.raises(SettingsError):  # nobody is let in by what once was there
        tokens.groups_of(second)


def test_a_wrong_file_tells_nothing_of_what_it_holds(file: Path) -> None:
    file.write_text("tokens: [{name: anna, token: gw_this-is-secret}]")
    with pytest.raises(SettingsError) as told:
        TokenFile(file)
    assert "this-is-secret" not in str(told.value)


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer gw_x",
        "bearer ",
        "Basic !!",
        "Basic Og==",
        "Basic \xff",
        "Basic /w==",
        "Bearer \xff",
        "Digest a",
        "gw_x",
    ],
)
def test_no_token_no_entry(file: Path, header: str | None) -> None:
    add_token(file, "anna", ())
    with pytest.raises(RequestError, match="no token that this service knows"):
        Identity.of(ServeSettings(tokens=str(file))).groups_of(header)


def _jwt(secret: str = SECRET, algorithm: str = "HS256", **claims: Any) -> str:
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=1)
    known = {"aud": "graphwright", "iss": "idp", "exp": soon, "groups": ["staff"]}
    said = {k: v for k, v in (known | claims).items() if v is not None}
    return jwt.encode(said, secret, algorithm)


@pytest.fixture
def identity(monkeypatch: pytest.MonkeyPatch) -> Identity:
    monkeypatch.setenv("TEST_JWT_KEY", SECRET)
    settings = JwtSettings(
        algorithm="HS256", key_env="TEST_JWT_KEY", audience="graphwright", issuer="idp"
    )
    return Identity.of(ServeSettings(jwt=settings))


def test_a_signed_token_gives_the_groups_of_its_claim(identity: Identity) -> None:
    assert identity.groups_of(f"Bearer {_jwt()}") == {"staff"}
    assert identity.groups_of(f"Bearer {_jwt(groups=None)}") == frozenset()


@pytest.mark.parametrize(
    "token",
    [
        _jwt(secret="another secret, which is longer than 32 too"),
        _jwt(secret="", algorithm="none"),
        _jwt(secret=SECRET + " and so that 64 bytes are reached", algorithm="HS512"),
        _jwt(exp=1),
        _jwt(exp=None),
        _jwt(aud="another"),
        _jwt(aud=None),
        _jwt(iss="another"),
        _jwt(groups="staff"),
        _jwt(groups=[1]),
        _jwt()[:-2],
        _jwt().replace(".", ""),
        "a.b.c",
    ],
)
def test_no_other_is_believed(identity: Identity, token: str) -> None:
    with pytest.raises(RequestError, match="no token that this service knows"):
        identity.groups_of(f"Bearer {token}")


def test_a_short_key_is_refused_unsaid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_JWT_KEY", "too-short")
    settings = JwtSettings(algorithm="HS256", key_env="TEST_JWT_KEY", audience="a", issuer="i")
    with pytest.raises(SettingsError, match="has 9 characters") as told:
        Identity.of(ServeSettings(jwt=settings))
    assert "too-short" not in str(told.value)
