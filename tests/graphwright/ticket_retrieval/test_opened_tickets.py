"""The published tickets as people see them: one set of functions, typed."""

from __future__ import annotations

import pytest
from shop_tickets import BLANK, INK, LAMP, SECTIONS, TEMPLATE, shop_graph
from ticket_rows import an_edge
from ticket_tracker import TopicEmbedder

from graphwright.errors import NotFoundError, PlanError, SettingsError
