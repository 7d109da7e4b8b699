"""Pairs of near states: how they are drawn, kept in a file, and judged."""

from __future__ import annotations

from pathlib import Path

import yaml
from state_pairs import Pair, drawn, judged, load_pairs, overlap, row_of, view_of

from graphwright.applications.capture import Capture
from graphwright.applications.observation import Observation, ObservedState
from graphwright.tables.applications import CrawlStatus, UiElement


def element(name: str) -> UiElement:
    return UiElement(
        key=name,
        role="button",
        name=name,
        region="main",
        menu_path=(),
        href=None,
        column=None,
        found_by="role",
        frame=None,
    )


def capture(template: str, *names: str, dialogs: tuple[str, ...] = ()) -> Capture:
    return Capture(
        template=template,
        title="Desk",
        headings=(),
        dialogs=dialogs,
        menus=(),
        tabs=(),
        texts=(),
        elements=tuple(element(name) for name in names),
        fields=(),
    )


def observed(captures: dict[str, Capture]) -> Observation:
    states = tuple(
        ObservedState(
            identity=key,
            capture=key,
            address=None,
            replay=(),
            depth=0,
            scripts="",
            explored=True,
            boxes={},
        )
        for key in sorted(captures)
    )
    return Observation("desk", "http://x.example/", "a", CrawlStatus.COMPLETE, captures, states, ())


SEEN = observed(
    {
        "a": capture("/runs", "Filter", "Newer", "Older"),
        "b": capture("/runs", "Filter", "Newer", "Older", "All"),
        "c": capture("/runs", "Filter", dialogs=("Tags",)),
        "d": capture("/other/page", "Filter", "Newer", "Older"),
    }
)


def pair(first: str, other: str, *, same: bool) -> Pair:
    return Pair(view_of(SEEN.captures[first]), view_of(SEEN.captures[other]), same)


def test_pairs_are_of_pages_under_one_path_and_come_from_all_bands() -> None:
    found = {(first, other) for _, first, other in drawn(SEEN, 10)}
    assert found == {("a", "b"), ("a", "c"), ("b", "c")}
    assert drawn(SEEN, 10) == drawn(SEEN, 10)
    assert overlap(view_of(SEEN.captures["a"]), view_of(SEEN.captures["b"])) == 3 / 4


def test_a_file_gives_the_pairs_back_to_their_pages(tmp_path: Path) -> None:
    pairs = [pair("a", "b", same=True), pair("b", "c", same=False)]
    path = tmp_path / "pairs.yaml"
    path.write_text(yaml.safe_dump([row_of(one) for one in pairs]), encoding="utf-8")
    errors = judged(load_pairs(path), SEEN, {})
    assert (errors.found, errors.same) == (2, 1)
    assert [one.same for one in errors.missed] == [True]
    assert errors.false == ()


def test_a_wrong_merge_is_false_and_a_right_one_is_neither() -> None:
    pairs = [pair("a", "b", same=True), pair("b", "c", same=False)]
    errors = judged(pairs, SEEN, {"b": "a", "c": "a"})
    assert errors.missed == ()
    assert [one.same for one in errors.false] == [False]
    assert errors.false_share == 0.5


def test_a_page_without_what_tells_the_labelled_one_is_not_that_page() -> None:
    under, over = capture("/runs", "Filter", "Newer", "Older"), capture("/runs", "Filter", "Find")
    labelled = Pair(view_of(under), view_of(over), same=False)
    assert judged([labelled], SEEN, {"b": "a"}).found == 0


def test_a_page_that_is_not_there_is_not_counted() -> None:
    gone = Pair(view_of(capture("/gone", "x")), view_of(SEEN.captures["a"]), True)
    assert judged([gone], SEEN, {}).found == 0
