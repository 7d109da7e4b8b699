"""A made-up tracker of five tickets, whose vectors count a few topics."""

from __future__ import annotations

import numpy as np
from ticket_rows import a_ticket, its_sections

from graphwright.graph.ticket_graph import TicketGraph

TEXTS = {
    "SHOP-1": (
        "Till prints nothing",
        "The receipt of the till stays empty.",
        "Printer had no ink.",
    ),
    "SHOP-2": ("Receipt is empty", "After a sale the till prints an empty receipt.", "Same."),
    "SHOP-3": ("Lamp is dark", "The lamp over the door is dark at night.", "A new bulb."),
    "SHOP-4": ("Lamp flickers", "", "The bulb was loose."),
    "SHOP-5": ("Printer jams", "Paper stays in the printer.", ""),
}
COMPONENTS = {"SHOP-1": ("Till",), "SHOP-2": ("Till", "Paper"), "SHOP-3": ("Door Lamp",)}
TOPICS = ("till", "lamp", "print", "receipt", "dark", "bulb", "paper")


def vector_of(text: str) -> np.ndarray:
    """Return a unit vector of a text: how often it names each topic, and a little of all."""
    counts = np.array([text.lower().count(topic) + 0.1 for topic in TOPICS], dtype=np.float32)
    return counts / np.linalg.norm(counts)


def made_graph() -> TicketGraph:
    """Return the tracker's graph."""
    tickets = [
        a_ticket(
            key,
            title,
            created=f"2024-0{number}-01T00:00:00+00:00",
            components=COMPONENTS.get(key, ()),
            priority="High",
        )
        for number, (key, (title, _, _)) in enumerate(TEXTS.items(), 1)
    ]
    sections = []
    for ticket in tickets:
        title, description, comment = TEXTS[ticket.key]
        texts = {"summary": title, "description": description, "comment": comment}
        sections += its_sections(ticket, **{name: text for name, text in texts.items() if text})
    vectors = {
        one.section_id: np.array([vector_of(part) for part in one.text.split(".") if part.strip()])
        for one in sections
    }
    return TicketGraph.of(tickets, sections, vectors=vectors)


class TopicEmbedder:
    """Embeds by topics, as the tracker's vectors are made."""

    fingerprint = "topics"
    dimensions = len(TOPICS)

    def embed_query(self, text: str) -> np.ndarray:
        return vector_of(text)
