"""Pictures of the graph as PNG bytes: the entities that most relations meet in, and two histograms.

What is drawn is chosen in ``core_subgraph``, and where it stands in ``graph_layout``. Equal tables
give equal pictures: nothing here is random, and no global state of matplotlib is used.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
from PIL import Image

from graphwright.inspection.core_subgraph import Subgraph, core_of
from graphwright.inspection.graph_layout import Box, place_edge_labels, place_nodes
from graphwright.store.queries import open_views

_INK, _PAPER, _MUTED, _ACCENT = "#1c2733", "#ffffff", "#8a97a5", "#2f6f9f"
_NODE_COLOURS = ("#e8eef4", "#cfe0ee", "#a9c9e2", "#7fb0d6")
"""From the least to the best connected of the entities drawn."""

_DPI = 110
_COLOURS = 48


def graph_picture(
    entities: Sequence[Path],
    relations: Sequence[Path],
    *,
    max_entities: int = 32,
    max_edge_labels: int = 20,
) -> bytes:
    """Return a PNG of the graph around the best-connected entities.

    At most ``max_entities`` entities, one line for each pair of them, and the predicate beside the
    best-supported lines, where there is room. Raises ``LakeError`` for unreadable files.
    """
    core = core_of(entities, relations, max_entities)
    figure = _figure(14, 9.5)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    if core.names:
        _draw_graph(axes, core, max_edge_labels)
    else:
        axes.text(0.5, 0.5, "No relation yet", ha="center", color=_MUTED, size=16)
    return _png(figure)


def confidence_picture(relations: Sequence[Path]) -> bytes:
    """Return a PNG histogram of the confidence of all relations."""
    counted = _query(
        {"relations": relations},
        """
        SELECT least(floor(confidence * 20), 19)::BIGINT AS slot, count(*) FROM relations
        GROUP BY slot ORDER BY slot
        """,
    )
    return _histogram("Confidence of the relations", "confidence", "relations", counted)


def degree_picture(relations: Sequence[Path]) -> bytes:
    """Return a PNG of the degree distribution: how many entities stand in so many relations.

    They are those of the layer knowledge.
    """
    counted = _query(
        {"relations": relations},
        """
        WITH ends AS (
            SELECT subject_id AS entity_id FROM relations WHERE layer = 'knowledge'
            UNION ALL SELECT object_id FROM relations WHERE layer = 'knowledge'
        ),
        degrees AS (SELECT count(*) AS degree FROM ends GROUP BY entity_id)
        SELECT degree, count(*) FROM degrees GROUP BY degree ORDER BY degree
        """,
    )
    figure, axes = _chart("Degree of the entities", "relations of an entity", "entities")
    axes.scatter(
        [degree for degree, _ in counted], [count for _, count in counted], s=22, color=_ACCENT
    )
    if counted:
        axes.set_xscale("log")
        axes.set_yscale("log")
    return _png(figure)


def yield_picture(sentences: Sequence[Path], evidence: Sequence[Path]) -> bytes:
    """Return a PNG histogram over documents: the share of kept sentences that state a fact."""
    counted = _query(
        {"sentences": sentences, "evidence": evidence},
        """
        WITH stated AS (SELECT DISTINCT sentence_id FROM evidence),
        documents AS (
            SELECT document_id, count(stated.sentence_id) / count(*) AS share
            FROM sentences LEFT JOIN stated USING (sentence_id)
            WHERE filter IS NULL GROUP BY document_id
        )
        SELECT least(floor(share * 20), 19)::BIGINT AS slot, count(*) FROM documents
        GROUP BY slot ORDER BY slot
        """,
    )
    title = "Sentence yield of the documents"
    return _histogram(title, "share of kept sentences that state a relation", "documents", counted)


def _histogram(title: str, x: str, y: str, counted: Sequence[tuple[int, int]]) -> bytes:
    """Return a PNG of counts in twentieths of the range from 0 to 1."""
    figure, axes = _chart(title, x, y)
    axes.bar(
        [slot / 20 for slot, _ in counted],
        [count for _, count in counted],
        width=0.046,
        align="edge",
        color=_ACCENT,
    )
    axes.set_xlim(0, 1)
    return _png(figure)


def _query(views: dict[str, Sequence[Path]], sql: str) -> list[tuple[int, int]]:
    with open_views(views) as connection:
        return [(int(row[0]), int(row[1])) for row in connection.execute(sql).fetchall()]


def _figure(width: float, height: float) -> Figure:
    figure = Figure(figsize=(width, height), dpi=_DPI, facecolor=_PAPER)
    FigureCanvasAgg(figure)
    return figure


def _chart(title: str, x: str, y: str) -> tuple[Figure, Axes]:
    figure = _figure(8, 4.5)
    # Fixed, because a layout engine draws everything once more to measure it.
    figure.subplots_adjust(left=0.1, right=0.97, bottom=0.12, top=0.92)
    axes = figure.add_subplot()
    axes.set_title(title, color=_INK, loc="left", size=13)
    axes.set_xlabel(x, color=_INK)
    axes.set_ylabel(y, color=_INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(colors=_MUTED)
    axes.grid(axis="y", color="#e6eaee", linewidth=0.8)
    axes.set_axisbelow(True)
    return figure, axes


def _png(figure: Figure) -> bytes:
    """Return the figure in a palette of few colours: a quarter of the bytes in Dagster's record."""
    canvas: Any = figure.canvas
    with warnings.catch_warnings():
        # A script that the font lacks is drawn as boxes; that must not stop a build.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        canvas.draw()
    drawn = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    few = drawn.quantize(_COLOURS, dither=Image.Dither.NONE)
    packed = io.BytesIO()
    few.save(packed, format="png", optimize=True)
    return packed.getvalue()


def _draw_graph(axes: Axes, core: Subgraph, max_edge_labels: int) -> None:
    """Draw nodes as boxes around their names, in pixels, so that sizes of text are known."""
    width, height = float(axes.bbox.width), float(axes.bbox.height)
    axes.set_xlim(0, width)
    axes.set_ylim(0, height)
    sizes = [_text_size(axes, name, 10.5, padding=9) for name in core.names]
    boxes = place_nodes(core, sizes, (width, height))
    for subject, object_, weight, _ in core.edges:
        _draw_edge(axes, boxes[subject], boxes[object_], weight)
    _draw_edge_labels(axes, core, boxes, max_edge_labels)
    for name, degree, box in zip(core.names, core.degrees, boxes, strict=True):
        _draw_node(axes, name, degree / max(core.degrees), box)


def _draw_edge(axes: Axes, subject: Box, object_: Box, weight: int) -> None:
    arrow = FancyArrowPatch(
        (subject.x, subject.y),
        object_.border_towards(subject.x, subject.y),
        arrowstyle="-|>",
        mutation_scale=11,
        shrinkA=0,
        shrinkB=0,
        color=_MUTED,
        linewidth=min(0.7 + 0.35 * weight, 2.8),
        alpha=0.75,
        zorder=1,
    )
    axes.add_artist(arrow)


def _draw_edge_labels(axes: Axes, core: Subgraph, boxes: Sequence[Box], limit: int) -> None:
    strongest = sorted(core.edges, key=lambda edge: (-edge[2], edge[3], edge[0], edge[1]))
    wanted = (  # measured one by one, as long as there is room
        (edge[0], edge[1], edge[3], _text_size(axes, edge[3], 8, padding=2)) for edge in strongest
    )
    for text, box in place_edge_labels(wanted, boxes, limit):
        paper = {"boxstyle": "square,pad=0.12", "facecolor": _PAPER, "edgecolor": "none"}
        _centred(axes, text, box, size=8, color=_ACCENT, style="italic", zorder=2, bbox=paper)


def _draw_node(axes: Axes, name: str, share: float, box: Box) -> None:
    colour = _NODE_COLOURS[min(int(share * len(_NODE_COLOURS)), len(_NODE_COLOURS) - 1)]
    axes.add_artist(
        FancyBboxPatch(
            (box.left, box.bottom),
            box.width,
            box.height,
            boxstyle="round,pad=0,rounding_size=8",
            facecolor=colour,
            edgecolor=_ACCENT,
            linewidth=0.9,
            zorder=3,
        )
    )
    _centred(axes, name, box, size=10.5, color=_INK, zorder=4)


def _centred(axes: Axes, text: str, box: Box, **style: Any) -> None:
    # Names hold dollar signs, which matplotlib would read as mathematics.
    axes.text(box.x, box.y, text, ha="center", va="center", parse_math=False, **style)


def _text_size(axes: Axes, text: str, size: float, *, padding: float) -> tuple[float, float]:
    """Return width and height in pixels of a text with padding on each side."""
    canvas: Any = axes.figure.canvas
    drawn = axes.text(0, 0, text, size=size, parse_math=False)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        extent = drawn.get_window_extent(canvas.get_renderer())
    drawn.remove()
    return extent.width + 2 * padding, extent.height + 2 * padding
