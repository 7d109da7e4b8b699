"""Who asks: from the credentials of a request to the groups of its sender.

Nothing else that a request says changes what its sender may see. The token of a caller is compared
by its SHA-256 without salt: it is 256 random bits, so that its hash can be neither guessed nor
looked up, which salts and slow hashes prevent for passwords of people.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import os
import secrets
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pydantic
import yaml

from graphwright.errors import RequestError, SettingsError
from graphwright.store.folder import LOCAL_FILES
from graphwright.yaml_file import parse_yaml

if TYPE_CHECKING:
    from graphwright.settings import JwtSettings, ServeSettings

TOKEN_START = "gw_"  # noqa: S105  # how tokens begin, so that scanners for secrets find them
_SECRET_BYTES = 32
_SHORTEST_SECRET = 32

Stamp = tuple[int, int, int]


class _Token(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    name: str = pydantic.Field(min_length=1)
    sha256: str = pydantic.Field(pattern=r"^[0-9a-f]{64}$")
    groups: tuple[str, ...] = ()


class _TokenFile(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(frozen=True, extra="forbid")

    tokens: tuple[_Token, ...] = ()


def hash_of(token: str) -> str:
    """Return the hash under which a token is kept."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def read_tokens(path: Path) -> dict[str, _Token]:
    """Return the tokens of a file by their hashes; raises ``SettingsError``."""
    remedy = "Write it with 'graphwright token NAME --groups a,b'."
    try:
        raw = parse_yaml(path.read_text(encoding="utf-8"), path, remedy=remedy)
        known = _TokenFile.model_validate({} if raw is None else raw)
    except FileNotFoundError:
        raise SettingsError(f"There is no file of tokens at {path}.", remedy=remedy) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read: {error}.", remedy=remedy) from error
    except pydantic.ValidationError as error:  # whose text may hold what was found
        raise SettingsError(
            f"{path} is no file of tokens: {error.error_count()} part(s) are not as expected.",
            remedy=remedy,
        ) from None
    return {token.sha256: token for token in known.tokens}


def add_token(path: Path, name: str, groups: tuple[str, ...]) -> str:
    """Make a token, add its hash to a file that only its owner can read, and return the token.

    A token of that name that is there is replaced. Raises ``SettingsError`` for a file that is no
    file of tokens.
    """
    token = TOKEN_START + secrets.token_urlsafe(_SECRET_BYTES)
    known = read_tokens(path).values() if path.exists() else ()
    made = _Token(name=name, sha256=hash_of(token), groups=tuple(sorted(set(groups))))
    rows = [*(t for t in known if t.name != name), made]
    text = yaml.safe_dump({"tokens": [t.model_dump(mode="json") for t in rows]}, sort_keys=False)
    with LOCAL_FILES.replacing(path, durable=True, private=True) as temporary:
        temporary.write_text(text, encoding="utf-8")
    return token


class TokenFile:
    """The tokens of a file, read again when it changes."""

    def __init__(self, path: Path) -> None:
        """Raise ``SettingsError`` where the file is none of tokens."""
        self._path = path
        self._lock = threading.Lock()
        self._stamp = self._stamped()
        self._tokens = read_tokens(path)

    def groups_of(self, token: str) -> frozenset[str] | None:
        """Return the groups of a token, or None where it is not known.

        Raises ``SettingsError`` where the file is wrong now: then nobody is let in.
        """
        with self._lock:
            stamp = self._stamped()
            if stamp != self._stamp:
                self._tokens = read_tokens(self._path)
                self._stamp = stamp
            known = self._tokens.get(hash_of(token))
        return None if known is None else frozenset(known.groups)

    def _stamped(self) -> Stamp | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino


class JwtChecker:
    """Checks the JSON Web Tokens of another party with one algorithm and one key."""

    def __init__(self, settings: JwtSettings) -> None:
        """Raise ``SettingsError`` where the key is absent or too short."""
        self._settings = settings
        self._key = _key_of(settings)

    def groups_of(self, token: str) -> frozenset[str] | None:
        """Return the groups that a token names, or None where it is not to be believed."""
        import jwt  # noqa: PLC0415  # comes with the extra

        try:
            claims: dict[str, Any] = jwt.decode(
                token,
                self._key,
                algorithms=[self._settings.algorithm],
                audience=self._settings.audience,
                issuer=self._settings.issuer,
                options={"require": ["exp", "aud", "iss"]},
            )
        except (jwt.PyJWTError, ValueError, RecursionError):
            return None
        groups = claims.get(self._settings.groups_claim, [])
        if not isinstance(groups, list) or not all(isinstance(group, str) for group in groups):
            return None
        return frozenset(groups)


def _key_of(settings: JwtSettings) -> str:
    where = settings.key_env or settings.key_file
    if settings.key_env is not None:
        key = os.environ.get(settings.key_env, "")
    else:
        try:
            key = Path(settings.key_file or "").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(
                f"The key of serve.jwt cannot be read from {where}: {error}.",
                remedy="Name a file that holds it.",
            ) from error
    key = key.strip()
    if len(key) < _SHORTEST_SECRET:
        raise SettingsError(
            f"The key of serve.jwt in {where} has {len(key)} characters; a public key in PEM, or "
            f"a secret of {_SHORTEST_SECRET} or more, was expected.",
            remedy="Set it as docs/serving.md shows.",
        )
    return key


@dataclasses.dataclass(frozen=True)
class Identity:
    """From the header Authorization to groups; without tokens and JWT everybody is in none."""

    tokens: TokenFile | None = None
    jwt: JwtChecker | None = None

    @classmethod
    def of(cls, settings: ServeSettings) -> Identity:
        """Return the identity that settings describe; raises ``SettingsError``."""
        return cls(
            None if settings.tokens is None else TokenFile(Path(settings.tokens)),
            None if settings.jwt is None else JwtChecker(settings.jwt),
        )

    @property
    def needed(self) -> bool:
        """Whether a caller must say who they are."""
        return self.tokens is not None or self.jwt is not None

    def groups_of(self, authorization: str | None) -> frozenset[str]:
        """Return the groups of who sends a header; raises ``RequestError``, ``denied``."""
        if not self.needed:
            return frozenset()
        token = _token_of(authorization or "")
        groups = None
        if token.startswith(TOKEN_START) and self.tokens is not None:
            groups = self.tokens.groups_of(token)
        elif token and self.jwt is not None:
            groups = self.jwt.groups_of(token)
        if groups is None:
            raise RequestError(
                "The request has no token that this service knows.",
                code="denied",
                remedy="Send the header 'Authorization: Bearer TOKEN'.",
            )
        return groups


def _token_of(authorization: str) -> str:
    """Return the token of a header: as bearer, or as the password that a browser asks for."""
    kind, _, value = authorization.partition(" ")
    value = value.strip()
    if kind.lower() == "bearer":
        return value
    if kind.lower() != "basic":
        return ""
    try:
        return base64.b64decode(value, validate=True).decode("utf-8").partition(":")[2]
    except ValueError:  # no base64, or no UTF-8
        return ""
