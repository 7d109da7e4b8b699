"""The made-up tracker with its word indexes, opened for questions."""

from __future__ import annotations

import pytest
from ticket_tracker import TopicEmbedder, made_graph

from graphwright.graph.ticket_files import TicketWords
from graphwright.graph.ticket_texts import TicketTexts, write_ticket_indexes


@pytest.fixture(scope="session")
def ticket_texts(tmp_path_factory) -> TicketTexts:
    """The tracker with its word indexes."""
    folder = tmp_path_factory.mktemp("ticket_texts")
    graph = made_graph()
    write_ticket_indexes(graph, folder)
    return TicketTexts(graph, TicketWords.open(folder, len(graph)))


@pytest.fixture
def topics() -> TopicEmbedder:
    """What embeds questions as the tracker's texts are."""
    return TopicEmbedder()
