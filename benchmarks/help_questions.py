"""Questions for the product: pages of several products under one topic, asked without the product.

    python benchmarks/help_questions.py FOLDER

FOLDER holds ``pages`` and ``dialogues.jsonl`` (inquiry, product, page). Pages are read with their
groups of products, and each dialogue is led twice: with a user who names the product when asked or
picks its option, and with the product in the inquiry, where a question for it is needless.
Both halves of the dialogues (by hash of their id) are printed, beside BM25 that never asks.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from graphwright.dialogue.lexical_search import LexicalIntentSearch
from graphwright.dialogue.manager import GraphAgent
from graphwright.dialogue.reply import Reply, ReplyAction
from graphwright.documents.parse import parse_document
from graphwright.graph.help_graph import HelpGraph
from graphwright.help.product_groups import ProductPage, TitledPage, product_groups
from graphwright.help.rows import read_page
from graphwright.ids import bucket_of, content_id
from graphwright.tables import HelpEdge, HelpEdgeKind, HelpNode, HelpPage

_QUESTIONS = 2
