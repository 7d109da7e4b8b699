"""A view is the graph of the visible documents alone: every byte of it, and every answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from access_lake import TEXTS, Secrets, clean_build, files_of, new_secrets
from access_words import STRATEGIES
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from graphwright.errors import GraphwrightError
from graphwright.graph.pointer import read_pointer, snapshots_root
from graphwright.project import Project
from graphwright.serving import functions, models
from graphwright.serving.reader import Models, Reader
from graphwright.serving.service import Service
from graphwright.store.lake import Lake

PATHS = sorted(TEXTS)
SAID = ("everybody", "nobody", "red", "blue", "red;blue")
QUESTIONS = ("Who approves the payment run?", "What does Project Falcon acquire?")
NAMES = ("Halvorn", "Ledgerline", "GLS", "Project Falcon", "treasury teem", "travel desk")
OF_THE_CLOCK = ("publication", "published_at", "kind")
"""What status says of the publication: when, and the how manieth of its lake."""


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Secrets:
    groups = {path: "red" for path in PATHS if path.startswith("board/")}
    return new_secrets(tmp_path_factory.mktemp("secrets"), groups)


@pytest.fixture(scope="module")
def loaded(secrets: Secrets) -> Models:
    return Models(secrets.settings)


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


def answers(reader: Reader) -> Iterator[tuple[str, Any]]:
    """Yield what is asked, and the answer or the words of the error."""
    asked: list[tuple[Any, models.Request | None]] = [
        *(
            (functions.search, models.SearchRequest(question=question, strategy=name, k=5))
            for question in QUESTIONS
            for name in STRATEGIES
        ),
        *((functions.entity, models.EntityRequest(name=name)) for name in NAMES),
        *((functions.subgraph, models.SubgraphRequest(name=name, depth=2)) for name in NAMES),
        *(
            (functions.document, models.DocumentRequest(document_id=document))
            for document in reader.snapshot.documents["document_id"].to_pylist()
        ),
        (functions.status, None),
    ]
    for function, request in asked:
        try:
            answer = function(reader) if request is None else function(reader, request)
            said = json.loads(answer.model_dump_json())
            yield (
                f"{function.__name__} {request}",
                {name: value for name, value in said.items() if name not in OF_THE_CLOCK},
            )
        except GraphwrightError as error:
            yield f"{function.__name__} {request}", str(error)


def check_answers(view: Reader, clean: Lake, secrets: Secrets, loaded: Models) -> None:
    """Compare what the service answers with what one over the clean build does."""
    alone = Project(clean.root, given=view.project.settings)
    expected = Service(alone, loaded, warmed=()).current
    told = dict(answers(view))
    assert told == dict(answers(expected))
    assert len(told) > 2 * len(STRATEGIES)


# Examples share one lake on purpose: each brings the views of the one before up to date.
@settings(
    max_examples=2,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
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
    loaded: Models,
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
    view = Service(secrets.project, loaded, warmed=()).reader(groups)
    visible = visible_to(named, groups)
    if view.project.root == secrets.project.root:
        assert visible == set(PATHS)
    else:
        clean = clean_build(secrets, visible, tmp_path_factory.mktemp("clean"))
        check_equal(view.project, clean)
        check_answers(view, clean, secrets, loaded)


SUBJECTS = ("Halvorn", "Ledgerline", "The GLS", "The travel desk", "Project Falcon", "Managers")
VERBS = ("approves", "calls", "does not replace", "may archive", "pays", "stores")
OBJECTS = ("the payment run", "Ledgerline", "the archive", "Meridian Freight", "every flight")

sentences = st.builds("{} {} {}.".format, *map(st.sampled_from, (SUBJECTS, VERBS, OBJECTS)))
graphs = st.fixed_dictionaries(
    {path: st.lists(sentences, min_size=1, max_size=3) for path in PATHS}
)


@pytest.mark.long
@pytest.mark.timeout(600)
@settings(
    max_examples=16,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    graph=graphs,
    said=st.lists(st.sampled_from(SAID), min_size=len(PATHS), max_size=len(PATHS)),
    groups=st.sampled_from([(), ("red",), ("blue",)]),
)
def test_over_random_graphs_and_groups(
    secrets: Secrets,
    loaded: Models,
    tmp_path_factory: pytest.TempPathFactory,
    graph: dict[str, list[str]],
    said: list[str],
    groups: tuple[str, ...],
) -> None:
    named = dict(zip(PATHS, said, strict=True))
    secrets.write({path: f"# {path}\n\n{' '.join(told)}\n" for path, told in graph.items()})
    secrets.say(named)
    secrets.build()
    view = Service(secrets.project, loaded, warmed=()).reader(frozenset(groups))
    visible = visible_to(named, frozenset(groups))
    if visible != set(PATHS):
        clean = clean_build(secrets, visible, tmp_path_factory.mktemp("clean"))
        check_equal(view.project, clean)
        check_answers(view, clean, secrets, loaded)


def test_seeds_that_nothing_visible_names_decide_nothing(
    secrets: Secrets, loaded: Models, tmp_path: Path
) -> None:
    """A view merely does not list them."""
    secrets.write(TEXTS)
    secrets.say({path: "red" for path in PATHS if path.startswith("board/")})
    secrets.build()
    visible = {path for path in PATHS if not path.startswith("board/")}
    view = Service(secrets.project, loaded, warmed=()).reader(frozenset({"blue"}))
    clean = clean_build(secrets, visible, tmp_path, every_seed=True)
    found, expected = published(view.project.root), published(clean.root)
    listed = {"entity_merges.arrow", "manifest.json"}
    assert {name for name in expected if found[name] != expected[name]} == listed
    assert len(view.snapshot.chunks) < len(secrets.project.snapshot().chunks)
