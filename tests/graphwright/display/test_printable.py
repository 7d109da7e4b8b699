"""What a terminal is shown: nothing steers, reorders or hides; every script stays legible."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphwright.display.printable import json_text, one_line, printable, prose, shortened

ALWAYS_SHOWN = [
    *"\x00\x07\x08\x09\x0d\x1b\x7f\x85\x9b\xad",
    *"\u034f\u115f\u180e\u200b\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068",
    *"\u2069\u206f\u3164\ud800\ue000\ufeff\ufff9\ufffe\U000e0001\U000e0041\U000e007f\U000f0000",
]
"""What no text may hold as it is, wherever it stands."""

TEXTS = st.text(st.one_of(st.characters(), st.sampled_from(ALWAYS_SHOWN), st.sampled_from("aאع👩")))


@pytest.mark.parametrize(
    "text",
    [
        "Prüfung – naïve «Œuvre» ½ €",
        "דו״ח שנתי 2024, עמוד 3\u200f (טיוטה)",
        "التقرير السنوي ٢٠٢٤\u200f؟",
        "می\u200cخواهم نامه\u200cها",  # a non-joiner inside a word
        "क्\u200dष श्री\u200dलंका",  # a joiner behind a virama
        "ภาษาไทย ညီညွတ် ខ្មែរ 日本語\u3000漢字 한국어",
        "葛\U000e0100城",  # a variant of an ideograph
        "family 👨\u200d👩\u200d👧\u200d👦, 🏳\ufe0f\u200d🌈",
        "👩🏽\u200d🔬, 🙂\u200d↔\ufe0f, ❤\ufe0f, 1\ufe0f⃣, 🇩🇪",
        "Tiếng Việt, e\u0301, שָׁלוֹם",
        "two\nlines",
    ],
)
def test_legitimate_text_stays(text: str) -> None:
    assert printable(text) == text
    assert json.loads(json_text([text])) == [text]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("red \x1b[31m", "red \\x1b[31m"),
        ("\x9b2J", "\\x9b2J"),
        ("a\u202etxt.exe", "a\\u202etxt.exe"),
        ("\u2067a\u2069", "\\u2067a\\u2069"),
        ("A\U000e0049\U000e007f", "A\\U000e0049\\U000e007f"),
        ("pay\u200bpal pay\u200dpal", "pay\\u200bpal pay\\u200dpal"),
        ("admin\u200f!", "admin\\u200f!"),  # nothing in the line is read from the right
        ("x\ufe0f\ufe0f a\U000e0100", "x\\ufe0f\\ufe0f a\\U000e0100"),
        ("❤\ufe0f\ufe0f", "❤\ufe0f\\ufe0f"),
        ("e" + 10 * "\u0301", "e" + 8 * "\u0301" + 2 * "\\u0301"),
        ("\udcff", "\\udcff"),
    ],
)
def test_what_steers_reorders_or_hides_is_seen(text: str, seen: str) -> None:
    assert printable(text) == seen


def test_a_name_goes_on_in_no_other_line() -> None:
    assert one_line("a\nevidence 1") == "a\\nevidence 1"
    assert one_line("a   evidence\xa0\u3000b") == "a \\x20\\x20evidence\xa0\\u3000b"
    assert prose(" a\n\n\tb\u2028c ") == "a b c"
    assert shortened("x" * 9, 9) == "x" * 9
    assert shortened("x" * 10, 9) == "x" * 6 + "..."


@example("".join(ALWAYS_SHOWN))
@given(TEXTS)
def test_nothing_that_steers_is_left_of_any_text(text: str) -> None:
    for seen in (printable(text), one_line(text), prose(text), json_text(text)):
        assert not set(seen) & set(ALWAYS_SHOWN)
        assert not {unicodedata.category(c) for c in set(seen) - {"\n"}} & {"Cc", "Cs", "Zl", "Zp"}
    assert "\n" not in one_line(text) + prose(text)
    assert printable(printable(text)) == printable(text)


@given(TEXTS)
def test_json_means_the_same(text: str) -> None:
    assert json.loads(json_text({"a": [text]})) == {"a": [text]}
