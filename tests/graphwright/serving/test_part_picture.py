"""The picture of what an answer found: columns of states, and the arrows between them."""

from __future__ import annotations

from graphwright.guidance.views import Guidance, PartEdge, StartView, StateName
from graphwright.serving.web.part_picture import HEIGHT, WIDTH, part_picture


def _state(name: str) -> StateName:
    return StateName(
        state_id=name, application="desk", label=name, menu_path=(), template="/", address=None
    )


def _found(states: str, edges: str, start: str | None) -> Guidance:
    made = (PartEdge(action_id=e, source_id=e[0], target_id=e[1], text=e) for e in edges.split())
    return Guidance(
        question="how?",
        application="desk",
        strategy="guide",
        found=True,
        start=StartView(state=None if start is None else _state(start), how="home", note=None),
        steps=(),
        then=None,
        goal=None,
        others=(),
        states=tuple(map(_state, states)),
        edges=tuple(made),
        notes=(),
    )


def test_states_stand_in_the_column_of_their_distance_and_none_on_another() -> None:
    picture = part_picture(_found("abcdef", "ab ac bd cd ba da", "a"))
    assert picture is not None
    columns = {box.label: box.x for box in picture.boxes}
    assert columns["a"] < columns["b"] == columns["c"] < columns["d"] < columns["e"]
    assert columns["e"] == columns["f"]
    assert len({(box.x, box.y) for box in picture.boxes}) == 6
    assert all(box.x + WIDTH < picture.width for box in picture.boxes)
    assert all(box.y + HEIGHT < picture.height for box in picture.boxes)


def test_arrows_go_to_the_next_column_alone_and_each_pair_has_one() -> None:
    picture = part_picture(_found("abc", "ab ab2 ba bc ac", "a"))
    assert picture is not None
    assert [arrow.text for arrow in picture.arrows] == ["ab; ab2", "ac"]
    assert all(arrow.x1 < arrow.x2 for arrow in picture.arrows)


def test_a_start_outside_of_the_part_and_an_empty_part_are_no_error() -> None:
    picture = part_picture(_found("ab", "ab", "z"))
    assert picture is not None
    assert picture.boxes[0].label == "a"
    assert part_picture(_found("", "", None)) is None


def test_long_labels_are_cut_in_the_box_and_whole_in_its_title() -> None:
    label = "a name that goes on for longer than any box of a picture has room for it"
    state = _state("a").model_copy(update={"label": label})
    picture = part_picture(_found("a", "", "a").model_copy(update={"states": (state,)}))
    assert picture is not None
    (box,) = picture.boxes
    assert box.label == label
    assert len(box.lines) == 2
    assert box.lines[-1][1].endswith("...")
