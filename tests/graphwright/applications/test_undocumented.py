"""States that no document names: by a path, by their label in text, by a heading."""

from manual_pages import APPLICATION, desk, page

from graphwright.applications.documented_paths import documented_paths, menu_graphs
from graphwright.applications.undocumented import undocumented_states


def bare(text: str) -> set[str]:
    states, actions, fields = desk()
    graph = menu_graphs([APPLICATION], states, actions, (), fields)[APPLICATION]
    document = page(text)
    paths = list(documented_paths([document], [graph]))
    return {one.state_id for one in undocumented_states(states, paths, [document])}


def test_a_path_names_its_state() -> None:
    assert "scrips" not in bare("Go to Admin > Global > Scrips.")
    assert "scrips" in bare("Go to Admin > Queues.")


def test_a_label_of_several_words_counts_in_running_text() -> None:
    assert "scrips" not in bare("There the global scrip is edited.")
    assert "search" not in bare("Use the query builder for it.")


def test_a_plain_word_counts_as_heading_or_marked_only() -> None:
    assert "home" in bare("Start when you are ready.")
    assert "home" not in bare("# Start\n\nWhat you see first.")
    assert "home" not in bare("Open the page **Start** for it.")


def test_the_longest_label_counts() -> None:
    from manual_pages import state

    from graphwright.tables import UiState  # a type alone

    states: list[UiState] = [state("a", "Custom fields"), state("b", "Custom fields of queues")]
    named = {one.state_id for one in undocumented_states(
        states, [], [page("The custom fields of queues are here.")])}  # fmt: skip
    assert named == {"a"}
