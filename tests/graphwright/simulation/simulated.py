"""Help pages as Markdown and what agents said, for the tests of simulated dialogues."""

from __future__ import annotations

from graphwright.dialogue.reply import Option, Part, Reply, ReplyAction
from graphwright.documents.parse import parse_document
from graphwright.ids import document_id, sha256_bytes
from graphwright.settings import ParseSettings
from graphwright.simulation.case import Case, Dialogue, Turn
from graphwright.tables import ParsedDocument, SourceDocument

PASSWORD = (
    "# Reset your password\n\n## In the app\n\n1. Open the settings of the app.\n"
    "2. Press the button Forgotten.\n\n## On the website\n\n1. Follow the link below the form.\n"
    "2. Enter the code within 15 minutes.\n"
)
BLUE = "# Close a blue account\n\nA blue account closes at the end of the month.\n"
GREEN = "# Close a green account\n\nA green account closes within 3 days.\n"
PAGES = {"password.md": PASSWORD, "blue.md": BLUE, "green.md": GREEN}

STEPS = ("Open the settings of the app.", "Press the button Forgotten.")
CASE = Case(
    "c1",
    "I forgot my password",
    facts=("In the app",),
    core=STEPS,
    others=("Enter the code within 15 minutes.",),
    about=("Reset your password", "In the app"),
)


def parsed(path: str, text: str) -> ParsedDocument:
    data = text.encode()
    source = SourceDocument(
        document_id=document_id("help", path), collection="help", path=path, uri=path,
        location=path, format="md", extractor="none", size=len(data), modified=None,
        sha256=sha256_bytes(data), problem=None,
    )  # fmt: skip
    return parse_document(source, data, ParseSettings())[0]


def said(text: str, action: ReplyAction = ReplyAction.RESOLUTION, *labels: str) -> Reply:
    options = tuple(Option(label, "group", label) for label in labels)
    return Reply("s", action, (Part(text, template="said"),), options)


def dialogue(*replies: Reply, case: Case = CASE) -> Dialogue:
    return Dialogue(case, tuple(Turn("?", reply) for reply in replies), gave_up=False)
