"""A view is the graph of the visible documents alone: every byte of its tables and its snapshot."""

from __future__ import annotations

from pathlib import Path

import pytest
from access_lake import TEXTS, Secrets, clean_build, files_of, new_secrets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphwright.graph.pointer import read_pointer, snapshots_root
from graphwright.project import Project
from graphwright.store.lake import Lake

PATHS = sorted(TEXTS)
SAID = ("everybody", "nobody", "red", "blue", "red;blue")
_SEES = {"everybody": ("", "red", "blue"), "red": ("red",), "blue": ("blue",), "nobody": ()}
QUESTIONS = ("Who approves the payment run?", "What does Project Falcon acquire?")


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Secrets:
    groups = {path: "red" for path in PATHS if path.startswith("board/")}
    return new_secrets(tmp_path_factory.mktemp("secrets"), groups)


def visible_to(said: dict[str, str], groups: frozenset[str]) -> set[str]:
    return {
        path
        for path in PATHS
        for one in said.get(path, "everybody").split(";")
        if one == "everybody" or one in groups
    }


def published(root: Path) -> dict[str, bytes]:
    pointer = read_pointer(root)
    assert pointer is not None
    return files_of(snapshots_root(root) / pointer.current)


def check_equal(view: Project, clean: Lake) -> None:
    """Compare every file of the tables, and of the published snapshot."""
    expected, found = files_of(clean.tables), files_of(view.lake.tables)
    assert found.keys() == expected.keys()
    assert [name for name in found if found[name] != expected[name]] == []
    assert published(view.root) == published(clean.root)


# Examples share one lake on purpose: each brings the views of the one before up to date.
@settings(
    max_examples=3,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    said=st.lists(st.sampled_from(SAID), min_size=len(PATHS), max_size=len(PATHS)),
    groups=st.frozensets(st.sampled_from(["red", "blue", "unheard-of"])),
    edited=st.sampled_from(PATHS),
    sentence=st.sampled_from(["", "The auditors review Ledgerline.", "Falcon replaces Halvorn."]),
)
def test_after_any_change_of_groups_and_texts(
    secrets: Secrets,
    tmp_path_factory: pytest.TempPathFactory,
    said: list[str],
    groups: frozenset[str],
    edited: str,
    sentence: str,
) -> None:
    named = dict(zip(PATHS, said, strict=True))
    secrets.write({**TEXTS, edited: f"{TEXTS[edited]}\n{sentence}\n"})
    secrets.say(named)
    secrets.build()
    view = secrets.project.view(groups)
    visible = visible_to(named, groups)
    if view == secrets.project:
        assert visible == set(PATHS)
    else:
        clean = clean_build(secrets, visible, tmp_path_factory.mktemp("clean"))
        check_equal(view, clean)


def test_answers_are_those_of_a_graph_of_the_visible_documents(
    secrets: Secrets, tmp_path: Path
) -> None:
    secrets.write(TEXTS)
    secrets.say({path: "red" for path in PATHS if path.startswith("board/")})
    secrets.build()
    visible = {path for path in PATHS if not path.startswith("board/")}
    view = secrets.project.view(["blue"])
    clean = clean_build(secrets, visible, tmp_path, every_seed=True)
    # Seeds that no visible document names decide nothing: a view merely does not list them.
    found, expected = published(view.root), published(clean.root)
    listed = {"entity_merges.arrow", "manifest.json"}
    assert {name for name in expected if found[name] != expected[name]} == listed
    alone = Project(clean.root, given=view.settings)
    for name in ("walk", "graph", "hybrid", "dense", "bm25", "rrf"):
        one, other = view.strategy(name), alone.strategy(name)
        for question in QUESTIONS:
            found = one.retrieve(question, 5).to_dict()
            assert found == other.retrieve(question, 5).to_dict(), (name, question)
    assert len(view.snapshot().chunks) < len(secrets.project.snapshot().chunks)
