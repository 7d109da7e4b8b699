"""Tickets as trees of sections, and the links between them (LinkedIn, sections 3.1.1 and 3.1.2)."""
