from __future__ import annotations

import io
import itertools

import numpy as np
import pytest
from graph_rows import GraphRows, build, write_rows
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.image import imread

from graphwright.inspection.core_subgraph import Subgraph, core_of
from graphwright.inspection.graph_layout import Box, place_edge_labels, place_nodes
from graphwright.inspection.pictures import (
    confidence_picture,
    degree_picture,
    graph_picture,
    yield_picture,
)


@pytest.fixture
def made(tmp_path):
    def of(rows):
        return build(write_rows(tmp_path, rows.rows()), tmp_path)

    return of


def star() -> GraphRows:
    rows = GraphRows()
    for number in range(6):
        rows.fact("Hub", "reach", f"Leaf {number}")
    rows.fact("Hub", "reach", "Leaf 0", path="b.md", text="Now Hub did reach Leaf 0.")
    rows.fact("Leaf 0", "hold", "Hub", negated=True, modality="may")
    rows.fact("Far", "see", "Away")
    return rows


def test_the_core_grows_from_the_best_connected_entity(made):
    views = made(star())
    core = core_of(views["entities"], views["relations"], 3)
    assert core.names[0] == "Hub"
    assert core.degrees[0] == 7
    assert "Leaf 0" in core.names
    assert set(core.names) <= {"Hub", *(f"Leaf {number}" for number in range(6))}
    lines = {(core.names[s], p, core.names[o]): weight for s, o, weight, p in core.edges}
    assert lines["Hub", "reach", "Leaf 0"] == 3


def test_a_denied_fact_is_not_shown_as_a_fact(made):
    rows = GraphRows()
    rows.fact("User", "post", "Invoice", negated=True, modality="may")
    views = made(rows)
    assert [edge[3] for edge in core_of(views["entities"], views["relations"], 5).edges] == [
        "may not post"
    ]


def test_another_part_is_begun_where_the_first_ends(made):
    views = made(star())
    names = core_of(views["entities"], views["relations"], 20).names
    assert {"Far", "Away"} <= set(names)
    assert len(names) == 9


def test_no_entity_stands_alone(made):
    views = made(star())
    for limit in range(2, 10):
        core = core_of(views["entities"], views["relations"], limit)
        drawn = {end for edge in core.edges for end in edge[:2]}
        assert drawn == set(range(len(core.names)))


def test_pictures_are_images_and_equal_for_equal_tables(made):
    views = made(star())
    for draw in (
        lambda: graph_picture(views["entities"], views["relations"]),
        lambda: confidence_picture(views["relations"]),
        lambda: degree_picture(views["relations"]),
        lambda: yield_picture(views["sentences"], views["evidence"]),
    ):
        png = draw()
        assert png == draw()
        pixels = imread(io.BytesIO(png))
        assert pixels.shape[0] > 300
        assert len(np.unique(pixels[::3, ::3, 0])) > 10  # more than paper


def test_pictures_of_nothing_can_be_drawn():
    for png in (
        graph_picture([], []),
        confidence_picture([]),
        degree_picture([]),
        yield_picture([], []),
    ):
        assert png.startswith(b"\x89PNG")


def test_names_with_any_sign_can_be_drawn(made):
    rows = GraphRows()
    rows.fact("Cost $x_{", "be", "\\frac$", text="Cost $x_{ is \\frac$")
    rows.fact("漢字 名前", "be", "\\frac$", text="漢字 名前 \\frac$")
    views = made(rows)
    assert graph_picture(views["entities"], views["relations"]).startswith(b"\x89PNG")


CANVAS = (1500.0, 1000.0)


@st.composite
def cores(draw):
    count = draw(st.integers(1, 24))
    pairs = list(itertools.combinations(range(count), 2))
    chosen = draw(st.lists(st.sampled_from(pairs), max_size=40, unique=True)) if pairs else []
    edges = tuple((first, second, 1, "use") for first, second in chosen)
    return Subgraph(tuple(f"n{n}" for n in range(count)), (1,) * count, edges)


@settings(max_examples=40, deadline=None)
@given(core=cores(), width=st.floats(20, 190))
def test_nodes_stand_apart_inside_the_canvas(core, width):
    boxes = place_nodes(core, [(width, 30.0)] * len(core.names), CANVAS)
    assert not any(a.touches(b, -0.5) for a, b in itertools.combinations(boxes, 2))
    assert all(box.left >= 0 and box.bottom >= 0 for box in boxes)
    assert all(box.x + box.width / 2 <= CANVAS[0] for box in boxes)
    assert all(box.y + box.height / 2 <= CANVAS[1] for box in boxes)


@settings(max_examples=40, deadline=None)
@given(core=cores())
def test_labels_of_lines_cover_nothing(core):
    boxes = place_nodes(core, [(90.0, 30.0)] * len(core.names), CANVAS)
    wanted = [(first, second, text, (60.0, 14.0)) for first, second, _, text in core.edges]
    placed = [box for _, box in place_edge_labels(wanted, boxes, 10)]
    assert len(placed) <= 10
    for label, other in itertools.product(placed, boxes):
        assert not label.touches(other)
    assert not any(a.touches(b) for a, b in itertools.combinations(placed, 2))


def test_a_line_ends_at_the_border_of_its_box():
    box = Box(0.0, 0.0, 20.0, 10.0)
    assert box.border_towards(100.0, 0.0) == (10.0, 0.0)
    assert box.border_towards(0.0, -50.0) == (0.0, -5.0)
    assert box.border_towards(1.0, 1.0) == (1.0, 1.0)
