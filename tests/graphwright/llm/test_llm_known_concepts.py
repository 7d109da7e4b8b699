import random

from hypothesis import given
from hypothesis import strategies as st

from graphwright.entities.normalise import normalise
from graphwright.llm.reading.known_concepts import KnownConcepts, within
from graphwright.tables import SeedAlias


def seeds(*names: str) -> list[SeedAlias]:
    """Return seeds; "A|B" is concept A with the alias B."""
    rows = []
    for concept in names:
        name, *aliases = concept.split("|")
        for alias in (name, *aliases):
            rows.append(SeedAlias(normalise(name), name, "Product", None, alias, normalise(alias)))
    return rows


def near(text: str, *names: str, tokens: int = 1000) -> list[str]:
    return [concept.name for concept in KnownConcepts(seeds(*names)).nearest(text, tokens)]


def test_concepts_that_the_text_names_come_first_and_far_ones_not_at_all() -> None:
    names = ("Purchase Order|PO", "Order Management Cloud", "Harbour Tariff", "Ledger")
    text = "The purchase orders of the ledger are held in order management."
    assert near(text, *names) == ["Ledger", "Purchase Order", "Order Management Cloud"]
    assert near("Send the PO.", *names) == ["Purchase Order"]
    assert near("Nothing of that.", *names) == []
    assert near(text) == []


def test_a_rare_word_counts_more_than_a_frequent_one() -> None:
    names = ("Cloud Ledger", "Cloud Vault", "Cloud Desk", "Cloud Harbour")
    assert near("The cloud is grey.", *names) == []
    assert near("The vault is grey.", *names) == ["Cloud Vault"]


def test_the_list_stays_within_its_tokens() -> None:
    concepts = KnownConcepts(seeds("Vault|Safe|Strongroom", "Ledger"))
    both = concepts.nearest("vault ledger", 1000)
    assert [c.line for c in both] == ["Ledger (Product)", "Vault (Product): Safe, Strongroom"]
    assert [c.name for c in concepts.nearest("vault ledger", 5)] == ["Ledger"]
    assert concepts.nearest("vault ledger", 0) == ()


WORDS = st.sampled_from(["order", "desk", "cloud", "vault", "note", "plant", "clerk", "price"])
NAME = st.lists(WORDS, min_size=1, max_size=3).map(" ".join)


@given(st.dictionaries(NAME, NAME, min_size=1, max_size=6), st.lists(NAME, max_size=3))
def test_what_is_named_by_any_of_its_names_is_listed_before_what_is_named_in_part(
    names: dict[str, str], said: list[str]
) -> None:
    found = near(f"It has: {', '.join(said).upper()}.", *(f"{n}|{names[n]}" for n in names))
    words = set(" ".join(said).split())
    whole = {n for n in names if any(set(m.split()) <= words for m in (n, names[n]))}
    assert set(found[: len(whole)]) == whole


@given(st.lists(st.text(max_size=30)), st.integers(0, 50))
def test_within_never_exceeds(lines: list[str], tokens: int) -> None:
    kept = within(lines, tokens)
    assert list(kept) == lines[: len(kept)]
    assert sum(map(len, kept)) <= 4 * tokens


@given(st.randoms(use_true_random=False))
def test_the_order_of_the_seed_file_does_not_matter(chance: random.Random) -> None:
    rows = seeds("Purchase Order|PO", "Order Desk", "Ledger|Book", "Vault", "Order Book")
    text = "The PO and the order book lie at the desk."
    expected = KnownConcepts(rows).nearest(text, 1000)
    chance.shuffle(rows)
    shuffled = KnownConcepts(rows).nearest(text, 1000)
    assert [c.line for c in shuffled] == [c.line for c in expected]
