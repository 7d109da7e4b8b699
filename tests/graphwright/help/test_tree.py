"""A page's tree: what opens a node, what answers it, and what is none."""

from __future__ import annotations

import dataclasses

import pytest
from help_pages import a_help_page
from hypothesis import given, settings
from hypothesis import strategies as st

from graphwright.help.draft import PageDraft
from graphwright.help.part import MAX_DEPTH
from graphwright.help.phrases import problem_phrase
from graphwright.help.rows import read_page
from graphwright.help.sentences import sentences
from graphwright.help.tree import read_draft
from graphwright.tables import BlockKind

ROOT = "# Return a parcel\n\nYou have 30 days.\n\n"


def tree(page: PageDraft) -> list[tuple[int, str, list[str]]]:
    """Return depth, problem and resolution of each node below the root."""
    return [
        (node.depth, node.problem, [page.words(span) for span in node.resolution])
        for node in page.nodes[1:]
    ]


def read(written: str, path: str = "page.md") -> PageDraft:
    return read_draft(a_help_page(written, path))


@pytest.mark.parametrize(
    ("written", "found"),
    [
        pytest.param(
            "## In a shop\n\nShow the receipt.\n\n### Without a receipt\n\nBring a card.",
            [(1, "In a shop", ["Show the receipt."]), (2, "Without a receipt", ["Bring a card."])],
            id="headings",
        ),
        pytest.param(
            "Select your system:\n\n- **Windows:** Open Settings.\n- **macOS:** Open Finder.",
            [(1, "Windows", ["Open Settings."]), (1, "macOS", ["Open Finder."])],
            id="choices",
        ),
        pytest.param(
            "- If the light is red, wait.\n- If the light is green, press Start. Then wait.",
            [
                (1, "If the light is red", ["wait."]),
                (1, "If the light is green", ["press Start.", "Then wait."]),
            ],
            id="cases in a list",
        ),
        pytest.param(
            "- On Android, press Start.\n- On iPhone, **Scan** the label. Then wait.",
            [
                (1, "On Android", ["press Start."]),
                (1, "On iPhone", ["Scan the label.", "Then wait."]),
            ],
            id="systems in a list",
        ),
        pytest.param(
            "**Windows:**\n\n1. Open Settings.\n2. Press Reset.\n\n**Mac:**\n\n1. Open Finder.",
            [(1, "Windows", ["Open Settings.", "Press Reset."]), (1, "Mac", ["Open Finder."])],
            id="stressed lines",
        ),
        pytest.param(
            "**Who pays?**\n\nWe do.\n\nHow long does it take?\n\nFive days.",
            [(1, "Who pays?", ["We do."]), (1, "How long does it take?", ["Five days."])],
            id="questions",
        ),
        pytest.param(
            "Q: Who pays?\n\nA: We do. Always.",
            [(1, "Who pays?", ["We do.", "Always."])],
            id="question and answer signs",
        ),
        pytest.param(
            "**Small parcel:** Use a box.\n\n**Large parcel:** Call a carrier.",
            [(1, "Small parcel", ["Use a box."]), (1, "Large parcel", ["Call a carrier."])],
            id="terms",
        ),
        pytest.param(
            "| Item | Fee |\n|---|---|\n| Small parcel | $4 |\n| Large parcel | $9 |",
            [(1, "Small parcel", ["$4"]), (1, "Large parcel", ["$9"])],
            id="table",
        ),
        pytest.param(
            "If the box is torn, tape it. If the label (on top) is lost, print one. Keep a copy.",
            [
                (1, "If the box is torn", ["tape it."]),
                (1, "If the label (on top) is lost", ["print one.", "Keep a copy."]),
            ],
            id="clauses",
        ),
        pytest.param(
            "If you bought two items, do this:\n\n- Pack both.\n- Seal it.",
            [(1, "If you bought two items", ["do this:", "Pack both.", "Seal it."])],
            id="case before a list",
        ),
        pytest.param(
            "- Silver tier (Blue)\n  - It costs 5.\n  - It ends in 2 days.\n"
            "- Gold tier (Red)\n  - It costs 3.\n  - It ends in a day.",
            [
                (1, "Silver tier (Blue)", ["It costs 5.", "It ends in 2 days."]),
                (1, "Gold tier (Red)", ["It costs 3.", "It ends in a day."]),
            ],
            id="names of lists",
        ),
        pytest.param(
            "If the box is lost, ask us. We are here.",
            [(1, "If the box is lost", ["ask us.", "We are here."])],
            id="case behind the rule",
        ),
    ],
)
def test_each_construct_opens_nodes(written: str, found: list[tuple[int, str, list[str]]]) -> None:
    page = read(ROOT + written)
    assert tree(page) == found
    assert [page.words(span) for span in page.nodes[0].resolution] == ["You have 30 days."]


@pytest.mark.parametrize(
    "written",
    [
        pytest.param("1. Open the app.\n2. **Returns** is below.\n3. Press it.", id="list"),
        pytest.param("## Step 1: Pack\n\nUse a box.\n\n## Step 2: Send\n\nBy post.", id="steps"),
        pytest.param("## 1. Pack the box\n\nTape it.\n\n## 2. Send it\n\nBy post.", id="numbers"),
        pytest.param("## Instructions\n\nPack it. Send it.", id="name of a form"),
        pytest.param("| Port | Host |\n|---|---|\n| 80 | a |\n| 81 | b |", id="table of data"),
        pytest.param("**Note:** Keep the receipt.\n\n**Tip:** Take a photo.", id="remarks"),
        pytest.param(
            "- Gather your papers\n  - Receipt\n  - Box\n- Open the app\n  - Sign in\n  - Look",
            id="steps with details",
        ),
        pytest.param("- error: no port\n- error: no board", id="one label for all"),
    ],
)
def test_what_belongs_to_an_answer_opens_none(written: str) -> None:
    page = read(ROOT + written)
    assert tree(page) == []
    said = " ".join(page.words(span) for span in page.nodes[0].resolution)
    words = [word for word in written.split() if word.isalpha()]
    assert [word for word in words if word not in said and word != "Instructions"] == []


def test_numbered_parts_with_parts_of_their_own_are_no_steps() -> None:
    page = read(ROOT + "## 1. Find the port\n\n### On Mac\n\nLook.\n\n## 2. Set the port\n\nDo.")
    assert [(depth, problem) for depth, problem, _ in tree(page)] == [
        (1, "1. Find the port"), (2, "On Mac"), (1, "2. Set the port"),
    ]  # fmt: skip


def test_navigation_empty_headings_and_repetitions_are_rows() -> None:
    page = read(
        "# Return a parcel\n\nIn this article, you'll learn how to return. Pack it.\n\n"
        "In this article:\n\n* [Cost](#cost)\n* [Time](#time)\n\n"
        "## Cost\n\nNothing.\n\n## Time\n\nFive days.\n\n## Time\n\nFive days.\n\n## Place\n\n"
        "## Still need help?\n\nCall us."
    )
    assert tree(page) == [(1, "Cost", ["Nothing."]), (1, "Time", ["Five days."])]
    assert [page.words(span) for span in page.nodes[0].resolution] == ["Pack it."]
    assert [(part.reason.value, part.problem) for part in page.rejected] == [
        ("navigation", "In this article:"),
        ("duplicate", "Time"),
        ("no_resolution", "Place"),
        ("navigation", "Still need help?"),
    ]


def test_a_lead_goes_to_the_parts_that_it_leads_in_and_answers_nothing() -> None:
    page = read("# Reset\n\nSelect your board:\n\n- **Nano:** Press it.\n- **Uno:** Pull it.")
    root, *children = page.nodes
    assert root.resolution == ()
    leads = [page.words(child.lead) for child in children if child.lead]
    assert leads == ["Select your board:"] * 2


def test_a_step_that_leads_in_cases_is_said_too_unless_it_is_to_choose() -> None:
    cases = "\n   - **Windows:** In C.\n   - **Linux:** In home.\n\n   Look.\n"
    step = "Open the folder. By default it is located in:"
    page = read(f"# Reset\n\n1. {step}{cases}\n2. Press it.\n")
    assert [page.words(span) for span in page.nodes[0].resolution] == [step, "Look.", "Press it."]
    page = read(f"# Reset\n\n1. Select your system:{cases}\n2. Press it.\n")
    assert [page.words(span) for span in page.nodes[0].resolution] == ["Look.", "Press it."]


@pytest.mark.parametrize(
    ("written", "problem", "said"),
    [
        ("Just press the button. Then wait.", "page.md", ["Just press the button.", "Then wait."]),
        ("---\ntitle: Reset it\n---\n\nPress it.", "Reset it", ["Press it."]),
        ("| a | b |\n|---|---|\n| c | d |", "page.md", ["a | b", "c | d"]),
        ("# Reset it", "Reset it", []),
        ("# <b>Reset **it\n\n</div></p>Press [it](", "Reset **it", ["Press [it]("]),
    ],
)
def test_a_page_without_parts_is_its_root(written: str, problem: str, said: list[str]) -> None:
    page = read(written)
    assert len(page.nodes) == 1
    assert page.nodes[0].problem == problem
    assert [page.words(span) for span in page.nodes[0].resolution] == said


def test_the_title_given_goes_before_the_heading() -> None:
    rows = read_page(a_help_page("# Reset\n\nPress it."), title="Reset the board", audience="staff")
    assert [(n.problem, n.problem_span, n.audience) for n in rows.nodes] == [
        ("Reset the board", None, "staff")
    ]


@pytest.mark.parametrize(("levels", "nodes", "rejected"), [(12, 13, 0), (14, 13, 2)])
def test_deep_headings(levels: int, nodes: int, rejected: int) -> None:
    document = a_help_page(
        "# Top\n\nDo it.\n\n" + "".join(f"## Part {at}\n\nDo {at}.\n\n" for at in range(levels))
    )
    below = iter(range(2, levels + 2))
    blocks = tuple(
        dataclasses.replace(block, level=next(below)) if block.kind == BlockKind.HEADING else block
        for block in document.blocks
    )
    page = read_draft(dataclasses.replace(document, blocks=blocks))
    assert len(page.nodes) == nodes
    assert max(node.depth for node in page.nodes) == MAX_DEPTH
    assert [part.reason.value for part in page.rejected] == ["too_deep"] * rejected
    assert f"Do {levels - 1}." in [page.words(span) for span in page.nodes[-1].resolution]


def test_two_thousand_headings_each_have_their_node() -> None:
    document = a_help_page("## Part\n\nDo it.")
    heading, line = document.blocks
    size = len(document.text) + 2
    blocks = tuple(
        dataclasses.replace(block, start=block.start + size * at, end=block.end + size * at)
        for at in range(2000)
        for block in (heading, line)
    )
    text = "\n\n".join([document.text] * 2000)
    page = read_draft(dataclasses.replace(document, text=text, blocks=blocks), "Parts")
    assert len(page.nodes) + len(page.rejected) == 2001
    assert {part.reason.value for part in page.rejected} == {"duplicate"}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Wait for 30. Then go.", ["Wait for 30.", "Then go."]),
        ("Use a port, e.g. COM3. Go.", ["Use a port, e.g. COM3.", "Go."]),
        ("Really? Yes! (Go.) It is v1.2.3 now.", ["Really?", "Yes!", "(Go.)", "It is v1.2.3 now."]),
    ],
)
def test_sentences(written: str, said: list[str]) -> None:
    assert [written[s.start : s.end] for s in sentences(written, 0, len(written))] == said


_PIECES = st.sampled_from(
    [
        "## Cost", "### On Windows", "## Step 1: Open", "#### Time", "Press it. Then wait.", "Why?",
        "**Mac:**", "If it rains, wait. If it snows, go.", "- If red, stop.", "  - below it",
        "- **Term:** said", "| Item name | b |\n|---|---|\n| A thing | 1 |\n| B thing | 2 |",
        "Choose one:", "In this article:", "```\ncode\n```", "## See also", "Note: Read it.",
    ]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(_PIECES, max_size=14))
def test_spans_lie_in_their_nodes_and_nodes_in_their_parents(pieces: list[str]) -> None:
    document = a_help_page("# Top\n\n" + "\n\n".join(pieces))
    page = read_draft(document)
    assert len({node.node_id for node in page.nodes}) == len(page.nodes)
    for at, node in enumerate(page.nodes):
        assert node.index == at
        assert 0 <= node.start <= node.end <= len(document.text)
        assert set(node.resolution) <= set(node.own)
        assert all(node.start <= s.start < s.end <= node.end for s in node.own)
        assert list(node.own) == sorted(node.own, key=lambda span: span.start)
        if node.problem_span is not None:
            assert page.words(node.problem_span) == node.problem
        if node.parent is None:
            assert at == 0
            continue
        above = page.nodes[node.parent]
        assert node.parent < at
        assert node.depth == above.depth + 1
        assert above.start <= node.start <= node.end <= above.end
    for before, after in zip(page.nodes, page.nodes[1:], strict=False):
        assert before.start <= after.start


@settings(max_examples=25, deadline=None)
@given(st.lists(_PIECES, max_size=6))
def test_an_edit_elsewhere_leaves_the_ids(pieces: list[str]) -> None:
    kept = "## Way of payment\n\nBy card.\n\n### By invoice\n\nIn 30 days."
    before = read(f"# Top\n\n{kept}")
    after = read("# Top\n\n" + "\n\n".join([*pieces, kept]))
    ids = {node.problem: node.node_id for node in after.nodes}
    assert {node.problem: node.node_id for node in before.nodes}.items() <= ids.items()


@pytest.mark.parametrize(
    "title",
    [
        "Change your reservation",
        "How to change a reservation",
        "If you can't change your reservation",
        "How do I change my reservation?",
    ],
)
def test_the_phrase_of_a_problem_drops_how_it_is_asked(title: str) -> None:
    assert problem_phrase(title) == "change reservation"


def test_the_phrase_of_a_problem_keeps_names_whole() -> None:
    title = "You've updates for macOS or iOS cables"
    assert problem_phrase(title) == "update for macos or ios cable"
