"""What the tests of leaks ask for, and the words that no answer may hold."""

from __future__ import annotations

SECRETS = (
    "falcon", "meridian", "freight", "retainer", "millions", "steering", "fsg", "tamarind",
    "severance", "zephyrline", "waiver", "peregrine", "takeover", "obsidian", "no document names",
    "people.md", "falcon.md", "payments-copy", "policy-v3", "board",
)  # fmt: skip
"""Words that stand in hidden documents, their names, their groups and their seeds alone."""
STRATEGIES = ("walk", "graph", "hybrid", "dense", "bm25", "rrf", "pcst")
QUESTIONS = (
    "What does Project Falcon acquire?",
    "Who is paid a retainer of nine millions?",
    "What is the FSG?",
    "What replaces the travel desk?",
    "What took the place of the expense policy?",
    "What does the treasury team fund?",
    "Peregrine takeover",
)
NAMES = (
    "Falcon", "Project Falcon", "Meridian Freight", "FSG", "Falcon Steering Group", "Tamarind",
    "Tamarind severance plan", "Zephyrline waiver", "Peregrine", "Project Obsidian", "Obsidian",
    "Merdian Freight", "Projct Falcon", "Ledgerline", "Halvorn", "treasury team", "Managers",
    "personnel office", "travel desk", "expense policy", "GLS", "General Ledger System",
)  # fmt: skip
"""Hidden entities, some misspelled, and visible ones, whose cards may hold nothing hidden."""


def leaked(text: str, asked: str = "") -> list[str]:
    """Return the secrets that a text tells, but for those that the reader asked with."""
    said, known = text.casefold(), asked.casefold()
    return [word for word in SECRETS if word in said and word not in known]
