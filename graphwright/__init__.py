"""Graphwright: documents to a knowledge graph whose every fact leads back to its sentence."""

from __future__ import annotations

__version__ = "0.1.0"
