"""The published snapshot: writing, opening, retrieval and inspection."""
