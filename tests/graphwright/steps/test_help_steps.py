"""The steps of help pages: what a change works on, and that a lake after changes is a clean one."""

from __future__ import annotations

from pathlib import Path

import pytest
from plain_build import build_plainly

from graphwright.errors import SettingsError
from graphwright.graph.snapshot import open_snapshot
from graphwright.settings import Settings, parse_settings
from graphwright.store.lake import Lake

PAGES = {
    "return.md": "---\nid: p1\naudience: customer\n---\n# Return an order\n\nOpen the order.\n\n"
    "## Return a lamp\n\nPack it and see [Get a refund](https://help.example.com/articles/p2).\n",
    "refund.md": "---\nid: p2\n---\n# Get a refund\n\nSelect Refund, or see "
    "[Fees](https://help.example.com/articles/p9).\n",
    "refund_later.md": "---\nid: p2\n---\n# Get a refund later\n\nOpen Settings.\n",
    "till.md": "---\nid: p3\naudience: internal\n---\n# Reset a till\n\nHold the button, then "
    "[return the order](return.md). More in [news](https://news.example.com/1).\n",
    "plain.md": "A line without a heading.\n",
}
SAID = '- page: {}\n  intents: ["Where does it go back to?"]\n- page: gone.md\n  closed: true\n'


def settings_in(folder: Path) -> Settings:
    (folder / "said.yaml").touch()
    (folder / "seeds.yaml").write_text("concepts: []", encoding="utf-8")
    help_ = {"name": "help", "folder": "pages", "kind": "help", "extractor": "none"}
    pattern = {"link_pattern": r"articles/(\w+)", "base_uri": "https://help.example.com/"}
    raw = {"collections": [help_ | pattern], "buckets": 2, "help_overrides": "said.yaml"}
    raw["seed_concepts"] = "seeds.yaml"
    return parse_settings(raw, origin=folder / "sources.yaml")


def bytes_of_help(lake: Lake) -> dict[str, bytes]:
    names = ("help_nodes", "help_references", "help_intents", "rejected_help_nodes", "help_pages")
    names += ("help_edges", "help_components", "help_findings", "unused_help_overrides")
    names += ("intent_embeddings",)
    paths = [path for name in names for path in lake.paths(name)]
    return {str(path.relative_to(lake.root)): path.read_bytes() for path in paths}


def findings(lake: Lake) -> set[tuple[str, str]]:
    return {(row["kind"], row["path"]) for row in lake.read("help_findings").to_pylist()}


def test_after_changes_the_lake_is_a_clean_one(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    for name, text in PAGES.items():
        (pages / name).write_text(text, encoding="utf-8")
    settings, lake = settings_in(tmp_path), Lake(tmp_path / "lake")

    assert build_plainly(settings, lake.root, checked=False)["help_nodes"] == len(PAGES)
    assert {("dangling_link", "refund.md"), ("duplicate_id", "refund_later.md")} < findings(lake)
    graph = open_snapshot(lake.root).help
    assert graph is not None
    root = {page.document_id: page.root_id for page in graph.pages.values()}
    by_title = {page.title: graph.row(root[one]) for one, page in graph.pages.items()}
    lamp = graph.children(by_title["Return an order"])[0]
    assert graph.references(lamp) == (by_title["Get a refund"],)  # of two with the id, the first
    assert graph.references(by_title["Reset a till"]) == (by_title["Return an order"],)
    assert graph.nodes[lamp].audience == "customer"
    assert [edge.href for edge in graph.edges if edge.kind == "dangling"] == [
        "https://help.example.com/articles/p9"
    ]

    (tmp_path / "said.yaml").write_text(SAID.format("p1"), encoding="utf-8")
    worked = build_plainly(settings, lake.root, checked=False)
    assert (worked["parse"], worked["help_nodes"], worked["intent_embeddings"]) == (0, 1, 1)
    assert ("unused_override", "gone.md") in findings(lake)

    (pages / "plain.md").write_text("Another line without a heading.\n", encoding="utf-8")
    worked = build_plainly(settings, lake.root, checked=False)
    assert (worked["parse"], worked["help_nodes"]) == (1, 1)

    edited = PAGES["refund.md"].replace("articles/p9", "articles/p3")
    (pages / "refund.md").write_text(edited, encoding="utf-8")
    (pages / "refund_later.md").unlink()
    (pages / "fees.md").write_text("# Fees\n\nOpen Fees. See [p2](articles/p2).\n", "utf-8")
    (tmp_path / "seeds.yaml").write_text("concepts: [{name: Till, aliases: [Register]}]", "utf-8")
    assert build_plainly(settings, lake.root)["help_nodes"] == len(PAGES)  # any may name a till
    assert not {kind for kind, _ in findings(lake)} & {"dangling_link", "duplicate_id"}

    clean = Lake(tmp_path / "clean")
    build_plainly(settings, clean.root, checked=False)
    assert bytes_of_help(lake) == bytes_of_help(clean)
    after, anew = open_snapshot(lake.root), open_snapshot(clean.root)
    assert after.id == anew.id
    assert after.help_files is not None
    assert after.help is not None
    assert len(after.help_files.vectors) == len(after.help.intents)
    assert [one.text for one in after.help.intents if one.kind == "alias"] == ["Reset a Register"]


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("- page: a.md\n  closed: true\n- page: b.md\n  shut: true\n", "line 3: shut"),
        ("- page: a.md\n", "line 1: .*'intents'"),
        ("page: a.md\n", "a list was expected"),
        ("- page: a.md\n  intents: [a, b\n", "line "),
    ],
)
def test_a_wrong_override_is_named_by_its_line(tmp_path: Path, said: str, told: str) -> None:
    settings, lake = settings_in(tmp_path), tmp_path / "lake"
    (tmp_path / "pages").mkdir()
    (tmp_path / "said.yaml").write_text(said, encoding="utf-8")
    with pytest.raises(SettingsError, match=told):
        build_plainly(settings, lake)
