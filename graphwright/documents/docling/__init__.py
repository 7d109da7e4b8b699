"""Docling as one of the readers: its converter, and its documents as raw blocks."""
