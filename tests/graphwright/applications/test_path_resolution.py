"""Where documented paths lead in an application, and what is said where they lead nowhere."""

import pytest
from manual_pages import APPLICATION, desk, page

from graphwright.applications.documented_paths import documented_paths, menu_graphs
from graphwright.applications.menu_graph import MenuGraph
from graphwright.applications.path_resolution import resolve_path
from graphwright.tables import PathProblem


@pytest.fixture(scope="module")
def graph() -> MenuGraph:
    states, actions, fields = desk()
    return menu_graphs([APPLICATION], states, actions, (), fields)[APPLICATION]


@pytest.mark.parametrize(
    ("path", "state"),
    [
        ("Admin > Global > Scrips", "scrips"),
        ("admin > global > scrip...", "scrips"),
        ("Admin > Queues page", "queues"),
        ("Admin > Queues > … > Watchers", "watchers"),
        ("Admin > Queues > Watchers", "watchers"),
        ("Admin > Queues > … > Templates", "templates"),
        ("Admin > Global > Templates", "global templates"),
        ("Admin > Queues > … > Save", "queue"),
        ("Admin > Queues > … > Reply Address", "queue"),
        ("Logged in as > Settings > AuthTokens", "tokens"),
        ("Logged in as > Auth Tokens", "tokens"),
        ("Tickets > New Search", "search"),
        ("Desk > Admin > Queues", "queues"),
    ],
)
def test_paths_that_lead_to_a_state(graph: MenuGraph, path: str, state: str) -> None:
    assert resolve_path(path.split(" > "), graph).state_id == state


def test_the_actions_along_a_path(graph: MenuGraph) -> None:
    found = resolve_path(["Admin", "Queues", "…", "Watchers"], graph)
    assert found.action_ids == ("home: Admin > Queues", "queues: General", "queue: Watchers")


@pytest.mark.parametrize(
    ("path", "problem", "said"),
    [
        ("File > Open", PathProblem.NO_SUCH_MENU, "there is no menu 'File'"),
        ("Admin > Global > Group Permissions", PathProblem.NO_SUCH_ITEM, "there is 'Group Rights'"),
        ("Admin > Queues > … > Nowhere", PathProblem.NO_SUCH_ITEM, "'Nowhere' is not at"),
        ("Admin > Global > Scrips > …", PathProblem.PLACEHOLDER, "shows no list"),
        ("Admin > Queues > … > Archive", PathProblem.NOT_CRAWLED, "not_tried"),
    ],
)
def test_what_leads_nowhere_says_what_is_there(
    graph: MenuGraph, path: str, problem: PathProblem, said: str
) -> None:
    found = resolve_path(path.split(" > "), graph)
    assert found.state_id is None
    assert found.problem == problem
    assert said in (found.detail or "")


def test_the_text_around_a_path_tells_pages_apart() -> None:
    states, actions, _ = desk()
    from manual_pages import action, state  # two pages more

    states += [state("role", "Edit role", 2), state("people", "Pick people of role", 3)]
    actions += [action("watchers", "Members", "queue", ("Group",)),
                action("role", "Members", "people", ("Group",))]  # fmt: skip
    graph = MenuGraph.of(APPLICATION, states, actions)
    path = ["Group", "Members"]
    assert resolve_path(path, graph, "On the page of a role choose it.").state_id == "people"
    assert resolve_path(path, graph).problem == PathProblem.AMBIGUOUS


def test_without_a_crawl_it_is_said() -> None:
    empty = MenuGraph.of(APPLICATION, [], [])
    assert resolve_path(["Admin", "Queues"], empty).problem == PathProblem.NOT_CRAWLED


def test_rows_of_a_document(graph: MenuGraph) -> None:
    document = page("Go to Admin > Global > Scrips. Then File > Open in the sheet menu.")
    rows = list(documented_paths([document], [graph]))
    assert [(row.path, row.state_id) for row in rows] == [(("Admin", "Global", "Scrips"), "scrips")]


def test_the_order_of_rows_shows_nowhere() -> None:
    states, actions, fields = desk()
    there = menu_graphs([APPLICATION], states, actions, (), fields)[APPLICATION]
    back = menu_graphs([APPLICATION], states[::-1], actions[::-1], (), fields[::-1])[APPLICATION]
    for path in ("Admin > Queues > … > Watchers", "Tickets > New Search", "File > Open"):
        names = path.split(" > ")
        assert resolve_path(names, there) == resolve_path(names, back)
