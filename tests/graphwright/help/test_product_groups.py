"""Pages that differ by the product alone, from titles and paths."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.help.product_groups import ProductPage, TitledPage, product_groups

_BANK = (
    "Blue Account: Fees and limits",
    "Red Account: Fees and limits",
    "Grey: Fees and limits",
    "FAQ: Blue Account",
    "FAQ: Red Account",
    "Red Account at a glance",
    "Blue Account at a glance",
    "Grey Account at a glance",
    "Red Account: Adding users to your account",
    "Blue Account: Adding users",
    "Why was my Blue Account transfer declined?",
    "Update the app",
    "Install the app",
    "Internal: Closing a Card",
    "Internal: Opening a Card",
)


def _groups(*titles: str) -> dict[str, ProductPage]:
    """Return the groups by title."""
    return product_groups([TitledPage(title, "bank", f"{title}.md", title) for title in titles])


def test_pages_that_share_what_is_left_without_the_product_form_a_group() -> None:
    groups = _groups(*_BANK)
    fees = [groups[title] for title in _BANK[:3]]
    assert [page.product for page in fees] == ["Blue Account", "Red Account", "Grey Account"]
    assert len({page.group_id for page in fees}) == 1
    assert {page.topic for page in fees} == {"Fees and limits"}
    assert {page.question for page in fees} == {"Which account is it about?"}


def test_the_product_may_stand_behind_and_be_named_once_more() -> None:
    groups = _groups(*_BANK)
    assert groups["FAQ: Red Account"].product == "Red Account"
    adding = "Red Account: Adding users to your account", "Blue Account: Adding users"
    assert groups[adding[0]].group_id == groups[adding[1]].group_id


def test_verbs_genres_and_single_pages_make_no_product() -> None:
    assert set(_BANK[10:]).isdisjoint(_groups(*_BANK))


def test_pages_of_one_title_in_folders_of_products_form_a_group() -> None:
    paths = ("blue/fees.md", "red/fees.md", "blue/limits.md", "red/limits.md", "red/only.md")
    pages = [TitledPage(path, "bank", path, path.split("/")[1]) for path in paths]
    groups = product_groups(pages)
    assert {path: page.product for path, page in groups.items()} == {
        path: path.split("/")[0] for path in paths[:4]
    }
    assert len({page.group_id for page in groups.values()}) == 2


def test_groups_lie_within_a_collection() -> None:
    pages = [
        TitledPage(f"{collection}{title}", collection, title, title)
        for collection in ("a", "b")
        for title in _BANK
    ]
    groups = product_groups(pages)
    assert len({page.group_id for page in groups.values()}) == 2 * len(
        {page.group_id for page in _groups(*_BANK).values()}
    )


@settings(max_examples=30, deadline=None)
@given(st.permutations(_BANK))
def test_the_order_of_pages_changes_nothing(titles: list[str]) -> None:
    assert _groups(*titles) == _groups(*_BANK)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("ab A:?-()", max_size=12), max_size=8))
def test_any_titles_are_read_and_each_group_has_several_products(titles: list[str]) -> None:
    pages = [TitledPage(str(i), "c", f"{i}.md", title) for i, title in enumerate(titles)]
    groups = product_groups(pages)
    for page in groups.values():
        members = {one.product for one in groups.values() if one.group_id == page.group_id}
        assert len(members) >= 2
