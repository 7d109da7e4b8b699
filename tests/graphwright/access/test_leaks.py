"""Two hundred attempts to learn what a view hides, each through what a reader can ask.

A reader in the group ``clerks`` tries to hear of documents of the group ``board``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from access_lake import Secrets, files_of
from access_words import NAMES, QUESTIONS, SECRETS, STRATEGIES, leaked

from graphwright.errors import GraphwrightError
from graphwright.graph.pointer import read_pointer
from graphwright.project import Project
from graphwright.tables import TABLES

_PICTURE = re.compile(r"data:image/[^\"')]+")
"""A picture in a page: letters at random, in which any short word may stand."""


@pytest.fixture(scope="module")
def secrets(told: Secrets) -> Secrets:
    return told


@pytest.fixture(scope="module")
def view(secrets: Secrets) -> Project:
    return secrets.project.view(["clerks", "nobody", "everybody"])


def words_of(ask: Callable[[], object]) -> str:
    """Return what a reader gets: the answer, or the words of the error."""
    try:
        return str(ask())
    except GraphwrightError as error:
        return f"{error} {error.remedy}"


def attempts(view: Project, main: Project, out: Path) -> Iterator[tuple[str, str, str]]:
    """Yield (what is tried, what the reader asked with, what the reader got)."""
    for name in STRATEGIES:
        strategy = view.strategy(name)
        for question in QUESTIONS:
            found = strategy.retrieve(question, 5).to_dict()
            # What the graph does not have is told in the words that were asked with.
            yield f"ask {name}: {question}", question, json.dumps(found)
    for name in NAMES:
        yield f"inspect {name}", name, words_of(lambda name=name: view.inspect(name, facts=99))
    every = ", ".join(f'(SELECT list(t) FROM "{name}" t) AS "{name}"' for name in TABLES)
    (tables,) = view.sql(f"SELECT {every}").to_pylist()
    for table in TABLES:
        yield f"sql {table}", "", repr(tables[table])
        yield f"footer {table}", "", repr([p.read_bytes() for p in view.lake.paths(table)])
    for name, data in files_of(view.root / "snapshots").items():
        yield f"snapshot file {name}", "", data.decode("utf-8", "replace")
    for name, data in files_of(view.root / "history").items():
        yield f"history file {name}", "", data.decode("utf-8", "replace")
    hidden = main.sql("SELECT evidence_id, chunk_id, document_id FROM evidence").to_pylist()
    seen = {row["evidence_id"] for row in view.sql("SELECT evidence_id FROM evidence").to_pylist()}
    for row in hidden:
        if row["evidence_id"] not in seen:
            identifier = row["evidence_id"]
            path = out / "shown.html"
            yield (
                f"show {identifier}",
                "",
                words_of(lambda one=identifier, path=path: view.show(one, path)),
            )
    yield "report", "", _PICTURE.sub("", view.report())
    yield "diff", "", repr(view.diff()) + repr(view.diff().rows.to_pylist())
    yield "settings", "", view.settings.model_dump_json()
    for old in (read_pointer(main.root) or view).history:  # type: ignore[union-attr]  # it is there
        yield f"snapshot {old}", "", words_of(lambda old=old: view.snapshot(old))
        yield f"diff from {old}", "", words_of(lambda old=old: view.diff(old))


def test_two_hundred_attempts_tell_nothing(secrets: Secrets, view: Project, tmp_path: Path) -> None:
    assert view != secrets.project
    found = list(attempts(view, secrets.project, tmp_path))
    assert len(found) >= 200, len(found)
    told_ = [(what, words) for what, asked, text in found if (words := leaked(text, asked))]
    assert told_ == []


def test_the_secrets_are_there_for_who_may_see_them(secrets: Secrets, view: Project) -> None:
    board = secrets.project.view(["board"])
    assert board == secrets.project
    text = repr(board.sql("SELECT * FROM seed_concepts").to_pylist())
    text += repr(board.sql("SELECT path, text FROM parsed_documents").to_pylist())
    text += repr(board.sql("SELECT * FROM document_groups").to_pylist())
    assert set(leaked(text)) == set(SECRETS)
    assert "acquires" in str(board.inspect("Project Falcon"))


def test_what_is_hidden_is_told_like_what_is_not_there(view: Project) -> None:
    """The same words but for the name that was asked with, and the same error."""

    def without(name: str) -> str:
        return re.sub(re.escape(name), "NAME", words_of(lambda: view.inspect(name)))

    assert without("Zephyrline waiver") == without("Qixalond waiver")


def test_counts_and_support_are_of_visible_documents(secrets: Secrets, view: Project) -> None:
    counted = "SELECT name, mention_count, document_count FROM entities WHERE name = 'Halvorn'"
    (seen,), (whole,) = (p.sql(counted).to_pylist() for p in (view, secrets.project))
    assert seen["mention_count"] < whole["mention_count"]
    versions = "SELECT count(*) AS n FROM document_versions WHERE superseded"
    (mine,), (all_,) = (p.sql(versions).to_pylist() for p in (view, secrets.project))
    assert (mine["n"], all_["n"]) == (2, 4)
