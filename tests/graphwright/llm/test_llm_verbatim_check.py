from typing import Any

import pytest
from llm_cases import answered, chunk_of, sentences_of

from graphwright.llm.reading.verbatim_check import Rejected, VerbatimCheck, Verified
from graphwright.tables import SentenceFilter, TripleRejection

TEXT = (
    "The vault keeps invoices. If an invoice is late, the clerk may block the supplier until "
    "Friday. It does not inform\nthe auditor."
)
FIRST, SECOND, THIRD = (
    "The vault keeps invoices.",
    "If an invoice is late, the clerk may block the supplier until Friday.",
    "It does not inform the auditor.",
)


def check(text: str, filters: dict[int, str] | None = None, **given: Any) -> Verified | Rejected:
    chunk = chunk_of(text)
    return VerbatimCheck(chunk, sentences_of(chunk, filters=filters)).check(answered(**given))


def words(text: str, span: tuple[int, int]) -> str:
    return text[span[0] : span[1]]


def verified(text: str = TEXT, **given: Any) -> Verified:
    found = check(text, **given)
    assert isinstance(found, Verified), found
    return found


def test_a_plain_triple_is_found_in_its_sentence() -> None:
    found = verified(sentence=FIRST, subject="VAULT", predicate="keeps", object="invoices")
    assert found.sentence.text == FIRST
    spans = [found.subject, found.predicate, found.object]
    assert [words(TEXT, s) for s in spans] == ["vault", "keeps", "invoices"]


def test_flags_and_qualifiers_are_kept_as_written() -> None:
    found = verified(
        sentence=SECOND, subject="clerk", predicate="block", object="supplier", modality="MAY",
        condition="if an invoice is late", qualifiers=[{"kind": "time", "text": "until friday"}],
    )  # fmt: skip
    assert (found.modality, found.condition) == ("may", "If an invoice is late")
    (qualifier,) = found.qualifiers
    assert (qualifier.kind, qualifier.text) == ("time", "until Friday")
    assert qualifier.start - 1000 == TEXT.index("until Friday")
    assert qualifier.end - qualifier.start == len("until Friday")


def test_a_name_may_stand_in_another_sentence_of_the_chunk() -> None:
    found = verified(sentence=THIRD, subject="clerk", predicate="inform", object="auditor")
    assert words(TEXT, found.subject) == "clerk"
    assert found.sentence.text.startswith("It does not")


def test_the_nearest_of_several_places_is_taken() -> None:
    text = "The order of the buyer lists the order and the order names the buyer."
    found = verified(text, sentence=text, subject="order", predicate="names", object="buyer")
    assert found.subject[0] == text.index("order names")
    assert found.object[0] == text.rindex("buyer")


def test_without_its_quote_a_triple_counts_where_all_parts_share_a_sentence() -> None:
    found = verified(
        sentence="The vault ...", subject="vault", predicate="keeps", object="invoices"
    )
    assert found.sentence.text == FIRST
    lost = check(TEXT, sentence="...", subject="vault", predicate="inform", object="auditor")
    assert isinstance(lost, Rejected)


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"subject": "the bank"}, "subject 'the bank'"),
        ({"object": "receipts"}, "object 'receipts'"),
        ({"predicate": "stores"}, "predicate 'stores'"),
        ({"predicate": "inform"}, "predicate 'inform'"),
        ({"condition": "unless asked"}, "condition 'unless asked'"),
        ({"modality": "should"}, "modality 'should'"),
        ({"modality": "may"}, "modality 'may' is not in the sentence"),
        ({"attribution": "the board"}, "attribution 'the board'"),
        ({"qualifiers": [{"kind": "place", "text": "in Rome"}]}, "place 'in Rome'"),
        ({"subject": "invoices"}, "not two things"),
        ({"subject": "clerk", "object": "auditor"}, "not two things, one of them in the sentence"),
    ],
)
def test_what_is_not_in_the_text_is_rejected_by_name(changed: dict[str, Any], named: str) -> None:
    plain = {"sentence": FIRST, "subject": "vault", "predicate": "keeps", "object": "invoices"}
    found = check(TEXT, **(plain | changed))
    assert isinstance(found, Rejected)
    assert found.reason is TripleRejection.NOT_VERBATIM
    assert named in found.detail


@pytest.mark.parametrize("reason", [SentenceFilter.OVERLAP, SentenceFilter.CUT])
def test_a_sentence_that_the_neighbour_holds_gives_no_triple(reason: SentenceFilter) -> None:
    given = {"sentence": FIRST, "subject": "vault", "predicate": "keeps", "object": "invoices"}
    found = check(TEXT, {0: reason.value}, **given)
    assert isinstance(found, Rejected)
    assert found.reason is TripleRejection.OVERLAP


@pytest.mark.parametrize("reason", [SentenceFilter.NO_VERB_PHRASE, SentenceFilter.HEADING])
def test_other_filters_concern_the_rules_only(reason: SentenceFilter) -> None:
    given = {"sentence": FIRST, "subject": "vault", "predicate": "keeps", "object": "invoices"}
    assert isinstance(check(TEXT, {0: reason.value}, **given), Verified)


def test_a_repeated_sentence_is_taken_where_it_is_not_filtered() -> None:
    text = f"{FIRST} {FIRST}"
    given = {"sentence": FIRST, "subject": "vault", "predicate": "keeps", "object": "invoices"}
    found = check(text, {0: SentenceFilter.OVERLAP.value}, **given)
    assert isinstance(found, Verified)
    assert found.sentence.index == 1


def test_the_predicate_of_a_table_row_may_be_its_header() -> None:
    chunk = chunk_of("Module | Owner.\nLedger | Finance")
    rows = VerbatimCheck(chunk, sentences_of(chunk, kind="table_row"))
    prose = VerbatimCheck(chunk, sentences_of(chunk))
    answer = answered(
        sentence="Ledger | Finance", subject="Ledger", predicate="Owner", object="Finance"
    )
    assert isinstance(rows.check(answer), Verified)
    assert isinstance(prose.check(answer), Rejected)
