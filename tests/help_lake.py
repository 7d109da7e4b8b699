"""A small lake of help pages, of which one is for the board and one for the team."""

from __future__ import annotations

from pathlib import Path

import yaml
from access_lake import bring_up_to_date

from graphwright.project import Project
from graphwright.settings import parse_settings

CONTACT = "Write to help@larkfield.example."
PAGES = {
    "refund.md": "---\nid: 1\n---\n# Get a refund for an order\n\n"
    "Refunds arrive within five days.\n\n"
    "## If you paid by card\n\n"
    "1. Open **Orders**.\n2. Select [Refund](https://help.example/articles/2).\n\n"
    "## If you paid by bank transfer\n\n"
    "1. Open **Payments**.\n2. Enter your account number.\n",
    "receipt.md": "---\nid: 2\n---\n# Print a receipt\n\n"
    "1. Open the order.\n2. Select **Print receipt**.\n\n"
    "See [refunds](https://help.example/articles/1).\n",
    "password.md": "---\nid: 3\n---\n# Reset your password\n\n"
    "1. Select **Forgot password** <script>alert(1)</script>.\n2. Follow the link in the e-mail.\n",
    "till.md": "---\nid: 4\n---\n# The till does not start\n\n"
    "Select your till:\n\n"
    "- **Lark One:** Hold the power button for ten seconds.\n"
    "- **Lark Two:** Pull out the plug and wait a minute.\n",
    "override.md": "---\nid: 5\naudience: internal\n---\n# Override a credit limit\n\n"
    "1. Open the Quillon console.\n2. Enter the supervisor code.\n",
    "severance.md": "---\nid: 6\n---\n# Request a severance payment\n\n"
    "1. Open the Tamarind form.\n2. Enter the amount that the board agreed.\n",
}
"""Pages by path: the fifth is for the team alone, the sixth for the group ``board``."""


def help_settings(**further: object) -> dict[str, object]:
    """Return settings over the folder ``help`` beside them."""
    collection = {
        "name": "help",
        "folder": "help",
        "kind": "help",
        "extractor": "none",
        "link_pattern": r"articles/(\d+)",
        "contact": CONTACT,
    }
    return {
        "collections": [collection],
        "language": {"coreference": False},
        "buckets": 2,
        "workers": 1,
        **further,
    }


def new_help_lake(root: Path, **further: object) -> Project:
    """Write the pages and build their lake; ``further`` are settings beside the usual ones."""
    (root / "help").mkdir()
    for path, text in PAGES.items():
        (root / "help" / path).write_text(text, encoding="utf-8")
    (root / "groups.csv").write_text("collection,path,groups\nhelp,severance.md,board\n")
    raw = help_settings(**further)
    (root / "sources.yaml").write_text(yaml.safe_dump(raw), encoding="utf-8")
    project = Project(root / "lake", given=parse_settings(raw, origin=root / "sources.yaml"))
    build_help_lake(project)
    return project


def build_help_lake(project: Project) -> None:
    """Bring the lake up to date with its pages."""
    bring_up_to_date(project)
    project.keep_settings(project.settings)
