"""What no table may hold of a ticket is masked before anything is stored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphwright.documents.tickets.masking import Masking, masked
from graphwright.documents.tickets.raw import (
    RawComment,
    RawPerson,
    RawTicket,
    Standard,
    ordered,
    read_record,
    record_bytes,
    standard_field,
)
from graphwright.documents.tickets.secrets import without_secrets

SECRETS = [
    "write to ann.bo+x@mail.example.org now",
    "clone https://ann:{}@host/x.git".format("hunter22"),
    "curl -H 'Authorization: Bearer {}'".format("abcdEFGH12345678ijkl"),
    "token ghp_{}".format("a1B2" * 9),
    "id AKIA{}".format("ABCD1234EFGH5678"),
    "password: {}".format("tr0ub4dor&3"),
    'api_key = "{}"'.format("9f8e7d6c5b4a"),
    "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----",
]
KEPT = [
    "password: none",
    "password = getPassword(user)",
    "value = form.password.value",
    "the secret of it: read the manual",
    "git@github.com:owner/repository.git",
    "Basic authentication is needed, see Token handling",
    "@Override public void run()",
    "see commit 9f8e7d6c5b4a9f8e7d6c5b4a9f8e7d6c5b4a9f8e",
]


@pytest.mark.parametrize("text", SECRETS)
def test_addresses_and_secrets_are_masked_once(text: str) -> None:
    found = without_secrets(text)
    assert "MASKED" in found
    assert not any(
        part in found for part in ("hunter22", "ann.bo", "EFGH", "tr0ub", "9f8e", "MIIE")
    )
    assert without_secrets(found) == found


RANDOM = "a1B2c3D4" * 5


@pytest.mark.parametrize(
    "text",
    [
        *(f"it is {begin}{RANDOM}" for begin in ("ghp_", "github_pat_", "glpat-", "xoxb-", "sk-")),
        *(f"it is {begin}{RANDOM}" for begin in ("sk_live_", "rk_test_", "ATATT", "pypi-")),
        f"it is ASIA{'ABCD1234' * 2}",
        f"it is AIza{RANDOM[:35]}",
        f"it is npm_{RANDOM[:36]}",
        f"it is SG.{RANDOM[:20]}.{RANDOM[:20]}",
        f"it is eyJ{RANDOM}.{RANDOM}.x",
        *(f"{scheme} {RANDOM}" for scheme in ("bearer", "BASIC", "Token")),
        *(f"{name}: {RANDOM}" for name in ("passwd", "PASSWORD", "Passphrase", "secret", "ApiKey")),
        *(f"{name}={RANDOM}" for name in ("access key", "auth-token", "ACCESS_TOKEN")),
        f"private_token={RANDOM}",
    ],
)
def test_every_form_of_a_secret_is_masked(text: str) -> None:
    found = without_secrets(text)
    assert RANDOM[:12] not in found
    assert "MASKED" in found


@pytest.mark.parametrize("text", KEPT)
def test_code_and_prose_are_left_alone(text: str) -> None:
    assert without_secrets(text) == text


def ticket() -> RawTicket:
    ann = RawPerson("ann", "Ann Bo", ("Ann Bo", "ann", "ann@x.org"))
    return RawTicket(
        key="A-1",
        description="[~ann] and @ann and Ann Bo saw [~zoe], not Annabel or banana",
        fields=(standard_field(Standard.REPORTER, "reporter", "ann"),),
        comments=(RawComment("mail ann@x.org", "ann"),),
        people=(ann,),
    )


def test_people_are_hashed_in_fields_comments_and_texts() -> None:
    masking = Masking(salt=b"s")
    found, ann, zoe = masked(ticket(), masking), masking.hashed("ann"), masking.hashed("zoe")
    assert found.description == f"{ann} and {ann} and {ann} saw {zoe}, not Annabel or banana"
    assert found.values(Standard.REPORTER) == (ann,)
    assert found.comments == (RawComment("mail EMAIL-MASKED", ann),)
    assert found.people == ()
    assert ann != Masking(salt=b"t").hashed("ann")


def test_names_are_kept_where_that_is_asked() -> None:
    found = masked(ticket(), Masking(salt=None))
    assert found.values(Standard.REPORTER) == ("Ann Bo",)
    assert found.comments == (RawComment("mail EMAIL-MASKED", "Ann Bo"),)


@given(
    st.lists(st.text(max_size=30), max_size=4),
    st.lists(st.one_of(st.none(), st.sampled_from(["2024-01-01", "2024-01-02"])), max_size=5),
)
def test_a_record_is_read_as_it_was_written(values: list[str], times: list[str | None]) -> None:
    comments = tuple(RawComment(f"c{n}", None, time) for n, time in enumerate(times))
    labels = standard_field(Standard.LABELS, "labels", *values)
    found = ordered(RawTicket("A-1", "t", fields=(labels,), comments=comments))
    assert ordered(found) == found
    assert record_bytes(read_record(record_bytes(found))) == record_bytes(found)
